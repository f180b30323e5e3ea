"""Reads lessons from Markdown.  Nothing in a lesson is executed; a mistake is one sentence with its file and line.

# The title of the lesson

A sentence about it.

## The title of a page

<!--
position: 4453
search: alphabeta:depth=2
node: 5-3
-->

The text of the page.  Its value is {value}.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from c4 import lessons, storage
from c4.agents.specification import Specification
from c4.errors import C4Error, naming
from c4.game.notation import parse_position
from c4.game.position import Position
from c4.lessons.charts import read_chart
from c4.lessons.facts import check_placeholders, read_path
from c4.lessons.lesson import (
    CUTOFF,
    ENTER,
    KINDS,
    MOMENTS,
    NEXT,
    PARTS,
    PHASES,
    RETURN,
    SHOWN,
    SQUARE,
    START,
    TEXT,
    WIN,
    Lesson,
    Moment,
    Page,
    Question,
)
from c4.lessons.searches import read_search

MAX_FILE_BYTES = 1 << 20
"""Bytes that the file of a lesson may have."""

MAX_PAGES = 200

TITLE = "# "
PAGE = "## "
HEADER_BEGINS = "<!--"
HEADER_ENDS = "-->"

KEYS = ("position", "search", "node", "playback", "show", "point", "chart", "ask", "hint")
"""What a header can say; `hint` may be there several times."""

NOTHING = "none"
"""What stands in place of a search on a page that shows the board alone."""

SEARCH_LINE = "add a line such as 'search: alphabeta:depth=2'"

Value = TypeVar("Value")


class Line(NamedTuple):
    """A line of the file and its number, from 1."""

    number: int
    text: str


class Entry(NamedTuple):
    """What a header says of a key: the number of its first line, its value there, and all its lines with their values."""

    number: int
    value: str
    all: tuple[Line, ...]


Header = dict[str, Entry]


def read_lesson(path: str | Path) -> Lesson:
    """The lesson in a file.  Raises C4Error, one sentence, that names the file and the line of a mistake."""
    path = Path(path)
    return parse_lesson(storage.read_text(path, MAX_FILE_BYTES), str(path), path.name)


def shipped_lesson(name: str) -> Lesson:
    """A lesson that ships with the program, by one of the names in `c4.lessons.SHIPPED`."""
    text = storage.read_text(lessons.path_of(name), MAX_FILE_BYTES)
    return parse_lesson(text, name, lessons.path_of(name).name)


def parse_lesson(text: str, name: str, called: str = "the lesson") -> Lesson:
    """The lesson in a text; `called` is what sentences about mistakes call it.  Raises C4Error, one sentence."""
    with naming(called):
        lines = [Line(number, line.rstrip()) for number, line in enumerate(text.splitlines(), start=1)]
        starts = [place for place, line in enumerate(lines) if line.text.startswith(PAGE)]
        if not starts:
            raise C4Error(f"there is no page: a page begins with a line {PAGE + 'Title'!r}")
        if len(starts) > MAX_PAGES:
            raise C4Error(f"there are {len(starts)} pages, and a lesson has {MAX_PAGES} at most")
        title, about = _beginning(lines[: starts[0]])
        ends = [*starts[1:], len(lines)]
        pages: list[Page] = []
        for start, end in zip(starts, ends, strict=True):
            pages.append(_read_page(lines[start:end], pages[-1] if pages else None))
        return Lesson(name, title, about, tuple(pages))


def _beginning(lines: Sequence[Line]) -> tuple[str, str]:
    """The title of the lesson, and what is said about it."""
    title = ""
    about: list[str] = []
    for line in lines:
        if line.text.startswith(TITLE) and not title:
            title = line.text.removeprefix(TITLE).strip()
        elif line.text.strip():
            with naming(f"line {line.number}"):
                if not title:
                    raise C4Error(f"a lesson begins with a line {TITLE + 'Title'!r}")
                about.append(line.text.strip())
    if not title:
        raise C4Error(f"line 1: a lesson begins with a line {TITLE + 'Title'!r}")
    return title, " ".join(about)


def _read_page(lines: Sequence[Line], before: Page | None) -> Page:
    """A page; without a position or a search of its own it has those of the page before."""
    first = lines[0]
    title = first.text.removeprefix(PAGE).strip()
    with naming(f"line {first.number}"):
        if not title:
            raise C4Error("this page has no title")
    header, body = _split(lines[1:])
    _check_body(body)
    text = "\n".join(line.text for line in body).strip()
    with naming(f"line {first.number}"):
        if not text:
            raise C4Error(f"the page {title!r} has no text")
    position = Position() if before is None else before.position
    search = None if before is None else before.search
    position = _value(header, "position", position, _read_position)
    search = _value(header, "search", search, _read_search)
    if search is None:
        _refuse_key(header, "node", f"node needs a search: {SEARCH_LINE}")
        _refuse_key(header, "playback", f"playback needs a search: {SEARCH_LINE}")
    return Page(
        line=first.number,
        title=title,
        text=text,
        position=position,
        search=search,
        node=_value(header, "node", (), read_path),
        playback=_value(header, "playback", None, _read_moment),
        show=_value(header, "show", (), _read_shown),
        point=_value(header, "point", "", partial(_one_of, "point", words=PARTS)),
        question=_read_question(header, search),
        chart=_value(header, "chart", None, read_chart),
        lines=_lines_of(header, body),
    )


def _lines_of(header: Header, body: Sequence[Line]) -> tuple[tuple[str, int], ...]:
    """The number of the line of each key, and of the first line of the text."""
    first = next(line.number for line in body if line.text.strip())
    return *((key, entry.number) for key, entry in header.items()), (TEXT, first)


def _read_question(header: Header, search: Specification | None) -> Question | None:
    """What the page asks; None for nothing."""
    kind = _value(header, "ask", "", partial(_one_of, "ask", words=tuple(KINDS)))
    if not kind:
        _refuse_key(header, "hint", "a hint needs a question: add a line such as 'ask: best'")
        return None
    if kind not in (SQUARE, WIN) and search is None:
        _refuse_key(header, "ask", f"this question needs a search: {SEARCH_LINE}")
    if kind == NEXT and "playback" not in header:
        moment = "'ask: next' needs a moment of the search: add a line such as 'playback: return 5-3'"
        _refuse_key(header, "ask", moment)
    hints = header["hint"].all if "hint" in header else ()
    return Question(kind, tuple(hint.text for hint in hints), tuple(hint.number for hint in hints))


def _value(header: Header, key: str, default: Value, read: Callable[[str], Value]) -> Value:
    """The value of a key as `read` reads it, or the default; a mistake names its line."""
    entry = header.get(key)
    if entry is None:
        return default
    with naming(f"line {entry.number}"):
        return read(entry.value)


def _refuse_key(header: Header, key: str, sentence: str) -> None:
    """Raises C4Error that says why a key cannot be here, if it is in the header."""
    entry = header.get(key)
    if entry is not None:
        raise C4Error(f"line {entry.number}: {sentence}")


def whole_number(text: str, what: str) -> int:
    """A whole number from 1.  Raises C4Error that names `what` it is."""
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0):
        raise C4Error(f"{what} is a whole number from 1, not {text!r}")
    return int(text)


def _read_shown(text: str) -> tuple[str, ...]:
    """What is shown besides.  Raises C4Error."""
    return tuple(_one_of("show", word.strip(), SHOWN) for word in text.split(","))


def _split(lines: Sequence[Line]) -> tuple[Header, Sequence[Line]]:
    """The header of a page, and the lines of its text."""
    place = 0
    while place < len(lines) and not lines[place].text:
        place += 1
    if place == len(lines) or lines[place].text.strip() != HEADER_BEGINS:
        return {}, lines
    opened = lines[place]
    header: Header = {}
    for after, line in enumerate(lines[place + 1 :], start=place + 2):
        if line.text.strip() == HEADER_ENDS:
            return header, lines[after:]
        if line.text.strip():
            with naming(f"line {line.number}"):
                _add_entry(header, line)
    raise C4Error(f"line {opened.number}: this header has no end: add a line {HEADER_ENDS!r}")


def _add_entry(header: Header, line: Line) -> None:
    """Adds a line "key: value" to a header."""
    key, colon, value = line.text.partition(":")
    key = key.strip()
    value = value.strip()
    if not colon or not value:
        raise C4Error(f"a line of a header is 'key: value', and '{HEADER_ENDS}' ends it, not {line.text.strip()!r}")
    _one_of("a key of a header", key, KEYS)
    if key == "hint":
        check_placeholders(value)
    if key in header and key != "hint":
        raise C4Error(f"{key} is there twice")
    first = header.get(key, Entry(line.number, value, ()))
    header[key] = first._replace(all=(*first.all, Line(line.number, value)))


def _check_body(body: Sequence[Line]) -> None:
    """Raises C4Error for what a page cannot have in its text."""
    for line in body:
        with naming(f"line {line.number}"):
            if HEADER_BEGINS in line.text:
                raise C4Error("a header comes first, right after the title of its page")
            if line.text.strip() == HEADER_ENDS:
                raise C4Error(
                    f"{HEADER_ENDS!r} ends a header that has no beginning: it begins with a line {HEADER_BEGINS!r}"
                )
            check_placeholders(line.text)


def _one_of(what: str, word: str, words: Sequence[str]) -> str:
    """The word, if it is one of these.  Raises C4Error that names the nearest one."""
    if word in words:
        return word
    near = get_close_matches(word, words, 1)
    meant = f": did you mean {near[0]!r}?" if near else f": choose {', '.join(words)}"
    raise C4Error(f"{what} cannot be {word!r}{meant}")


def _read_position(text: str) -> Position:
    """The position of a page.  Raises C4Error, also if the game is over there."""
    position = parse_position(text)
    if position.outcome() is not None:
        raise C4Error(f"the game is over in {text!r}: there is nothing to search or to ask")
    return position


def _read_search(text: str) -> Specification | None:
    """The search of a page; None for none.  Raises C4Error."""
    return None if text == NOTHING else read_search(text)


def _read_moment(text: str) -> Moment:
    """A moment of a playback: "start", "enter 5-3", "return 5-3", "cut 5", "playout 9".  Raises C4Error."""
    what, _, path = text.partition(" ")
    _one_of("playback", what, MOMENTS)
    if what in PHASES:
        return Moment(what, simulation=whole_number(path.strip(), "the number of a simulation"))
    if (what == START) != (not path):
        raise C4Error(
            f"playback is '{START}', or '{ENTER}', '{RETURN}' or '{CUTOFF}' with a node such as 5-3, not {text!r}"
        )
    return Moment(what, read_path(path.strip()) if path else ())
