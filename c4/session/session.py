"""One game between two seats: its moves, its settings, and what was found.

A window (or a test) calls the commands and, many times a second, `poll()`, which applies finished background work and
returns the events since the last call.  Only the session starts threads.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from c4.agents import AGENTS, HUMAN
from c4.agents.base import require_moves
from c4.agents.limits import Limits
from c4.errors import C4Error, report
from c4.game.columns import format_columns
from c4.game.gametree import ROOT, GameTree, tidy
from c4.game.position import Position
from c4.game.rules import Outcome
from c4.library.headers import LONGEST_COMMENT, check_text
from c4.search.watch import Snapshot
from c4.session.events import Asked, Changed, Event, Evicted, Expanded, Failed, Moved, SearchResult
from c4.session.game import RESIGNED, Ended, Game, outcome
from c4.session.live import Live
from c4.session.recorder import GameRecorder
from c4.session.searches import Searches, expand, of_saved_tree
from c4.session.settings import Settings
from c4.session.undo_games import BeforeStudy, GameAside, GamesAside
from c4.session.worker import Thinker, Threads, Worker

if TYPE_CHECKING:
    from concurrent.futures import Future

    from c4.review.rows import Review
    from c4.tree.partial import Partial
    from c4.tree.searchtree import SearchTree  # brings numpy, which the first paint of the window does without


def _changes_play(was: Settings, settings: Settings) -> bool:
    """Whether anything differs but how your own searches are made."""
    return replace(was, algorithm=settings.algorithm, analysis=settings.analysis) != settings


class Session:
    """A game between two seats: what is on the board, who thinks about it, and the searches that were made.

    All methods belong to one thread, the window's.
    """

    def __init__(self, settings: Settings | None = None, library: Path | None = None) -> None:
        """`library` is the file in which finished games are kept (see `c4.library`); None for none."""
        self.settings = settings or Settings()
        self.game = Game(GameTree(Position(rules=self.settings.rules)), self.settings.starter)
        self.line: tuple[Position, ...] = ()
        """Every position from the beginning of the game to the board."""
        self.outcome: Outcome | None = None
        """How the game on the board ended, None while it goes on."""
        self.revision = 0
        """Counts the changes of the game, of the settings, and of what is searched: nothing else has to be looked at
        while it stays the same.  Reading never changes it.
        """
        self.paused = False
        self._single_step = False
        self.searches = Searches()
        """What was found in this game."""
        self.live = Live()
        self._saved_tree: SearchResult | None = None
        self.showing_own = True
        """Whether your own search of the board is shown before the one that chose the last move."""
        self._began_at = ROOT
        """The node with which the game came on the board."""
        self._earlier = GamesAside()
        """The games that `undo` brings back."""
        self._later = GamesAside()
        """The games that `redo` brings back."""
        self._played: BeforeStudy | None = None
        """While a copy, or another game, is studied: the game that was played."""
        self._thinker = Thinker()
        self._expander: Worker[tuple[SearchResult, Expanded] | None] = Worker("expander")
        self.threads = Threads()
        self.recorder = GameRecorder(library)
        self._events: list[Event] = []
        self._set_line(self.game.line())

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.line[-1]

    def seat(self, player: int | None = None) -> int:
        """The seat (0 or 1) of a player, by default of the side to move; player 0 began this game."""
        if player is None:
            player = self.position.to_move
        return (player + self.game.starter) % 2

    @property
    def played(self) -> Game:
        """The game that was played; while a copy of it, or another game, is studied, another one than `game`."""
        return self.game if self._played is None else self._played.game

    @property
    def studying(self) -> bool:
        """Whether a copy of the game, or another game, is studied (see `study`)."""
        return self._played is not None

    @property
    def studied(self) -> Game | None:
        """The game that is studied, as it was put on the board; None if none is."""
        if self._played is None:
            return None
        return self._played.other or self._played.game

    @property
    def seats(self) -> tuple[str, str]:
        """Who plays in both seats now: while a game is studied, you play both sides."""
        return (HUMAN, HUMAN) if self.studying else self.settings.seats

    @property
    def humans_turn(self) -> bool:
        """Whether a person may play now."""
        return self.outcome is None and self.seats[self.seat()] == HUMAN

    @property
    def thinking(self) -> bool:
        """Whether an agent is searching, for its move or for you."""
        return self._thinker.busy

    @property
    def analysing(self) -> bool:
        """Whether it is searching for you, and nobody will move."""
        return self.running is not None and self.running.analysis

    @property
    def running(self) -> Asked | None:
        """What the agent that is thinking was asked; None if none is."""
        return self._thinker.asked if self._thinker.busy else None

    def progress(self) -> Snapshot | None:
        """How far the running search is; None if there is none, or its code is still being loaded."""
        return self._thinker.watch.snapshot() if self._thinker.busy else None

    def tree_so_far(self, most: int) -> Partial | None:
        """The tree of the running search so far, from at most so many rows; None where there is none."""
        part: Partial | None = self._thinker.watch.tree(most) if self._thinker.busy else None
        return part

    def moves(self) -> str:
        """The moves on the board as a move string."""
        return format_columns(self.game.tree.moves())

    # -- what was found -----------------------------------------------------------------------------------------------

    @property
    def newest(self) -> SearchResult | None:
        """The last search of a position between the start and the board."""
        return self._latest(self.searches.newest)

    @property
    def shown_search(self) -> SearchResult | None:
        """The search whose tree is shown: an opened tree, or else the last one kept between the start and the board.

        Reading it does not keep the tree any longer; standing at its position does.
        """
        if self._saved_tree is not None:
            return self._saved_tree
        behind = self.search_behind
        if not self.showing_own and behind is not None:
            return behind
        return self._latest(self.searches.with_tree)

    def _latest(self, find: Callable[[Position], SearchResult | None]) -> SearchResult | None:
        """What `find` finds for the position that is nearest to the board, going back to the start."""
        for position in reversed(self.line):
            search = find(position)
            if search is not None:
                return search
        return None

    @property
    def search_behind(self) -> SearchResult | None:
        """The search that chose the last move, with its tree; None if there is none."""
        if len(self.line) < 2:
            return None
        return self.searches.with_tree(self.line[-2], analysis=False)

    @property
    def shows_saved_tree(self) -> bool:
        """Whether a tree that was opened is shown."""
        return self._saved_tree is not None

    @property
    def own_search(self) -> SearchResult | None:
        """Your own search of the board, with its tree; None if there is none."""
        return self.searches.with_tree(self.position, analysis=True)

    def age(self, search: SearchResult) -> int | None:
        """Moves since a search: 0 if it is about the board; None if it is about no position of this line."""
        for moves, position in enumerate(reversed(self.line)):
            if position == search.position:
                return moves
        return None

    # -- playing ------------------------------------------------------------------------------------------------------

    def play(self, column: int) -> None:
        """Plays a person's move.  Raises C4Error if that is impossible now."""
        if self.outcome is None and not self.humans_turn:
            remedy = "Go (G) lets the other side move" if self.paused else "Stop (Esc) halts the other side"
            raise C4Error(f"it is not your turn: {remedy}, Undo (U) undoes your move")
        self._later.clear()
        self._play_move(column)

    def _play_move(self, column: int) -> None:
        """Plays a move of either side."""
        seat = self.seat()
        position = self.position.play(column)
        self.game = self.game.played(column)
        self._set_line((*self.line, position))
        self._events.append(Moved(column, seat))
        self._finish_if_over()
        self._let_agent_move()

    def _finish_if_over(self) -> None:
        """If the game has ended, lets agents learn from it and puts it into the library."""
        if self.outcome is not None and not self.studying:
            self._teach_agents()
            if not self.game.was_over:
                self.game = replace(self.game, seats=self.settings.seats)
            self.game = self.recorder.keep(self.game, self.settings)

    def _count_change(self) -> None:
        """Counts a change: see `revision`."""
        self.revision += 1

    def resign(self) -> None:
        """Resigns for the person who plays: the only one there is, otherwise the side to move.

        Raises C4Error when the game is over, or a copy of it is studied.
        """
        if self.studying:
            raise C4Error("a review shows a copy of the game: close it to go on playing")
        if self.outcome is not None:
            raise C4Error(f"the game is over: {self.outcome.reason}")
        seats = [self.settings.seats[self.seat(player)] for player in (0, 1)]
        loser = seats.index(HUMAN) if seats.count(HUMAN) == 1 else self.position.to_move
        game = self.game if self.game.was_over else replace(self.game, main=self.game.tree.at)
        self.game = replace(game, ended=Ended(1 - loser, RESIGNED, game.tree.at))
        self._set_line(self.line)
        self._events.append(Changed())
        self._finish_if_over()
        self._let_agent_move()

    def new_game(self) -> None:
        """Starts a new game with the current settings; undo brings the old one back."""
        self.open_game(Game(GameTree(Position(rules=self.settings.rules)), self.settings.starter))

    def set_up(self, text: str, starter: int | None = None, paused: bool = False) -> None:
        """Sets up a position (see `c4.game.notation.parse_position`); `starter` is the seat of its first player.

        `paused` as in `open_game`.  Raises C4Error for bad input and changes nothing.
        """
        starter = self.settings.starter if starter is None else starter
        self.open_game(Game.set_up(text, self.settings.rules, starter), paused)

    def open_game(self, game: Game, paused: bool = False) -> None:
        """Puts another game on the board; undo brings the old one back.  `paused`: an agent to move waits for `go`."""
        self._restore_played_game()
        if not self.game.empty:
            self._earlier.put(self._on_board())
        self._later.clear()
        self._put_on_board(game, Searches())
        self._began_at = game.tree.at
        self.paused = paused
        self._board_changed()

    def _on_board(self) -> GameAside:
        """The game on the board, to be put aside."""
        return GameAside(self.game, self.searches, self._began_at)

    def _put_on_board(self, game: Game, searches: Searches) -> None:
        """Replaces the game on the board; `_board_changed` has to follow."""
        self.settings = self.settings.changed(rules=game.start.rules)
        self.game = game
        self.searches = searches

    def _bring_back(self, earlier: GameAside) -> None:
        """Brings a game that was put aside back to the board; `_board_changed` has to follow."""
        self._put_on_board(earlier.game, earlier.searches)
        self._began_at = earlier.began_at

    @property
    def undo_leaves_game(self) -> bool:
        """Whether `undo` brings back the game that was on the board before this one was begun, pasted or opened."""
        at_start = self.game.tree.at in (self._began_at, ROOT)
        return bool(self._earlier) and at_start and not self.studying

    @property
    def redo_leaves_game(self) -> bool:
        """Whether `redo` brings back the game that `undo` has left."""
        return bool(self._later) and self.game.at == len(self.game.moves) and not self.studying

    @property
    def can_undo(self) -> bool:
        """Whether there is a move, or a change of the game, to take back."""
        return self.undo_leaves_game or self.game.earlier(self.seats) is not None

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to play again, or a game to return to."""
        return self.redo_leaves_game or self.game.at < len(self.game.moves)

    def undo(self) -> None:
        """Undoes to a person's last turn (one disc if only agents play).

        Where the game was begun, pasted or opened, the game before it comes back; `redo` undoes that.
        """
        earlier = self.game.earlier(self.seats)
        if self.undo_leaves_game:
            self._later.put(self._on_board())
            self._bring_back(self._earlier.take())
        elif earlier is not None:
            self.game = self.game.undone(earlier)
        else:
            return
        self.paused = HUMAN not in self.settings.seats
        self._board_changed()

    def redo(self) -> None:
        """Plays forward to a person's next turn; at the last move, returns to the game that `undo` has left."""
        if self.redo_leaves_game:
            self._earlier.put(self._on_board())
            self._bring_back(self._later.take())
        elif self.can_redo:
            self.game = self.game.gone(self.game.later(self.seats))
        else:
            return
        self.paused = HUMAN not in self.settings.seats
        self._board_changed()

    def go_to(self, moves: int) -> None:
        """Goes to the position after so many moves; an agent to move there waits for `go`."""
        self.vary(self.game.gone(moves).tree)

    def vary(self, tree: GameTree) -> None:
        """Replaces the game tree: another node on the board, lines changed.  An agent to move there waits for `go`."""
        self.game = replace(self.game, tree=tree)
        self.paused = self.seats[self.game.seat_after(self.game.at)] != HUMAN
        self._board_changed()

    def annotate(self, node: int, *, mark: str | None = None, comment: str | None = None) -> None:
        """Changes the mark or the comment of a move (see `GameTree.annotated`); nobody stops thinking.

        Raises C4Error for a comment that cannot be saved, and for a mark that is none.
        """
        if comment is not None:
            check_text(tidy(comment), "comment", LONGEST_COMMENT)
        tree = self.game.tree.annotated(node, mark=mark, comment=comment)
        if tree == self.game.tree:
            return
        self.game = replace(self.game, tree=tree)
        if self._played is not None and self._played.studies_copy:
            original = self._played.game.tree
            if node < len(original.nodes):  # the copy numbers the moves that were played in the same way
                original = original.annotated(node, mark=mark, comment=comment)
                self._played = self._played._replace(game=replace(self._played.game, tree=original))
        self._count_change()

    def keep_review(self, review: Review) -> None:
        """Keeps a review with the game, so that it is saved with it."""
        game = self.played.reviewed(review)
        if game is self.played:
            return
        if self._played is None:
            self.game = game
        else:
            self._played = self._played._replace(game=game)
        self._count_change()

    def study(self, other: Game | None = None) -> None:
        """Puts a copy of the game, or another game, on the board to look at and to try moves in; you play both sides.

        Whatever is tried there, the game that was played stays as it is, and `end_study` brings it back, with its board
        and what was found in it.  A game that is opened ends the study, too.
        """
        if other is None and self.studying:
            return
        self._restore_played_game()
        self._played = BeforeStudy(self.game, self.searches, self.paused, other)
        if other is not None:
            self._put_on_board(other, Searches())
        self._board_changed()

    def end_study(self) -> None:
        """Brings the game that was played back to the board, as it was."""
        if self._played is not None:
            self._restore_played_game()
            self._board_changed()

    def _restore_played_game(self) -> None:
        """Puts the game that was played back on the board, if another one, or a copy, is studied."""
        if self._played is not None:
            self._put_on_board(self._played.game, self._played.searches)
            self.paused = self._played.paused
            self._played = None

    def _board_changed(self) -> None:
        """Shows the game from the start to the board anew, and lets the agent to move think."""
        self._saved_tree = None
        self.showing_own = True
        self._set_line(self.game.line())
        self._events.append(Changed())
        self._let_agent_move()

    def _set_line(self, line: tuple[Position, ...]) -> None:
        """Replaces the positions of the game, the last of which is on the board, and works out whether it has ended."""
        self.line = line
        self.outcome = outcome(line[-1], self.game.ended_here)
        shown = self.shown_search
        if shown is not None:
            self.searches.touch(shown)
        self._count_change()

    # -- thinking -----------------------------------------------------------------------------------------------------

    def set(self, **changes: Any) -> None:
        """Changes settings or limits by name: set(depth=8), set(seats=("human", "minimax")).

        This takes effect at once: a running search starts again with the new settings.  New rules start a new game; so
        does a new starter if no disc has been played, otherwise it holds from the next game on.  Raises C4Error for
        an impossible value and changes nothing.
        """
        self.adopt(self.settings.changed(**changes))

    def adopt(self, settings: Settings) -> None:
        """Plays by other settings from now on, as `set` says: adopt(settings.for_seat(1, time_ms=250))."""
        was = self.settings
        if settings == was:
            return
        self.settings = settings
        self._count_change()
        if settings.rules != was.rules or (settings.starter != was.starter and not self.game.moves):
            self.new_game()
        elif self.analysing:
            self.analyse()
        elif _changes_play(was, settings):
            self.paused = self.paused and settings.seats == was.seats
            self._let_agent_move()

    def analyse(self, agent: str | None = None, limits: Limits | None = None) -> None:
        """Searches the position on the board for you, by other means than the settings if given.

        Neither side moves.  Raises C4Error if the game is over.
        """
        require_moves(self.position)
        if not self.thinking or self.analysing:
            self.show_own(True)
            self._start_thinking(agent or self.settings.algorithm, analysis=True, limits=limits)
            self._look_at_board()

    def show_own(self, own: bool) -> None:
        """Shows your own search of the board, or the one that chose the last move."""
        if self.analysing and not own:
            self._thinker.drop()
        self.showing_own = own
        self._saved_tree = None
        self._count_change()

    def stop(self) -> None:
        """Stops thinking, expanding and live values; an agent to move, or the values, wait for `go`."""
        self.paused = self.paused or (self.thinking and not self.analysing)
        self._thinker.drop()
        self._expander.drop()
        self._look_at_board()
        self.live.stop()
        self._count_change()

    def go(self) -> None:
        """Lets the agent to move think again, and live values go on."""
        self.paused = False
        if self.live.stopped:
            self.live.switch(self.live.source)
        self._let_agent_move()

    def step(self) -> None:
        """Lets the agent to move play one move; then it waits for `go`."""
        if not self.thinking or self.analysing:
            self.go()
        self._single_step = True
        self._thinker.due = 0.0

    def switch_live(self, source: str | None) -> None:
        """Has every position on the board looked at by a source (see `c4.session.live`), or by none."""
        self.live.switch(source)
        self._look_at_board()
        self._count_change()

    def _look_at_board(self) -> None:
        """Directs the source of live values at the board."""
        if self.live.source is not None:
            self.live.look(self.position, over=self.outcome is not None, settings=self.settings, idle=not self.thinking)

    def _let_agent_move(self) -> None:
        """Stops what is running after a change, and lets the agent to move think."""
        self._count_change()
        self._thinker.drop()
        self._single_step = False
        if self.outcome is None and not self.humans_turn and not self.paused:
            self._start_thinking(self.seats[self.seat()], analysis=False)
        self._look_at_board()

    def _start_thinking(self, agent: str, analysis: bool, limits: Limits | None = None) -> None:
        if limits is None:
            limits = self.settings.analysis_limits() if analysis else self.settings.limits_of(agent, self.seat())
        asked = Asked(agent, self.position, limits, self.game.starter, analysis)
        if not analysis:
            self.game = self.game.going_on()
        self._count_change()
        self._thinker.think(asked, self.settings.least_seconds())

    def _teach_agents(self) -> None:
        """Lets the agents in the seats that learn do so from a game that has ended, once."""
        if self.outcome is None or self.game.learned or not self.settings.learn:
            return
        for side in (0, 1):
            agent = self.settings.seats[self.seat(side)]
            if agent in AGENTS and AGENTS[agent].learns:
                self.game = replace(self.game, learned=True)
                limits = self.settings.limits_of(agent, self.seat(side))
                self._thinker.learn(agent, self.game.start, self.game.moves, side, limits)

    # -- beside the game ----------------------------------------------------------------------------------------------

    @property
    def loading(self) -> bool:
        """Whether `threads.load_ahead` is still running."""
        return self.threads.loader.busy

    def expand(self, row: int) -> None:
        """Searches a node again whose inside the row budget left out; a `Expanded` event follows."""
        search = self.shown_search
        if search is None or search.decision.tree is None:
            raise C4Error("there is no tree yet: play a move or search this position (Shift+H)")
        self._expander.ask(lambda watch: expand(search, row, watch))
        self._count_change()

    @property
    def expanding(self) -> bool:
        """Whether a node is being searched again."""
        return self._expander.busy

    def worker(self, name: str) -> Worker[Any]:
        """A thread by name for work beside the game; it ends with the session."""
        return self.threads.worker(name)

    def take_tree(self, tree: SearchTree) -> None:
        """Shows a saved tree until the board changes; the game stays as it is."""
        self._saved_tree = of_saved_tree(tree, self.settings.limits, self.game.starter)
        self._count_change()

    # -- what happened ------------------------------------------------------------------------------------------------

    def poll(self) -> list[Event]:
        """Applies finished background work and returns the events since the last call."""
        decided = self._thinker.answer()
        if decided is not None:
            self._take_result(decided)
        errors = [*self._thinker.failures(), *self.recorder.failures(), *self._live_failures()]
        self._events.extend(Failed(report(error)) for error in errors)
        for worker in list(Worker.everyone):
            sentence = worker.abandoned()
            if sentence is not None:
                self._events.append(Failed(sentence))
        for other in (self._expander, self.threads.loader):
            self._take_done(other)
        events = self._events
        self._events = []
        return events

    def _live_failures(self) -> list[BaseException]:
        """The error of live values, if there is a new one."""
        error = None if self.live.source is None else self.live.failure()
        return [] if error is None else [error]

    def _take_done(self, worker: Worker[Any]) -> None:
        """Applies what the expander, or the loader, has finished."""
        done = worker.answer()
        if done is None:
            return
        self._count_change()
        error = done.exception()
        if error is not None:
            self._events.append(Failed(report(error)))
            return
        result = done.result()
        if result is not None:
            self._take_expanded(*result)

    def _take_result(self, future: Future[SearchResult]) -> None:
        self._count_change()
        error = future.exception()
        if error is not None:
            self.paused = True
            self._events.append(Failed(report(error)))
            return
        search = future.result()
        self._saved_tree = None
        evicted = self.searches.keep(search)
        if evicted:
            self._events.append(Evicted(evicted))
        self._events.append(search)
        self.showing_own = search.analysis
        if not search.analysis and search.decision.column is not None:
            self.paused = self._single_step and HUMAN not in self.settings.seats
            self._play_move(search.decision.column)
        else:
            self._look_at_board()

    def _take_expanded(self, before: SearchResult, expanded: Expanded) -> None:
        """Replaces a kept tree by the expanded one."""
        if self._saved_tree is before:
            self._saved_tree = expanded.search
        if self._saved_tree is expanded.search or self.searches.replace(before, expanded.search):
            self._events.append(expanded)

    def close(self) -> None:
        """Ends the threads."""
        for part in (self._thinker, self.live, self._expander, self.threads, self.recorder):
            part.close()
