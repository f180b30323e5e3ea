"""Attacks on the program, for so many minutes; every fault is printed with the seed that shows it again."""

from __future__ import annotations

import faulthandler
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import click

from c4.cli.options import json_option, options, show
from lab.attack import load

Part = Callable[[Path, int, float, bool], tuple[str, list[str]]]
"""Called with a folder, a seed, the moment of `time.monotonic` to end at, and whether to do all there is; says what was
done, and what was wrong."""


def rules(folder: Path, seed: int, end: float, complete: bool) -> tuple[str, list[str]]:
    """Compares rules, packed states, notation and every search with plain references, on all 215 boards."""
    from lab.attack import references

    dice = random.Random(seed)
    evaluators = references.evaluators()
    faults = []
    done = 0
    while time.monotonic() < end:
        differences = (references.compare_a_game(dice), references.compare_a_search(dice, evaluators))
        faults += [difference for difference in differences if difference]
        done += 1
    return f"{done:,} games and {done:,} positions searched in every way", faults


def truth(folder: Path, seed: int, end: float, complete: bool) -> tuple[str, list[str]]:
    """Compares the solver with retrograde analysis of small boards."""
    from c4.game.rules import Rules
    from lab.attack.references import small_boards

    boards = [(4, 4, 3), (4, 4, 4), (4, 5, 4), (5, 4, 4)]
    if complete:
        boards.append((5, 5, 4))
    summary = []
    faults = []
    for rows, columns, connect in boards:
        board = f"{rows}x{columns} connect {connect}"
        asked, wrong = small_boards(Rules(rows, columns, connect), seed=seed)
        summary.append(f"{board} {asked:,}")
        if wrong:
            faults.append(f"{board}: {wrong} wrong")
    return f"positions solved: {', '.join(summary)}", faults


def bitbully(folder: Path, seed: int, end: float, complete: bool) -> tuple[str, list[str]]:
    """Compares the solver with bitbully (PyPI)."""
    if find_spec("bitbully") is None:
        return "nothing: the package bitbully is not installed", []
    from lab.attack.references import against_bitbully

    done = 0
    faults = []
    while time.monotonic() < end:
        many, wrong = against_bitbully(100, seed + done)
        done += many
        if wrong:
            faults.append(f"{wrong} of the 100 positions of seed {seed + done - 100} disagree")
    return f"{done:,} positions", faults


def readers(folder: Path, seed: int, end: float, complete: bool) -> tuple[str, list[str]]:
    """Gives every reader of files and text changed real files, and inputs that hypothesis invents."""
    from lab.attack.readers import Fuzz, invented

    started = time.monotonic()
    fuzz = Fuzz(folder, seed)
    made = 0
    end += time.monotonic() - started  # making the files does not count
    warnings.simplefilter("error")
    faults: dict[str, str] = {}
    while time.monotonic() < end:
        for _ in range(100):
            fuzz.round()
        many, result = invented(folder, seed + made, 20)
        made = made + many
        faults = {**result, **faults}
    shares = "".join(f"\n  {name:24} {fuzz.accepted[name]:6,} of {number:7,}" for name, number in fuzz.asked.items())
    summary = (
        f"{fuzz.asked.total():,} changed inputs, {made:,} invented ones; accepted of the changed ones:{shares}\n  "
    )
    return summary, [*faults.values(), *(f"{data[:200]!r}\n{wrong}" for wrong, data in fuzz.faults.values())]


def lines(folder: Path, seed: int, end: float, complete: bool) -> tuple[str, list[str]]:
    """Types command lines made from what the commands declare."""
    from lab.attack.commands import Typist
    from lab.attack.readers import make_files

    started = time.monotonic()
    typist = Typist(folder, seed, [str(path) for paths in make_files(folder).values() for path in paths])
    end += time.monotonic() - started
    while time.monotonic() < end:
        typist.step()
    ends = ", ".join(f"{number:,} with {status}" for status, number in sorted(typist.ends.items()))
    return f"{typist.ends.total():,} command lines, ended: {ends}", typist.faults


def stops(folder: Path, seed: int, end: float, complete: bool) -> tuple[str, list[str]]:
    """Presses Ctrl-C in every command, at random moments."""
    from lab.attack.commands import over_all, prepare

    prepare(folder)
    all_of_them = []
    for stop in over_all(folder, seed, 1000, 15.0):
        all_of_them.append(stop)
        if time.monotonic() > end:
            break
    pressed = sorted(stop.seconds for stop in all_of_them if not stop.had_ended)
    summary = f"{len(all_of_them)} commands, {len(pressed)} were running; until the end of the process in the middle"
    summary += f" {pressed[len(pressed) // 2]:.2f} s, at most {pressed[-1]:.2f} s"
    return summary, [
        f"{stop.call} after {stop.after:.1f} s: {stop.fault}\n{stop.output}" for stop in all_of_them if stop.fault
    ]


def killed(folder: Path, seed: int, end: float, complete: bool) -> tuple[str, list[str]]:
    """Kills every writer (kill -9) while it writes."""
    from lab.attack.killed import kill, writers

    dice = random.Random(seed)
    summary = []
    faults = []
    left = writers()
    share = math.inf if complete else max(0.0, end - time.monotonic()) / len(left)
    for name, writer in left.items():
        kills = kill(writer, folder / name, dice, 200, share)
        summary.append(f"{name} {kills.killed}")
        faults += [f"{name} {fault}" for fault in kills.faults]
    return f"kills: {', '.join(summary)}", faults


def window(folder: Path, seed: int, end: float, complete: bool) -> tuple[str, list[str]]:
    """Works the window at random (needs a display) and prints faults at once."""
    from visualizer.app import start

    start.prepare()
    from lab.attack.window import operate

    faulthandler.enable()
    operations = 1_000_000
    if complete:
        operations = 10_000
        end = math.inf
    report = operate(folder, seed, operations, end=end, report_line=lambda summary: print(summary, flush=True))
    summary = f"{report.done.total():,} operations, memory without trees {report.memory[-1][1]:.0f} MB,"
    slow = [f"{seconds:.2f} s in the window's thread: {what}" for seconds, what in report.slow]
    return f"{summary} {report.slope:+.1f} KB an operation", [*report.faults, *slow]


def trees(folder: Path, seed: int, end: float, complete: bool) -> tuple[str, list[str]]:
    """Opens tree files that no search writes in the window (needs a display)."""
    from lab.attack.trees import Opener, crafted
    from visualizer.testing import make_window, open_root

    opener = Opener(make_window(open_root(), mode="analyse"))
    opener.tree_ready()
    for name, path in crafted(folder, seed, 1_000_000):
        opener.open_file(name, path)
        if time.monotonic() > end:
            break
    opener.window.close()
    return f"{opener.opened_files:,} crafted trees opened, {opener.refused:,} refused in a sentence", opener.faults


def closing(folder: Path, seed: int, end: float, complete: bool) -> tuple[str, list[str]]:
    """Stops and closes the window while it is at work, in every state (needs a display), and prints the times."""
    from lab.attack.closing import FIRST, STATES, close_while

    subprocess.run([sys.executable, "-m", "c4", "warm"], check=True, capture_output=True)
    states = [*FIRST, *STATES]
    faults = []
    done = 0
    random.Random(seed).shuffle(states)
    for state in states:
        line, fault = close_while(state)
        click.echo(f"  {line}")
        if fault:
            faults.append(fault)
        done += 1
        if time.monotonic() > end and not complete:
            break
    return f"{done} of {len(states)} states", faults


def surroundings(folder: Path, seed: int, end: float, complete: bool) -> tuple[str, list[str]]:
    """Traps in the current folder, user code that raises anything, TERM, HUP and KILL, hidden schemas, other users."""
    from lab.attack.surroundings import ATTACKS

    done = Counter[str]()
    faults = list[str]()
    while time.monotonic() < end or not done:
        for name, (attack, often) in ATTACKS.items():
            for _ in range(often):
                place = folder / f"{name}-{done[name]}"
                place.mkdir()
                case = f"{seed}/{name}/{done[name]}"
                if fault := attack(place, random.Random(case)):
                    faults.append(f"{case}: {fault}")
                shutil.rmtree(place)
                done[name] += 1
    return ", ".join(f"{name} {number:,}" for name, number in done.items()), faults


PARTS: dict[str, Part] = {
    part.__name__: part
    for part in (truth, killed, closing, rules, bitbully, readers, lines, stops, surroundings, window, trees)
}
"""The first three may end before their time is over, which the others then get."""


def attack(name: str, minutes: float, seed: int | None, complete: bool, as_json: bool) -> None:
    """Runs a part; exits with status 1 if there was a fault."""
    seed = random.randrange(1 << 32) if seed is None else seed
    click.echo(f"seed {seed}", err=as_json)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        os.environ["C4_DATA"] = place
        started = time.monotonic()
        with redirect_stdout(sys.stderr if as_json else sys.stdout):
            summary, faults = PARTS[name](Path(place), seed, started + 60 * minutes, complete)
    seconds = time.monotonic() - started
    first = [fault[-3000:] for fault in faults[:20]]
    result = {"part": name, "seed": seed, "done": summary, "faults": len(faults), "seconds": round(seconds)}
    text = f"{name:9} {summary}; {len(faults)} faults, {seconds:.0f} s"
    show({**result, "first": first}, "\n  ".join([text, *first]), as_json)
    sys.exit(bool(faults))


def attack_all(minutes: float, seed: int | None, complete: bool, as_json: bool) -> None:
    """Runs all parts, each in a process of its own and for the same share of the time that is left."""
    seed = random.randrange(1 << 32) if seed is None else seed
    broken = 0
    end = time.monotonic() + 60 * minutes
    for done, name in enumerate(PARTS):
        share = max(0.0, end - time.monotonic()) / 60 / (len(PARTS) - done)
        given = ["--minutes", str(share), "--seed", str(seed)]
        if complete:
            given.append("--whole")
        if as_json:
            given.append("--json")
        status = subprocess.run([sys.executable, "-m", "lab", "attack", name, *given]).returncode
        broken += status != 0
        if status not in (0, 1):
            click.echo(f"{name} ended with status {status}", err=True)
    sys.exit(broken > 0)


def command_of(name: str, run: Callable[..., None], about: str | None) -> click.Command:
    """The command that runs a part, or all of them."""
    return options(
        click.option("--minutes", type=click.FloatRange(0), default=5.0, show_default=True, help="Time to spend."),
        click.option("--seed", type=int, help="By default a new one, which is printed."),
        click.option("--whole", "complete", is_flag=True, help="All of it: 5x5, 200 kills each, 10,000 operations."),
        json_option,
    )(click.command(name, help=about)(run))


cli = click.Group("attack", help="Attacks the program; the exit status is 1 if there is a fault.")
cli.add_command(command_of("all", attack_all, "Runs all of the following, which share the time."))
for part in PARTS.values():
    cli.add_command(command_of(part.__name__, partial(attack, part.__name__), part.__doc__))
cli.add_command(load.main, "load")
