"""docs/architecture.md names files, functions and classes that exist."""

import ast
import re

import pytest
from paths import ROOT

TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`((?:c4|visualizer)/[\w/]+\.py)` `([\w.]+)`", TEXT)


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_functions_and_classes_exist(path, name):
    """Each function, class, method or table is defined in the file that the page names."""
    body = ast.parse((ROOT / path).read_text(encoding="utf-8")).body
    for part in name.split("."):
        nodes = [node for node in body if defines(node, part)]
        assert nodes, f"{path} has no {name}"
        body = getattr(nodes[0], "body", [])


def defines(node, name):
    """Whether a statement defines a name: a function, a class, or a table with its type."""
    if isinstance(node, ast.AnnAssign):
        return isinstance(node.target, ast.Name) and node.target.id == name
    return isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == name


def test_files_exist():
    """Files and folders that the page mentions exist."""
    assert NAMED
    for name in re.findall(r"`((?:c4|visualizer|docs|tests|lab)/[\w./]*)`", TEXT):
        assert (ROOT / name).exists(), name
