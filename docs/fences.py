"""Docstrings as the reference shows them: examples and aligned lists keep their lines.  Called by mkdocstrings."""

from __future__ import annotations

import re

import griffe


class Fences(griffe.Extension):
    """Puts a fence around each paragraph that is an example, or that has columns."""

    def on_object(self, *, obj: griffe.Object, **_: object) -> None:
        if obj.docstring is not None:
            obj.docstring.value = "\n\n".join(map(fenced, obj.docstring.value.split("\n\n")))


def fenced(paragraph: str) -> str:
    """A paragraph as it is, or between fences."""
    if paragraph.lstrip().startswith(">>>"):
        return f"```pycon\n{paragraph.strip()}\n```"
    if re.search(r"^ *\S.*?[^.:;?!\s] {2,}\S", paragraph, re.MULTILINE) and "\n" in paragraph:
        return f"```text\n{paragraph}\n```"
    return paragraph
