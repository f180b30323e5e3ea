"""What the threads of a session keep."""

import gc
import threading
import weakref

import pytest

from c4.session.worker import Worker

MOST = 2
"""The last piece of work, and the one before until the next is given."""


class Subject:
    """Something that work refers to."""


@pytest.fixture
def worker():
    worker = Worker("worker", saves=True)
    yield worker
    worker.close()


def kept(worker, give):
    """How many of 20 subjects are still alive, each given to the worker once the work about the one before has ended."""
    subjects = []
    for _ in range(20):
        subject = Subject()
        subjects.append(weakref.ref(subject))
        give(subject)
        worker._executor.submit(int).result()
    worker.answer()
    worker.failures()
    del subject
    gc.collect()
    return sum(reference() is not None for reference in subjects)


def test_what_was_told_is_forgotten_once_it_is_done(worker):
    """Games that are kept, and results: a session of days keeps no more of them than a short one."""

    def tell(subject):
        worker.tell(lambda: subject)

    assert kept(worker, tell) <= MOST


def test_what_was_asked_is_forgotten_once_it_is_answered(worker):
    """Also by a thread that saves, whose work is waited for at the end."""

    def ask(subject):
        worker.ask(lambda watch: subject)

    assert kept(worker, ask) <= MOST


def test_the_end_waits_for_what_was_told(worker):
    """Until it is done, and for nothing that is."""
    go_on = threading.Event()
    worker.tell(go_on.wait)
    assert len(worker.unsaved()) == 1
    go_on.set()
    worker._executor.submit(int).result()
    assert worker.unsaved() == []
