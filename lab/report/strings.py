"""Every text that a person can meet in the window or on the command line, in one list: `python -m lab report strings
[FOLDER]`.

Texts are found in the syntax trees of c4, visualizer and interface.py: string constants and f-strings, a placeholder
shown as {...}, and the docstrings of click commands, which `--help` prints.  Names, keys, formats and other docstrings
are no texts.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

ROOT = Path(__file__).resolve().parents[2]

NOT_FOR_PEOPLE = {
    "bind", "bind_all", "tag_bind", "event_generate", "compile", "match", "fullmatch", "search", "sub", "findall",
    "split",
    "getattr", "setattr", "hasattr", "kernel", "import_module", "open", "encode", "decode", "startswith", "endswith",
    "TypeVar", "NewType", "namedtuple", "dtype", "astype", "eval", "call", "after", "partition", "rpartition", "strip",
    "execute",
    "executescript", "layout", "map", "state", "removesuffix", "removeprefix", "AssertionError", "NotImplementedError",
}  # fmt: skip
"""Functions whose text arguments are names, patterns or code."""

NAMED = {
    "text", "label", "title", "help", "about", "message", "value", "prompt", "metavar", "epilog", "short_help",
    "desc", "unit", "caption",
}  # fmt: skip
"""Keyword arguments that hold a text even when it is a single word."""

LABELS = {
    "C4Error", "Command", "Entry", "say", "tell", "fail", "echo", "title", "heading", "add_command", "add_cascade",
    "Field", "Column",
}  # fmt: skip
"""Functions whose positional arguments are texts even when they are single words."""


class Text(NamedTuple):
    """A text, where it stands, and the function or keyword that takes it ("" when none does)."""

    path: str
    line: int
    text: str
    taker: str
    node: ast.AST


def files(folder: str = "") -> list[Path]:
    """The Python files whose texts people meet."""
    result = [*(ROOT / "c4").rglob("*.py"), *(ROOT / "visualizer").rglob("*.py"), ROOT / "interface.py"]
    names = {path.relative_to(ROOT).as_posix(): path for path in result}
    return [names[name] for name in sorted(names) if name.startswith(folder)]


def texts(path: Path) -> Iterator[Text]:
    """The texts of a file, from its first line to its last."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    name = str(path.relative_to(ROOT))
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    result = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and is_command(node):
            shown = ast.get_docstring(node)
            if shown:
                result.append(Text(name, node.body[0].lineno, shown, "docstring", node.body[0]))
        if isinstance(node, (ast.Constant, ast.JoinedStr)):
            text = written(node)
            if text is not None and not hidden(node, parents):
                taker = taken_by(node, parents)
                if is_text(text, taker):
                    result.append(Text(name, node.lineno, text, taker, node))
    yield from sorted(result, key=lambda text: text.line)


def written(node: ast.AST) -> str | None:
    """The text of a constant or f-string, {...} for each placeholder; None when it is no string."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    assert isinstance(node, ast.JoinedStr)
    return "".join(
        part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else "{...}"
        for part in node.values
    )


def is_command(node: ast.FunctionDef | ast.ClassDef) -> bool:
    """Whether `--help` prints the docstring: a function under click.command or click.group."""
    return any("command" in ast.unparse(d) or "group" in ast.unparse(d) for d in node.decorator_list)


def hidden(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether nobody meets it: a docstring, a part of an f-string, a key, a comparison, an annotation, an argument of
    code.
    """
    parent = parents[node]
    if isinstance(parent, (ast.JoinedStr, ast.FormattedValue, ast.Expr, ast.Subscript, ast.Compare, ast.MatchValue)):
        return True
    if isinstance(parent, ast.Attribute):
        return parent.attr not in ("format", "join")
    while not isinstance(parent, ast.stmt):
        if isinstance(parent, (ast.JoinedStr, ast.FormattedValue)):
            return False
        if isinstance(parent, ast.Call):
            return called(parent) in NOT_FOR_PEOPLE or (called(parent) == "Command" and node is parent.args[0])
        parent = parents[parent]
    return isinstance(parent, ast.AnnAssign) and node is parent.annotation


def called(call: ast.Call) -> str:
    """The last name of what is called."""
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def taken_by(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> str:
    """The keyword or function that takes it as an argument, "" when none does."""
    while not isinstance(node, ast.stmt):
        parent = parents[node]
        if isinstance(parent, ast.keyword):
            return parent.arg or ""
        if isinstance(parent, ast.Call):
            return called(parent)
        node = parent
    return ""


NOT_WORDS = re.compile(
    r"<[^>]*>|\w+=\"[^\"]*\""  # HTML and its attributes
    r"|#[0-9A-Fa-f]{3,8}"
)
"""What may stand among words without being a text."""

NO_TEXT = re.compile(
    r"[<>]\w+-\w+"  # an event of Tk
    r"|^[\w.]+[:.][\w.]+$"  # module:name
    r"|^[MLZC0-9., -]+$"  # a path as SVG writes it
    r"|\b(CREATE TABLE|INSERT|SELECT|DELETE FROM|PRAGMA|ORDER BY|LIKE|IS NULL)\b| = \?|\{\.\.\.\} OR "  # SQL
    r"|^\w+_\w+$|^\w+(, \w+)*, \w+_\w+(, \w+)*$|^\w+(,\w+)+$"  # names
    r"|^(Ctrl|Shift|Alt)\+\S+$"  # a key
)
"""What is no text as a whole."""


def is_text(text: str, taker: str) -> bool:
    """Whether it reads as words: several of them, or one where a word is expected."""
    if NO_TEXT.search(text):
        return False
    words = re.findall(r"[A-Za-z]{2,}", NOT_WORDS.sub(" ", text.replace("{...}", "")))
    if len(words) >= 2 and " " in text.strip():
        return True
    return bool(words) and (taker in NAMED or taker in LABELS) and not re.fullmatch(r"[a-z_0-9-]+", text)


@click.command()
@click.argument("folders", nargs=-1)
def main(folders: tuple[str, ...]) -> None:
    """Prints every text that users can meet, of the whole program or of these FOLDERS."""
    for path in files(*folders):
        result = list(texts(path))
        if result:
            print(f"\n{result[0].path}")
        for text in result:
            print(f"{text.line:6} {text.text!r}")
