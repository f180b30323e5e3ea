"""Where the library of games lies.  Plain Python."""

from __future__ import annotations

import os
from pathlib import Path


def default_path() -> Path:
    """The user's library: in the folder that C4_DATA names, otherwise in the platform's data folder."""
    named = os.environ.get("C4_DATA")
    if named:
        return Path(named) / "library.sqlite"
    from platformdirs import user_data_path

    return user_data_path("connect4") / "library.sqlite"
