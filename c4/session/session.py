"""Session: one game between two seats; its history, its settings, who thinks, and what they found.  Plain Python, no tkinter.

A window (or a test) calls the commands and, many times a second, `poll()`, which lets finished thoughts take effect and
returns what has happened since.  Only the session starts threads: one thinks about moves and hints, one opens parts of the tree, one
asks the exact solver, and windows beside the game get theirs by `worker`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from importlib import import_module

from c4 import agents
from c4.agents import AGENTS, HUMAN, Limits
from c4.evaluators import EVALUATORS
from c4.game.columns import format_columns
from c4.game.notation import find_moves, parse_position
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.game.values import Value
from c4.search.decision import Decision
from c4.search.watch import Snapshot, Watch
from c4.session.events import Changed, Event, Failed, Found, Moved, Opened
from c4.session.exact_values import Judge
from c4.session.history import Game
from c4.session.settings import Settings
from c4.session.worker import Worker


class Session:
    """See the module.  All methods belong to one thread, the window's."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.game = Game(Position(rules=self.settings.rules), starter=self.settings.starter)
        self.position = self.game.position()
        self.paused = False
        self.found: Found | None = None
        """The last search that left a tree, kept until the next one."""
        self.valued: Found | None = None
        """The last one that left values of columns."""
        self._before: Game | None = None
        self._thinker = Worker("thinker")
        self._opener = Worker("opener")
        self._judge = Judge()
        self._workers: dict[str, Worker] = {}
        self._hinting = False
        self._agent = HUMAN
        self._agents: dict[str, agents.Agent] = {}  # the thinker's; what they remember of the game stays with them
        self._events: list[Event] = []

    # -- asking -------------------------------------------------------------------------------------------------------

    def seat(self, player: int | None = None) -> int:
        """The seat (0 or 1) of a player, by default of the side to move: player 0 is whoever began this game."""
        return ((self.position.to_move if player is None else player) + self.game.starter) % 2

    @property
    def humans_turn(self) -> bool:
        """Whether a person may play a column now."""
        return self.position.outcome() is None and self.settings.seats[self.seat()] == HUMAN

    @property
    def thinking(self) -> bool:
        """Whether somebody is thinking about a move or a hint."""
        return self._thinker.busy

    @property
    def hinting(self) -> bool:
        """Whether that is about a hint."""
        return self._thinker.busy and self._hinting

    @property
    def agent(self) -> str | None:
        """Who is thinking, by the name in `c4.agents.AGENTS`; None when nobody is."""
        return self._agent if self._thinker.busy else None

    def progress(self) -> Snapshot | None:
        """How far the running search is; None when none is running, or before it has begun (its code is still being loaded)."""
        return self._thinker.watch.snapshot() if self._thinker.busy else None

    def stale(self) -> bool:
        """Whether the last search was about another position than the one on the board."""
        return self.valued is not None and self.valued.position != self.position

    def just_moved(self) -> bool:
        """Whether the last search was about the position before the last move."""
        return (
            self.valued is not None
            and self.game.at > 0
            and replace(self.game, at=self.game.at - 1).position() == self.valued.position
        )

    def exact(self) -> tuple[dict[int, Value], bool]:
        """What the judge knows by now of the columns of the position on the board, and whether that is all there is to know."""
        return self._judge.known(self.position)

    @property
    def judging(self) -> bool:
        """Whether the judge is on."""
        return self._judge.on

    def moves(self) -> str:
        """The moves on the board as a move string."""
        return format_columns(self.game.moves[: self.game.at])

    # -- playing ------------------------------------------------------------------------------------------------------

    def play(self, column: int) -> None:
        """A person drops a stone.  Raises C4Error, one sentence, when that cannot be done now."""
        if self.position.outcome() is None and not self.humans_turn:
            raise C4Error("it is not your turn: press Stop to halt the other side, or Undo")
        self._move(column)

    def _move(self, column: int) -> None:
        seat = self.seat()
        self.position = self.position.play(column)
        self.game = self.game.played(column)
        self._events.append(Moved(column, seat))
        self._teach()
        self._go_on()

    def new_game(self) -> None:
        """A new game by the present settings; Undo brings the old one back."""
        self._begin(Position(rules=self.settings.rules), self.settings.starter)

    def set_up(self, text: str) -> None:
        """Goes to a position as people type it (see `c4.game.notation.parse_position`).  Raises C4Error, and nothing changes, when it is none."""
        position = parse_position(text, self.settings.rules)
        moves = position.moves if position.moves is not None else find_moves(position)
        self._begin(
            Position(rules=self.settings.rules) if moves is not None else position, self.settings.starter, moves or ()
        )

    def _begin(self, start: Position, starter: int, moves: tuple[int, ...] = ()) -> None:
        if self.game.moves:
            self._before = self.game
        self.game = Game(start, moves, len(moves), starter, learned=bool(moves))
        self.paused = False
        self._show()

    @property
    def can_undo(self) -> bool:
        return self.game.earlier(self.settings.seats) is not None or (self.game.at == 0 and self._before is not None)

    @property
    def can_redo(self) -> bool:
        return self.game.at < len(self.game.moves)

    def undo(self) -> None:
        """Takes back to the last time a person was to move (one stone when only machines play); at the beginning, back to the game before."""
        earlier = self.game.earlier(self.settings.seats)
        if earlier is not None:
            self.game = replace(self.game, at=earlier)
        elif self.game.at == 0 and self._before is not None:
            self.game, self._before = self._before, None
            if self.game.start.rules != self.settings.rules:
                limits = replace(self.settings.limits, move_order=None)  # it named the columns of the other board
                self.settings = replace(self.settings, rules=self.game.start.rules, limits=limits)
        else:
            return
        self.paused = HUMAN not in self.settings.seats
        self._show()

    def redo(self) -> None:
        """Forward again, to the next time a person was to move."""
        if not self.can_redo:
            return
        self.game = replace(self.game, at=self.game.later(self.settings.seats))
        self.paused = HUMAN not in self.settings.seats
        self._show()

    def _show(self) -> None:
        self.position = self.game.position()
        self._events.append(Changed())
        self._go_on()

    # -- thinking -----------------------------------------------------------------------------------------------------

    def set(self, **changes) -> None:
        """Changes settings or limits by name: set(depth=8), set(seats=("human", "minimax")).

        Takes effect at once: a running search ends and starts again by the new settings.  New rules begin a new game; a
        new starter does when no stone has been played yet, and otherwise holds from the next game on.
        Raises C4Error, and nothing changes, for a value that cannot be.
        """
        limits = {name: changes.pop(name) for name in list(changes) if name in Limits.__dataclass_fields__}
        was = self.settings
        settings = replace(was, **changes)
        settings = replace(settings, limits=replace(settings.limits, **limits))
        if settings.rules != was.rules and settings.limits.move_order is not None:
            settings = replace(settings, limits=replace(settings.limits, move_order=None))
        for seat in settings.seats:
            if seat in AGENTS and AGENTS[seat].searches and seat not in was.seats:
                settings = replace(settings, algorithm=seat)
        if settings == was:
            return
        self.settings = settings
        if settings.rules != was.rules or (settings.starter != was.starter and not self.game.moves):
            self.new_game()
        elif self.hinting:
            self.hint()
        else:
            self.paused = self.paused and settings.seats == was.seats
            self._go_on()

    def hint(self) -> None:
        """Searches the position on the board for whoever is to move; nobody moves on it.  Raises C4Error when the game is over."""
        agents.require_moves(self.position)
        if self.thinking and not self._hinting:
            return
        self._think(self.settings.algorithm, hint=True)

    def stop(self) -> None:
        """Ends the thinking; a machine whose turn it is waits until `go`."""
        if self.thinking and not self._hinting:
            self.paused = True
        self._thinker.drop()

    def go(self) -> None:
        """Lets the machine whose turn it is think again."""
        self.paused = False
        self._go_on()

    def load_ahead(self, modules: Iterable[str] = ()) -> None:
        """Loads (the first time ever: compiles) search and evaluators in the background, then whatever modules a window names for itself."""
        algorithm = self.settings.algorithm

        def work(watch: Watch) -> None:
            agents.load(algorithm)
            for entry in EVALUATORS.values():
                import_module(entry.where.partition(":")[0])
            for name in modules:
                import_module(name)

        self._opener.ask(work)

    @property
    def loading(self) -> bool:
        """Whether `load_ahead` is still at it."""
        return self._opener.busy

    def open_node(self, row: int) -> None:
        """Searches a node of the last tree again whose inside the row budget left out; an `Opened` follows."""
        tree = self.found.decision.tree if self.found else None
        if tree is None:
            raise C4Error("there is no tree yet: play a move, or ask for a hint")
        limits = self.found.limits

        def work(watch: Watch):
            from c4 import evaluators
            from c4.search.fixed_depth import open_node
            from c4.truth import exact_tree as solved

            if tree.algorithm == solved.ALGORITHM:
                return tree, solved.open_node(tree, row, watch=watch), row
            return tree, open_node(tree, row, evaluators.load(tree.evaluator, limits.model), watch=watch), row

        self._opener.ask(work)

    def worker(self, name: str) -> Worker:
        """A thread of that name for work beside the game, such as comparing and measuring; it ends with the session."""
        if name not in self._workers:
            self._workers[name] = Worker(name)
        return self._workers[name]

    def take_tree(self, tree) -> None:
        """Takes a tree that was saved as the one that is shown; the game on the board stays as it is."""
        limits = replace(
            self.settings.limits,
            depth=max(1, tree.depth),
            evaluator=tree.evaluator or self.settings.limits.evaluator,
            move_order=tree.move_order,
            model=None,
        )
        best = tree.best_child(0)
        decision = Decision(
            None if best is None else int(tree.move[best]),
            Value(int(tree.value[0]), int(tree.bound[0])),
            tree=tree,
            nodes=tree.nodes,
        )
        self.found = Found(decision, tree.root, limits, self.game.starter, True)

    def judge(self, on: bool) -> None:
        """Lets the exact solver look at every position that comes on the board, or no longer; `exact` tells what it knows."""
        self._judge.on = on
        self._judge.look(self.position)

    def _go_on(self) -> None:
        """After any change: the machine whose turn it is starts to think, everybody else stops."""
        self._judge.look(self.position)
        self._thinker.drop()
        if self.position.outcome() is None and not self.humans_turn and not self.paused:
            self._think(self.settings.seats[self.seat()], hint=False)

    def _teach(self) -> None:
        """When the game has ended, the agents in the seats that can learn from it do: once a game, in the thread they think in."""
        if self.position.outcome() is None or self.game.learned or not self.settings.learn:
            return
        start, moves = self.game.start, self.game.moves
        for side in (0, 1):
            agent = self.settings.seats[self.seat(side)]
            if agent in AGENTS and AGENTS[agent].learns:
                self.game, limits = replace(self.game, learned=True), self.settings.limits_of(agent)
                self._thinker.tell(
                    lambda agent=agent, side=side, limits=limits: self._agent_of(agent).learn(
                        start, moves, side, limits
                    )
                )

    def _agent_of(self, name: str) -> agents.Agent:
        """The agent of that name, the same for the whole session; asked for in the thinker's thread only."""
        if name not in self._agents:
            self._agents[name] = agents.load(name)
        return self._agents[name]

    def _think(self, agent: str, hint: bool) -> None:
        position, limits, starter = self.position, self.settings.limits_of(agent), self.game.starter
        self._hinting, self._agent = hint, agent

        def work(watch: Watch) -> Found:
            return Found(self._agent_of(agent).choose(position, limits, watch), position, limits, starter, hint)

        self._thinker.ask(work)

    # -- what happened --------------------------------------------------------------------------------------------------

    def poll(self) -> list[Event]:
        """Lets what was found in the background take effect, and returns what happened since the last call."""
        future = self._thinker.answer()
        if future is not None:
            self._take(future)
        self._events.extend(Failed(describe(error)) for error in self._thinker.failures())
        future = self._judge.answer()
        if future is not None and future.exception() is not None:
            self._events.append(Failed(describe(future.exception())))
        future = self._opener.answer()
        if future is not None:
            self._take_opened(future)
        events, self._events = self._events, []
        return events

    def _take(self, future) -> None:
        if (error := future.exception()) is not None:
            self.paused = True
            self._events.append(Failed(describe(error)))
            return
        found: Found = future.result()
        if found.decision.tree is not None:
            self.found = found
        if found.decision.columns:
            self.valued = found
        self._events.append(found)
        if not found.hint and found.decision.column is not None:
            self._move(found.decision.column)

    def _take_opened(self, future) -> None:
        if (error := future.exception()) is not None:
            self._events.append(Failed(describe(error)))
            return
        answer = future.result()
        if not isinstance(answer, tuple):  # load_ahead
            return
        before, grafted, row = answer
        if grafted is not None and self.found is not None and self.found.decision.tree is before:
            self.found = self.found._replace(decision=replace(self.found.decision, tree=grafted.tree))
            self._events.append(Opened(grafted, row))

    def close(self) -> None:
        """Ends the threads."""
        self._thinker.close()
        self._opener.close()
        self._judge.close()
        for worker in self._workers.values():
            worker.close()


def describe(error: BaseException) -> str:
    """An error as one sentence: ours as they are, any other with its kind."""
    return (
        str(error)
        if isinstance(error, C4Error)
        else f"something went wrong in the background: {type(error).__name__}: {error}"
    )
