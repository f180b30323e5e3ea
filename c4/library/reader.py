"""Whatever somebody gives us as positions or games: arguments, lines of input, pasted texts, files.

read_argument("4453", rules)            a position
read_argument("game.c4game", rules)     the end of each of its games
read_pasted(text, rules)                a game or a position, or an error about what the text is most like
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit
from urllib.request import url2pathname

from c4.errors import C4Error, naming
from c4.game.columns import DIGITS
from c4.game.grid import is_line_of_picture
from c4.game.notation import entry_text, format_position, parse_position, without_remark
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.library.gamefile import MAX_LINE_BYTES, SUFFIXES, read_games, read_one
from c4.library.gametext import parse_game
from c4.library.others import is_uci, read_uci
from c4.library.record import Record
from c4.storage import decoded, open_regular, reading

TREE_SUFFIX = ".npz"

ADDRESS = "file:/"
"""The beginning of an address; `file:x.txt` is a name in the current folder."""

_HEADER = re.compile(r"^[ \t]*\[[A-Za-z][A-Za-z0-9_-]*[ \t]+\"", re.MULTILINE)


class Entry(NamedTuple):
    """A position of a list: the number of its line, its text, and the position."""

    line: int
    text: str
    position: Position


# -- arguments --------------------------------------------------------------------------------------------------------


def named_file(text: str, rules: Rules = STANDARD) -> Path | None:
    """The file that an argument names: by a path, or by an address such as file:///x.txt; None for anything else.

    A text that is a position names no file, whatever files are in the current folder.  Raises C4Error for an address,
    a path, or a name with the ending of a game or tree, of a file that is not there, and for a folder or a pipe.
    """
    text = text.strip()
    if text.lower().startswith(ADDRESS):
        try:
            path = Path(url2pathname(urlsplit(text).path))
        except ValueError as error:
            raise C4Error(f"{text[:80]!r} is not the address of a file: {error}") from None
    elif not text or "\n" in text or _is_position(text, rules):
        return None
    else:
        path = Path(os.path.expanduser(text))
        if not os.path.exists(path) and not _is_path(text, rules):
            return None
    if not os.path.exists(path):
        raise C4Error(f"there is no file {path}")
    if not os.path.isfile(path):
        what = "a folder" if os.path.isdir(path) else "no regular file: give its lines on standard input, as -"
        raise C4Error(f"{path} is {what}")
    return path


def _is_position(text: str, rules: Rules) -> bool:
    """Whether a text is a position.  A picture in one line may be a path as well: it has slashes."""
    if "/" in text and "://" not in text:
        return False
    if text.startswith("packed:"):
        return True
    try:
        parse_position(text, rules)
    except C4Error:
        return False
    return True


def _is_path(text: str, rules: Rules) -> bool:
    """Whether the name of a file that is not there can be nothing else."""
    if Path(text).suffix.lower() in (*SUFFIXES, TREE_SUFFIX):
        return True
    parts = text.split("/")
    rows = sum(len("".join(part.split())) == rules.columns for part in parts)
    return len(parts) > 1 and "://" not in text and 2 * rows <= len(parts)


def read_argument(text: str, rules: Rules = STANDARD) -> Iterator[tuple[str, Position]]:
    """The positions of an argument, each with its text: one, or those of a file (see `read_file`)."""
    path = named_file(text, rules)
    if path is not None:
        yield from read_file(path, rules)
        return
    position = parse_position(text, rules)
    yield _name(text, position), position


def read_file(path: str | Path, rules: Rules = STANDARD) -> Iterator[tuple[str, Position]]:
    """The positions of a file, each with its text.

    A file of games has the end of each main line, a tree its root; another text is one picture, or a position a line.
    `rules` are those of positions that do not say theirs.  Raises C4Error that names file and line.
    """
    path = Path(path)
    if is_tree(path):
        from c4.tree import treefile

        root = treefile.load(path).root
        yield format_position(root), root
        return
    with reading(path), open_regular(path) as file:
        data = file.read(MAX_LINE_BYTES + 1)
    if len(data) > MAX_LINE_BYTES:
        beginning = data.decode(errors="replace").lstrip("\ufeff")
    else:
        with naming(str(path)):
            beginning = decoded(data)
    if _is_games(path, beginning):
        for game in read_games(path):
            record = game.record
            end = record.tree.position(record.tree.end_of(0))
            yield format_position(end), end
        return
    if len(data) > MAX_LINE_BYTES:
        raise C4Error(f"{path} has more than {MAX_LINE_BYTES:,} bytes: give its lines on standard input")
    with naming(str(path)):
        for entry in read_entries(beginning.splitlines(), rules):
            yield entry.text, entry.position


def is_tree(path: Path) -> bool:
    """Whether a file is that of a tree.  Raises C4Error if it cannot be read."""
    if path.suffix.lower() != ".json":
        return path.suffix.lower() == TREE_SUFFIX
    from c4.tree import treefile

    with reading(path):
        return treefile.is_json(path)


def _is_games(path: Path, text: str) -> bool:
    """Whether a file holds games with headers, JSON or a table, not a position a line."""
    if path.suffix.lower() in (".c4game", ".json", ".jsonl", ".csv"):
        return True
    text = text.lstrip()
    return (
        _HEADER.match(text) is not None
        or re.match(r'\s*\{\s*"(moves|configuration|steps|first|second)"', text) is not None
    )


def read_openable(text: str) -> Record | Position | Path:
    """What a program that shows one game is to open for an argument: a game, a position, or the file of a tree.

    A position that is typed is one of the standard board.  A file may hold one game, or one position.  Raises C4Error
    for anything else.
    """
    path = named_file(text)
    return parse_position(text) if path is None else read_openable_file(path)


def read_openable_file(path: Path) -> Record | Position | Path:
    """The game or the position of a file, or the path again if it is the file of a tree.  Raises C4Error for others."""
    if is_tree(path):
        return path
    with reading(path), open_regular(path) as file:
        beginning = file.read(MAX_LINE_BYTES).decode(errors="replace").lstrip("\ufeff")
    if _is_games(path, beginning):
        return read_one(path)
    positions = list(islice(read_file(path), 2))
    if len(positions) != 1:
        what = "several positions" if positions else "no position"
        raise C4Error(f"{path} holds {what}: import its games with `c4 library import`, or give one")
    return positions[0][1]


# -- lists ------------------------------------------------------------------------------------------------------------


def read_entries(lines: Iterable[str], rules: Rules = STANDARD) -> Iterator[Entry]:
    """The positions of lines, each as soon as its line is read.

    Blank lines and comments, from "#" to the end of a line, are skipped.  A line is a position, one with a score after it, an object
    of `c4 solve --json`, or a row of the UCI data set connect-4.  Lines of a picture belong together; a blank line or
    any other line ends it.  Raises C4Error that names the line.
    """
    picture: list[str] = []
    number = 0
    for number, line in enumerate(chain(lines, [""]), start=1):
        if number == 1:
            line = line.lstrip("\ufeff")
        if not picture and line.isspace():
            continue
        if is_in_picture(line, rules, len(picture)):
            picture.append(line.rstrip("\r\n"))
            continue
        if picture:
            yield _entry("\n".join(picture), number - len(picture), rules)
            picture = []
        if without_remark(line):
            yield _entry(line, number, rules)


def is_in_picture(line: str, rules: Rules, before: int) -> bool:
    """Whether a line of a list belongs to a picture on several lines, of which there are some `before`: a row of it, or a
    faulty one between others.
    """
    if line.lstrip().startswith("#"):
        return False
    if is_line_of_picture(line, rules, begun=before > 0):
        return True
    if not 0 < before < rules.rows or not without_remark(line):
        return False
    try:
        read_line(line, rules)
    except C4Error:
        return True
    return False


def _entry(text: str, line: int, rules: Rules) -> Entry:
    """The position of a line or picture.  Raises C4Error that names the line."""
    with naming(f"line {line}"):
        name, position = read_line(text, rules)
    return Entry(line, name, position)


def read_line(text: str, rules: Rules = STANDARD) -> tuple[str, Position]:
    """The position of a line of a list (see `read_entries`), with its text.  Raises C4Error for anything else."""
    text = text.strip() if "\n" in text else without_remark(text)
    if is_uci(text):
        position = read_uci(text).start
        return format_position(position), position
    if text.startswith("{"):
        try:
            content = json.loads(text)
        except (ValueError, RecursionError):
            raise C4Error(f"{text[:40]!r} is not JSON") from None
        if isinstance(content, dict) and isinstance(content.get("position"), str):
            text = content["position"]
        else:
            record = Record.from_json(content)
            end = record.tree.position(record.tree.end_of(0))
            return format_position(end), end
    name = text if "\n" in text else entry_text(text)
    position = parse_position(name, rules)
    return _name(name, position), position


def _name(text: str, position: Position) -> str:
    """A text for a position without blanks, so that a score can stand after it."""
    text = text.strip()
    return format_position(position) if not text or any(character.isspace() for character in text) else text


# -- pasted texts -----------------------------------------------------------------------------------------------------


def read_pasted(text: str, rules: Rules = STANDARD) -> Record | Position:
    """The game or the position of a text that was pasted.

    A text with headers, comments, marks or variations is a game, a JSON object, too; any other one is a position.  So
    an error is about what the text was meant to be, and names line and place.  Raises C4Error also for a blank text.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")
    if not text.strip():
        raise C4Error("the text is blank: there is no position or game in it")
    if _HEADER.search(text) is not None or _looks_like_moves(text, rules):
        return parse_game(text)
    if text.lstrip().startswith("{"):
        return _pasted_json(text)
    if is_uci(text):
        return read_uci(text).start
    return parse_position(text, rules)


NO_GAME = re.compile(r'\s*(\{"|\(\s*\()')
"""How a JSON object begins, and a picture of the board as rows of numbers in Python's brackets."""


def _looks_like_moves(text: str, rules: Rules) -> bool:
    """Whether a text without headers has comments, marks or variations among moves."""
    moves = set(DIGITS[: rules.columns])
    is_annotated = bool(set(text) & set("{(!?")) and NO_GAME.match(text) is None
    without_comments = re.sub(r"\{(?:[^}\\]|\\.)*\}?", "", text)
    rest = set("".join(without_comments.lower().split())) - set("()!?")
    return is_annotated and rest <= moves | set("0123456789")


def _pasted_json(text: str) -> Record:
    """The game of a pasted JSON object."""
    from c4.library.others import is_kaggle, read_kaggle

    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise C4Error(f"the text begins like JSON, but is none: {error}") from None
    return read_kaggle(content) if is_kaggle(content) else Record.from_json(content)
