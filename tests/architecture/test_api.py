"""`import c4`: a handful of names that are loaded when they are used, and cost nothing before."""

import ast
import json

import pytest
from commands import python
from paths import ROOT

import c4
from c4 import api
from c4.game.rules import COUNT_LINES

SECONDS = 0.02
"""What importing c4 may take of the processor; it takes about a twentieth of that."""


def fresh(code: str):
    """What a program prints as JSON that a new interpreter runs."""
    return json.loads(python("-c", code, check=True).stdout)


def test_importing_c4_costs_nothing():
    """`import c4` loads no other module of the project and takes next to no time; a position loads no numpy."""
    code = """
import json
import sys
import time
before = set(sys.modules)
started = time.process_time()
import c4
seconds = time.process_time() - started
after = set(sys.modules) - before
c4.Position.from_moves("4453")
print(json.dumps([seconds, sorted(after), [name for name in ("numpy", "numba") if name in sys.modules]]))
"""
    seconds, loaded, heavy = fresh(code)
    assert [name for name in loaded if name.startswith("c4")] == ["c4"]
    assert heavy == []
    assert seconds < SECONDS


def test_its_names_are_those_of_the_api():
    """What `c4` lists, what it tells mypy and what c4/api.py has are the same names, and none is a package."""
    tree = ast.parse((ROOT / "c4" / "__init__.py").read_text(encoding="utf-8"))
    typed = [
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "c4.api"
        for name in node.names
    ]
    assert typed == c4.__all__ == api.__all__
    assert set(c4.__all__) <= set(dir(c4))
    packages = {path.stem for path in (ROOT / "c4").iterdir()}
    assert not packages & set(c4.__all__)
    for name in c4.__all__:
        assert getattr(c4, name) is getattr(api, name)


def test_look_ahead():
    """A search by name is recorded, with the evaluator and algorithm asked for; text or position, no matter."""
    result = c4.look_ahead("4453", 4, "windows", algorithm="minimax")
    again = c4.look_ahead(c4.Position.from_moves("4453"), 4, c4.load_evaluator("windows"), algorithm="minimax")
    assert result.tree.nodes == again.tree.nodes
    assert (result.column, result.value) == (again.column, again.value)
    assert (result.tree.algorithm, result.tree.evaluator) == ("minimax", "windows")
    with pytest.raises(c4.C4Error, match="not a column"):
        c4.look_ahead("9")


def test_exact_values():
    """The score of every legal column, from the book or the solver; other games and rules are refused."""
    assert c4.exact_values("") == {0: -2, 1: -1, 2: 0, 3: 1, 4: 0, 5: -1, 6: -2}
    late = c4.Position.from_moves("43443555211")
    assert set(c4.exact_values(late)) == set(late.legal_columns())
    with pytest.raises(c4.C4Error, match="the game is over"):
        c4.exact_values("1212121")
    with pytest.raises(c4.C4Error, match="first line wins"):
        c4.exact_values(c4.Position(rules=c4.Rules(scoring=COUNT_LINES)))
