"""A game with its headers, and as an object of JSON; as text it is read and written by `c4.library.gametext`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from c4.errors import C4Error
from c4.game.columns import DIGITS, format_columns
from c4.game.gametree import ROOT, GameTree
from c4.game.notation import format_position, parse_position
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.library.headers import (
    LONGEST_COMMENT,
    LONGEST_VALUE,
    board_text,
    check_headers,
    check_text,
    rules_of,
    split_tags,
    turns_text,
    with_turns,
)
from c4.library.movetext import format_moves, parse_moves

FIRST_WON = "1-0"
SECOND_WON = "0-1"
DRAWN = "1/2-1/2"
OPEN = "*"
RESULTS = (FIRST_WON, SECOND_WON, DRAWN, OPEN)
"""The first player won, the second won, a draw, unfinished."""

SUFFIX = ".c4game"

SCORE_HEADER = "Score"
"""The header that keeps the score of a position, as test sets of solvers and `c4 solve` have it."""

_HEADERS = ("first", "second", "result", "ended", "date", "event", "note")
"""The fields of a record that are text."""


def result_of(winner: int | None) -> str:
    """The result of a finished game: `winner` is 0, 1, or None for a draw."""
    return DRAWN if winner is None else RESULTS[winner]


@dataclass(frozen=True)
class Record:
    """A game with its headers.

    `first` began; `result` is one of RESULTS, the board's if the main line ends the game; `ended` says how it ended
    otherwise ("resigned", "time", "agreed"); `others` are the headers of other programs.  Raises C4Error for anything
    too long, and for a result that is unknown or contradicts the board.
    """

    tree: GameTree
    first: str = ""
    second: str = ""
    result: str = OPEN
    ended: str = ""
    date: str = ""
    event: str = ""
    tags: tuple[str, ...] = ()
    note: str = ""
    others: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        texts = {name: getattr(self, name) for name in _HEADERS if name not in ("result", "note")}
        check_headers(texts, self.tags, self.note, self.others)
        for node in self.tree.nodes:
            if node.comment:
                check_text(node.comment, "comment", LONGEST_COMMENT)
        if self.result not in RESULTS:
            raise C4Error(f"unknown result {self.result!r}: choose {' '.join(RESULTS)}")
        outcome = self.tree.position(self.tree.end_of(ROOT)).outcome()
        if outcome is None:
            return
        played = result_of(outcome.winner)
        if self.result == OPEN:
            object.__setattr__(self, "result", played)
        elif self.result != played:
            raise C4Error(f"the result is given as {self.result}, but the board says {played}: {outcome.reason}")

    @classmethod
    def from_moves(cls, text: str, rules: Rules = STANDARD, **fields: object) -> Record:
        """The record of a move string from the empty board.  Raises C4Error as `Position.from_moves` does."""
        return cls(_line(text, Position(rules=rules)), **fields)  # type: ignore[arg-type]

    @classmethod
    def from_json(cls, content: object, first_column: int = 1) -> Record:
        """The record of an object that `to_json` or the arena (`c4.arena.games`) wrote.  Raises C4Error for others.

        "moves" may also be a list of columns; they are counted from `first_column`, 0 or 1.  An object of `c4 solve
        --json` or `c4 search --json` is the game that leads to its position.
        """
        if not isinstance(content, dict):
            raise C4Error("a game is an object with its moves, not a bare value")
        content = _with_moves_of_position(content)
        moves = content.get("moves")
        if isinstance(moves, str) and first_column == 0:
            moves = columns_from_zero(moves, rules_of(content))
        if isinstance(moves, list):
            content = {**content, "moves": _move_string(moves, first_column)}
        texts = _texts_of(content)
        moves = texts.pop("moves")
        game = texts.pop("game")
        start = texts.pop("start")
        if not (moves or game or "moves" in content):
            raise C4Error('a game has its moves under "moves"')
        tags = _tags_of(content)
        others = _others_of(content)
        result = texts.pop("result")
        if not result:
            result = _result_of_arena(content["winner"]) if "winner" in content else OPEN
        rules = with_turns(rules_of(content), content.get("turns", ""))
        first_position = parse_position(start, rules)
        tree = parse_moves(game, first_position) if game else _line(moves, first_position)
        record = cls(tree, result=result, tags=tags, others=others, **texts)
        if game and moves and record.moves != moves.lower():
            raise C4Error(f"the moves {moves} are not the main line of {game[:60]!r}")
        return record

    def to_json(self) -> dict[str, Any]:
        """The game as an object: "moves", "first", "second", "result", and the other fields unless they are empty."""
        content: dict[str, Any] = {name: getattr(self, name) for name in ("moves", "first", "second", "result")}
        optional: dict[str, Any] = {
            "ended": self.ended,
            "date": self.date,
            "event": self.event,
            "note": self.note,
            "start": self.start_text,
            "tags": list(self.tags),
            "game": self.variations,
        }
        rules = self.start.rules
        if rules != STANDARD:
            optional["board"] = board_text(rules)
            optional["connect"] = rules.connect
            optional["scoring"] = rules.scoring
            optional["turns"] = turns_text(rules)
        optional["others"] = dict(self.others)
        return content | {name: value for name, value in optional.items() if value}

    @property
    def start(self) -> Position:
        """The position it began with."""
        return self.tree.start

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns (from 0) of the main line."""
        return self.tree.moves(self.tree.end_of(ROOT))

    @property
    def moves(self) -> str:
        """The main line as a move string."""
        return format_columns(self.columns)

    @property
    def reason(self) -> str:
        """How it ended, in words; empty if unfinished."""
        if self.ended:
            return self.ended
        outcome = self.tree.position(self.tree.end_of(ROOT)).outcome()
        return "" if outcome is None else outcome.reason

    @property
    def start_text(self) -> str:
        """The position it began with as text; empty for the empty board."""
        return format_position(self.start) if self.start.occupied else ""

    @property
    def variations(self) -> str:
        """The whole tree as text if it has variations, comments or marks; empty for a bare main line."""
        return "" if _is_bare_line(self.tree) else format_moves(self.tree)


def _is_bare_line(tree: GameTree) -> bool:
    """Whether a tree has no variations, comments or marks."""
    for number in tree.walk():
        node = tree.nodes[number]
        if len(tree.children(number)) > 1 or node.comment or node.mark:
            return False
    return True


def _line(moves: str, start: Position) -> GameTree:
    """The tree of a bare move string, its root on the board.  Raises C4Error naming the wrong place."""
    try:
        return GameTree.from_moves((DIGITS.index(move) for move in moves.lower()), start).gone_to(ROOT)
    except (C4Error, ValueError):
        # Something is wrong: read it again by a parser that raises a C4Error with the place of the wrong move.
        if start.occupied:
            parse_moves(moves, start)
        Position.from_moves(moves, start.rules)
        raise


def _texts_of(content: Mapping[str, Any]) -> dict[str, str]:
    """The fields of an object that are text, "" where they are missing.  Raises C4Error for a field of another kind."""
    texts = {name: content.get(name, "") for name in (*_HEADERS, "moves", "game", "start")}
    for name, value in texts.items():
        if not isinstance(value, str):
            raise C4Error(f"{name!r} of a game is text, not {str(value)[:40]}")
    return texts


def _tags_of(content: Mapping[str, Any]) -> tuple[str, ...]:
    """The tags of an object: a list of words, or a text as the header has it.  Raises C4Error for anything else."""
    tags = content.get("tags", [])
    if isinstance(tags, str):
        return split_tags(tags)
    if not isinstance(tags, (list, tuple)) or not all(isinstance(tag, str) for tag in tags):
        raise C4Error('"tags" of a game is a list of words')
    return tuple(tags)


def _others_of(content: Mapping[str, Any]) -> dict[str, str]:
    """The headers of other programs in an object.  Raises C4Error for anything that is no text."""
    others = content.get("others", {})
    if not isinstance(others, dict) or not all(isinstance(value, str) for value in others.values()):
        raise C4Error('"others" of a game is an object of texts')
    return others


def _with_moves_of_position(content: dict[str, Any]) -> dict[str, Any]:
    """A game for an object with a position and what was found out about it; any other object as it is."""
    position = content.get("position")
    if not isinstance(position, str) or "moves" in content or not {"score", "column"} & set(content):
        return content
    score = content.get("score")
    others = {} if score is None else {SCORE_HEADER: str(score)[:LONGEST_VALUE]}
    if position.startswith("packed:"):
        return {"moves": "", "start": position, "others": others}
    return {"moves": position.replace("empty", ""), "others": others}


def columns_from_zero(moves: str, rules: Rules = STANDARD) -> list[int]:
    """The columns of a move string that count from 0.  Raises C4Error for another text."""
    columns = ("0" + DIGITS)[: rules.columns]
    for place, letter in enumerate(moves.lower(), start=1):
        if letter not in columns:
            last = columns[-1]
            raise C4Error(f"{letter!r} at place {place} of {moves[:60]!r} is not a column: columns are 0 to {last}")
    return [columns.index(letter) for letter in moves.lower()]


def _move_string(moves: list[Any], first_column: int) -> str:
    """The move string of a list of columns.  Raises C4Error for one that is no column."""
    for place, move in enumerate(moves, start=1):
        if type(move) is not int or not 0 <= move - first_column < len(DIGITS):
            hint = ": are its columns counted from 0?" if move == 0 else ""
            raise C4Error(f"{str(move)[:40]} at place {place} of the moves is not a column from {first_column}{hint}")
    return format_columns(move - first_column for move in moves)


def _result_of_arena(winner: object) -> str:
    """The result for a winner as the arena writes it: 0, 1, or None for a draw."""
    if winner is None or (type(winner) is int and winner in (0, 1)):
        return result_of(winner)
    raise C4Error(f'"winner" of a game is 0, 1 or null, not {str(winner)[:40]}')
