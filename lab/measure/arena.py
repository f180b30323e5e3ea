"""`python -m lab measure arena FILE`: the accuracy of evaluators on the positions of the ARENA course.

The course compares its networks with perfect play on the set `davidquarel/connect4-pons-eval`.  Its file
`pons_eval_dataset.json` is {"meta": {...}, "positions": [...]}; a position has

    moves    the columns played from the empty board, 0 to 6
    scores   the result of every column for the side to move by its sign; -1000 for a full column
    depth    how many moves were played

Every position is decisive: its columns have at least two different results.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
from tqdm import tqdm

from c4 import evaluators
from c4.agents.specification import parse_agent
from c4.arena.errors import agent_of
from c4.arena.match import Player
from c4.arena.ratings import Share, wilson
from c4.arena.suites import FULL, Suite
from c4.cli.options import json_option, show
from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.game.values import sign
from c4.storage import Unreadable, read_json
from lab.measure.strength import Graded, percent, share_json, split

FULL_COLUMN = -1000
"""The score of a full column in such a file."""


class Accuracy(NamedTuple):
    """An evaluator on these positions.

    kept   the share of positions in which the column that it plays has the best result ("pons/acc" of the course)
    signs  among the positions that are not drawn, the share in which its value has the sign of the result
           ("pons/val_signacc")
    """

    kept: Share
    signs: Share


def read(path: str | Path) -> Suite:
    """The positions of a file, with 1, 0 or -1 as the scores of their columns.  Raises C4Error for any other file."""
    try:
        rows = rows_of(read_json(path))
    except FileNotFoundError:
        raise C4Error(f"there is no file {path}") from None
    except (OSError, Unreadable) as error:
        raise C4Error(f"{path} cannot be read ({error})") from None
    except (ValueError, KeyError, TypeError) as error:
        raise C4Error(
            f'{path} is not {{"meta": ..., "positions": [...]}} as the ARENA course writes it: {error}'
        ) from None
    positions = []
    scores = np.zeros((len(rows), STANDARD.columns), dtype=np.int8)
    for number, row in enumerate(rows):
        try:
            position, results = read_position(row)
        except (C4Error, ValueError, KeyError, TypeError) as error:
            raise C4Error(f"position {number + 1} of {path} is none of the ARENA course: {error}") from None
        positions.append(position)
        scores[number] = results
    mine = np.array([position.mine for position in positions], dtype=np.uint64)
    theirs = np.array([position.theirs for position in positions], dtype=np.uint64)
    stratum = np.zeros(len(rows), dtype=np.uint8)
    return Suite("arena", seed=0, strata=("all",), mine=mine, theirs=theirs, scores=scores, stratum=stratum)


def rows_of(content: Any) -> list[Any]:
    """The positions of a file.  Raises KeyError, TypeError or ValueError for another content."""
    rows = content["positions"]
    if not isinstance(rows, list) or not rows:
        raise ValueError('"positions" is not a list of positions')
    return rows


def read_position(row: Any) -> tuple[Position, list[int]]:
    """A position of a file and the results of its columns: 1, 0, -1, or FULL.

    Raises C4Error, KeyError, TypeError or ValueError for anything else.
    """
    moves = row["moves"]
    scores = row["scores"]
    if not isinstance(moves, str) or set(moves) - set("0123456"):
        raise ValueError(f"moves {moves!r} are not columns from 0 to 6")
    position = Position.from_moves("".join(str(int(move) + 1) for move in moves))
    if (
        not isinstance(scores, list)
        or len(scores) != STANDARD.columns
        or any(type(score) is not int for score in scores)
    ):
        raise ValueError(f"scores {scores!r} are not seven whole numbers")
    if row["depth"] != position.ply:
        raise ValueError(f"depth {row['depth']!r} is not the number of moves in {moves!r}")
    legal = {column for column, score in enumerate(scores) if score != FULL_COLUMN}
    if position.outcome() is not None or legal != set(position.legal_columns()):
        raise ValueError(f"the scores {scores!r} do not fit the columns that can be played after {moves!r}")
    results = [FULL if score == FULL_COLUMN else sign(score) for score in scores]
    if len(set(results) - {FULL}) < 2:
        raise ValueError(f"after {moves!r} every column has the same result")
    return position, results


def measure(agent: str, suite: Suite) -> Accuracy:
    """What an agent does in these positions.  Raises C4Error if it cannot be loaded."""
    specification = parse_agent(agent)
    player = Player(specification)
    evaluator = evaluators.load(specification.limits.evaluator, specification.limits.model)
    columns = {}
    signs = []
    for place, position in enumerate(tqdm(suite.positions, desc=agent, unit=" positions", leave=False, disable=None)):
        columns[place] = player.column(position)
        signs.append(np.sign(evaluator.evaluate(position)))
    graded = Graded.of(suite, columns)
    results = suite.classes.max(axis=1)
    decided = results != 0
    right = int((np.array(signs)[decided] == results[decided]).sum())
    return Accuracy(graded.share(~graded.mistake), wilson(right, int(decided.sum())))


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option(
    "--evaluators",
    "names",
    default=",".join(EVALUATORS),
    show_default="all",
    metavar="NAMES",
    help="Evaluators, with commas between them.",
)
@click.option("--depth", type=click.IntRange(min=0), default=0, show_default=True, help="Depth of search; 0 is none.")
@json_option
def command(file: str, names: str, depth: int, as_json: bool) -> None:
    """Prints how good every evaluator is on the positions in FILE, `pons_eval_dataset.json` of the ARENA course's set
    davidquarel/connect4-pons-eval, in %.

    "acc" is the share of positions in which the column played has the best result; "val_signacc" the share of won and
    lost positions whose value, without search, has the sign of the result.  Intervals are 95 % confidence intervals.
    """
    suite = read(file)
    facts = {}
    lines = [f"{file}: {len(suite):,} positions", f"{'':<12}{'acc':>22}{'val_signacc':>24}"]
    for name in split(names):
        accuracy = measure(agent_of(name, None, depth), suite)
        facts[name] = {"acc": share_json(accuracy.kept), "val_signacc": share_json(accuracy.signs)}
        lines.append(f"{name:<12}{percent(accuracy.kept):>22}{percent(accuracy.signs):>24}")
    show({"file": file, "positions": len(suite), "depth": depth, "evaluators": facts}, "\n".join(lines), as_json)
