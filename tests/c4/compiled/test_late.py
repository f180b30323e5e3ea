"""Numba comes late where that is asked for: a search without it, and everything right afterwards."""

from __future__ import annotations

import subprocess
import sys
from pkgutil import walk_packages

import c4

START = """
import sys
from c4.compiled import later
later.wanted = True
"""

SEARCH = """
from c4 import evaluators
from c4.compiled import jit
from c4.game.position import Position
from c4.search.fixed_depth import search
v1, start = evaluators.load("v1"), Position.from_moves("4453")
plainly = search(start, 4, v1)
assert "numba" not in sys.modules
own = evaluators.load(evaluators.allow(FILE))
assert "numba" in sys.modules and not jit._unmade
assert search(start, 4, own).value.points == 1
for kernel in jit.asleep:
    assert not isinstance(kernel, jit.Unmade)
assert jit.ready(search.__globals__["visit"], v1.evaluate_kernel)
compiled = search(start, 4, v1)
assert (plainly.tree.rows == compiled.tree.rows).all()
for what in ("columns", "nodes", "pruned", "principal_variation"):
    assert getattr(plainly, what) == getattr(compiled, what), what
print("right")
"""

EVERYTHING = """
import importlib
for name in {names!r}:
    importlib.import_module(name)
from c4.compiled import jit
waiting = list(jit._unmade)
assert len(waiting) > 60
jit.bring()
found = {{id(one) for one in waiting}}
for name, module in list(sys.modules.items()):
    if name.startswith("c4."):
        for key, value in vars(module).items():
            parts = [value, *getattr(value, "__dict__", {{}}).values()] if isinstance(value, type) else [value]
            parts += value if isinstance(value, tuple | list) else value.values() if isinstance(value, dict) else ()
            for part in parts:
                part = getattr(part, "__func__", part)
                assert id(part) not in found or value is waiting, (name, key)
print("right")
"""


def said(program: str) -> str:
    """What a process of its own prints."""
    done = subprocess.run([sys.executable, "-c", START + program], capture_output=True, text=True, check=False)
    return done.stdout.strip() or done.stderr


def test_a_search_needs_no_numba_and_finds_the_same_with_it(tmp_path):
    """The textbook answers first; a compiled evaluator of one's own brings numba; then the kernels do the same."""
    file = tmp_path / "own.py"
    file.write_text("def evaluate_bits(own, other):\n    return 1 + own.bit_count() - other.bit_count()\n")
    assert said(SEARCH.replace("FILE", repr(str(file)))) == "right"


def test_every_name_that_waited_for_numba_is_put_right():
    """Modules with kernels are imported, then numba is brought."""
    rooms = ("c4.compiled.", "c4.evaluators.", "c4.engine.", "c4.search.", "c4.tree.")
    names = [module.name for module in walk_packages(c4.__path__, "c4.") if module.name.startswith(rooms)]
    assert said(EVERYTHING.format(names=names)) == "right"
