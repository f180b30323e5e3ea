"""Moves as text, with variations, comments and marks: "44 5?? {loses in 8} (3 2) 31".  Plain Python; imports the game.

`parse_moves` reads what `format_moves` writes as the same tree (docs/formats.md).
"""

from __future__ import annotations

import re

from c4.game.columns import DIGITS, format_columns
from c4.game.gametree import MARKS, MOST_NODES, ROOT, GameTree, Node, tidy
from c4.game.position import Position
from c4.game.rules import C4Error

LONGEST_COMMENT = 10_000
"""The most characters of a comment, and of a note."""

DEEPEST = 100
"""The most nested variations."""


def check_text(text: str, what: str, longest: int) -> None:
    """Raises C4Error for text that is too long or cannot be written."""
    if len(text) > longest:
        raise C4Error(f"the {what} of a game may have {longest:,} characters, not {len(text):,}")
    if any((ord(character) < 32 and character != "\n") or 0xD800 <= ord(character) < 0xE000 for character in text):
        raise C4Error(f"the {what} of a game holds a character that cannot be written: {text[:40]!r}")


def format_moves(tree: GameTree) -> str:
    """The moves of a tree with variations, comments and marks, in pairs of plies."""
    parts: list[str] = [_braced(tree.nodes[ROOT].comment)] if tree.nodes[ROOT].comment else []
    joins = False  # whether a move of the first player was written last

    def move(node: int, ply: int, opening: str = "") -> None:
        nonlocal joins
        found = tree.nodes[node]
        text = f"{opening}{format_columns([found.column])}{found.mark}"
        if joins and not opening:
            parts[-1] += text
        else:
            parts.append(text)
        joins = ply % 2 == 0 and not found.comment
        if found.comment:
            parts.append(_braced(found.comment))

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
    """The reverse of `escaped`."""
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text)


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
        self.text, self.start, self.line = text, start, line
        self.nodes = [Node(-1, -1)]
        self.positions = [start]
        self.node, self.opened = ROOT, [(0, ROOT)]
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
            raise self._wrong(f"column {DIGITS[column]} is full")
        if any(self.nodes[child].column == column for child in self.nodes[self.node].children):
            raise self._wrong(f"column {DIGITS[column]} stands here already")
        if len(self.nodes) > MOST_NODES:
            raise self._wrong(f"a game holds {MOST_NODES:,} moves at most")
        new, here = len(self.nodes), self.nodes[self.node]
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
            raise self._wrong(f"{mark!r} is no mark: choose {', '.join(filter(None, MARKS))}")
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
            raise self._wrong("a comment inside a variation stands after a move of it")
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
            raise self._wrong("a variation stands after the move it replaces")
        if len(self.opened) > DEEPEST:
            raise self._wrong(f"variations stand {DEEPEST} deep at most")
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
