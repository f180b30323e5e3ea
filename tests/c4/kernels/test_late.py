"""The textbook search answers while kernels are not loaded, and the compiled search finds the same."""

import subprocess
import sys

PROGRAM = """
import sys
from c4 import evaluators
from c4.game.position import Position
from c4.kernels import jit
from c4.search.fixed_depth import search
jit.background = True
v1, start = evaluators.load("v1"), Position.from_moves("4453")
textbook = search(start, 4, v1)
assert "numba" not in sys.modules
jit.load_numba()
for kernel in jit.KERNELS:
    kernel.load()
compiled = search(start, 4, v1)
assert (textbook.tree.rows == compiled.tree.rows).all()
for name in ("columns", "nodes", "pruned", "principal_variation"):
    assert getattr(textbook, name) == getattr(compiled, name), name
print("right")
"""


def test_a_search_needs_no_numba_and_finds_the_same_with_it():
    """In a process of its own, where numba has not been imported."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "right", done.stderr
