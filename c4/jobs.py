"""Jobs: independent pieces of work, done here, on all cores, or on a Dask cluster.

    for result in run(solve_chunk, [(rules, 0, positions), ...]):       # results in the order they finish

A job is a module's function and its arguments, which hold all that it needs: it can run in any process, on any
machine, and again when a worker is lost.  The caller keeps results as they arrive, and later asks only for those
that are missing.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import contextmanager, suppress
from itertools import chain, islice
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, TypeVar

from c4.children import SAFE_PATH, end_with_parent, environment, restore_variable
from c4.errors import C4Error
from c4.interrupts import POLL_SECONDS, check
from c4.surroundings import existing_folder, require_threads

if TYPE_CHECKING:
    from dask.distributed import Client

Result = TypeVar("Result")
Task = tuple[Any, ...]
Run = Callable[[Callable[..., Any], Iterable[Task]], Iterator[Any]]
"""`run` with its place of work bound: called with (function, tasks)."""


def run(
    function: Callable[..., Result], tasks: Iterable[Task], *, jobs: int | None = None, dask: str | None = None
) -> Iterator[Result]:
    """The results of `function(*task)` for every task, in the order in which they finish.

    `jobs` processes on this machine (1 = this process, None = one per core), or the cluster of the Dask scheduler
    at `dask` ("tcp://host:8786").  Without tasks no process is started, and no cluster is asked.  Raises C4Error when
    processes or the cluster are lost, and whatever a job raises.
    """
    rest = iter(tasks)
    first = next(rest, None)
    if first is None:
        return
    every_task = chain([first], rest)
    if dask is None:
        yield from on_this_machine(function, every_task, jobs)
    else:
        yield from on_dask(function, every_task, dask)


WORKER_ENVIRONMENT = {SAFE_PATH: "1", "OPENBLAS_NUM_THREADS": "1"}
"""Environment variables with which a worker starts: numpy's library needs no threads of its own in each."""

WORKER_THREADS = 3
"""Threads of a worker: the one that works, one that looks after the parent, one that sends results."""

OWN_THREADS = 8
"""Threads and processes that `loky` starts for this process: it hands out work, and remembers shared memory."""


def on_this_machine(
    function: Callable[..., Result], tasks: Iterable[Task], jobs: int | None = None
) -> Iterator[Result]:
    """Runs jobs in processes.  Raises C4Error when one of them is killed."""
    if jobs == 1:
        for task in tasks:
            yield function(*task)
            check()
        return
    from loky import cpu_count, get_reusable_executor
    from loky.process_executor import TerminatedWorkerError

    _start_trackers()
    number = jobs or cpu_count()
    require_threads(OWN_THREADS + WORKER_THREADS * number)
    before = {name: os.environ.get(name) for name in WORKER_ENVIRONMENT}
    executor = get_reusable_executor(
        number, env=WORKER_ENVIRONMENT, initializer=_begin_worker, initargs=(os.getpid(), before)
    )
    left = iter(tasks)
    running: set[Future[Result]] = set()
    try:
        while True:
            with _deaf(), existing_folder():
                running.update(executor.submit(function, *task) for task in islice(left, 2 * number - len(running)))
            if not running:
                return
            done, running = wait(running, POLL_SECONDS, FIRST_COMPLETED)
            check()
            for job in done:
                yield job.result()
    except TerminatedWorkerError:
        raise C4Error(f"a worker process was killed: {REPEAT}") from None
    except BaseException:  # the rest, which may take minutes, is not needed
        executor.shutdown(kill_workers=True)
        raise


def _start_trackers() -> None:
    """Starts the processes that remember shared memory: they import nothing from the current folder either, and print
    no warning when this process is killed.

    Starting one later would let this thread, and the workers, hear Ctrl-C again.
    """
    from multiprocessing import resource_tracker as python_tracker

    from loky.backend import resource_tracker

    with environment(**{SAFE_PATH: "1", "PYTHONWARNINGS": "ignore"}):
        resource_tracker.ensure_running()
        if sys.platform != "win32":
            python_tracker.ensure_running()


def _begin_worker(parent: int, before: dict[str, str | None]) -> None:
    """Called first in a worker: it ends with its parent, and what it starts has the environment of the user."""
    end_with_parent(parent)
    for name, value in before.items():
        restore_variable(name, value)


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes started in this block do not hear Ctrl-C, which a terminal sends to all: this one hears it for them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


ANSWER_SECONDS = 10
"""The time within which a scheduler must answer."""


REPEAT = "repeat the command; what is in its output file already is not done again"
"""What to do after lost workers.  A command without an output file begins anew."""

WORKER_SECONDS = 60
"""Seconds that a command waits for a worker of a cluster that has none."""


class WorkerWatch:
    """Looks whether a cluster is without workers, and since when."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._since = 0.0
        self._next = 0.0

    def look(self, client: Client) -> None:
        """Says once that no worker is there.  Raises C4Error after WORKER_SECONDS without one."""
        now = monotonic()
        if now < self._next:
            return
        self._next = now + 1.0
        with suppress(OSError):  # the scheduler is lost: its futures will say so
            if client.nthreads():
                self._since = 0.0
            elif not self._since:
                self._since = now
                what = f"c4: the Dask cluster at {self._address} has no worker"
                print(f"{what}: waiting for one, at most {WORKER_SECONDS} s", file=sys.stderr)
        if self._since and now > self._since + WORKER_SECONDS:
            raise C4Error(
                f"the Dask cluster at {self._address} has had no worker for {WORKER_SECONDS} s: start workers and"
                f" {REPEAT}"
            )


def on_dask(function: Callable[..., Result], tasks: Iterable[Task], address: str) -> Iterator[Result]:
    """Runs jobs on the cluster of a Dask scheduler; jobs of lost workers go to the others.

    While it has no worker a sentence on standard error says so.  Raises C4Error when Dask is not installed, no
    scheduler answers, the scheduler is lost, a job has lost several workers, or no worker comes within WORKER_SECONDS.
    """
    try:
        from dask.distributed import Client, as_completed
        from distributed.comm import get_address_host_port
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise C4Error('dask is not installed: python -m pip install "dask[distributed]"') from None
    for part in ("client", "core", "utils"):  # each prints tracebacks itself; errors are raised below
        logging.getLogger(f"distributed.{part}").disabled = True
    try:
        # a client made for what is no address would be waited for when it is thrown away
        get_address_host_port(address)
        client = Client(address, timeout=ANSWER_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise C4Error(f"no Dask scheduler answers at {address} ({error})") from None
    with client:
        futures = [client.submit(function, *task, pure=False) for task in tasks]
        try:
            completed = as_completed(futures, loop=client.loop)
            workers = WorkerWatch(address)
            while not completed.is_empty():
                for future in completed.next_batch(block=False):
                    yield future.result()
                    future.release()
                workers.look(client)
                check()
                sleep(POLL_SECONDS)
        except RuntimeError as error:
            if "deserialization" not in str(error):
                raise
            raise C4Error(
                f"the Dask cluster at {address} cannot import this program: start its scheduler and its workers with"
                " PYTHONPATH set to the folder of the checkout"
            ) from None
        except (KilledWorker, CancelledError):
            raise C4Error(f"the Dask cluster at {address} was lost: {REPEAT}") from None
