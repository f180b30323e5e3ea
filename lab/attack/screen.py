"""Walks at random through the window and checks that no two places answer the same question differently.

After every step: header, tree, card, column values, hint, playback and the words beside the board are about the position
and the search that they name; where two of them answer the same question by two searches, they say so.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from c4.errors import C4Error
from c4.session.events import Asked, SearchResult
from c4.session.settings import ANALYSE
from visualizer.app.analysis import EMPTY
from visualizer.app.window import Window
from visualizer.board.column_values import search_words
from visualizer.board.status import leaves_tree, subject_of
from visualizer.tree.draw import value_texts

SEATS = (("human", "minimax"), ("human", "alphabeta"), ("human", "amateur"), ("human", "td-lambda"), ("human", "human"))
DEPTHS = (2, 3, 4, 20, 21)
"""Searches that end at once, and some that go on until the next step stops them."""

NO_NODE = "No node selected"


def contradictions(window: Window) -> Iterator[str]:
    """What places of the window say that does not agree, each as a sentence."""
    yield from tree_contradictions(window)
    yield from node_contradictions(window)
    yield from value_contradictions(window)
    yield from board_contradictions(window)


def tree_contradictions(window: Window) -> Iterator[str]:
    """Header and tree."""
    analysis, session, pane = window.analysis, window.session, window.analysis.pane
    header = str(analysis.origin_bar.label["text"])
    if pane is None or not analysis.visible:
        return
    model = pane.model
    if model.live is not None:
        if not isinstance(analysis.source, Asked) or session.running not in (None, analysis.source):
            yield f"a growing tree of a search that was given up, under {header!r}"
        elif header != subject_of(session, window.names, analysis.source).text:
            yield f"a growing tree of {analysis.source} under {header!r}"
    elif model.view is not None:
        search = shown(window)
        if search is None or search.decision.tree is not model.view.tree or analysis.source is not search:
            yield f"a tree that is of no search of this game, under {header!r}"
        elif header != subject_of(session, window.names, search).text:
            yield f"a tree of {search.position!r} under {header!r}"
        elif (search.position == session.position) != (
            "the position on the board" in header
        ) and "strategy" not in header:
            yield f"{header!r} over a tree of {search.position!r}, on the board {session.position!r}"
    else:
        if analysis.card.title["text"] != NO_NODE:
            yield f"a card {analysis.card.title['text']!r} without a tree"
        seats = [name for name in session.settings.seats if name != "human"]
        if model.empty == EMPTY and seats and not any(map(leaves_tree, seats)):
            yield f"a tree is promised, which {seats} never leave"


def node_contradictions(window: Window) -> Iterator[str]:
    """The selected node, its card, and while a search is played back the lines about that."""
    analysis, pane, card = window.analysis, window.analysis.pane, window.card
    if pane is None or not analysis.visible or pane.model.view is None:
        return
    model, title = pane.model, str(card.title["text"])
    if title != NO_NODE and card.shown is not None and not (analysis.playing or analysis._resting.waiting):
        row = model.selected if model.playback.moment is None else model.playback.moment.row
        if card.shown.tree is not model.view.tree and model.live is None:
            yield f"a card {title!r} of another tree than the one on screen"
        elif card.shown.tree is model.view.tree and card.shown.row != row:
            yield f"a card {title!r} of row {card.shown.row}, selected is {row}"
        else:
            yield from value_of_node(window, str(card.value["text"]).partition("\n")[0].removeprefix("value "))
    moment, replayed = model.playback.moment, analysis.replayed()
    if moment is not None and replayed is not None:
        counted, path = str(pane.bar.count["text"]), model.view.tree.path(moment.node)
        if counted != f"event {moment.event + 1:,} of {model.playback.last + 1:,}":
            yield f"the playback is at event {moment.event + 1}, its line says {counted!r}"
        if replayed.position != model.view.tree.position(moment.node):
            yield f"the board shows {replayed.position!r} while the playback is at {path}"
        if window.board.counts != replayed.caption and not window.board.falling:
            yield f"{window.board.counts!r} below a board at {path}"
        line, beside = str(pane.bar.update_text["text"]), "".join(model.playback.windows()[-1:])
        words = "" if analysis._resting.waiting or analysis.playing else card.why.get("1.0", "end")
        if line.endswith("cut off") and "prunes as soon" in beside + words:
            yield f"the playback says {line!r}, the node {beside!r}, the card {words!r}"


def value_of_node(window: Window, said: str) -> Iterator[str]:
    """The value on the card and the one at the node in the picture, and how many nodes the header counts."""
    pane, on_card = window.analysis.shown_pane, window.card.shown
    model, canvas, header = pane.model, pane.canvas, str(pane.header["text"])
    if on_card is None or model.view is None or model.live is not None or canvas.busy:
        return
    for label in canvas._labels:
        value_shown = label.key == on_card.row and label.style in ("value", "principal")
        if value_shown and not model.playback.hides(on_card.row) and label.text not in value_texts(said):
            yield f"the card says {said!r}, the node in the picture {label.text!r}"
    nodes, pruned = model.playback.so_far_counts or (on_card.tree.nodes, on_card.tree.pruned)
    is_message = str(pane.header["foreground"]) == pane.theme.bad
    if not is_message and not (f"{nodes:,} node" in header and f"{pruned:,} repl" in header):
        yield f"{nodes:,} nodes and {pruned:,} pruned, the header says {header!r}"


def shown(window: Window) -> SearchResult | None:
    """The search whose tree the session shows."""
    return window.session.shown_search


def value_contradictions(window: Window) -> Iterator[str]:
    """Column values, their captions, and the hint."""
    session, board = window.session, window.board
    if (replayed := window.analysis.replayed()) is not None:
        if board.scores != (replayed.values.scores if window.playing.show_scores else {}) or board.marked is not None:
            yield "values or a hint of the game over a board that shows the playback"
        return
    legal, caption = set(session.position.legal_columns()), board.captions[0]
    current = {column: score for column, score in board.scores.items() if not score.stale}
    if current and session.outcome is None and not set(current) <= legal:
        yield f"values of columns {sorted(current)} where {sorted(legal)} can be played: {caption!r}"
    if current and any(score.stale for score in board.scores.values()):
        yield f"values of two positions in one row: {caption!r}"
    if board.scores and not current and not ("move" in caption or "previous" in caption):
        yield f"values of another position without a word about it: {caption!r}"
    newest = session.newest
    hinted = newest is not None and newest.hint and newest.position == session.position
    if (board.marked is not None) != (hinted and newest is not None and newest.decision.column is not None):
        yield f"column {board.marked} is marked as a hint, the last search is {newest}"
    recorded = hinted and current and session.live.source is None and not session.thinking
    if recorded and newest.decision.columns and search_words(newest.decision, window.evaluators) not in caption:
        yield f"values of another search than the hint beside it: {caption!r}"
    if hinted and current and session.live.source is not None and "hint" not in caption:
        best = {column for column, score in current.items() if score.best}
        if best and board.marked not in best:
            yield f"the hint is column {board.marked}, the best values are of {sorted(best)}: {caption!r}"


def board_contradictions(window: Window) -> Iterator[str]:
    """The board, the words beside it, the move list and the graph."""
    session, replayed, game = window.session, window.analysis.replayed(), window.session.game
    position = session.position if replayed is None else replayed.position
    if window.board.position != position and not window.board.falling:
        yield f"the board shows {window.board.position!r} instead of {position!r}"
    words = str(window.playing.last_moves["text"])
    if game.at and game.tree.at < game.given and ("You" in words or "replied" in words):
        yield f"{words!r} about moves that were set up"
    if session.thinking and not session.hinting and "waiting" in str(window.playing.told["text"]):
        yield f"{window.playing.told['text']!r} while a search runs"
    graph = window.reviewing.graph
    if graph is not None and not graph._soon.waiting and graph.winfo_ismapped():
        shown = graph.graph._curves.moves, graph.graph._at
        if shown != (len(game.moves), game.at):
            yield f"a graph of {shown} moves beside a game of {(len(game.moves), game.at)}"


class Walk:
    """A random walk over commands; `step` makes one step and returns what it was."""

    def __init__(self, window: Window, seed: int) -> None:
        self._window, self._dice = window, random.Random(seed)

    def step(self) -> str:
        """Does something that a user can do."""
        steps: dict[Callable[[], str], int] = {
            self._click: 5, self._command: 5, self._switch: 4, self._set_up: 2, self._seats: 2, self._source: 2,
            self._load: 1,
        }  # fmt: skip
        (step,) = self._dice.choices(list(steps), list(steps.values()))
        return step()

    def _click(self) -> str:
        column = self._dice.randrange(7)
        self._window.play(column)
        return f"column {column + 1}"

    def _command(self) -> str:
        names = ("new game", "undo", "redo", "hint", "hint", "hint", "stop", "go", "back one move", "analyse", "analyse",
                 "playback", "step into", "run to cut", "live values", "point of view", "swap seats")  # fmt: skip
        name = self._dice.choice(names)
        self._window.do(name)
        return name

    def _switch(self) -> str:
        change = self._dice.choice(
            ({"depth": self._dice.choice(DEPTHS)}, {"evaluator": self._dice.choice(("v1", "v2", "windows"))})
        )
        self._window.change(**change)
        if self._dice.random() < 0.3:
            self._window.do("next algorithm")
        return str(change)

    def _set_up(self) -> str:
        moves = "".join(str(self._dice.randint(1, 7)) for _ in range(self._dice.randrange(12)))
        try:
            self._window.session.set_up(moves or "empty")
        except C4Error:
            return "no position"
        self._window.refresh()
        return f"position {moves}"

    def _seats(self) -> str:
        seats = self._dice.choice(SEATS)
        self._window.change(seats=seats)
        return str(seats)

    def _source(self) -> str:
        source = self._dice.choice((None, "search", "search", "learned", "exact"))
        self._window.playing.choose_source(source)
        return f"values: {source}"

    def _load(self) -> str:
        """A saved tree: one of this game, of a position that may be gone from the board."""
        search, mode = self._window.session.shown_search, self._window.modes.mode
        if search is None or search.decision.tree is None or mode != ANALYSE:
            return "no tree"
        self._window.session.take_tree(search.decision.tree)
        self._window.refresh()
        return "a saved tree"


def walk(window: Window, seed: int, steps: int, pump: Callable[[float], object]) -> list[str]:
    """The contradictions of a walk of so many steps; `pump(seconds)` lets the window work."""
    walker, done, faults, dice = Walk(window, seed), list[str](), list[str](), random.Random(seed)
    for _ in range(steps):
        done.append(walker.step())
        for seconds in (0.0, dice.choice((0.02, 0.1, 0.4))):  # at once, and a little later
            pump(seconds)
            faults += [f"{fault}, after {', '.join(done[-6:])}" for fault in contradictions(window)]
        if faults:
            break
    return faults
