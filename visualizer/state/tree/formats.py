"""The files that a tree can be written to."""

from __future__ import annotations

from pathlib import Path

from c4.errors import C4Error

FORMATS = {
    ".png": "PNG picture",
    ".svg": "SVG drawing",
    ".pdf": "PDF drawing",
    ".html": "HTML page to walk through",
    ".npz": "Tree file, opens again in this window",
    ".json": "JSON, for other programs, opens again, too",
    ".graphml": "GraphML, for graph programs",
    ".dot": "DOT, for Graphviz",
}
"""File name endings and what they are."""

COMPLETE = ".npz", ".json", ".html"
"""Those that hold every recorded node of any tree; of a large one, pictures and graphs have a part folded."""


def file_types(complete: bool) -> tuple[tuple[str, str], ...]:
    """What a dialog offers, (what it is, pattern); for a `complete` tree those first that hold all of any tree."""
    if not complete:
        return tuple((name, f"*{ending}") for ending, name in FORMATS.items())
    whole = tuple((FORMATS[ending], f"*{ending}") for ending in COMPLETE)
    others = [(name, ending) for ending, name in FORMATS.items() if ending not in COMPLETE]
    return (*whole, *((f"{name}; a large tree is folded", f"*{ending}") for name, ending in others))


def format_of(path: str | Path) -> str:
    """The ending of a file's name that is in FORMATS.  Raises C4Error that lists them."""
    name = Path(path).name.lower()
    ending = next((end for end in sorted(FORMATS, key=len, reverse=True) if name.endswith(end) and name != end), None)
    if ending is None:
        raise C4Error(f"{Path(path).name!r} does not name a format: end it with {', '.join(FORMATS)}")
    return ending
