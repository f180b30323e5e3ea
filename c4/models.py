"""Model files: where they are, and how they are read, checked and written.

A model is a JSON file, or an archive of arrays with a JSON header (see `c4.archives`).
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from c4.archives import Archive
from c4.archives import write_arrays as write_archive
from c4.errors import C4Error
from c4.game.rules import Rules
from c4.storage import read_json, reading, wanted_version, write_text

INSTALLED = Path(__file__).resolve().parent / "saved_models"
SAVED_MODELS = INSTALLED if INSTALLED.is_dir() else INSTALLED.parents[1] / "saved_models"
"""The folder of the built-in models: of an installed program inside c4, of a checkout beside it."""

STRATEGY = "strategy"
"""The `learner` in the header of a strategy, whose file has the format of a model."""

FORMAT = "c4-model"
VERSION = 1

TYPES = {"training": dict, "figures": dict, "layout": str, "mirrored": bool, "owner": int, "result": str, "root": str}
"""The types of what a header may say; the rest is checked where it is used."""

MAX_ARRAY_BYTES = 1 << 33
"""Bytes of arrays that a model may hold."""


def user_folder() -> Path:
    """The folder of the user's models: the one that C4_DATA names, otherwise in the platform's data folder."""
    named = os.environ.get("C4_DATA")
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("connect4") / "saved_models"


def make_user_folder() -> Path:
    """`user_folder`, created if necessary.  Raises C4Error when that fails."""
    folder = user_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise C4Error(f"the folder {folder} for your models cannot be made: {error.strerror or error}") from None
    return folder


def default_path(learner: str, suffix: str = ".json") -> Path:
    """The built-in model file, which evaluators read if none is named; training never changes it."""
    return SAVED_MODELS / f"{learner}{suffix}"


def user_path(learner: str, suffix: str = ".json") -> Path:
    """The user's model file, which training continues and writes if none is named; its folder is created.

    Raises C4Error when the folder cannot be created.
    """
    return make_user_folder() / f"my-{learner}{suffix}"


def dialog_folder() -> Path:
    """The folder in which a file dialog starts: the user's if it exists, otherwise that of the built-in models."""
    folder = user_folder()
    return folder if folder.exists() else SAVED_MODELS


def find(named: str | Path) -> Path:
    """The file of this name, in the working folder or in the user's folder.  It need not exist."""
    path = Path(named)
    own = user_folder() / path
    return own if not os.path.exists(path) and os.path.exists(own) else path  # a name may be too long for a file


def in_use(learner: str, suffix: str, named: str | Path | None = None) -> Path:
    """The model file that an agent uses: the one named, otherwise the user's, otherwise the built-in one."""
    if named is not None:
        return find(named)
    own = user_folder() / f"my-{learner}{suffix}"
    return own if own.exists() else default_path(learner, suffix)


def best_path(path: str | Path) -> Path:
    """The file of the best model so far: "mine.best.json" for "mine.json"."""
    path = Path(path)
    return path.with_name(f"{path.stem}.best{path.suffix}")


def read(
    path: str | Path, learner: str, weights: int | Callable[[Rules], int], *, accept_foreign: bool = False
) -> dict[str, Any]:
    """The content of a model file of this learner, checked: format, version, board, and `weights` finite numbers.

    `weights` may be a function of the board the model was trained on.  With `accept_foreign`, and `weights` a number, the
    file may also be that of another program: {"weights": [...]} and nothing of ours.

    Raises C4Error, one sentence that says what was expected and what the file holds.
    """
    path = Path(path)
    not_a_model = f"{path} is not a model: a {learner} model is a JSON file, and this is not (or it is cut off)"
    with _reading(path, learner, not_a_model):
        content: dict[str, Any] = read_json(path)
    is_foreign = isinstance(content, dict) and "format" not in content and _number(content.get("weights")) == weights
    if not (accept_foreign and is_foreign):
        check_content(content, path, learner)
        rules = rules_of(content, path)
        weights = weights(rules) if callable(weights) else weights
    numbers = content.get("weights")
    if not isinstance(numbers, list) or len(numbers) != weights:
        there = len(numbers) if isinstance(numbers, list) else "none"
        raise C4Error(f"{path} holds {there} weights: a {learner} model has {weights}")
    if not all(type(number) in (int, float) and abs(number) <= sys.float_info.max for number in numbers):
        raise C4Error(f"{path} holds a weight that is not a finite number")
    return content


def _number(weights: object) -> int | None:
    return len(weights) if isinstance(weights, list) else None


def check_content(content: object, path: str | Path, learner: str) -> None:
    """Raises C4Error unless this is the content of a model of this learner in a known version, its fields of TYPES."""
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise C4Error(f'{path} is not a {_kind(learner)} of this program: it lacks "format": "{FORMAT}"')
    if content.get("learner") != learner:
        raise C4Error(f"{path} is a model of {content.get('learner')!r:.40}: a {learner} model was expected")
    if (version := content.get("version")) != VERSION:
        raise C4Error(
            f"{path} has version {version!r:.40} of the {learner} features: {wanted_version(version, VERSION)}"
        )
    for name, kind in TYPES.items():
        if name in content and type(content[name]) is not kind:
            raise C4Error(f"{path} is damaged: {name!r} in its header is {type(content[name]).__name__}")


def rules_of(content: dict[str, Any], path: str | Path) -> Rules:
    """The board a model was trained on.  Raises C4Error when it names none."""
    try:
        return Rules(**content["rules"])
    except (KeyError, TypeError, C4Error) as error:
        raise C4Error(f"{path} does not say which board it was trained on ({error})") from None


def write(path: str | Path, content: dict[str, Any]) -> None:
    """Writes a model file atomically: a killed process or a full disk leaves the old file as it was.

    Raises C4Error when the folder cannot be written, or for a number that is not finite, which no reader accepts.
    """
    try:
        text = json.dumps({"format": FORMAT, "version": VERSION, **content}, indent=1, allow_nan=False) + "\n"
    except ValueError:
        raise C4Error(f"{path} was not written: the model holds a number that is not finite") from None
    write_text(path, text)


def write_arrays(
    path: str | Path, content: dict[str, Any], tables: dict[str, Any], *, compressed: bool = False
) -> None:
    """Writes a model that is mostly arrays, with `content` as the header.  Raises C4Error as `write` does."""
    try:
        write_archive(path, {"format": FORMAT, "version": VERSION, **content}, tables, compressed=compressed)
    except C4Error:
        raise
    except ValueError:
        raise C4Error(f"{path} was not written: the model holds a number that is not finite") from None


def read_arrays(
    path: str | Path, learner: str, types: dict[str, tuple[str, int]], most: int = MAX_ARRAY_BYTES
) -> tuple[dict[str, Any], dict[str, Any]]:
    """(content, arrays) of such a file, with format, learner, version and board checked.

    `types` names the arrays to read, with their types and numbers of dimensions; the caller checks their content.
    Raises C4Error, one sentence, also for more than `most` bytes.
    """
    with _reading(path, learner), Archive(path, f"a {_kind(learner)}", most) as file:
        content = file.header
        check_content(content, path, learner)
        rules_of(content, path)
        return content, {name: file.array(name, kind, (None,) * lengths) for name, (kind, lengths) in types.items()}


def _reading(path: str | Path, learner: str, other: str = "") -> AbstractContextManager[None]:
    """`c4.storage.reading` for a model file."""
    missing = f"there is no model file {path}: train one with `c4 train {learner} --model {path}`"
    if learner == STRATEGY:  # made by the laboratory
        missing = f"there is no strategy {path}: name a file, or one of those that `c4 strategy list` prints"
    return reading(f"the {_kind(learner)} file {path}", missing, other)


def _kind(learner: str) -> str:
    """What sentences call a file of this learner."""
    return STRATEGY if learner == STRATEGY else "model"
