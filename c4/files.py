"""Files written atomically: whole or not at all.  Plain Python."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from c4.game.rules import C4Error


def write_text(path: str | Path, text: str) -> None:
    """Writes a text file (UTF-8) as `write_bytes` does."""
    write_bytes(path, text.encode())


def write_bytes(path: str | Path, content: bytes | memoryview) -> None:
    """Writes a file atomically: a temporary file beside it takes its name.  Raises C4Error when that fails."""
    path = Path(path)
    neighbour = None
    try:
        with tempfile.NamedTemporaryFile("wb", dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            neighbour = Path(file.name)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        neighbour.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o644)
        os.replace(neighbour, path)
    except OSError as error:
        raise C4Error(f"{path} cannot be written: {error.strerror or error}") from None
    finally:  # also after Ctrl-C; once it has taken its name there is nothing left to remove
        if neighbour is not None:
            neighbour.unlink(missing_ok=True)
