"""Model files in saved_models/: found, read, checked, written whole or not at all.  Plain Python.

JSON, or arrays with a header in JSON (numpy's npz): nothing that is loaded is ever executed.
"""

from __future__ import annotations

import io
import json
import struct
import sys
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

from c4.files import write_bytes, write_text
from c4.game.rules import C4Error, Rules

SAVED_MODELS = Path(__file__).resolve().parent.parent / "saved_models"
"""Where the models that ship lie, and beside them what people train unless they name another file."""

FORMAT = "c4-model"
VERSION = 1


def default_path(learner: str, suffix: str = ".json") -> Path:
    """The model file that ships, which evaluators read when none is named; no training changes it unless it is named."""
    return SAVED_MODELS / f"{learner}{suffix}"


def own_path(learner: str, suffix: str = ".json") -> Path:
    """The person's own model file, which training writes and goes on with when none is named."""
    return SAVED_MODELS / f"my-{learner}{suffix}"


def in_use(learner: str, suffix: str, named: str | Path | None = None) -> Path:
    """The model file an agent plays by: the one named, else the person's own where there is one, else the one that ships."""
    if named is not None:
        return Path(named)
    own = own_path(learner, suffix)
    return own if own.exists() else default_path(learner, suffix)


def best_path(path: str | Path) -> Path:
    """Where the best model so far is kept apart from the latest: "mine.json" has "mine.best.json" beside it."""
    path = Path(path)
    return path.with_name(f"{path.stem}.best{path.suffix}")


def read(path: str | Path, learner: str, weights: int | Callable[[Rules], int]) -> dict:
    """The content of a model file of that learner, checked: format, version, board, and `weights` finite numbers.

    `weights` may be a function of the board the model was trained on.

    Raises C4Error, one sentence that says what was expected and what was found; the file is left as it was.
    """
    path = Path(path)
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise C4Error(f"there is no model file {path}: train one with `c4 train {learner} --model {path}`") from None
    except OSError as error:
        raise C4Error(f"the model file {path} cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError):  # not UTF-8, not JSON, or a number too long to be one
        raise C4Error(
            f"{path} is not a model: a {learner} model is a JSON file, and this is not (or it is cut off)"
        ) from None
    check_content(content, path, learner)
    rules = rules_of(content, path)
    weights = weights(rules) if callable(weights) else weights
    numbers = content.get("weights")
    if not isinstance(numbers, list) or len(numbers) != weights:
        found = f"{len(numbers)}" if isinstance(numbers, list) else "none"
        raise C4Error(f"{path} holds {found} weights: a {learner} model has {weights}")
    if not all(type(number) in (int, float) and abs(number) <= sys.float_info.max for number in numbers):
        raise C4Error(f"{path} holds a weight that is not a finite number")
    return content


def check_content(content, path: str | Path, learner: str) -> None:
    """Raises C4Error unless this is the content of a model of that learner, in the version we know."""
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise C4Error(f'{path} is not a model of this program: it lacks "format": "{FORMAT}"')
    if content.get("learner") != learner:
        raise C4Error(f"{path} is a model of {content.get('learner')!r}: a {learner} model was expected")
    if content.get("version") != VERSION:
        raise C4Error(
            f"{path} has version {content.get('version')!r} of the {learner} features: version {VERSION} was expected"
        )


def rules_of(content: dict, path: str | Path) -> Rules:
    """The board a model was trained on.  Raises C4Error when it names none."""
    try:
        return Rules(**content["rules"])
    except (KeyError, TypeError, C4Error) as error:
        raise C4Error(f"{path} does not say which board it was trained on ({error})") from None


def write(path: str | Path, content: dict) -> None:
    """Writes a model file whole or not at all: a killed process or a full disk leaves the old file as it was.

    Raises C4Error when the folder cannot be written, or for a number that is not finite (it could never be read again).
    """
    try:
        text = json.dumps({"format": FORMAT, "version": VERSION, **content}, indent=1, allow_nan=False) + "\n"
    except ValueError:
        raise C4Error(f"{path} was not written: the model holds a number that is not finite") from None
    write_text(path, text)


def write_arrays(path: str | Path, content: dict, arrays: dict, *, compressed: bool = False) -> None:
    """Writes a model that is mostly arrays: an npz file whose entry "header" is `content` as JSON, whole or not at all.

    The same content and arrays give the same bytes; `compressed` pays for arrays that are mostly zeros.  Raises C4Error as `write` does.
    """
    import numpy as np

    try:
        header = json.dumps({"format": FORMAT, "version": VERSION, **content}, allow_nan=False).encode()
    except ValueError:
        raise C4Error(f"{path} was not written: the model holds a number that is not finite") from None
    buffer = io.BytesIO()
    with zipfile.ZipFile(
        buffer, "w", zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED, compresslevel=1
    ) as archive:
        for name, array in {"header": np.frombuffer(header, dtype=np.uint8), **arrays}.items():
            entry = zipfile.ZipInfo(f"{name}.npy")  # the date stays 1980
            entry.compress_type = archive.compression
            with archive.open(entry, "w", force_zip64=True) as file:
                np.lib.format.write_array(file, np.ascontiguousarray(array), allow_pickle=False)
    write_bytes(path, buffer.getbuffer())


def read_arrays(path: str | Path, learner: str, types: dict[str, tuple[str, int]]) -> tuple[dict, dict]:
    """(content, arrays) of such a file: format, learner, version and board checked, and every array that `types` names: (dtype, dimensions).

    What the numbers mean is for the caller to check.  Raises C4Error, one sentence; the file is left as it was, and nothing in it is executed.
    """
    import numpy as np

    path = Path(path)
    try:
        with np.load(path, allow_pickle=False) as file:
            content = json.loads(file["header"].tobytes().decode())
            arrays = {name: file[name] for name in types if name in file}
    except FileNotFoundError:
        raise C4Error(f"there is no model file {path}: train one with `c4 train {learner} --model {path}`") from None
    except (
        ValueError,
        EOFError,
        LookupError,
        TypeError,
        AttributeError,
        ArithmeticError,
        MemoryError,
        RuntimeError,
    ) as error:
        raise C4Error(_not_arrays(path, learner)) from error
    except (zipfile.BadZipFile, zlib.error, struct.error) as error:
        raise C4Error(_not_arrays(path, learner)) from error
    except OSError as error:
        raise C4Error(f"the model file {path} cannot be read: {error.strerror or error}") from None
    check_content(content, path, learner)
    rules_of(content, path)
    for name, (dtype, dimensions) in types.items():
        found = arrays.get(name)
        if found is None:
            raise C4Error(f"{path} lacks the array {name!r} of a {learner} model")
        if found.dtype != np.dtype(dtype) or found.ndim != dimensions:
            raise C4Error(
                f"{path} holds the array {name!r} as {found.ndim}-d {found.dtype}: {dimensions}-d {dtype} was expected"
            )
    return content, arrays


def _not_arrays(path: Path, learner: str) -> str:
    return f"{path} is not a model: a {learner} model is an npz file, and this is not (or it is cut off)"
