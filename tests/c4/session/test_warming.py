"""A session whose kernels are not compiled yet."""

import os
import signal
from time import sleep
from types import SimpleNamespace

import pytest
from sessions import settle

from c4 import evaluators
from c4.evaluators import EVALUATORS
from c4.kernels import jit
from c4.search import fixed_depth
from c4.session import compilation


def test_one_plays_while_kernels_are_compiled(session, monkeypatch):
    """Until kernels are compiled the textbook answers, then the compiled search, with the same results."""
    for name in EVALUATORS:
        evaluators.load(name)  # their kernels shall not be taken for those that sleep
    one = session(seats=("human", "alphabeta"))
    seen = []
    state = SimpleNamespace(ready=False)
    loaded = []
    monkeypatch.setattr(fixed_depth, "ready", lambda *kernels: state.ready)
    monkeypatch.setattr(
        jit, "KERNELS", [SimpleNamespace(in_cache=False, py_func=settle, load=lambda: loaded.append(1))]
    )

    class Compiling:
        """Another process that compiles until the first tree is there."""

        @property
        def busy(self):
            state.ready = bool(one.searches.trees)
            return not state.ready

        def start(self):
            seen.append(one.threads.imported)

        def close(self):
            pass

    monkeypatch.setattr(one.threads, "compiling", Compiling())
    one.threads.load_ahead("alphabeta", ["c4.tree.explain"])
    one.play(3)
    settle(one)
    plainly = one.newest
    assert seen == [True]
    one.analyse()
    one.undo()
    one.play(3)
    settle(one)
    compiled = one.newest
    assert compiled is not plainly
    assert (compiled.decision.tree.rows == plainly.decision.tree.rows).all()
    assert compiled.decision.reason == plainly.decision.reason
    assert loaded == [1], "what the other process did not compile is compiled here"


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="POSIX stops processes")
def test_a_process_that_compiles_too_slowly_is_ended(monkeypatch):
    """Even if it stands still; whoever waits for a kernel then compiles it."""
    monkeypatch.setattr(compilation, "COMPILING_SECONDS", 0.5)
    warming = compilation.CompilingProcess()
    monkeypatch.setattr(jit, "compiling_elsewhere", bool)
    warming.start()
    assert jit.compiling_elsewhere()
    os.kill(warming._process.pid, signal.SIGSTOP)
    while jit.compiling_elsewhere():
        sleep(0.001)
    assert warming._process.returncode == -signal.SIGKILL
