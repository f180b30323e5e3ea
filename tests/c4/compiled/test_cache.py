"""Where the machine code of kernels is kept, and for how long."""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
from threading import Thread

import pytest

from c4.compiled import cache, compiler, jit, later
from c4.compiled.perft import count_games
from c4.game.rules import STANDARD
from c4.interrupts import listening

SOURCE = """
from c4.compiled.jit import kernel

@kernel
def doubled(value: int) -> int:
    return 2 * value
"""


def test_where_machine_code_is_kept(tmp_path, monkeypatch):
    """Beside the sources; where an installed copy cannot be written, in a cache of the person's; where NUMBA_CACHE_DIR
    says so, there.
    """
    monkeypatch.setattr(cache.config, "CACHE_DIR", "")
    (tmp_path / "c4").mkdir()
    assert cache.cache_folder(tmp_path) == tmp_path / "c4" / "__pycache__"
    monkeypatch.setattr(cache.os, "access", lambda path, mode: False)
    assert cache.cache_folder(tmp_path).name == "connect4"
    assert tmp_path not in cache.cache_folder(tmp_path).parents
    monkeypatch.setattr(cache.config, "CACHE_DIR", str(tmp_path / "there"))
    assert cache.cache_folder(tmp_path) == tmp_path / "there"


@pytest.fixture
def load(tmp_path, monkeypatch):
    """Loads the kernel of SOURCE from a folder of that name, its code kept in `tmp_path`; numba has been brought."""
    monkeypatch.setattr(cache, "CACHE", tmp_path)
    monkeypatch.setattr(jit, "_arrived", [compiler])

    def load(folder: str, source: str = SOURCE):
        path = tmp_path / folder / "part.py"
        path.parent.mkdir()
        path.write_text(source)
        found = importlib.util.spec_from_file_location("part", path)
        module = importlib.util.module_from_spec(found)
        found.loader.exec_module(module)
        return module.doubled

    return load


def test_copies_of_the_program_share_code(load):
    """The same source in another folder is not compiled again, whatever its date; another source is."""
    for folder, hits in (("first", 0), ("second", 1)):
        doubled = load(folder)
        assert doubled(21) == 42
        assert sum(doubled.stats.cache_hits.values()) == hits
    assert sum(load("third", SOURCE + "# changed\n").stats.cache_hits.values()) == 0


@pytest.mark.parametrize("ending", ["nbc", "nbi"])
@pytest.mark.parametrize("content", [b"", b"\x80\x04\x95", b"nonsense"])
def test_damaged_code_is_compiled_again(load, tmp_path, capsys, ending, content):
    """And kept from then on, whether a file is empty, cut off or none of numba's."""
    load("first")
    (damaged,) = tmp_path.glob(f"kernels-*/*.{ending}")
    damaged.write_bytes(content)
    assert load("second")(21) == 42
    assert sum(load("third").stats.cache_hits.values()) == 1
    assert capsys.readouterr().err == ""


def test_ctrl_c_while_a_kernel_is_compiled(load, tmp_path, monkeypatch):
    """It ends that at once; what goes wrong later in the same process is not taken for it."""
    went_on = []

    def pressed(*_):
        signal.raise_signal(signal.SIGINT)
        went_on.append(True)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with monkeypatch.context() as patch:
        patch.setattr(cache.Kept, "load_overload", pressed)
        with pytest.raises(KeyboardInterrupt), listening():
            load("first")
    signal.signal(signal.SIGINT, before)
    assert not went_on
    load("second")
    next(tmp_path.glob("kernels-*/*.nbi")).write_bytes(b"")
    assert load("third")(21) == 42


def test_code_that_cannot_be_kept_is_used(load, tmp_path, capsys, monkeypatch):
    """On a disk that is full a kernel works all the same, and it is said once that every start will take long."""
    cache._tell.cache_clear()
    monkeypatch.setattr(cache.Place, "ensure_cache_path", lambda place: (tmp_path / "missing" / "file").touch())
    assert load("first")(21) == 42
    assert load("second")(21) == 42
    assert capsys.readouterr().err.count("Compiled code cannot be kept") == 1


def test_a_kernel_sleeps_until_it_is_called(load, monkeypatch):
    """Where that is wanted, importing compiles nothing, and code that is kept is loaded without compiling."""
    monkeypatch.setattr(later, "wanted", True)
    doubled = load("first")
    assert not jit.ready(doubled)
    assert not doubled.overloads
    assert doubled(21) == 42
    again = load("second")
    assert not again.overloads
    assert jit.ready(again)
    assert sum(again.stats.cache_hits.values()) == 1
    assert again(21) == 42


LIGHT = """
import sys
from c4.compiled import later
later.wanted = True
from c4.compiled import jit
from c4.compiled.perft import count_games
jit.bring()
from c4.game.rules import STANDARD
assert jit.ready(*[kernel for kernel in jit.asleep if kernel.py_func.__module__ == "c4.compiled.perft"])
print(count_games(4, STANDARD), "numba.np.linalg" in sys.modules)
"""


def test_kept_code_is_loaded_without_what_numba_needs_to_compile():
    """And runs, in a process that has compiled nothing."""
    assert count_games(4, STANDARD) == 7**4  # compiled and kept, if it was not
    said = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, check=False)
    assert said.stdout.split() == [str(7**4), "False"], said.stderr


def test_a_sleeping_kernel_waits_for_the_process_that_compiles_it(load, monkeypatch):
    """In a thread; it then loads what the other process has kept."""
    monkeypatch.setattr(later, "wanted", True)
    monkeypatch.setattr(later, "compiling_elsewhere", lambda: True)
    doubled, answers = load("first"), []
    thread = Thread(target=lambda: answers.append(doubled(21)))
    thread.start()
    assert load("second")(1) == 2  # in the main thread nobody waits
    thread.join()
    assert answers == [42]
    assert sum(doubled.stats.cache_hits.values()) == 1


def test_old_code_is_removed(tmp_path):
    """Of each file the two newest folders stay; those of files that are no more go, and nothing else does."""
    names = ["c4.search.kernels-aaaaaaaaaaaa", "c4.search.kernels-bbbbbbbbbbbb", "c4.search.kernels-cccccccccccc"]
    names += ["c4.engine.kernels-aaaaaaaaaaaa", "kernels-aaaaaaaaaaaa", "c4.gone-aaaaaaaaaaaa"]
    for age, name in enumerate(names):
        (tmp_path / f"kernels-{name}").mkdir()
        (tmp_path / f"kernels-{name}" / "code.nbc").write_bytes(b"code")
        os.utime(tmp_path / f"kernels-{name}", (1000 - age, 1000 - age))
    (tmp_path / "rules.cpython-311.pyc").touch()
    cache.remove_old(tmp_path / f"kernels-{names[0]}")
    left = {path.name.removeprefix("kernels-") for path in tmp_path.iterdir()}
    assert left == {*names[:2], names[3], "rules.cpython-311.pyc"}
