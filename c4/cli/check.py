"""`c4 check`: checks an evaluator, a player or a lesson of your own, and writes a start for the first two."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from c4 import lessons, scripts, storage
from c4.cli.options import json_option, show
from c4.errors import C4Error
from c4.game.position import Position
from c4.printable import one_line
from c4.text import pluralise

if TYPE_CHECKING:
    from c4.evaluators.user import UserEvaluator

POSITIONS = 200
DEPTH = 4

EXAMPLES = {"evaluator": ("example_evaluator.py", "my_idea.py"), "player": ("example_agent.py", "my_player.py")}
"""The examples that `--new` copies, and how each names its own file."""


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--new", type=click.Choice(list(EXAMPLES)), help="First write a commented start to FILE.")
@json_option
def command(file: str, new: str | None, as_json: bool) -> None:
    """Asks the evaluator or the player in FILE (.py) about many positions.  The file is run.  Of a lesson (.md), every
    page is worked out, and nothing is run.

    An evaluator must return a number for every position and side, and the same number when it is asked again; if the
    file has evaluate_bits or explain, too, they must agree with evaluate.  A player must choose a column that is not
    full in every position.
    """
    if new is None and Path(file).suffix.lower() == lessons.ENDING:
        facts, lines = check_lesson(file)
        show({"file": file, "kind": "lesson", **facts}, "\n".join([*lines, "ok"]), as_json)
        return
    if not scripts.is_script(file):
        raise C4Error(f"{file} must end with .py, an evaluator or a player, or with {lessons.ENDING}, a lesson")
    if new is not None:
        write_example(Path(file), *EXAMPLES[new])
    if scripts.run(file).function("choose") is not None:
        kind = "player"
        facts, lines = check_agent(file)
    else:
        kind = "evaluator"
        facts, lines = check_evaluator(file)
    show({"file": file, "kind": kind, **facts}, "\n".join([*lines, "ok"]), as_json)


def write_example(path: Path, example: str, named: str) -> None:
    """Writes an example, which calls itself `named`, to a new file.  Raises C4Error for a file that exists."""
    if path.exists():
        raise C4Error(f"{path} already exists: choose another name")
    text = (Path(__file__).parent / example).read_text(encoding="utf-8")
    storage.write_text(path, text.replace(named, _in_docstring(path)))
    click.echo(f"wrote {path}", err=True)


def _in_docstring(path: Path) -> str:
    """The name of a file as it can stand in a docstring, which it neither ends nor makes invalid."""
    name = one_line(path.as_posix())
    return name.replace("\\", r"\\").replace('"', r"\"")


Report = tuple[dict[str, Any], list[str]]
"""What a check measured, as JSON prints it and in lines for people."""


def check_lesson(file: str) -> Report:
    """Works out every page of a lesson, and prints what is wrong with each.  Raises C4Error if anything is."""
    from c4.lessons.facts import work_out
    from c4.lessons.reader import read_lesson

    lesson = read_lesson(file)
    wrong = 0
    for page in lesson.pages:
        try:
            work_out(page)
        except C4Error as error:
            wrong += 1
            click.echo(f"{Path(file).name}: {error}", err=True)
    if wrong:
        raise C4Error(f"{pluralise(wrong, 'page')} of {len(lesson.pages)} cannot be worked out")
    return {"pages": len(lesson.pages)}, [
        f"worked out {pluralise(len(lesson.pages), 'page')}, with all facts and answers"
    ]


def check_agent(file: str) -> Report:
    """Checks a player.  Raises C4Error for what a player must not do."""
    from c4.agents.specification import parse_agent

    agent = parse_agent(file).load(seed=1)
    places = samples()
    longest = 0.0
    for position in places:
        started = perf_counter()
        agent.choose(position)
        longest = max(longest, perf_counter() - started)
    lines = [
        f"asked about {pluralise(len(places), 'position')}: always a column that is not full",
        f"a move takes {1e3 * longest:,.1f} milliseconds at most",
    ]
    return {"positions": len(places), "longest_ms": round(1e3 * longest, 3)}, lines


def check_evaluator(file: str) -> Report:
    """Checks an evaluator, and searches with it.  Raises C4Error for what it must not do."""
    from c4.evaluators import allow, load
    from c4.evaluators.user import UserEvaluator
    from c4.search.fixed_depth import search

    evaluator = load(allow(file))
    assert isinstance(evaluator, UserEvaluator)
    places = samples()
    for position in places:
        values = [evaluator.evaluate(position, side) for side in (0, 1)]
        if values != [evaluator.evaluate(position, side) for side in (0, 1)]:
            raise C4Error(f"{file} gives another value when it is asked again, in {position!r}")
    lines = [f"asked about {pluralise(len(places), 'position')}: always a number, and always the same one"]
    lines += forms_agree(evaluator, places)
    lines += searches_agree(evaluator, places)
    started = perf_counter()
    for position in places:
        evaluator.evaluate(position, 0)
    each = (perf_counter() - started) / len(places)
    search(Position(), 1, evaluator)
    decision = search(Position.from_moves("4453"), DEPTH, evaluator)
    assert decision.column is not None  # that game goes on
    assert decision.value is not None
    speed = round(decision.nodes / decision.seconds)
    value = evaluator.in_words(decision.value.points)
    lines += [
        f"one value takes {1e6 * each:,.0f} microseconds",
        f"4453, depth {DEPTH}: column {decision.column + 1}, value {value}, {pluralise(speed, 'node')} per second",
        evaluator.form,
    ]
    facts = {"positions": len(places), "microseconds": round(1e6 * each, 3), "nodes_per_second": speed}
    return facts | {"form": evaluator.form}, lines


def searches_agree(evaluator: UserEvaluator, places: list[Position]) -> list[str]:
    """A line if the searches use the file's values.  Raises C4Error where they do not, with the position."""
    from c4.evaluators.user import AGREEMENT

    for position, side in product(places, (0, 1)):
        value = evaluator.value(position, side)
        searched = evaluator.value_in_search(position, side)
        if abs(value - searched) > AGREEMENT:
            message = f"the file says {value:g}, and a search uses {searched:g}"
            raise C4Error(f"{evaluator.path}: {message} for side {side} in {position!r}")
    return ["the searches use these values, to 0.001"]


def forms_agree(evaluator: UserEvaluator, places: list[Position]) -> list[str]:
    """A line for each form that agrees.  Raises C4Error where two do not, with the position."""
    lines = []
    if evaluator.bits is not None and evaluator.plain is not None:
        for position, side in product(places, (0, 1)):
            evaluator.require_agreement(position, side)
        lines.append("evaluate and evaluate_bits agree")
    if evaluator.reasons is not None:
        for position in places:
            if evaluator.explain(position, 0)[-1].feature == evaluator.REMAINDER:
                message = "the rows of explain do not add up to the value"
                raise C4Error(f"{evaluator.path}: {message} of side 0 in {position!r}")
        lines.append("explain adds up to the value")
    return lines


def samples() -> list[Position]:
    """Positions of random games, the same every time."""
    chance = Random(1)
    positions = [Position()]
    while len(positions) < POSITIONS:
        position = positions[-1].play(chance.choice(positions[-1].legal_columns()))
        positions.append(position if position.outcome() is None else Position())
    return positions
