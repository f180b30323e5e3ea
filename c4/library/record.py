"""A game with its headers and variations, and its text format (docs/formats.md).

    [First "Anna"]
    [Second "engine:time_ms=100"]
    [Result "0-1"]

    44 5?? {loses in 4 moves} (32 3) 31 ...

`parse_game` reads what `format_game` writes as the same record, and `parse_moves` what `format_moves` writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from c4.errors import C4Error
from c4.game.columns import DIGITS, format_columns, full_column
from c4.game.gametree import MARKS, MOST_NODES, ROOT, GameTree, Node, tidy
from c4.game.notation import format_position, parse_position
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.text import pluralise

FIRST_WON = "1-0"
SECOND_WON = "0-1"
DRAWN = "1/2-1/2"
OPEN = "*"
RESULTS = (FIRST_WON, SECOND_WON, DRAWN, OPEN)
"""The first player won, the second won, a draw, unfinished."""

SUFFIX = ".c4game"

SCORE_HEADER = "Score"
"""The header that keeps the score of a position, as test sets of solvers and `c4 solve` have it."""

LONGEST_VALUE = 1_000
"""The most characters of a header's value."""

LONGEST_COMMENT = 10_000
"""The most characters of a comment, and of a note."""

DEEPEST = 100
"""The most nested variations."""

MOST_HEADERS = 100
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
_HEADER = re.compile(rf'\[({_NAME.pattern}) +"((?:[^"\\]|\\.)*)"\]')
_HEADERS = ("first", "second", "result", "ended", "date", "event", "note")
"""The fields of a record that are text."""

_OWN = (
    "First",
    "Second",
    "Result",
    "Ended",
    "Date",
    "Event",
    "Tags",
    "Note",
    "Board",
    "Connect",
    "Scoring",
    "Turns",
    "Start",
)


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
            moves = columns_from_zero(moves, _rules(content))
        if isinstance(moves, list):
            content = {**content, "moves": _move_string(moves, first_column)}
        texts = {name: content.get(name, "") for name in (*_HEADERS, "moves", "game", "start")}
        for name, value in texts.items():
            if not isinstance(value, str):
                raise C4Error(f"{name!r} of a game is text, not {str(value)[:40]}")
        moves = texts.pop("moves")
        game = texts.pop("game")
        start = texts.pop("start")
        if not (moves or game or "moves" in content):
            raise C4Error('a game has its moves under "moves"')
        others = content.get("others", {})
        tags = content.get("tags", [])
        if isinstance(tags, str):
            tags = split_tags(tags)
        if not isinstance(tags, (list, tuple)) or not all(isinstance(tag, str) for tag in tags):
            raise C4Error('"tags" of a game is a list of words')
        if not isinstance(others, dict) or not all(isinstance(value, str) for value in others.values()):
            raise C4Error('"others" of a game is an object of texts')
        result = texts.pop("result") or (_result_of_arena(content["winner"]) if "winner" in content else OPEN)
        begin = parse_position(start, _with_turns(_rules(content), content.get("turns", "")))
        tree = parse_moves(game, begin) if game else _line(moves, begin)
        record = cls(tree, result=result, tags=tuple(tags), others=others, **texts)
        if game and moves and record.moves != moves.lower():
            raise C4Error(f"the moves {moves} are not the main line of {game[:60]!r}")
        return record

    def to_json(self) -> dict[str, Any]:
        """The game as an object: "moves", "first", "second", "result", and the other fields unless they are empty."""
        content: dict[str, Any] = {name: getattr(self, name) for name in ("moves", "first", "second", "result")}
        rules = self.start.rules
        board = {
            "board": board_text(rules),
            "connect": rules.connect,
            "scoring": rules.scoring,
            "turns": turns_text(rules),
        }
        more = {
            "ended": self.ended,
            "date": self.date,
            "event": self.event,
            "note": self.note,
            "start": self.start_text,
            "tags": list(self.tags),
            "game": self.variations,
            **(board if rules != STANDARD else {}),
            "others": dict(self.others),
        }
        return content | {name: value for name, value in more.items() if value}

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
        outcome = self.tree.position(self.tree.end_of(ROOT)).outcome()
        return self.ended or ("" if outcome is None else outcome.reason)

    @property
    def start_text(self) -> str:
        """The position it began with as text; empty for the empty board."""
        return format_position(self.start) if self.start.occupied else ""

    @property
    def variations(self) -> str:
        """The whole tree as text if it has variations, comments or marks; empty for a bare main line."""
        tree = self.tree
        plain = all(
            len(tree.children(node)) < 2 and not tree.nodes[node].comment and not tree.nodes[node].mark
            for node in tree.walk()
        )
        return "" if plain else format_moves(tree)


def _line(moves: str, start: Position) -> GameTree:
    """The tree of a bare move string, its root on the board.  Raises C4Error naming the wrong place."""
    try:
        return GameTree.from_moves((DIGITS.index(move) for move in moves.lower()), start).gone_to(ROOT)
    except (C4Error, ValueError):
        if start.occupied:
            parse_moves(moves, start)
        Position.from_moves(moves, start.rules)
        raise  # both name the place of a wrong move


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


def board_text(rules: Rules) -> str:
    """The size of a board as files have it, "7 columns, 6 rows"."""
    return f"{pluralise(rules.columns, 'column')}, {pluralise(rules.rows, 'row')}"


def read_board(text: str) -> tuple[int, int]:
    """(rows, columns) of a size as `board_text` writes it, in either order, or as ROWSxCOLUMNS.  Raises C4Error."""
    match = re.fullmatch(r"([1-9]\d?)x([1-9]\d?)|([1-9]\d?) rows?, ([1-9]\d?) columns?", text, re.ASCII)
    turned = re.fullmatch(r"([1-9]\d?) columns?, ([1-9]\d?) rows?", text, re.ASCII)
    if match is not None:
        return int(match[1] or match[3]), int(match[2] or match[4])
    if turned is not None:
        return int(turned[2]), int(turned[1])
    raise C4Error(f"a board is written like 7 columns, 6 rows, not {text[:40]!r}")


def _rules(content: Mapping[str, Any]) -> Rules:
    """The rules that an object or headers name, by default the standard ones.  Raises C4Error for impossible ones."""
    board = content.get("board", "")
    connect = content.get("connect", STANDARD.connect)
    rows, columns = read_board(str(board or board_text(STANDARD)))
    if re.fullmatch("[0-9]{1,2}", str(connect)) is None:
        raise C4Error(f"the length of a line is a whole number, not {str(connect)[:40]!r}")
    return Rules(rows, columns, int(connect), content.get("scoring", STANDARD.scoring))


def turns_text(rules: Rules) -> str:
    """When a board turns, as files have it: "5", "5 seed 1"; empty for one that never does."""
    if not rules.turn_every:
        return ""
    return str(rules.turn_every) if rules.turn_seed is None else f"{rules.turn_every} seed {rules.turn_seed}"


def _with_turns(rules: Rules, text: object) -> Rules:
    """The rules with turns as `turns_text` writes them.  Raises C4Error for another text."""
    if text == "":
        return rules
    turns = re.fullmatch("([1-9][0-9]?)(?: seed (0|-?[1-9][0-9]{0,18}))?", str(text))
    if turns is None:
        raise C4Error(f"the header Turns is written like 5 or 5 seed 1, not {str(text)[:40]!r}")
    return replace(rules, turn_every=int(turns[1]), turn_seed=None if turns[2] is None else int(turns[2]))


def check_text(text: str, what: str, longest: int) -> None:
    """Raises C4Error for text that is too long or cannot be written."""
    if len(text) > longest:
        raise C4Error(f"the {what} of a game may have {longest:,} characters, not {len(text):,}")
    if any((ord(character) < 32 and character != "\n") or 0xD800 <= ord(character) < 0xE000 for character in text):
        raise C4Error(f"the {what} of a game holds a character that cannot be written: {text[:40]!r}")


def check_headers(
    texts: Mapping[str, str], tags: Iterable[str] = (), note: str = "", others: Mapping[str, str] | None = None
) -> None:
    """Raises C4Error for headers, tags or a note that are too long or cannot be written."""
    for name, text in texts.items():
        check_text(text, name, LONGEST_VALUE)
        if "\n" in text:
            raise C4Error(f"the {name} of a game is one line")
    for tag in tags:
        if not tag or tag != tag.strip() or "," in tag or "\n" in tag:
            raise C4Error(f"{tag!r} is not a tag: a tag is one or more words without a comma")
    check_text(", ".join(tags), "tags", LONGEST_VALUE)
    check_text(note, "note", LONGEST_COMMENT)
    others = others or {}
    if len(others) > MOST_HEADERS:
        raise C4Error(f"a game has at most {MOST_HEADERS} headers, not {len(others)}")
    for name, value in others.items():
        if name in _OWN:
            raise C4Error(f"the header {name} has a field of its own, so it is not one of another program")
        if _NAME.fullmatch(name) is None:
            raise C4Error(f"{name[:40]!r} is not a header name: use letters, digits, _ and -")
        check_text(value, name, LONGEST_VALUE)


# -- writing -----------------------------------------------------------------------------------------------------------


def format_game(record: Record) -> str:
    """The record as text, headers first, lines of about 80 characters; ends with a line break."""
    headers = {
        "First": record.first,
        "Second": record.second,
        "Result": record.result,
        "Ended": record.ended,
        "Date": record.date,
        "Event": record.event,
        "Tags": ", ".join(record.tags),
        "Note": record.note,
        **_board_headers(record.start),
        **record.others,
    }
    written = {"Result", *record.others}
    lines = [f'[{name} "{escaped(value, chr(34))}"]' for name, value in headers.items() if value or name in written]
    return "\n".join([*lines, "", *_wrapped(format_moves(record.tree), 80)]) + "\n"


def _wrapped(text: str, width: int) -> list[str]:
    """The text in lines that break at its spaces."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width and word[:1] != "[":  # a header's
            lines.append(word)
        else:
            lines[-1] += " " * bool(lines[-1]) + word
    return [line for line in lines if line]


def _board_headers(start: Position) -> dict[str, str]:
    """Headers for what differs from the defaults: board, lines, scoring, starting position."""
    rules = start.rules
    headers = {}
    if (rules.rows, rules.columns) != (STANDARD.rows, STANDARD.columns):
        headers["Board"] = board_text(rules)
    if rules.connect != STANDARD.connect:
        headers["Connect"] = str(rules.connect)
    if rules.scoring != STANDARD.scoring:
        headers["Scoring"] = rules.scoring
    if rules.turn_every:
        headers["Turns"] = turns_text(rules)
    if start.occupied:
        headers["Start"] = format_position(start)
    return headers


# -- reading -----------------------------------------------------------------------------------------------------------


def parse_game(text: str, line: int = 1) -> Record:
    """The record of a game: headers, if any, one per line, then moves.  `line` numbers its first line, for errors.

    Raises C4Error, one sentence with line and place, for anything that is not a game.
    """
    lines = text.split("\n")
    headers: dict[str, str] = {}
    read = 0
    for read, one in enumerate(lines):  # where the headers end
        if not one.strip():
            continue
        if not one.lstrip().startswith("["):
            break
        name, value = _read_header(one.strip(), line + read)
        if name in headers:
            raise C4Error(f"line {line + read}: the header {name} is given twice")
        if len(headers) == MOST_HEADERS:
            raise C4Error(f"line {line + read}: a game has {MOST_HEADERS} headers at most")
        headers[name] = value
    else:
        read = len(lines)
    try:
        start = _start_of(headers)
    except C4Error as error:
        raise C4Error(f"the game at line {line}: {error}") from None
    tree = parse_moves("\n".join(lines[read:]), start, line + read)
    others = {name: value for name, value in headers.items() if name not in _OWN}
    try:
        return Record(
            tree,
            first=headers.get("First", ""),
            second=headers.get("Second", ""),
            result=headers.get("Result", OPEN),
            ended=headers.get("Ended", ""),
            date=headers.get("Date", ""),
            event=headers.get("Event", ""),
            tags=split_tags(headers.get("Tags", "")),
            note=headers.get("Note", ""),
            others=others,
        )
    except C4Error as error:
        raise C4Error(f"the game at line {line}: {error}") from None


def split_tags(text: str) -> tuple[str, ...]:
    """The tags of a text, separated by commas."""
    return tuple(tag for part in text.split(",") if (tag := part.strip()))


def _read_header(text: str, line: int) -> tuple[str, str]:
    match = _HEADER.fullmatch(text)
    if match is None:
        raise C4Error(f'line {line}: {text[:60]!r} is not a header: write [Name "value"]')
    value = unescaped(match[2])
    longest = LONGEST_COMMENT if match[1] == "Note" else LONGEST_VALUE
    if len(value) > longest:
        raise C4Error(f"line {line}: the header {match[1]} has {len(value):,} characters: the limit is {longest:,}")
    return match[1], value


def _start_of(headers: Mapping[str, str]) -> Position:
    """The starting position that these headers give."""
    rules = _rules({name.lower(): text for name, text in headers.items()})
    return parse_position(headers.get("Start", "empty"), _with_turns(rules, headers.get("Turns", "")))


# -- moves as text ----------------------------------------------------------------------------------------------------


def format_moves(tree: GameTree) -> str:
    """The moves of a tree with variations, comments and marks, in pairs of plies."""
    parts: list[str] = [_braced(tree.nodes[ROOT].comment)] if tree.nodes[ROOT].comment else []
    joins = False  # whether a move of the first player was written last

    def move(node: int, ply: int, opening: str = "") -> None:
        nonlocal joins
        played = tree.nodes[node]
        text = f"{opening}{format_columns([played.column])}{played.mark}"
        if joins and not opening:
            parts[-1] += text
        else:
            parts.append(text)
        joins = ply % 2 == 0 and not played.comment
        if played.comment:
            parts.append(_braced(played.comment))

    def line_after(node: int, ply: int) -> None:
        nonlocal joins
        while children := tree.children(node):
            node = children[0]
            move(node, ply)
            for other in children[1:]:
                move(other, ply, "(")
                line_after(other, ply + 1)
                parts[-1] += ")"
                joins = False
            ply += 1

    line_after(ROOT, tree.start.ply)
    return " ".join(parts)


def _braced(comment: str) -> str:
    return "{" + escaped(comment, "}") + "}"


def escaped(text: str, closing: str) -> str:
    """Text that can stand before a closing character and on one line."""
    return text.replace("\\", "\\\\").replace(closing, "\\" + closing).replace("\n", "\\n")


def unescaped(text: str) -> str:
    """The reverse of `escaped`; a backslash before any other character stays, as in "C:\\temp"."""
    return re.sub(r"\\([\\n\"}])", lambda match: "\n" if match[1] == "n" else match[1], text)


def parse_moves(text: str, start: Position | None = None, line: int = 1) -> GameTree:
    """The tree of moves with variations, comments and marks, its root on the board; see docs/formats.md.

    A variation stands in brackets after the move that it replaces.  Raises C4Error naming line and place.
    """
    return _Moves(text, Position() if start is None else start, line).read()


class _Moves:
    """A tree while it is read.

    `positions` are those of `nodes`, `node` is the last move; `opened` are the open brackets: place and move before.
    """

    def __init__(self, text: str, start: Position, line: int) -> None:
        self.text = text
        self.start = start
        self.line = line
        self.nodes = [Node(-1, -1)]
        self.positions = [start]
        self.node = ROOT
        self.opened = [(0, ROOT)]
        self.place = 0

    def read(self) -> GameTree:
        while self.place < len(self.text):
            character = self.text[self.place]
            if character == "{":
                self._comment()
            elif character == "(":
                self._open()
            elif character == ")":
                self._close()
            elif character in "!?":
                self._mark()
            elif not character.isspace():
                self._move(character)
            self.place += 1
        if len(self.opened) > 1:
            self.place = self.opened[-1][0]
            raise self._wrong("the bracket is never closed")
        tree = GameTree(self.start, tuple(self.nodes))
        return tree.gone_to(ROOT)

    def _wrong(self, what: str) -> C4Error:
        """An error at the current place."""
        before = self.text[: self.place]
        row = before.count("\n")
        return C4Error(f"line {self.line + row}, place {self.place - (before.rfind(chr(10)) + 1) + 1}: {what}")

    def _move(self, character: str) -> None:
        position = self.positions[self.node]
        column = DIGITS.find(character.lower())
        if not 0 <= column < position.rules.columns:
            last = DIGITS[position.rules.columns - 1]
            raise self._wrong(f"{character!r} is not a column (1 to {last}), a mark, a comment or a variation")
        if (outcome := position.outcome()) is not None:
            raise self._wrong(f"a move after the end of the game: {outcome.reason}")
        if position.height(column) == position.rules.rows:
            raise self._wrong(full_column(column))
        if any(self.nodes[child].column == column for child in self.nodes[self.node].children):
            raise self._wrong(f"column {DIGITS[column]} is already a move here")
        if len(self.nodes) > MOST_NODES:
            raise self._wrong(f"a game holds {MOST_NODES:,} moves at most")
        new = len(self.nodes)
        here = self.nodes[self.node]
        self.nodes[self.node] = here._replace(children=(*here.children, new))
        self.nodes.append(Node(self.node, column))
        self.positions.append(position.play(column))
        self.node = new

    def _mark(self) -> None:
        end = self.place
        while self.text[end : end + 1] in ("!", "?"):
            end += 1
        mark = self.text[self.place : end]
        if mark not in MARKS:
            raise self._wrong(f"{mark!r} is not a mark: choose {', '.join(filter(None, MARKS))}")
        if self._first_here() or self.nodes[self.node].mark:
            raise self._wrong(f"the mark {mark!r} has no move before it")
        self.nodes[self.node] = self.nodes[self.node]._replace(mark=mark)
        self.place = end - 1

    def _comment(self) -> None:
        end = self.place + 1
        while (character := self.text[end : end + 1]) != "}":
            if not character:
                raise self._wrong("the comment is never closed")
            end += 2 if character == "\\" else 1
        here = self.nodes[self.node]
        if self._first_here() and len(self.opened) > 1:
            raise self._wrong("a comment inside a variation comes after one of its moves")
        read = unescaped(self.text[self.place + 1 : end].replace("\n", " "))
        comment = tidy(f"{here.comment} {read}")
        try:
            check_text(comment, "comment", LONGEST_COMMENT)
        except C4Error as error:
            raise self._wrong(str(error)) from None
        self.nodes[self.node] = here._replace(comment=comment)
        self.place = end

    def _open(self) -> None:
        if self._first_here():
            raise self._wrong("a variation comes after the move it replaces")
        if len(self.opened) > DEEPEST:
            raise self._wrong(f"variations are nested at most {DEEPEST} deep")
        self.opened.append((self.place, self.node))
        self.node = self.nodes[self.node].parent

    def _close(self) -> None:
        if len(self.opened) == 1:
            raise self._wrong("there is no variation to close")
        if self._first_here():
            raise self._wrong("the variation has no move")
        self.node = self.opened.pop()[1]

    def _first_here(self) -> bool:
        """Whether the current line has no move yet."""
        beginning = self.opened[-1][1]
        return self.node == (ROOT if len(self.opened) == 1 else self.nodes[beginning].parent)
