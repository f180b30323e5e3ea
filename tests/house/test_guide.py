"""docs/architecture.md says what is so: its picture and its table come from the imports, and the functions it names
exist.
"""

from __future__ import annotations

import ast
import importlib.util
import re

import pytest
from paths import ROOT

PAGE = ROOT / "docs" / "architecture.md"
TEXT = PAGE.read_text(encoding="utf-8")
NAMED = re.findall(r"`((?:c4|visualizer)/[\w/]+\.py)` `([\w.]+)`", TEXT)
SPEC = importlib.util.spec_from_file_location("rooms", ROOT / "docs" / "rooms.py")
rooms = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(rooms)


def test_picture_and_table_are_those_of_the_imports():
    """docs/rooms.svg and the table of rooms are what `python docs/rooms.py` writes now."""
    assert rooms.PICTURE.read_text(encoding="utf-8") == rooms.svg(), "run python docs/rooms.py"
    assert rooms.page() == TEXT, "run python docs/rooms.py"


def test_every_room_says_what_is_in_it():
    """The table has each room once, with a sentence from its docstring."""
    found = [room for floor in rooms.floors() for room in floor]
    assert len(found) == len(set(found)) > 20
    assert all(len(rooms.about(room)) > 20 for room in found)


def test_no_import_of_the_table_leads_upwards():
    """Every room imports rooms of lower floors only."""
    level = {room: number for number, floor in enumerate(rooms.floors()) for room in floor}
    for room, lower in rooms.imports(set(level)).items():
        assert all(level[room] < level[other] for other in lower), room


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_what_the_page_names_exists(path, name):
    """Each function, class or method that the page names is defined in the file it names."""
    body = ast.parse((ROOT / path).read_text(encoding="utf-8")).body
    for part in name.split("."):
        found = [node for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == part]
        assert found, f"{path} has no {name}"
        body = found[0].body


def test_the_page_names_enough():
    """All three ways are told step by step."""
    assert len(NAMED) >= 24


def test_files_the_page_mentions_exist():
    """So do the other files and folders."""
    for name in re.findall(r"`((?:c4|visualizer|docs|tests)/[\w./]*)`", TEXT):
        assert (ROOT / name).exists(), name
