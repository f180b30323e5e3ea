"""Markdown as a list of pieces: paragraphs and lists with bold, italic and code, for a text widget."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

BOLD = "bold"
ITALIC = "italic"
CODE = "code"
PLAIN = ""

MARKED = re.compile(r"\*\*(?P<bold>\S|\S.*?\S)\*\*|\*(?P<italic>\S|\S.*?\S)\*|`(?P<code>.+?)`")
"""Text between marks, which touch it; the name of the group is its style."""

LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
"""A link, of which the words stay."""

BULLET = "- "
DOT = "•  "
"""How an entry of a list begins in the file, and as it is shown."""


class Piece(NamedTuple):
    """Some text, its style: BOLD, ITALIC, CODE or PLAIN, and whether it is in an entry of a list."""

    text: str
    style: str = PLAIN
    listed: bool = False


def pieces(text: str) -> tuple[Piece, ...]:
    """The pieces of a text; paragraphs are parted by an empty line, entries of a list by a new one."""
    found: list[Piece] = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        if found:
            found.append(Piece("\n\n"))
        entries = joined_lines(paragraph)
        for place, entry in enumerate(entries):
            if place:
                found.append(Piece("\n"))
            listed = entry.startswith(DOT)
            found.extend(piece._replace(listed=listed) for piece in marked(LINK.sub(r"\1", entry)))
    return tuple(found)


def joined_lines(paragraph: str) -> list[str]:
    """The lines of a paragraph as one, and each entry of a list as a line of its own."""
    entries: list[str] = []
    for line in paragraph.splitlines():
        line = line.strip()
        if line.startswith(BULLET):
            entries.append(DOT + line.removeprefix(BULLET))
        elif entries:
            entries[-1] += f" {line}"
        else:
            entries.append(line)
    return entries


def marked(line: str) -> Iterator[Piece]:
    """The pieces of a line."""
    end = 0
    for match in MARKED.finditer(line):
        if match.start() > end:
            yield Piece(line[end : match.start()])
        style = str(match.lastgroup)
        yield Piece(match[style], style)
        end = match.end()
    if end < len(line):
        yield Piece(line[end:])
