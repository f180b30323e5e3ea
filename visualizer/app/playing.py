"""The half of the window in which you play: board, opponent, move list, teaching, review."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import TYPE_CHECKING, NamedTuple

from c4.agents import AGENTS, HUMAN
from c4.errors import C4Error
from c4.game.position import Position
from c4.session.events import SearchResult
from c4.session.live import Teacher
from c4.session.settings import ANALYSE, PLAY, REVIEW, SEARCH
from visualizer.board.board import PLAIN_HEADER, BestLine, Board, next_turn
from visualizer.board.column_values import ColumnValues, ValuesBar, column_values, while_loading, with_previous
from visualizer.board.controls import Opponent
from visualizer.board.game_bars import AfterGame, ComputersBar, Question
from visualizer.board.marks import ThreatMark, marked_threats
from visualizer.board.move_list import MoveList, moves_of
from visualizer.board.status import last_moves, moment, turn
from visualizer.learn.weights import Learned
from visualizer.ui.scale import LARGE, font, pixels, scale
from visualizer.ui.widgets import scrolled, wrap

if TYPE_CHECKING:
    from visualizer.app.window import Window
    from visualizer.review.graph import RunningGraph
    from visualizer.review.pane import ReviewPane
    from visualizer.review.reviewer import Reviewer


class Replayed(NamedTuple):
    """A position of a search that is played back: whose seat each player has, the column played last, what it is, and
    the values of the replies to it that the search knows by then.
    """

    position: Position
    seat_of: tuple[int, int]
    last: int | None
    caption: str
    values: ColumnValues


HEIGHT = {PLAY: 140, ANALYSE: 108}
"""Pixels at 100 % that the graph and its legend take, by mode; in Play at least."""

LEAST = 640
"""Pixels at 100 % of a pane's height from which Analyse has room for them."""


MOVES_HEIGHT, LEAST_LIST = 84, 34
"""Pixels at 100 % that the move list below the board needs at least, and those without which it is hidden."""

SMALLEST_BOARD = 388
"""Width, with some air, below which nothing shrinks the board where the window has the room, pixels at 100 %."""

LEAST_SIDE, GREATEST_SIDE = 270, 420
"""Width of the panel beside the board, pixels at 100 %."""


class Playing:
    """Board, side panel and what is below the board."""

    def __init__(self, window: Window) -> None:
        self._window, self._names, self._evaluators = window, window.names, window.evaluators
        self.newest: SearchResult | None = None
        """The last search that ended, which may have led to the last move."""
        self._values = ColumnValues({}, ())
        self._node: tuple[Position, int, str] | None = None
        self._weighed: tuple[object, ...] = ()
        self._evaluator = ""
        self._live_at: Position | None = None  # where you chose a source of values
        self._offered: tuple[object, ...] = ()
        self._counts = ""
        self.ready = False
        """Whether evaluators can be asked without keeping the window waiting."""
        self.mode = ANALYSE
        self.frame = ttk.Frame(window.panes)
        self._stage, self._side = ttk.Frame(self.frame), ttk.Frame(self.frame)
        self.board = Board(
            self._stage,
            window.theme,
            window.play,
            lambda: window.session.humans_turn and not self._window.analysis.replaying(),
            self._back_to_values,
        )
        self.board.pack(fill="x")
        self.best_line = BestLine(self.board, self._paint_foot)
        self.values = ValuesBar(self._stage, self.choose_source, self.choose_view)
        self.values.bind("<Configure>", lambda event: self._share(), add="+")
        self.told = wrap(ttk.Label(self._stage, style="Told.TLabel", anchor="center", justify="center"))
        self.told.pack(fill="x", pady=(2, 6))
        self.after = AfterGame(self._stage, self.board, window.do)
        self.machines = ComputersBar(self._stage, window.do, lambda pace: window.change(pace=pace))
        self.question = Question(self._stage)
        self._side.pack_propagate(False)  # its size is what `_share` gives it
        self.opponent = Opponent(self._side, window.change)
        self.last_moves = wrap(ttk.Label(self._side, anchor="nw", justify="left", padding=(8, 6)))
        self.graph = ttk.Frame(self._side)
        self.graph.pack_propagate(False)
        self._invitation, self._invited_to = ttk.Frame(self._side), ""
        ttk.Button(self._invitation, text="✕", command=lambda: self.invite("")).pack(side="right")
        self.tour = ttk.Button(self._invitation, command=self._accept)
        self.tour.pack(side="left", fill="x", expand=True)
        self._rule = ttk.Separator(self._side)
        self._listed = ttk.Frame(self._side)
        self.moves = MoveList(
            self._listed,
            window.theme,
            lambda number: window.attempt(window.session.go_to, number),
            lambda node: window.attempt(lambda: window.session.vary(window.session.game.tree.gone_to(node))),
        )
        scrolled(self.moves).pack(side="left", fill="both", expand=True)
        self.arrange(ANALYSE)
        self.frame.bind("<Configure>", lambda event: self._resized())
        self._side.bind("<Configure>", lambda event: self._list_moves())

    @property
    def show_scores(self) -> bool:
        """Whether they do now."""
        return self._window.settings.scores.get(self.mode, False)

    @show_scores.setter
    def show_scores(self, shown: bool) -> None:
        self._window.prefer(scores={**self._window.settings.scores, self.mode: shown})
        self.find_values()

    def shows_values(self, *sources: str) -> bool:
        """Whether column values are shown, of any source or of one of these."""
        return self.show_scores and (not sources or self._window.settings.source in sources)

    def no_threats(self) -> str:
        """Why threats cannot be shown; "" if they can."""
        solvable = self._window.session.position.rules.solvable
        return "" if solvable else "threats decide only where the first line wins, on a board that does not turn"

    def choose_source(self, source: str | None) -> None:
        """Chooses where column values come from: a name of `c4.session.live.SOURCES`, None for the last search."""
        self._window.prefer(source=source)
        self._live_at = self._window.session.position
        self.show_scores = True
        self._window.refresh()

    def choose_view(self, seat: int) -> None:
        """Chooses the seat from whose point of view column values are shown."""
        self._names.view = seat
        self._window.refresh()

    def find_values(self) -> None:
        """Live values are found while they are shown, once evaluators are loaded."""
        wanted = self._window.settings.source if self.show_scores and self.ready and not self._recorded else None
        if wanted != self._window.session.live.source:
            self._window.session.switch_live(wanted)

    @property
    def _recorded(self) -> bool:
        """Whether the last search is about the board, and so its values are shown instead of those of a second search;
        unless you have asked for these in this position.
        """
        session = self._window.session
        search = session.newest
        if self._window.settings.source != SEARCH or session.position == self._live_at or search is None:
            return False
        return session.age(search) == 0 and bool(search.decision.columns)

    # -- the layout ---------------------------------------------------------------------------------------------------

    def arrange(self, mode: str) -> None:
        """Puts the parts where a mode wants them."""
        self.mode = mode
        play = mode == PLAY
        self._stage.grid(row=0, column=0, sticky="new")
        self._side.grid(row=0 if play else 1, column=1 if play else 0, sticky="nsew")
        self.frame.rowconfigure(0, weight=int(play))
        self.frame.rowconfigure(1, weight=int(not play))
        self.frame.columnconfigure(0, weight=1)
        for part in self._side.pack_slaves():
            part.pack_forget()
        self.find_values()
        self.board.show_header(self.show_scores)
        self.values.pack_forget()
        if play:
            self.opponent.pack(fill="x", padx=8, pady=6)
            self._rule.pack(fill="x", padx=8)
            self.last_moves.pack(fill="x")
            if self._invited_to:
                self._invitation.pack(side="bottom", fill="x", padx=8, pady=8)
        elif mode == ANALYSE:
            self.values.pack(fill="x", before=self.told)
        if self._graph_wanted():
            self.graph.configure(height=pixels(self.frame, HEIGHT[mode]))
            self.graph.pack(fill="x", padx=8, pady=4)
        self._list_moves()
        self._share()

    def _list_moves(self) -> None:
        """Shows the moves where there is room for a line of them; the review has a list of its own."""
        high = self._side.winfo_height() - (self.graph.winfo_reqheight() if self.graph.winfo_manager() else 0)
        if self.mode == PLAY or (self.mode == ANALYSE and high >= pixels(self.frame, LEAST_LIST)):
            self._listed.pack(fill="both", expand=True)
        else:
            self._listed.pack_forget()

    def _graph_wanted(self) -> bool:
        """Whether the value graph is switched on and has room; only games that can be solved have one."""
        high = self.frame.winfo_height() >= pixels(self.frame, LEAST)
        room = self.mode == PLAY or (self.mode == ANALYSE and high)
        return room and self._window.settings.graph and self._window.session.position.rules.solvable

    def graph_shown(self) -> bool:
        """Whether it is to be seen now; a board that cannot be solved has none."""
        if self._graph_wanted() != bool(self.graph.winfo_manager()):
            self.arrange(self.mode)
        return self._graph_wanted() and (self.ready or bool(self._window.session.game.moves))

    def invite(self, command: str, text: str = "New here? Take the tour") -> None:
        """Offers a command beside the board, with a button to dismiss that; "" offers none."""
        self._invited_to = command
        self.tour.configure(text=text)
        self.arrange(self.mode)

    def _accept(self) -> None:
        command = self._invited_to
        self.invite("")
        if command:  # a button that is hidden still hears keys
            self._window.do(command)

    def add_weights(self, parent: tk.Misc) -> Learned:
        """Makes the picture of learned weights, beside the tree."""
        window = self._window
        self.learned = Learned(
            parent, window.theme, window.evaluators.get, window.evaluators.label, self._paint_heat, window.session
        )
        self.learned.pack(fill="both", expand=True, padx=4, pady=4)
        self.learned.bind("<Map>", lambda event: self._paint_weights())
        return self.learned

    def _resized(self) -> None:
        """The room has changed, and with it perhaps whether there is some for the graph."""
        self._share() if self._graph_wanted() == bool(self.graph.winfo_manager()) else self.arrange(self.mode)

    def _share(self) -> None:
        """Shares the room: the board takes what the other parts leave."""
        width, height = self.frame.winfo_width(), self.frame.winfo_height()
        if width <= 1:
            return
        unit = scale(self.frame)
        line = font(self.frame, LARGE, bold=True).metrics("linespace")  # of a result, for which the board does not move
        height -= max(self.told.winfo_reqheight(), line + round(4 * unit)) + round(8 * unit)
        height -= self.machines.winfo_reqheight() if self.machines.winfo_manager() else 0
        if self.mode == PLAY:
            side = int(max(LEAST_SIDE * unit, min(GREATEST_SIDE * unit, width * 0.26)))
            self._side.configure(width=side)
            self.graph.configure(height=round(max(HEIGHT[PLAY] * unit, min(220 * unit, self.frame.winfo_height() / 4))))
            self.board.fit(width - side, height)
            return
        self._side.configure(width=1)
        if self.mode == REVIEW:
            self.board.fit(width, height)
            return
        height -= round((HEIGHT[ANALYSE] + 8) * unit) if self._graph_wanted() else 0
        height -= self.values.winfo_reqheight()
        large = min(height, self.board.height_at(SMALLEST_BOARD * unit))  # the moves give way to the board
        self.board.fit(width, max(height - round(MOVES_HEIGHT * unit), large))

    def ask(self, text: str, anyway: Callable[[], object] = lambda: None) -> None:
        """Asks about a move below the board, `anyway()` lets it stand; with no text nothing is asked."""
        self.question.ask(text, anyway) if text else self.question.hide()

    # -- what last_moves ------------------------------------------------------------------------------------------------

    def moved(self) -> None:
        """The board has changed: what was chosen in the tree is chosen no longer; no reply of another game is offered."""
        self._node = None
        if self._invited_to == "analyse" and (self.newest is None or self._window.session.age(self.newest) is None):
            self.invite("tour")

    def search_ended(self, search: SearchResult) -> None:
        """A search ended: what it reasoned from may lead to the next move."""
        self.newest, self._node = search, None
        column = search.decision.column
        if self._invited_to and not search.hint and search.decision.tree is not None and column is not None:
            self.invite("analyse", f"Why column {column + 1}? See the search")

    def show_node(self, position: Position, side: int, whose: str) -> None:
        """A node of the tree was chosen: what was learned of it is shown until the board changes."""
        self._node = position, side, whose
        self._paint_weights()

    def loaded(self) -> None:
        """Evaluators can be asked now without keeping the window waiting."""
        self.ready = True
        self.find_values()

    # -- what is shown ------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[int, int]:
        """The seat, and so the colour, of player 0 and of player 1."""
        return self._window.session.seat(0), self._window.session.seat(1)

    def paint(self, drop: bool) -> None:
        """Shows everything as it is now; each part draws only what has changed.  `drop` lets the last disc fall."""
        session = self._window.session
        self.find_values()
        self.paint_board(drop)
        game = session.game
        moves = moves_of(session, None if self.mode == PLAY else self._names)
        noted = any(move.note for move in moves)
        heading = f"In grey: what each search found, for {self._names.viewer()}" if noted else ""
        self.moves.show(moves, game.at, game.start.ply, heading)
        offered = (session.settings, self._names.seats(), len(AGENTS))
        if offered != self._offered:
            self._offered = offered
            self.opponent.show(session.settings, self._names.seats())
        self.last_moves.configure(text=last_moves(session, self._names))
        if session.settings.evaluator != self._evaluator:
            self._evaluator = session.settings.evaluator
            self.learned.choose(self._evaluator)
        self._paint_weights()

    def paint_board(self, drop: bool = False) -> None:
        """The game's position on the board, or while a search is played back the one it is looking at."""
        session, names, board = self._window.session, self._names, self.board
        replayed = self._window.analysis.replayed()
        board.stones = names.colours
        if replayed is not None:
            board.show(replayed.position, replayed.seat_of, last=replayed.last)
            board.show_counts(replayed.caption)
            board.show_heat({})
            board.show_threats(())
            self.told.configure(text="")
            board.announce("")
            board.mark(None)
            self.paint_values(replayed)
            return
        board.show(session.position, self.seats, last=session.game.last, drop=drop)
        self.best_line.draw()
        search = session.newest
        hinted = search is not None and search.hint and session.age(search) == 0
        board.mark(search.decision.column if hinted and search is not None else None)
        reviewed = self.mode == REVIEW and session.game.at < len(session.game.moves)
        result = "" if reviewed else self._window.status.result()
        told = moment(session, names) if reviewed else turn(session, names, result)
        self.told.configure(text=told, style="Result.TLabel" if result else "Told.TLabel")
        board.announce(result.partition(":")[0])
        self._paint_heat()

    def _paint_heat(self) -> None:
        """What the cells add by the chosen learned evaluator, where that is to be seen; the line below the board."""
        if self._window.analysis.replaying():
            return
        session, counts = self._window.session, self._window.status.line_counts()
        position, heat = session.position, dict[tuple[int, int], float]()
        if self._window.settings.heat and session.outcome is None:
            heat = self._evaluators.shares(self.learned.name, position)
            said = self._evaluators.in_words(self.learned.name, position, position.to_move) if heat else None
            if said is not None:
                counts = f"{said[0]}: {said[1]} for {self._names.mover()}; + helps, − hurts   {counts}".rstrip()
        marks, verdict = self._threats()
        self._counts = "   ".join(text for text in (next_turn(position), verdict, counts) if text)
        self._paint_foot()
        self.board.show_heat(heat)
        self.board.show_threats(marks)

    def _paint_foot(self) -> None:
        """The line below the board: the value that the pointer rests on, otherwise what the board shows."""
        if not self._window.analysis.replaying():
            self.board.show_counts(self.best_line.description or self._counts)

    def _threats(self) -> tuple[tuple[ThreatMark, ...], str]:
        """The threats of the game's position for the board, and who benefits from them, where they are to be seen."""
        session = self._window.session
        if not self._window.settings.threats or session.outcome is not None or not session.position.rules.solvable:
            return (), ""
        first, second = (self._names.colours[seat][1] for seat in self.seats)
        return marked_threats(session.position, (self._names.player(0), self._names.player(1)), (first, second))

    def _paint_weights(self) -> None:
        """What was learned of the node that was chosen last, otherwise of the board."""
        if not self.ready or not self.learned.winfo_ismapped():
            return
        session, position = self._window.session, self._window.session.position
        shown = self._node or (position, position.to_move, f"{self._names.mover()}, on the board")
        key = (*shown, dict(session.settings.models), self.learned.name)
        if key != self._weighed:
            self._weighed = key
            self.learned.show(*shown)

    def paint_values(self, replayed: Replayed | None = None) -> None:
        """What goes on by itself: the values over the columns, as they come in; the ghost disc."""
        over = self._window.session.outcome is not None and not self.board.falling  # the last stone lies first
        self.after.show(over, self.mode == REVIEW)
        if self.machines.show(self._window.session):
            self._share()
        replayed = replayed or self._window.analysis.replayed()
        if not self.show_scores:
            self._values = ColumnValues({}, ())
        elif replayed is not None:
            self._values = replayed.values
        else:
            now = column_values(self._window.session, self._names, self._evaluators)
            ready = self.ready or over or self._recorded  # no values come when the game is over
            self._values = with_previous(
                self._values, now if ready else while_loading(now, self._window.settings.source), self._window.session
            )
        if self.show_scores == (self.board.header == PLAIN_HEADER):
            self.board.show_header(self.show_scores)
            self._share()
        values = self._values.scores, self._values.captions or ("",)
        if values != (self.board.scores, self.board.captions):
            self.board.show_scores(*values)
            self.best_line.draw()
            self._paint_foot()
        if self.mode == ANALYSE:
            self.values.show(self._window.settings.source, self._names.seats(), self._names.viewing_seat())
        self.board.refresh_ghost()

    def _back_to_values(self) -> None:
        """To the position that the column values are about."""
        session, source = self._window.session, self._values.source
        age = None if source is None else session.age(source)
        if age is not None:
            self._window.attempt(session.go_to, session.game.at - age)


class Teaching:
    """`poll` is called while the window polls the session."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.teacher = Teacher()
        self._waiting: tuple[Position, int] | None = None
        self._looked: Position | None = None

    def switch(self) -> None:
        """Teaching mode on or off."""
        self.teacher.on = not self.teacher.on
        self._looked = None
        if self.teacher.on:
            self._window.say("teaching mode: it asks before you play a move that gives the game away")
        else:
            self._waiting = None
            self._window.playing.ask("")

    def play(self, column: int) -> None:
        """A person drops a disc into a column (from 0), which may be asked about first."""
        session = self._window.session
        if not session.humans_turn:
            self._window.attempt(session.play, column)
            return
        self._waiting = session.position, column
        self.poll()
        if self._waiting is not None:
            self._window.say(f"checking column {column + 1}...")

    def poll(self) -> None:
        """Goes on with what waits for exact values."""
        session = self._window.session
        position = session.position
        if position != self._looked:
            self._looked = position
            self._window.playing.ask("")
            if self.teacher.on and session.outcome is None and session.settings.seats[session.seat()] == HUMAN:
                self.teacher.look(position)
        if self._waiting is not None:
            self._judge(position, *self._waiting)

    def _judge(self, position: Position, asked: Position, column: int) -> None:
        if asked != position:
            self._waiting = None
            return
        try:
            on = self.teacher.on
            objection = self.teacher.objection(position, column, self._window.names.players(None)) if on else ""
        except C4Error:  # a move that cannot be played: the session says why
            objection = ""
        if objection is None:
            return
        self._waiting = None
        if objection:
            self._window.playing.ask(objection, lambda: self.play(column))
        else:
            self._window.playing.ask("")
            self._window.attempt(self._window.session.play, column)
            if on and self.teacher.unchecked:
                self._window.say(f"column {column + 1} was played unchecked: the solver needs longer here")


class Reviewing:
    """One for each window; `pane` is None until the first review, `graph` until evaluators can be asked."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._reviewer: Reviewer | None = None
        self.pane: ReviewPane | None = None
        self.graph: RunningGraph | None = None

    @property
    def reviewer(self) -> Reviewer:
        """What both show."""
        if self._reviewer is None:
            from visualizer.review.reviewer import Reviewer

            self._reviewer = Reviewer(self._window.playing.frame, self._window, self._window.names)
        return self._reviewer

    @property
    def open(self) -> bool:
        """Whether the review is to be seen."""
        return self.pane is not None and str(self.pane) in self._window.panes.panes()

    def begin(self) -> bool:
        """Begins to review the game on the board; whether that can be done, otherwise the status line says why not."""
        from visualizer.review.pane import ReviewPane

        window = self._window
        if self.pane is None:
            self.pane = ReviewPane(window.panes, window, self.reviewer, lambda: window.do("review"))
        return window.attempt(self.pane.begin)

    def stop(self) -> None:
        """Stops the review; what was reviewed stays."""
        if self.pane is not None:
            self.reviewer.stop()

    def refresh(self) -> None:
        """Shows where the board stands."""
        playing = self._window.playing
        if self.pane is not None and self.open:
            self.pane.refresh()
        elif playing.graph_shown() or self.graph is not None:
            if self.graph is None:
                from visualizer.review.graph import RunningGraph

                self.graph = RunningGraph(playing.graph, self._window, self.reviewer)
                self.graph.pack(fill="both", expand=True)
            self.graph.refresh(follow=playing.ready)
