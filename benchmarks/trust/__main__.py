"""Attacks on the program, part by part, for so many minutes; every fault is printed with the seed that finds it again.

python -m benchmarks.trust --minutes 5                       # every part gets the same share
python -m benchmarks.trust --minutes 60 --part readers       # one part alone
python -m benchmarks.trust --part truth --whole              # every position of 4x4, 5x4, 4x5 and 5x5 (10 minutes)

rules      rules, packed states, notation and every search against plain references, on all 215 boards
truth      the solver against retrograde analysis of small boards
bitbully   the solver against bitbully (PyPI), one and two threads
readers    every reader of files and text: changed real files, and what hypothesis invents
lines      command lines made from what the commands declare
stops      Ctrl-C over every command, at random moments
killed     kill -9 while something is written: every writer 200 times with --whole
window     a machine at the window (needs a display): 10,000 operations with --whole; what it finds is told at once
trees      tree files that no search writes, opened in the window (needs a display)
"""

from __future__ import annotations

import faulthandler
import math
import os
import random
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import click

Part = Callable[[Path, int, float, bool], tuple[str, list[str]]]
"""Called with a folder, a seed, the moment of `time.monotonic` to end at, and whether to do all there is; says what was
done, and what was wrong."""


def rules(folder: Path, seed: int, end: float, whole: bool) -> tuple[str, list[str]]:
    from benchmarks.trust import play

    dice, judges, faults, done = random.Random(seed), play.evaluators(), [], 0
    while time.monotonic() < end:
        faults += [wrong for wrong in (play.game(dice), play.searched(dice, judges)) if wrong]
        done += 1
    return f"{done:,} games and {done:,} positions searched in every way", faults


def truth(folder: Path, seed: int, end: float, whole: bool) -> tuple[str, list[str]]:
    from benchmarks.trust.truth import small_boards
    from c4.game.rules import Rules

    boards = [(4, 4, 3), (4, 4, 4), (4, 5, 4), (5, 4, 4), *([(5, 5, 4)] if whole else [])]
    asked = {board: small_boards(Rules(*board), seed=seed) for board in boards}
    said = ", ".join(
        f"{rows}x{columns} connect {connect} {asked[rows, columns, connect][0]:,}" for rows, columns, connect in asked
    )
    return f"positions solved: {said}", [f"{board}: {wrong} wrong" for board, (_, wrong) in asked.items() if wrong]


def bitbully(folder: Path, seed: int, end: float, whole: bool) -> tuple[str, list[str]]:
    from benchmarks.trust.truth import against_bitbully

    done, faults = 0, []
    while time.monotonic() < end:
        many, wrong = against_bitbully(100, seed + done)
        done += many
        faults += [f"{wrong} of the 100 positions of seed {seed + done - 100} disagree"] * bool(wrong)
    return f"{done:,} positions", faults


def readers(folder: Path, seed: int, end: float, whole: bool) -> tuple[str, list[str]]:
    from benchmarks.trust.readers import Fuzz, invented

    fuzz, made = Fuzz(folder, seed), 0
    warnings.simplefilter("error")
    faults: dict[str, str] = {}
    while time.monotonic() < end:
        for _ in range(100):
            fuzz.round()
        many, found = invented(folder, seed + made, 20)
        made, faults = made + many, {**found, **faults}
    said = f"{fuzz.done:,} changed inputs, {made:,} invented ones"
    return said, [*faults.values(), *(f"{data[:200]!r}\n{wrong}" for wrong, data in fuzz.faults.values())]


def lines(folder: Path, seed: int, end: float, whole: bool) -> tuple[str, list[str]]:
    from benchmarks.trust.formats import make_files
    from benchmarks.trust.lines import Typist

    typist = Typist(folder, seed, [str(path) for paths in make_files(folder).values() for path in paths])
    while time.monotonic() < end:
        typist.step()
    ends = ", ".join(f"{number:,} with {status}" for status, number in sorted(typist.ends.items()))
    return f"{typist.ends.total():,} command lines, ended: {ends}", typist.faults


def stops(folder: Path, seed: int, end: float, whole: bool) -> tuple[str, list[str]]:
    from benchmarks.trust.stops import over_all, prepare

    prepare(folder)
    all_of_them = []
    for stop in over_all(folder, seed, 1000, 15.0):
        all_of_them.append(stop)
        if time.monotonic() > end:
            break
    pressed = sorted(stop.seconds for stop in all_of_them if not stop.done)
    said = f"{len(all_of_them)} commands, {len(pressed)} were running; until the end of the process in the middle"
    said += f" {pressed[len(pressed) // 2]:.2f} s, at most {pressed[-1]:.2f} s"
    return said, [
        f"{stop.call} after {stop.after:.1f} s: {stop.fault}\n{stop.said}" for stop in all_of_them if stop.fault
    ]


def killed(folder: Path, seed: int, end: float, whole: bool) -> tuple[str, list[str]]:
    from benchmarks.trust.killed import kill, writers

    dice, said, faults = random.Random(seed), [], []
    left = writers()
    for name in list(left):
        share = float("inf") if whole else time.monotonic() + max(0.0, end - time.monotonic()) / len(left)
        done = kill(left.pop(name), folder / name, dice, 200, share)
        said.append(f"{name} {done.killed}")
        faults += [f"{name} {fault}" for fault in done.faults]
    return f"kills: {', '.join(said)}", faults


def window(folder: Path, seed: int, end: float, whole: bool) -> tuple[str, list[str]]:
    from benchmarks.trust.window import operate

    faulthandler.enable()
    operations, end = (10_000, math.inf) if whole else (1_000_000, end)
    report = operate(folder, seed, operations, end=end, tell=lambda said: print(said, flush=True))
    said = f"{report.done.total():,} operations, memory without trees {report.memory[-1][1]:.0f} MB,"
    slow = [f"{seconds:.2f} s in the window's thread: {what}" for seconds, what in report.slow]
    return f"{said} {report.slope:+.1f} KB an operation", [*report.faults, *slow]


def trees(folder: Path, seed: int, end: float, whole: bool) -> tuple[str, list[str]]:
    import tkinter as tk

    from benchmarks.trust.trees import Hand, crafted
    from c4.session.session import Session
    from visualizer.shell.faces import ANALYSE
    from visualizer.shell.window import Window

    root = tk.Tk()
    window = Window(root, Session(), folder / "window.json")
    hand = Hand(window, root.update)
    window.faces.show(ANALYSE)
    window.playing.offer_tour(False)
    hand.until(lambda: window.playing.ready, "start")
    for name, path in crafted(folder, seed, 1_000_000):
        hand.open(name, path)
        if time.monotonic() > end:
            break
    window.close()
    return f"{hand.opened:,} crafted trees opened, {hand.refused:,} refused in a sentence", hand.faults


PARTS: dict[str, Part] = {
    part.__name__: part for part in (rules, truth, bitbully, readers, lines, stops, killed, window, trees)
}


@click.command()
@click.option("--minutes", type=click.FloatRange(0), default=5.0, show_default=True)
@click.option("--part", "parts", multiple=True, type=click.Choice(list(PARTS)), help="Only this part; repeatable.")
@click.option("--seed", type=int, help="By default a new one, which is printed.")
@click.option("--whole", is_flag=True, help="All of it: 5x5, 200 kills each, 10,000 operations.")
def main(minutes: float, parts: tuple[str, ...], seed: int | None, whole: bool) -> None:
    """Attacks the program; exit status 1 if it was broken."""
    seed = random.randrange(1 << 32) if seed is None else seed
    chosen = parts or tuple(PARTS)
    click.echo(f"seed {seed}")
    broken = 0
    for name in chosen:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
            os.environ["C4_DATA"] = place
            started = time.monotonic()
            said, faults = PARTS[name](Path(place), seed, started + 60 * minutes / len(chosen), whole)
        click.echo(f"{name:9} {said}; {len(faults)} faults, {time.monotonic() - started:.0f} s")
        for fault in faults[:20]:
            click.echo(f"  {fault[-3000:]}")
        broken += len(faults)
    sys.exit(broken > 0)


if __name__ == "__main__":
    main()
