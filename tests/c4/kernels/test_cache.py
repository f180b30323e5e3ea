"""Where the machine code of kernels is kept, and for how long."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from threading import Thread

import pytest
from commands import python
from paths import ROOT
from patience import LONG

from c4.game.rules import STANDARD
from c4.kernels import cache, jit
from c4.kernels.perft import count_games

SOURCE = """
from c4.kernels.jit import kernel

@kernel
def doubled(value: int) -> int:
    return 2 * value
"""


def test_where_machine_code_is_kept(tmp_path, monkeypatch):
    """It is kept beside the sources, else in a cache of yours, or where NUMBA_CACHE_DIR says."""
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
    """Loads the kernel of SOURCE from a folder of that name, its code cached in `tmp_path`."""
    monkeypatch.setattr(cache, "CACHE", tmp_path)
    monkeypatch.setattr(jit, "KERNELS", [])

    def load(folder: str, source: str = SOURCE):
        path = tmp_path / folder / "part.py"
        path.parent.mkdir()
        path.write_text(source)
        result = importlib.util.spec_from_file_location("part", path)
        module = importlib.util.module_from_spec(result)
        result.loader.exec_module(module)
        return module.doubled

    return load


def test_copies_of_the_program_share_code(load, monkeypatch):
    """The same source in another folder is not compiled again, whatever its date; another source is.

    What is about to be compiled is announced, what is in the cache is not.
    """
    announced = []
    monkeypatch.setattr(jit, "before_compiling", lambda: announced.append(1))
    for folder, hits in (("first", 0), ("second", 1)):
        doubled = load(folder)
        assert doubled(21) == 42
        assert sum(doubled.compiled.stats.cache_hits.values()) == hits
        assert len(announced) == 1
    assert sum(load("third", SOURCE + "# changed\n").load().stats.cache_hits.values()) == 0


@pytest.mark.parametrize("ending", ["nbc", "nbi"])
@pytest.mark.parametrize("content", [b"", b"\x80\x04\x95", b"nonsense"])
def test_damaged_code_is_compiled_again(load, tmp_path, capsys, ending, content):
    """And kept from then on, whether a file is empty, cut off or none of numba's."""
    load("first").load()
    (damaged,) = tmp_path.glob(f"kernels-*/*.{ending}")
    damaged.write_bytes(content)
    assert load("second")(21) == 42
    assert sum(load("third").load().stats.cache_hits.values()) == 1
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")
def test_code_that_others_could_have_written_is_not_loaded(load, tmp_path, monkeypatch, capsys):
    """It is compiled again, into a folder that is closed to others; one of another user is left alone, and so is a link."""
    load("first").load()
    (folder,) = tmp_path.glob("kernels-*")
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o777)
    assert sum(load("second").load().stats.cache_hits.values()) == 0
    assert folder.stat().st_mode & 0o777 == 0o700
    assert sum(load("third").load().stats.cache_hits.values()) == 1
    elsewhere = tmp_path / "elsewhere"
    folder.rename(elsewhere)
    folder.symlink_to(elsewhere)
    cache._warn.cache_clear()
    assert sum(load("fourth").load().stats.cache_hits.values()) == 0
    assert folder.is_symlink()
    assert list(elsewhere.iterdir())
    assert "a folder there is not of this user" in capsys.readouterr().err
    folder.unlink()
    elsewhere.rename(folder)
    with monkeypatch.context() as patch:
        patch.setattr(cache.os, "geteuid", lambda: folder.stat().st_uid + 1)
        assert sum(load("fifth").load().stats.cache_hits.values()) == 0
    assert sum(load("sixth").load().stats.cache_hits.values()) == 1


def test_a_file_of_another_user_is_not_loaded(load, tmp_path):
    """The folder may have been open to others before it was closed."""
    load("first").load()
    (folder,) = tmp_path.glob("kernels-*")
    for file in folder.iterdir():
        try:
            os.chown(file, os.geteuid() + 1, -1)
        except PermissionError:
            pytest.skip("only the administrator can give a file to somebody else")
    assert sum(load("second").load().stats.cache_hits.values()) == 0
    assert sum(load("third").load().stats.cache_hits.values()) == 1


def test_code_that_cannot_be_kept_is_used(load, tmp_path, capsys, monkeypatch):
    """On a disk that is full a kernel works all the same, and it is said once that every start will take long."""
    cache._warn.cache_clear()
    monkeypatch.setattr(cache.Locator, "ensure_cache_path", lambda place: (tmp_path / "missing" / "file").touch())
    assert load("first")(21) == 42
    assert load("second")(21) == 42
    assert capsys.readouterr().err.count("Compiled code cannot be saved") == 1


def test_a_kernel_is_loaded_when_it_is_needed(load, monkeypatch):
    """Importing compiles nothing.  In the background, `ready` loads only what is in the cache."""
    monkeypatch.setattr(jit, "background", True)
    monkeypatch.setattr(jit, "numba_loaded", False)
    doubled = load("first")
    assert not jit.ready(doubled)
    jit.load_numba()
    assert not jit.ready(doubled)
    assert doubled.compiled is None
    assert doubled(21) == 42
    again = load("second")
    assert again.compiled is None
    assert jit.ready(again)
    assert sum(again.compiled.stats.cache_hits.values()) == 1
    monkeypatch.setattr(jit, "background", False)
    assert jit.ready(load("third", SOURCE + "# changed\n"))


LIGHT = """
import sys
from c4.kernels.perft import count_games
assert "numba" not in sys.modules
from c4.game.rules import STANDARD
print(count_games(4, STANDARD), "numba.np.linalg" in sys.modules)
"""


@pytest.mark.slow
def test_cached_code_is_loaded_without_what_numba_needs_to_compile():
    """And runs, in a process that has compiled nothing."""
    assert count_games(4, STANDARD) == 7**4  # compiled and cached, if it was not
    done = python("-c", LIGHT)
    assert done.stdout.split() == [str(7**4), "False"], done.stderr


def test_a_kernel_waits_for_the_process_that_compiles_it(load, monkeypatch):
    """In a thread; it then loads what the other process has cached."""
    monkeypatch.setattr(jit, "background", True)
    monkeypatch.setattr(jit, "compiling_elsewhere", lambda: True)
    doubled = load("first")
    answers = []
    thread = Thread(target=lambda: answers.append(doubled(21)))
    thread.start()
    assert load("second")(1) == 2  # the main thread does not wait
    thread.join()
    assert answers == [42]
    assert sum(doubled.compiled.stats.cache_hits.values()) == 1


AT_ONCE = """
import sys
import c4.kernels.compiler
from part import doubled
print("ready", flush=True)
sys.stdin.readline()
assert doubled(21) == 42
print("hits", sum(doubled.compiled.stats.cache_hits.values()))
"""


def test_two_processes_do_not_compile_the_same(tmp_path):
    """The second one waits for the first, and loads what that has compiled; no lock is left."""
    (tmp_path / "part.py").write_text(SOURCE)
    path = os.pathsep.join((str(ROOT), str(tmp_path)))
    surroundings = {**os.environ, "PYTHONPATH": path, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "env": surroundings}
    processes = [subprocess.Popen([sys.executable, "-c", AT_ONCE], **pipes) for _ in range(2)]
    for process in processes:
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()
    texts = [process.communicate(timeout=LONG)[0] for process in processes]
    assert sorted(texts) == ["hits 0\n", "hits 1\n"]
    assert not list(tmp_path.rglob("*.lock"))


def test_old_code_is_removed(load, tmp_path):
    """Of each file the two newest folders stay; nothing else is removed."""
    names = ["part-aaaaaaaaaaaa", "part-bbbbbbbbbbbb", "parts-aaaaaaaaaaaa"]
    for age, name in enumerate(names):
        (tmp_path / f"kernels-{name}").mkdir()
        os.utime(tmp_path / f"kernels-{name}", (1000 - age, 1000 - age))
    load("first").load()
    left = {
        path.name[8:-13] + path.name[-2:]
        for path in tmp_path.glob("kernels-*")
        if "bbb" in path.name or "aaa" in path.name
    }
    assert left == {"partaa", "partsaa"}
    assert len(list(tmp_path.glob("kernels-part-*"))) == 2
