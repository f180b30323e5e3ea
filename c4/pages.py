"""HTML pages: templates of jinja2, which escapes every text that is put in; what was put in is never read again."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any


@cache
def _environment() -> Any:
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    return environment


def fill(template: Path, **values: Any) -> str:
    """The page of a template file.  What is HTML or SVG already goes through the filter `safe` there."""
    page: str = _environment().from_string(template.read_text(encoding="utf-8")).render(values)
    return page
