"""`c4 warm`: everything is compiled ahead, here and beside the window."""

import subprocess
import sys

from commands import c4
from paths import ROOT

from c4.cli import warm
from c4.kernels import jit
from c4.kernels.cache import CACHE
from c4.kernels.words import lowest


def test_it_knows_every_kernel():
    """No module with kernels is left out, and those of the first search come first."""
    result = warm.modules()
    written = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in (ROOT / "c4").rglob("*.py")
        if "@kernel" in path.read_text(encoding="utf-8")
    }
    assert written - set(result) <= {"c4.cli.warm", "c4.kernels.jit"}
    assert set(result) <= written
    assert tuple(result)[: len(warm.NEEDED_FIRST)] == warm.NEEDED_FIRST


def test_it_says_where_the_code_is_kept(monkeypatch):
    """When it is done."""
    monkeypatch.setattr(jit, "KERNELS", [lowest])
    monkeypatch.setattr(warm, "modules", lambda: ["c4.kernels.words"])
    message = c4("warm")
    assert message.startswith("1 kernel ready in ")
    assert str(CACHE) in message


def test_beside_a_window_it_ends_with_it():
    """When nobody holds the other end of its input any more, whatever it is doing."""
    run = [sys.executable, "-c", "import sys; from c4.cli import warm; warm.end_with_input(); sys.exit(1)"]
    assert subprocess.run(run, stdin=subprocess.DEVNULL, cwd=ROOT, check=False).returncode == 0
