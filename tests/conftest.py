"""What all tests share: a display for the tests of the window, or a reason why there is none."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
import pytest_xvfb
import watchman
from hypothesis import HealthCheck, settings
from often import TIMES

from c4 import agents, evaluators
from c4.errors import USER_FILES

settings.register_profile(
    "c4",
    deadline=None,
    max_examples=30 * TIMES,
    derandomize=TIMES == 1,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("c4")

sys.addaudithook(watchman.watch)


COMPILE = """
import importlib, sys
from c4.kernels import jit
for name in sys.argv[1:]:
    importlib.import_module(name)
    for kernel in list(jit.KERNELS):
        kernel.load()
"""


def pytest_configure(config):
    """Before several workers start, the kernels are compiled once, instead of by every worker: in two processes, one
    from the front and one from the back, until they meet.
    """
    if hasattr(config, "workerinput") or (config.getoption("numprocesses", None) or 0) < 2:
        return
    root = Path(__file__).resolve().parent.parent
    modules = sorted(
        ".".join(path.relative_to(root).with_suffix("").parts)
        for path in (root / "c4").rglob("*.py")
        if "c4.kernels.jit import kernel" in path.read_text()
    )
    for running in [
        subprocess.Popen([sys.executable, "-c", COMPILE, *order], cwd=root) for order in (modules, modules[::-1])
    ]:
        running.wait()


MANAGER = pytest.StashKey[subprocess.Popen]()
"""The window manager, if one was started."""

MANAGER_SECONDS = 30
"""The time that the window manager has to start; the tests then run without it."""


def pytest_sessionstart(session):
    """Starts the window manager openbox, if it is installed, on the display that pytest-xvfb has started.

    Without one, a window gets the focus in another way than on a desktop.
    """
    if pytest_xvfb.xvfb_instance is None or shutil.which("openbox") is None:
        return
    ready = Path(tempfile.mkdtemp()) / "ready"
    manager = subprocess.Popen(
        ["openbox", "--sm-disable", "--startup", f"touch {ready}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    session.config.stash[MANAGER] = manager
    end = time.monotonic() + MANAGER_SECONDS
    while not ready.exists() and manager.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
    shutil.rmtree(ready.parent)


def pytest_unconfigure(config):
    """Ends the window manager before its display ends."""
    if MANAGER in config.stash:
        config.stash[MANAGER].terminate()
        config.stash[MANAGER].wait()


@pytest.fixture(autouse=True)
def alone():
    """The program connects to nobody, starts no shell, and writes only where it was told."""
    watchman.seen.clear()
    yield
    assert watchman.seen == []


@pytest.fixture(autouse=True)
def known():
    """What a test names and runs of your own evaluators and players is not known to the next test."""
    had = set(evaluators.EVALUATORS), set(agents.AGENTS)
    yield
    USER_FILES.clear()
    for name in set(evaluators.EVALUATORS) - had[0]:
        evaluators.forget(name)
    for name in set(agents.AGENTS) - had[1]:
        del agents.AGENTS[name]


@pytest.fixture(autouse=True, scope="session")
def user_folder(tmp_path_factory):
    """Tests, and the programs they start, never touch the models and preferences of the person who runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("C4_DATA", str(tmp_path_factory.mktemp("own")))
        yield


HAD_WINDOW = pytest.StashKey[bool]()
SCALING = pytest.StashKey[float]()
FREEZE = gc.freeze
"""The function itself: the fixture `root` replaces the one of the module while a window is open."""


def pytest_collection(session):
    """What is imported stays: while that goes on, nothing looks for garbage in it."""
    gc.disable()


def pytest_collection_finish(session):
    gc.collect()
    FREEZE()
    gc.enable()


def pytest_runtest_setup(item):
    """Tk's remains of the last window are collected in this thread, before a test starts others.

    What is left then is modules and kernels: no later collection looks at them again, which takes a tenth of a second.
    """
    if item.config.stash.get(HAD_WINDOW, False):
        gc.collect()
        FREEZE()
        item.config.stash[HAD_WINDOW] = False


def fresh_window(stash):
    """A new `tkinter.Tk` at the screen's own scaling.

    Tk keeps the scaling with the display, for all windows of a process: also for those made after the one that set it.
    """
    import tkinter

    window = tkinter.Tk()
    scaling = float(window.tk.call("tk", "scaling"))
    own = stash.setdefault(SCALING, scaling)
    if abs(scaling - own) > 0.01:
        window.tk.call("tk", "scaling", own)
        window.destroy()
        window = tkinter.Tk()  # whose fonts have the sizes of that scaling
    return window


@pytest.fixture
def root(request):
    """A fresh `tkinter.Tk`; an error in a callback fails the test.  pytest-xvfb starts a display when there is none.

    Without one the test is skipped, or fails where C4_REQUIRE_DISPLAY is set.
    """
    reason = None
    try:
        import tkinter

        window = fresh_window(request.config.stash)
        request.config.stash[HAD_WINDOW] = True
    except ImportError:
        reason = "this Python has no Tk"
    except Exception as error:  # a TclError, which cannot be named without Tk
        reason = f"there is no display ({error}): install Xvfb"
    if reason is not None:
        if os.environ.get("C4_REQUIRE_DISPLAY"):
            pytest.fail(f"tests of the window may not be skipped here: {reason}")
        pytest.skip(reason)
    failures = []
    window.report_callback_exception = lambda kind, error, trace: failures.append(error)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("freeze", "unfreeze"):  # of the collector of the window: it would exempt this window, too
            patch.setattr(gc, name, lambda: None)
        yield window
    try:
        window.update_idletasks()
        window.destroy()
    except tkinter.TclError:  # the test has closed it
        pass
    if failures:
        raise failures[0]


@pytest.fixture
def drive(root):
    """Makes windows with a hand that works them, `ready` to search; at the end they are closed, and had no error."""
    from driver import Driver

    drivers = []
    message = []
    root.tk.createcommand("bgerror", message.append)  # such as a call that outlives its window

    def make(settings=None, ready=False, **how) -> Driver:
        drivers.append(Driver(root, settings, **how))
        if ready:
            drivers[-1].tree_ready()
        return drivers[-1]

    yield make
    for driver in drivers:
        driver.window.close()
        assert not driver.window.errors, driver.window.errors[0]
    root.tk.deletecommand("bgerror")  # it would keep Tk
    assert not message, message


@pytest.fixture
def app():
    """An app of a session between two people, without a main window."""
    from stand_in import StandIn

    app = StandIn()
    yield app
    app.close()


@pytest.fixture
def saved(tmp_path, monkeypatch):
    """An empty folder for models, those that ship and one's own."""
    from c4 import models

    monkeypatch.setattr(models, "SAVED_MODELS", tmp_path)
    monkeypatch.setenv("C4_DATA", str(tmp_path))
    return tmp_path
