"""Work in a thread on behalf of a widget."""

from __future__ import annotations

from time import monotonic, sleep

from c4.session.worker import Worker
from visualizer.kit.errand import Errand

LONG = 60.0


def test_an_answer_goes_to_the_errand_that_asked(root):
    """Two errands of one thread: the second stops the first, which does not take its answer."""
    worker, first, second = Worker("of two"), [], []
    Errand(root, worker, first.append, first.append).start(lambda watch: "first")
    Errand(root, worker, second.append, second.append).start(lambda watch: "second")
    end = monotonic() + LONG
    while not second and monotonic() < end:
        root.update()
        sleep(0.002)
    worker.close()
    assert (first, second) == ([], ["second"])
