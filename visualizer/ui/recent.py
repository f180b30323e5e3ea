"""Files that were opened or saved last, the newest first, as preferences remember them."""

from __future__ import annotations

import os
from collections.abc import Iterable

MOST_RECENT = 10


def with_recent(recent: Iterable[str], path: str) -> tuple[str, ...]:
    """The files with another one in front, each once, at most MOST_RECENT."""
    newest = os.path.abspath(path)
    others = [other for other in recent if other != newest]
    return (newest, *others)[:MOST_RECENT]


def still_there(recent: Iterable[str]) -> tuple[str, ...]:
    """Those of the files that exist now."""
    return tuple(path for path in recent if os.path.isfile(path))
