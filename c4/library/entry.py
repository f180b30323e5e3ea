"""Entry: an unchecked game as one row, for a library and for files of many games.  Plain Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from c4.game.gametree import GameTree
from c4.game.notation import format_position, parse_position
from c4.game.position import Position
from c4.game.rules import STANDARD, C4Error, Rules
from c4.library.movetext import format_moves, parse_moves
from c4.library.record import OPEN, Record, result_of, split_tags


class Entry(NamedTuple):
    """A game: `moves` is its main line as a move string, `text` the whole tree if it has more (see
    `c4.library.movetext`), `start` the starting position if not the empty board; the other fields are those of
    `Record`.

    Nothing is checked here: `record` checks, and so does a library.
    """

    moves: str
    first: str = ""
    second: str = ""
    result: str = OPEN
    ended: str = ""
    date: str = ""
    event: str = ""
    tags: tuple[str, ...] = ()
    note: str = ""
    text: str = ""
    start: str = ""
    rules: Rules = STANDARD
    others: Mapping[str, str] = {}

    @classmethod
    def of(cls, record: Record) -> Entry:
        """The row of a record."""
        return cls(
            record.moves,
            record.first,
            record.second,
            record.result,
            record.ended,
            record.date,
            record.event,
            record.tags,
            record.note,
            "" if record.plain else format_moves(record.tree),
            format_position(record.start) if record.start.occupied else "",
            record.start.rules,
            record.others,
        )

    def record(self) -> Record:
        """The game with its tree.  Raises C4Error for anything that is not a game."""
        start = parse_position(self.start, self.rules)
        if self.text:
            tree = parse_moves(self.text, start)
        else:
            line = (
                Position.from_moves(self.moves, self.rules).moves
                if not start.occupied
                else columns_from(start, self.moves)
            )
            tree = GameTree.from_moves(line or (), start)
        record = Record(
            tree.gone_to(0),
            self.first,
            self.second,
            self.result,
            self.ended,
            self.date,
            self.event,
            self.tags,
            self.note,
            self.others,
        )
        if self.text and self.moves and record.moves != self.moves.lower():
            raise C4Error(f"the moves {self.moves} are not the main line of {self.text[:60]!r}")
        return record

    def to_json(self) -> dict[str, Any]:
        """The game as an object: "moves", "first", "second", "result", and the other fields if not empty."""
        content: dict[str, Any] = {name: getattr(self, name) for name in ("moves", "first", "second", "result")}
        content |= {
            name: value for name in ("ended", "date", "event", "note", "start") if (value := getattr(self, name))
        }
        if self.tags:
            content["tags"] = list(self.tags)
        if self.text:
            content["game"] = self.text
        if self.rules != STANDARD:
            rules = self.rules
            content |= {"board": f"{rules.rows}x{rules.columns}", "connect": rules.connect, "scoring": rules.scoring}
        return content | ({"others": dict(self.others)} if self.others else {})


def columns_from(start: Position, moves: str) -> tuple[int, ...]:
    """The columns (from 0) of a move string played from a position.  Raises C4Error naming the wrong place."""
    tree = parse_moves(moves, start)
    return tree.moves(tree.end_of(0))


_TEXTS = ("moves", "first", "second", "result", "ended", "date", "event", "note", "start")


def from_json(content: object) -> Entry:
    """The row of an object that `Entry.to_json` wrote, or the arena (`c4.arena.games`).  Raises C4Error for others."""
    if not isinstance(content, dict):
        raise C4Error("a game is an object with its moves, not a bare value")
    texts = {name: content.get(name, "") for name in _TEXTS}
    for name, value in texts.items():
        if not isinstance(value, str):
            raise C4Error(f"{name!r} of a game is text, not {str(value)[:40]}")
    game, others, tags = content.get("game", ""), content.get("others", {}), content.get("tags", [])
    if not isinstance(game, str) or not (texts["moves"] or game or "moves" in content):
        raise C4Error('a game has its moves under "moves"')
    if isinstance(tags, str):
        tags = split_tags(tags)
    if not isinstance(tags, (list, tuple)) or not all(isinstance(tag, str) for tag in tags):
        raise C4Error('"tags" of a game is a list of words')
    if not isinstance(others, dict) or not all(isinstance(value, str) for value in others.values()):
        raise C4Error('"others" of a game is an object of texts')
    result = texts.pop("result") or (result_of(winner_of(content["winner"])) if "winner" in content else OPEN)
    moves = texts.pop("moves")
    if game and not moves:
        moves = Entry("", text=game, start=texts["start"], rules=rules_of(content)).record().moves
    return Entry(moves, result=result, tags=tuple(tags), text=game, rules=rules_of(content), others=others, **texts)


def winner_of(value: object) -> int | None:
    """The winner as the arena writes it: 0, 1, or None for a draw."""
    if value is None or (type(value) is int and value in (0, 1)):
        return value
    raise C4Error(f'"winner" of a game is 0, 1 or null, not {str(value)[:40]}')


def rules_of(content: Mapping[str, Any]) -> Rules:
    """The rules that an object names, or the standard ones.  Raises C4Error for impossible ones."""
    board, connect = content.get("board", ""), content.get("connect", STANDARD.connect)
    if not board and connect == STANDARD.connect and "scoring" not in content:
        return STANDARD
    rows, _, columns = str(board or f"{STANDARD.rows}x{STANDARD.columns}").partition("x")
    if not all(part.isascii() and part.isdigit() and len(part) < 3 for part in (rows, columns, str(connect))):
        raise C4Error(f"a board is written ROWSxCOLUMNS, such as 6x7, not {str(board)[:40]!r}")
    return Rules(int(rows), int(columns), int(connect), content.get("scoring", STANDARD.scoring))
