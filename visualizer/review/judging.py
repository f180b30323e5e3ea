"""Judging: the review of the game on the board, made in a thread, for all that show it.  Imports the model."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from c4.game.rules import C4Error
from c4.review.rows import SYMBOLS
from c4.search.watch import Watch
from visualizer.kit.errand import Errand
from visualizer.kit.host import Host
from visualizer.play.names import Names
from visualizer.review.graph import Curves
from visualizer.review.model import Model, judge, searched_height

LEARNED = "ntuple"
"""The evaluator whose curve is drawn, where it knows the board."""


class Judging:
    """One for each window; `looks` are called whenever more is known.

    `model` is None until the first game; `failure` is why judging ended before the end, as a sentence.
    """

    def __init__(self, widget: tk.Misc, host: Host, names: Names) -> None:
        self._host, self._names = host, names
        self.model: Model | None = None
        self.failure = ""
        self.looks: list[Callable[[], object]] = []
        self._whole = False
        worker = host.session.worker("review")
        self._errand: Errand[None] = Errand(widget, worker, lambda _: None, self._failed, self._look)

    @property
    def busy(self) -> bool:
        """Whether it is judging."""
        return self._errand.busy

    @property
    def players(self) -> tuple[str, str]:
        """What the side that began is called, and the other."""
        return self._names.player(0), self._names.player(1)

    @property
    def colours(self) -> tuple[str, str]:
        """The colours of their stones."""
        session, pairs = self._host.session, self._names.colours
        return pairs[session.seat(0)][1], pairs[session.seat(1)][1]

    def begin(self, whole: bool = True) -> None:
        """Judges the line on the board, from its first move to its last; `whole`: with lines and words for its
        mistakes.

        What has been judged of it stays.  Raises C4Error where there is no move.
        """
        game = self._host.session.game
        if not game.moves:
            raise C4Error("there is nothing to review yet: play a move")
        old, model = self.model, Model.of(game, self._searched())
        if old is not None and old.start == model.start:
            model.keep(old)
        self.model, self.failure, self._whole = model, "", whole
        players, evaluator = self.players, self._host.evaluator

        def work(watch: Watch) -> None:
            judge(model, watch, lambda: evaluator(LEARNED), players, whole)

        self._errand.start(work)

    def follow(self) -> None:
        """Judges what has been played since, and another game or line from its start, without lines and words."""
        game, model = self._host.session.game, self.model
        if not game.moves or not game.start.rules.solvable:
            return
        if model is None or (model.start, model.columns) != (game.start, game.moves) or self._left_off(model):
            self.begin(whole=False)

    def _left_off(self, model: Model) -> bool:
        """Whether somebody has stopped judging a game before its last move."""
        return len(model.rows) < len(model.columns) and not (self.busy or self.failure)

    def grow(self) -> bool:
        """Judges on where a running game has gone on; whether it has."""
        game, model = self._host.session.game, self.model
        longer = model is not None and game.moves[: len(model.columns)] == model.columns != game.moves
        if model is None or not longer or model.positions[-1].outcome() is not None or model.start != game.start:
            return False
        self.begin(self._whole)
        return True

    def stop(self) -> None:
        """Stops judging; what was judged stays."""
        self._errand.stop()

    @property
    def curves(self) -> Curves:
        """What a graph of it shows."""
        model = self.model
        if model is None:
            return Curves(0)
        exact = tuple(model.exact())
        marks = tuple(SYMBOLS[row.mark] for row in model.rows[: len(exact)])
        return Curves(len(model.columns), exact, marks, model.searched, tuple(model.learned))

    def _searched(self) -> tuple[float | None, ...]:
        """What was thought before each move, for the side that began."""
        session = self._host.session
        game, before = session.game, session.game.start.moves or ()
        found: list[float | None] = []
        for number in range(len(game.moves)):
            search = session.searches.behind((*before, *game.moves[:number]))
            if search is None or search.decision.value is None:
                found.append(None)
                continue
            better = self._host.evaluator(search.limits.evaluator).steps[2] if search.limits.evaluator else 1
            points = search.decision.value.points
            value = searched_height(points, game.start.rules, better)
            found.append(value if search.position.to_move == 0 else -value)
        return tuple(found)

    def _failed(self, sentence: str) -> None:
        self.failure = sentence

    def _look(self) -> None:
        for look in self.looks:
            look()
