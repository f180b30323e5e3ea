"""Games and positions as other programs store them: replays of Kaggle's ConnectX, rows of the UCI data set connect-4."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from c4.errors import C4Error
from c4.game.gametree import ROOT, GameTree
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.library.record import DRAWN, FIRST_WON, OPEN, SECOND_WON, Record

UCI_CLASSES = ("win", "loss", "draw")
"""The value of a position of the data set, for the first player."""

UCI_HEADER = "Value"
"""The header that keeps this value."""

KAGGLE_NAME = "connectx"
"""What a replay calls its game."""

ACTIVE = "ACTIVE"
"""The status of the agent of a replay that is to move."""


UCI_CELLS = {"b", "x", "o"}
"""The cells of a row: blank, the first player's, the second's."""

UCI_BEGINNING = 20
"""Cells at the beginning of a line by which it is known as a row of the data set, even if there is a fault in it."""


def is_uci(line: str) -> bool:
    """Whether a line is meant as a row of the data set: cells b, x and o without blanks, and a class."""
    cells = line.strip().lower().split(",")
    return len(cells) > UCI_BEGINNING and set(cells[:UCI_BEGINNING]) <= UCI_CELLS


def read_uci(line: str) -> Record:
    """The game without moves that starts with the position of a row; x began.  Raises C4Error for any other row.

    The cells are those of column a from the bottom up, then of column b, and so on (https://archive.ics.uci.edu,
    "Connect-4").
    """
    *cells, value = line.strip().lower().split(",")
    row = "a row of the data set connect-4"
    if value not in UCI_CLASSES:
        raise C4Error(f"{row} ends with {', '.join(UCI_CLASSES[:-1])} or {UCI_CLASSES[-1]}, not {value[:20]!r}")
    if len(cells) != STANDARD.cells:
        raise C4Error(f"{row} has {STANDARD.cells} cells, not {len(cells)}")
    if not set(cells) <= UCI_CELLS:
        raise C4Error(f"{row} has the cells b, x and o alone")
    rows = [cells[row :: STANDARD.rows] for row in reversed(range(STANDARD.rows))]
    return Record(GameTree(Position.from_grid(rows, STANDARD)), others={UCI_HEADER: value})


def is_kaggle(content: object) -> bool:
    """Whether the content of a JSON file is a replay."""
    return isinstance(content, dict) and isinstance(content.get("steps"), list)


def read_kaggle(content: Mapping[str, Any]) -> Record:
    """The game of a replay of ConnectX.  Raises C4Error for one that is none.

    Of each step, the action of the agent that was to move before it is the column, from 0.
    """
    game = content.get("name", KAGGLE_NAME)
    if game != KAGGLE_NAME:
        raise C4Error(f"this is a replay of {str(game)[:40]}, not of ConnectX")
    try:
        replay = _parts_of(content)
    except C4Error:  # is a ValueError, and says more than the sentence for these
        raise
    except KeyError as error:
        raise C4Error(f"this replay is not one of ConnectX: it lacks {error}") from None
    except (IndexError, TypeError, AttributeError, ValueError):
        raise C4Error("this replay is not one of ConnectX: its parts are of another kind") from None
    start = Position.from_grid(replay.cells, replay.rules)
    failed = [status for status in replay.statuses if status not in ("DONE", ACTIVE, "INACTIVE")]
    columns = replay.columns
    if failed and columns:
        columns = _without_failure(start, columns)
    tree = GameTree.from_moves(columns, start).gone_to(ROOT)
    is_over = tree.position(tree.end_of(ROOT)).outcome() is not None
    result = OPEN
    if not is_over and ACTIVE not in replay.statuses:
        result = _result(replay.rewards)
    return Record(
        tree,
        replay.first,
        replay.second,
        result=result,
        ended=str(failed[0]).lower() if failed else "",
        event=f"Kaggle ConnectX {replay.episode}".strip(),
    )


class Replay(NamedTuple):
    """What is read of a replay.

    cells       of the board before the first step, as `Position.from_grid` reads them
    columns     the moves, from 0, unchecked
    rewards, statuses   of the agents at the end
    episode     its number at Kaggle
    """

    rules: Rules
    cells: Sequence[int]
    columns: list[Any]
    first: str
    second: str
    rewards: list[Any]
    statuses: list[Any]
    episode: str


def _parts_of(content: Mapping[str, Any]) -> Replay:
    """The parts of a replay.  Raises KeyError and the like where one is missing or of another kind."""
    board = content["configuration"]
    rules = Rules(board["rows"], board["columns"], board["inarow"])
    steps = content["steps"]
    cells = steps[0][0]["observation"].get("board") or []
    if not any(cells):
        cells = [0] * rules.cells
    columns = []
    for before, after in pairwise(steps):
        movers = [agent for agent, state in enumerate(before) if state["status"] == ACTIVE]
        columns += [after[agent]["action"] for agent in movers]
    about = content.get("info") or {}
    names = list(about.get("TeamNames") or ("", ""))
    return Replay(
        rules,
        cells,
        columns,
        first=str(names[0]),
        second=str(names[1]),
        rewards=list(content.get("rewards") or (None, None)),
        statuses=list(content.get("statuses") or ()),
        episode=str(about.get("EpisodeId", "")),
    )


def _without_failure(start: Position, columns: list[Any]) -> list[Any]:
    """The moves without a last one that could not be played."""
    try:
        start.after(columns)
    except (C4Error, TypeError):
        return columns[:-1]
    return columns


def _result(rewards: list[Any]) -> str:
    """The result of a replay by the rewards of the two agents; a side without a reward has failed, and lost."""
    if len(rewards) != 2 or rewards == [None, None]:
        return OPEN
    first, second = (float("-inf") if reward is None else reward for reward in rewards)
    if first == second:
        return DRAWN
    return FIRST_WON if first > second else SECOND_WON
