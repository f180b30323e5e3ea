"""Python's collector runs on the Tk thread."""

import gc
import threading
import time
import weakref

from patience import until

from visualizer.ui import background
from visualizer.ui.windows import ToolWindow


class Cycle:
    """Notes the thread that frees it."""

    freed: list[threading.Thread] = []

    def __init__(self) -> None:
        self.itself = self

    def __del__(self) -> None:
        Cycle.freed.append(threading.current_thread())


def test_only_the_tk_thread_collects(root, monkeypatch):
    """A thread that makes many objects frees no cycle; the collector does, and Python collects again after its end."""
    monkeypatch.setattr(background, "COLLECT_EVERY_MS", 10)
    collector = background.Collector(root)
    collector.start()
    assert not gc.isenabled()

    def work() -> None:
        for _ in range(20_000):
            Cycle()
        time.sleep(0.05)

    thread = threading.Thread(target=work)
    thread.start()
    until(root, lambda: not thread.is_alive() and len(Cycle.freed) == 20_000)
    assert set(Cycle.freed) == {threading.main_thread()}
    collector.end()
    assert gc.isenabled()


def test_what_is_loaded_is_exempt_without_a_look_at_it(root, monkeypatch):
    """A collection of all that is loaded would keep the window waiting just when it has become complete."""
    done: list[str] = []
    monkeypatch.setattr(background.gc, "freeze", lambda: done.append("exempt"))
    monkeypatch.setattr(background.gc, "collect", lambda *generation: done.append("collect"))
    background.Collector(root).exempt_loaded()
    assert done == ["exempt"]


def test_a_window_that_was_open_when_all_had_been_loaded_can_be_freed(root, monkeypatch):
    """What is loaded is exempt from collections only once no window beside the main one is left."""
    monkeypatch.setattr(background, "FULL_COLLECTION_EVERY", 1)
    exempted: list[bool] = []
    monkeypatch.setattr(background.gc, "freeze", lambda: exempted.append(True))
    collector = background.Collector(root)
    window = ToolWindow(root, "beside")
    window.itself = window  # as windows that know their buttons' actions do
    freed = weakref.ref(window)
    collector.exempt_loaded()
    collector.start()
    assert not exempted

    window.destroy()
    collector.start()  # while a thread still works for it
    assert not exempted

    del window
    collector.start()
    assert freed() is None
    collector.start()
    assert len(exempted) == 1
    collector.end()


def test_what_is_replaced_again_and_again_does_not_pile_up(root):
    """Of the pictures of a chart, each of which a collection has seen alive, few wait for a collection of all objects."""
    collector = background.Collector(root)
    collector.start()
    pictures: list[weakref.ref[Held]] = []
    for _ in range(background.FULL_COLLECTION_EVERY - 2):
        picture = Held()
        pictures.append(weakref.ref(picture))
        collector.collect()
    collector.end()
    assert picture.itself is picture
    alive = sum(picture() is not None for picture in pictures)
    assert alive < len(pictures) / 4


class Slow(type):
    """The kind of classes that run Python code when they are put into a set, as some libraries have them."""

    def __hash__(cls) -> int:
        time.sleep(0.02)
        return 1


class Held(metaclass=Slow):
    """An object of such a class."""

    def __init__(self) -> None:
        self.itself = self


def test_a_thread_can_build_tuples_meanwhile(root, monkeypatch):
    """While it looks for windows, no list of all objects holds a tuple that another thread is building."""
    monkeypatch.setattr(background.gc, "freeze", lambda: None)
    held = Held()
    failures: list[BaseException] = []
    building = threading.Event()
    building.set()

    def work() -> None:
        try:
            while building.is_set():
                tuple(number for number in range(2000))
        except SystemError as error:
            failures.append(error)

    collector = background.Collector(root)
    thread = threading.Thread(target=work)
    thread.start()
    for _ in range(5):
        collector.exempt_loaded()
    building.clear()
    thread.join()
    collector.end()
    assert held.itself is held
    assert not failures
