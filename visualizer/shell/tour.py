"""Tour: five short steps through a tree of depth 2, for who sees one for the first time.  Imports tkinter's types."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from c4.agents import Limits
from c4.game.position import Position
from c4.game.rules import STANDARD, count
from visualizer.shell.desk import Desk
from visualizer.shell.faces import ANALYSE
from visualizer.shell.lent import lend

if TYPE_CHECKING:
    from c4.tree.searchtree import SearchTree  # brings numpy, which the first paint does without

POSITION = "4453"
DEPTH = 2
LOOK_MS = 50


Go = Callable[[], object]


class Step(NamedTuple):
    """A title, a text, and the row of the tree that is selected."""

    title: str
    text: str
    row: int


def steps(tree: SearchTree, mover: str, other: str) -> list[Step]:
    """The five steps, with the numbers of this tree; `mover` and `other` are the colours of MAX and MIN."""
    from c4.tree.explain import row_text
    from c4.tree.searchtree import PRUNED

    best = tree.best_child(0)
    assert best is not None, "the tour's position has a best column"
    replies = [row for row in tree.children(best) if tree.kind[row] != PRUNED]
    leaf = tree.best_child(best)
    assert leaf is not None, "and the best column a best reply"
    cut = next(row for row in tree.children(0) if any(tree.kind[child] == PRUNED for child in tree.children(row)))
    skipped = sum(tree.kind[child] == PRUNED for child in tree.children(cut))
    verb = "was" if skipped == 1 else "were"
    column, value = int(tree.move[best]) + 1, row_text(tree, best)
    return [
        Step(
            "1 of 5: a tree of moves",
            f"{mover} is to move and looks 2 plies ahead. The top node is the board. Each node below it is a column"
            f" that {mover} could play, with its number on the line; below that stand {other}'s replies.",
            0,
        ),
        Step(
            "2 of 5: values at the bottom",
            f"The search does not reach the end of the game, so an evaluator, here V2, values the last positions: this"
            f" one {row_text(tree, leaf)}. Above 0 is good for {mover}, below 0 for {other}.",
            leaf,
        ),
        Step(
            "3 of 5: MIN takes the smallest",
            f"After column {column} it is {other}'s turn. {other} is called MIN: of the {len(replies)} values below, it"
            f" takes the smallest, {value}. So column {column} is worth {value}.",
            best,
        ),
        Step(
            "4 of 5: MAX takes the greatest",
            f"{mover} is MAX and takes the greatest value of its columns: {row_text(tree, 0)}, with column {column}."
            " The thick line is best play by both sides.",
            0,
        ),
        Step(
            "5 of 5: what need not be searched",
            f"Column {int(tree.move[cut]) + 1} already has a reply that makes it no better than {value}, so"
            f" {count(int(skipped), 'other reply', 'other replies')} could not matter and {verb} pruned."
            " The card on the right says why. That is alpha-beta. Close brings your game back. There, H searches any"
            " position, and F2 goes from Play to Analyse and back.",
            cut,
        ),
    ]


class Tour:
    """One run of it; the game that was on the board comes back at its end."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._steps: list[Step] = []
        self._tree: SearchTree | None = None
        session = desk.session
        desk.guide.close()
        self._face, self._rules, self._played = desk.faces.face, session.settings.rules, bool(session.game.moves)
        desk.faces.show(ANALYSE)
        if session.settings.rules != STANDARD:
            desk.change(rules=STANDARD)
        desk.attempt(session.set_up, POSITION)
        session.stop()
        self._give_back = lend(desk, None, False)
        desk.attempt(session.hint, "alphabeta", Limits(depth=DEPTH))
        self._tell("Tour", "Loading the search (first start: a few seconds)...", None, None)
        desk.root.after(LOOK_MS, self._look)

    def _tell(
        self, title: str, text: str, back: Callable[[], object] | None, next: Callable[[], object] | None
    ) -> None:
        self._desk.guide.tell(title, text, back, next, self._end, touring=True)

    def _look(self) -> None:
        """Waits until the tree is on screen."""
        found, desk = self._desk.session.found, self._desk
        ours = found is not None and found.position == desk.session.position
        tree = found.decision.tree if found is not None and ours else None
        if tree is None or not desk.analysis.has_tree or tree.depth != DEPTH:
            if desk.guide.shown:
                desk.root.after(LOOK_MS, self._look)
            return
        self._tree = tree
        self._steps = steps(tree, desk.names.player(tree.maximizer), desk.names.player(1 - tree.maximizer))
        self.show(0)

    def show(self, number: int) -> None:
        """Goes to a step (from 0)."""
        desk, step, last = self._desk, self._steps[number], len(self._steps) - 1
        found = desk.session.found
        if found is not None and found.decision.tree is self._tree and desk.analysis.has_tree:
            desk.select_row(step.row)
        self._tell(
            step.title,
            step.text,
            None if number == 0 else lambda: self.show(number - 1),
            None if number == last else lambda: self.show(number + 1),
        )

    def _end(self) -> None:
        """Brings back the game and the face, unless another game was begun meanwhile."""
        desk, session = self._desk, self._desk.session
        if session.game.start == Position() and session.moves().startswith(POSITION):
            if self._played:
                desk.attempt(session.go_to, 0)
                desk.attempt(session.undo)
            else:
                desk.attempt(session.new_game)
        if session.settings.rules != self._rules:
            desk.change(rules=self._rules)
        self._give_back()
        desk.faces.show(self._face)
