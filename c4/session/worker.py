"""Background threads of a session: workers, the thread that thinks, and what is loaded ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from threading import get_ident
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar
from weakref import WeakSet

from c4 import agents, evaluators, scripts
from c4.agents.base import Agent
from c4.agents.limits import Limits
from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.game.position import Position
from c4.kernels import jit
from c4.search.watch import Watch
from c4.session.compilation import ROOT, Compilation, CompilingProcess, KernelCount
from c4.session.events import Asked, SearchResult

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor


Result = TypeVar("Result")

GRACE_SECONDS = 2.0
"""Seconds that user code has to return after it was stopped, before its thread is abandoned."""

REST_POLL_SECONDS = 0.02
"""Seconds after which `rest` looks again at what is left."""

TRAINER = "trainer"
"""The thread whose work, once stopped, still has a model to write."""


class Task(NamedTuple):
    """A piece of work of a thread: what it does, what stops it, and its result."""

    work: Callable[..., Any]
    watch: Watch
    future: Future[Any]


class Worker(Generic[Result]):
    """A thread.  `ask` starts a piece of work, `answer` returns its result once; an old one is never returned.

    At any time a worker has a current task (whose result is still to come), perhaps a stopped one that has not returned
    yet, and queued ones, which are always done.
    """

    everyone: WeakSet[Worker[Any]] = WeakSet()
    """All workers."""

    in_progress: list[Task] = []
    """The tasks of all workers that may be running.  This keeps what their functions refer to alive, so that Tk objects
    are freed by the thread of Tk; see `forget_ended`."""

    def __init__(self, name: str, *, saves: bool = False) -> None:
        """`saves`: also a task that was stopped has still something to write, for which `rest` waits."""
        self.name = name
        self.everyone.add(self)
        self.watch = Watch()
        self._saves = saves
        self._thread = 0
        self._executor: ThreadPoolExecutor | None = None
        self._closed = False
        self._current: Task | None = None
        self._stopped: Task | None = None
        self._stopped_at = 0.0
        self._queued: list[Task] = []
        self._saving: list[Task] = []

    @property
    def busy(self) -> bool:
        """Whether a result is still to come."""
        return self._current is not None

    @property
    def future(self) -> Future[Result] | None:
        """The future of the current work; None where no result is to come."""
        return None if self._current is None else self._current.future

    def ask(self, work: Callable[[Watch], Result]) -> None:
        """Stops the current work and starts `work(watch)`, which should end soon after the watch is stopped."""
        self.drop()
        self.watch = Watch()
        self._current = Task(work, self.watch, self._submit(self._do, work, self.watch))
        self.forget_ended()
        self.in_progress.append(self._current)
        if self._saves:
            self._wait_at_the_end_for(self._current)

    def answer(self) -> Future[Result] | None:
        """The finished future of the newest request, once; None while it runs or if there was none."""
        task = self._current
        if task is None or not task.future.done():
            return None
        self._current = None
        self.forget_ended()
        return task.future

    def tell(self, work: Callable[[], object]) -> None:
        """Queues work that is always done, whatever is asked or dropped meanwhile; see `failures`."""
        task = Task(work, Watch(), self._submit(work))
        self._queued.append(task)
        self._wait_at_the_end_for(task)

    def _wait_at_the_end_for(self, task: Task) -> None:
        """Lets `rest` wait for a task; those that have ended are forgotten, with what their functions refer to."""
        self._saving = [each for each in self._saving if not each.future.done()]
        self._saving.append(task)

    def failures(self) -> list[BaseException]:
        """Errors of the work queued by `tell`, each once."""
        ended = []
        queued = []
        for task in self._queued:
            if task.future.done():
                ended.append(task)
            else:
                queued.append(task)
        self._queued = queued
        errors = [task.future.exception() for task in ended if not task.future.cancelled()]
        return [error for error in errors if error is not None]

    def drop(self) -> None:
        """Stops the current work; its result is dropped."""
        self.watch.stop()
        task = self._current
        self._current = None
        if task is None:
            return
        never_started = task.future.cancel()
        if not never_started and self._stopped is None:
            self._stopped = task
            self._stopped_at = monotonic()

    @classmethod
    def forget_ended(cls) -> None:
        """Forgets the tasks that have ended, and with them what their functions refer to."""
        cls.in_progress[:] = [task for task in cls.in_progress if not task.future.done()]

    def unsaved(self) -> list[Task]:
        """The tasks that still have something to write."""
        return [task for task in self._saving if not task.future.done() and task.watch.unsaved()]

    def abandoned(self) -> str | None:
        """The sentence about user code that did not return after it was stopped; its thread is abandoned."""
        if self._stopped is None:
            return None
        if self._stopped.future.done():
            self._stopped = None
            return None
        script = scripts.running.get(self._thread)
        if script is None or monotonic() < self._stopped_at + GRACE_SECONDS or self._executor is None:
            return None
        self._stopped = None
        scripts.let_go(self._thread)
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = None
        if self._current is not None:  # it was waiting for that thread
            task = self._current
            self._current = task._replace(future=self._submit(self._do, task.work, task.watch))
            self.in_progress.append(self._current)
        return f"{script.path} does not answer; going on without it"

    def _do(self, work: Callable[[Watch], Result], watch: Watch) -> Result:
        self._thread = get_ident()
        return work(watch)

    def _submit(self, work: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Gives work to the thread, which is made for the first: a window opens before it needs one."""
        from concurrent.futures import ThreadPoolExecutor

        if self._closed:
            raise RuntimeError(f"the thread {self.name} has ended")
        if self._executor is None:
            self._executor = ThreadPoolExecutor(1, thread_name_prefix=self.name)
        return self._executor.submit(work, *arguments)

    def close(self) -> None:
        """Stops the current work and ends the thread once the queued work is done."""
        self.drop()
        self.forget_ended()
        self._closed = True
        if self._executor is not None:
            self._executor.shutdown(wait=False)


def rest(seconds: float) -> bool:
    """Waits, at most so long, until what was learned and played is written; whether it is.

    For the end of the process, when all threads were closed: searches, what is being loaded, and a training that has
    learned nothing yet, are not waited for.
    """
    from concurrent.futures import wait

    end = monotonic() + seconds
    while True:
        unsaved = [task.future for worker in Worker.everyone for task in worker.unsaved()]
        if not unsaved:
            return True
        if monotonic() >= end:
            return False
        wait(unsaved, REST_POLL_SECONDS)


class Thinker(Worker[SearchResult]):
    """Asks agents for moves and hints; they live as long as the session, so that they remember the game."""

    def __init__(self) -> None:
        super().__init__("thinker")
        self.asked: Asked | None = None
        """What the last agent was asked."""
        self.due = 0.0
        """When the answer may be given, as `time.monotonic` counts."""
        self._agents: dict[str, Agent] = {}

    def think(self, asked: Asked, least: float = 0.0) -> None:
        """Asks an agent for a hint, or for a move, which is given after `least` seconds at the earliest."""
        self.asked = asked
        self.due = 0.0 if asked.analysis else monotonic() + least

        def work(watch: Watch) -> SearchResult:
            decision = self._agent_of(asked.agent).choose(asked.position, asked.limits, watch)
            return SearchResult(decision, asked.position, asked.limits, asked.starter, asked.analysis)

        self.ask(work)

    def learn(self, agent: str, start: Position, moves: tuple[int, ...], side: int, limits: Limits) -> None:
        """Lets an agent learn from a finished game, after its current work."""
        self.tell(lambda: self._agent_of(agent).learn(start, moves, side, limits))  # type: ignore[attr-defined]  # agents that learn have it

    def answer(self) -> Future[SearchResult] | None:
        """As for every worker, but not before it is due."""
        return super().answer() if monotonic() >= self.due else None

    def close(self) -> None:
        """Ends the thread, and the programs that are agents."""
        super().close()
        for agent in list(self._agents.values()):
            close = getattr(agent, "close", None)  # agents that are programs have it
            if close is not None:
                close()

    def _agent_of(self, name: str) -> Agent:
        """The agent of that name; for use in the thread only."""
        if name not in self._agents:
            self._agents[name] = agents.load(name)
        return self._agents[name]


SOLVER = Path("c4", "solver", "questions.py")
"""The exact solver's questions: with the kernels of this file and of those that it imports, positions can be solved."""

BUILT_IN = tuple(EVALUATORS)
"""The names of the built-in evaluators."""

COMPILED_POLL_SECONDS = 0.25
"""Seconds after which the loader looks again at what is compiled."""

GIVE_WAY_SECONDS = 1.0
"""Seconds for which the loader waits for an answer or a tree: both would be at work at half the speed."""


class Threads:
    """Threads by name, each made when it is asked for; all end with `close`."""

    def __init__(self) -> None:
        self.loader: Worker[None] = Worker("loader")
        self.compiling = CompilingProcess()
        self.imported = False
        """Whether the modules that `load_ahead` was given are there."""
        self.compilation: Compilation | None = None
        """How far the kernels are compiled; None until that is known.  From then on threads may ask for exact values:
        they wait for no other kernels than the solver's."""
        self._workers: dict[str, Worker[Any]] = {}

    def load_ahead(self, algorithm: str, modules: Iterable[str], busy: Callable[[], bool] = lambda: False) -> None:
        """Loads the search, then the `modules` named (see `imported`), then numba, all kernels and the built-in
        evaluators.

        While somebody waits for an answer or for its tree (`busy`), whatever is not needed for that waits, but not for
        long.  Kernels that are not in the cache are compiled by another process; until then the textbook searches.
        """

        def work(watch: Watch) -> None:
            agents.load(algorithm)
            _give_way(busy, watch)
            for name in modules:
                import_module(name)
            self.imported = True
            _give_way(busy, watch)
            jit.load_numba()
            self._load_kernels(watch)
            if watch.stopped:
                return
            for name in BUILT_IN:
                with suppress(C4Error):  # whoever asks for it says so
                    evaluators.load(name).evaluate(Position())  # which loads its kernels

        self.loader.ask(work)

    def _load_kernels(self, watch: Watch) -> None:
        """Waits until all kernels that were imported are compiled, and loads those that the window itself calls.

        If the other process did not get to all of them, the rest is compiled here.
        """
        from c4.kernels.cache import sources  # brings numba

        import_module(".".join(SOLVER.with_suffix("").parts))
        for name in BUILT_IN:
            import_module(EVALUATORS[name].where.partition(":")[0])
        kernels = list(jit.KERNELS)
        files = sources(ROOT / SOLVER)
        solver = [kernel for kernel in kernels if Path(kernel.py_func.__code__.co_filename) in files]

        def still_missing(kernels_left: Iterable[jit.Kernel]) -> list[jit.Kernel]:
            left = [kernel for kernel in kernels_left if not kernel.in_cache]
            self.compilation = Compilation(KernelCount.of(kernels, left), KernelCount.of(solver, left))
            return left

        missing = still_missing(kernels)
        if missing:
            self.compiling.start()
        while missing and self.compiling.busy and not watch.stopped:
            sleep(COMPILED_POLL_SECONDS)
            missing = still_missing(missing)
        used_by_window = [
            kernel for kernel in kernels if kernel.py_func.__module__.startswith(("c4.tree.", "c4.kernels.perft"))
        ]
        for kernel in (*used_by_window, *missing):
            if not watch.stopped:
                kernel.load()
        still_missing(missing)

    def worker(self, name: str) -> Worker[Any]:
        """The thread of that name."""
        if name not in self._workers:
            self._workers[name] = Worker(name, saves=name == TRAINER)
        return self._workers[name]

    def release(self, name: str) -> None:
        """Ends the thread of that name."""
        if name in self._workers:
            self._workers.pop(name).close()

    def close(self) -> None:
        """Ends them all."""
        for worker in (self.loader, *self._workers.values()):
            worker.close()
        self.compiling.close()


def _give_way(busy: Callable[[], bool], watch: Watch) -> None:
    """Waits while something is more urgent, but not for long."""
    end = monotonic() + GIVE_WAY_SECONDS
    while busy() and monotonic() < end and not watch.stopped:
        sleep(0.005)
