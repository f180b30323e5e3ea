"""What is started in a folder of somebody else: no file of it is executed or obeyed, by any command or child process."""

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from importlib.metadata import packages_distributions

import pytest
from commands import python
from paths import ROOT
from patience import LONG, wait_until
from processes import alive

from c4.children import Guard, run_tool
from c4.cli.table import COMMANDS

TRAP = """
import os
from pathlib import Path
Path(os.environ["TRAPS"], __name__).touch()
raise ImportError(__name__)
"""

PROFILES = (".connect4.py", ".c4-window.py")
"""Files that Tk would run, of the current folder where there is no home."""

TOOLS = ("gsettings", "aplay", "paplay", "fc-list", "ldconfig", "gcc", "uname", "ps")
"""Programs that this one, or a library, asks the system for."""

TOOL_TRAP = """#!/bin/sh
touch "$TRAPS/$(basename "$0")"
exit 1
"""

QUICK = {
    "play": ["--first", "random", "--second", "random"],
    "match": ["random", "greedy", "--games", "2", "--jobs", "2"],
    "serve": ["random"],
    "export": ["connectx", "{out}"],
    "search": ["4453", "--depth", "3"],
    "solve": ["333557752147212"],
    "evaluate": ["4453"],
    "threats": ["444333"],
    "strategy": ["list"],
    "review": ["33355775214721212", "--out", "{out}"],
    "verify": ["{out}"],
    "train": ["sarsa", "--episodes", "1", "--model", "{out}.json"],
    "puzzles": ["list"],
    "library": ["list"],
    "check": ["{own}"],
    "warm": ["--help"],
    "help": ["agents"],
}
"""Arguments with which each command does something for a moment."""


@pytest.fixture
def traps(tmp_path, monkeypatch):
    """A current folder with a file for every module that can be imported, and one for every tool of the system, where the
    path of programs names the current folder; running one leaves a file in `sprung`.
    """
    folder = tmp_path / "archive"
    sprung = tmp_path / "sprung"
    folder.mkdir()
    sprung.mkdir()
    names = {*sys.stdlib_module_names, *packages_distributions(), "c4", "visualizer", "lab", "usercustomize"}
    for name in [f"{name}.py" for name in names if name.isidentifier()] + list(PROFILES):
        (folder / name).write_text(TRAP)
    for name in TOOLS:
        (folder / name).write_text(TOOL_TRAP)
        (folder / name).chmod(0o700)
    monkeypatch.setenv("PATH", os.pathsep + os.environ["PATH"])  # an empty part means the current folder
    for name, module in (("c4", "c4.__main__"), ("c4-window", "visualizer.app.start")):
        (tmp_path / name).write_text(f"from {module} import main\nmain()\n")
    monkeypatch.setenv("TRAPS", str(sprung))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    monkeypatch.chdir(folder)
    yield sprung
    assert list(sprung.iterdir()) == []


def start(script, *words, **how):
    """A script of an installation in a process of its own, in the current folder."""
    return subprocess.Popen([sys.executable, str(script), *words], stdin=subprocess.DEVNULL, **how)


def test_the_traps_are_traps(traps):
    """A Python that imports from the current folder runs them."""
    assert subprocess.run([sys.executable, "-c", "import json"], stderr=subprocess.DEVNULL).returncode == 1
    assert list(traps.iterdir())
    for path in traps.iterdir():
        path.unlink()


ALL = """
import json, sys
from c4 import cli
for name, words in json.loads(sys.argv[1]).items():
    try:
        cli.main([name, *words])
    except SystemExit as end:
        print(name, end.code, file=sys.stderr)
    else:
        print(name, 0, file=sys.stderr)
"""
"""All commands one after another, in one process: what one has imported safely is safe for those after it."""


@pytest.mark.slow
def test_no_command_runs_a_file_of_the_current_folder(traps, tmp_path):
    """Every command does its work, and so do its worker processes."""
    assert set(QUICK) == set(COMMANDS)
    own = tmp_path / "own.py"
    own.write_text("def evaluate(position, side):\n    return 0\n")
    asked = {
        name: [word.format(out=tmp_path / f"{name}-out", own=own) for word in words] for name, words in QUICK.items()
    }
    (tmp_path / "all").write_text(ALL)
    for words in ([tmp_path / "c4", "--version"], [tmp_path / "all", json.dumps(asked)]):
        done = start(*words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        _, errors = done.communicate(timeout=2 * LONG)
        assert done.returncode == 0, errors
    ends = dict(line.split() for line in errors.splitlines() if line.partition(" ")[0] in QUICK)
    assert ends == {name: "2" if name == "verify" else "0" for name in QUICK}, errors
    assert "Traceback" not in errors


@pytest.mark.slow
def test_the_window_runs_no_file_of_the_current_folder(traps, tmp_path, monkeypatch, root):
    """Neither Python's, nor Tk's without a home, nor does the process that compiles for it.  Told to end, it writes its
    preferences.
    """
    kernels = tmp_path / "kernels"
    preferences = tmp_path / "preferences"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(preferences))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(kernels))
    monkeypatch.delenv("HOME", raising=False)
    window = start(tmp_path / "c4-window")
    try:
        wait_until(lambda: window.poll() is not None or (kernels.exists() and list(kernels.rglob("*.nbc"))))
        assert window.poll() is None
    finally:
        window.terminate()
        window.wait(LONG)
    assert window.returncode == 128 + signal.SIGTERM
    assert sys.platform != "linux" or list(preferences.rglob("window.json"))


TOOL = """
import os, subprocess, sys, time
if sys.argv[1:]:
    child = subprocess.Popen([sys.executable, __file__])
    with open(sys.argv[1], "w") as file:
        print(os.getpid(), child.pid, file=file)
time.sleep(60)
"""

WINDOW = """
import sys
from c4.children import Guard, run_tool
run_tool(sys.argv[1:], 60.0)
"""


@pytest.mark.skipif(os.name != "posix", reason="process groups as POSIX has them")
def test_a_tool_of_the_system_ends_in_time_and_with_us(tmp_path):
    """What the desktop's tools start is ended with them: after the time they get, and when this process is killed."""
    assert run_tool(["echo", "dark"], 10.0) == "dark\n"
    numbers = tmp_path / "numbers"
    tool = tmp_path / "tool.py"
    tool.write_text(TOOL)
    words = [sys.executable, str(tool), str(numbers)]
    assert run_tool(words, 2.0) == ""
    end_within_two_seconds(numbers)
    numbers.unlink()
    parent = subprocess.Popen([sys.executable, "-c", WINDOW, *words], env={**os.environ, "PYTHONPATH": str(ROOT)})
    wait_until(lambda: numbers.exists() and len(numbers.read_text().split()) == 2)
    parent.kill()
    parent.wait()
    end_within_two_seconds(numbers)


def end_within_two_seconds(numbers):
    """Waits for the processes whose numbers a file holds: a process that was killed is there for a moment yet."""
    end = time.monotonic() + 2.0
    while any(alive(int(number)) for number in numbers.read_text().split()):
        assert time.monotonic() < end
        time.sleep(0.01)


PLAYER = """
import os, sys
from pathlib import Path
for line in sys.stdin:
    Path(sys.argv[1], f"{os.getpid()} {os.getppid()}").touch()
    while True: pass
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs a display of its own to end")
def test_the_window_and_its_player_end_with_the_display(tmp_path, monkeypatch):
    """Within two seconds, as when the desktop has crashed; neither had a chance to do anything."""
    (tmp_path / "player.py").write_text(PLAYER)
    numbers = tmp_path / "numbers"
    numbers.mkdir()
    reading, writing = os.pipe()
    display = subprocess.Popen(["Xvfb", "-displayfd", str(writing)], pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with open(reading) as answer:
        monkeypatch.setenv("DISPLAY", f":{answer.readline().strip()}")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    words = (sys.executable, tmp_path / "player.py", numbers)
    player = "program:" + " ".join(shlex.quote(str(word)) for word in words)
    window = start("-c", "from visualizer.app.start import main; main()", "--first", player, stderr=subprocess.DEVNULL)
    wait_until(lambda: window.poll() is not None or list(numbers.iterdir()))
    assert window.poll() is None
    started = [int(number) for path in numbers.iterdir() for number in path.name.split()]
    display.kill()
    display.wait()
    end = time.monotonic() + 2.0
    while window.poll() is None or any(alive(number) for number in started):
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize("module", ["c4.__main__", "visualizer.app.start"])
def test_a_file_that_numba_would_obey_is_refused(tmp_path, module):
    """numba takes settings, a folder of machine code among them, from the current folder."""
    (tmp_path / ".numba_config.yaml").write_text("cache_dir: .\n")
    done = python("-P", "-c", f"from {module} import main; main()", cwd=tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "has a file .numba_config.yaml, which numba would obey" in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="descriptors as POSIX has them")
def test_a_closed_stream_stays_closed(tmp_path):
    """Nothing that workers say lands in standard output when standard error was closed."""
    script = tmp_path / "c4"
    script.write_text("from c4.__main__ import main\nmain()\n")
    command = f"exec {sys.executable} {script} match random greedy --games 2 --jobs 2 2>&-"
    done = subprocess.run(
        ["sh", "-c", command], env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )
    assert done.returncode == 0
    assert "Traceback" not in done.stdout
    assert "games" in done.stdout


def test_a_guard_that_is_killed_is_replaced():
    """The groups that it guarded are ended by the next one."""
    guard = Guard()
    sleeper = subprocess.Popen(["sleep", "600"], start_new_session=True)
    guard.add(sleeper.pid)
    first = guard._process
    first.kill()
    wait_until(lambda: guard._process is not first)
    with guard._lock:  # the new one has been told what to guard
        guard._process.stdin.close()  # as when this process ends
    assert sleeper.wait(LONG) == -signal.SIGKILL
    guard._groups.clear()
