"""A tree on the screen: painted, dragged, searched, folded and played back, and what recording it costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from time import thread_time
from typing import Any, NamedTuple

import numpy as np

from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import search
from c4.search.record import ROW_BUDGET
from c4.tree.searchtree import SearchTree
from lab.benchmarks.figures import Figure, late, middle
from lab.benchmarks.tree import FOLDED_SIBLINGS, NOTCHES, show_all
from lab.benchmarks.window.hand import Hand, no_agent_thinks


class TreeSize(NamedTuple):
    """A tree of minimax of some depth: its rows in words, and the target of its first paint in ms."""

    words: str
    depth: int
    target: float


TREE_SIZES = (TreeSize("1k", 3, 60), TreeSize("20k", 5, 150), TreeSize("137k", 6, 300), TreeSize("961k", 7, 1500))
"""The trees that are painted."""

WORKED_SIZES = ("137k", "961k")
"""Those that are worked with, too."""

PAINTS = 3
"""How often each tree is painted."""

MOVEMENTS = 40
"""How often the pointer drags, points, clicks, turns the wheel, folds."""

HITS = 9
"""How often something is searched."""

QUERIES = ("value >= 5 ply <= 6", "leaf exact value >= 9", "path 445")
"""What is searched, in turn."""

STEPS = 60
"""Steps of a playback."""

GLIDES = 20
"""Steps of a playback that glide to their end."""

SEEKS = 30
"""Events that a playback jumps to."""

RECORDINGS = 7
"""How often a search runs recorded and not recorded."""

RECORDED_DEPTH = 11
"""The depth of these searches."""


def tree_figures(hand: Hand) -> Iterator[Figure]:
    """How a tree is painted, dragged, searched, folded and played back, and what recording it costs."""
    trees = {}
    for size in TREE_SIZES:
        tree = search(Position(), size.depth, load("v2"), "minimax").tree
        trees[size.words] = tree
        paint = middle(paints(hand, tree))
        yield Figure("paint", f"first paint of a tree of {len(tree):,} nodes", paint, "ms", size.target)
    for words in WORKED_SIZES:
        hand.until(partial(no_agent_thinks, hand))  # the search of a new game would show its own tree later
        take(hand, trees[words])
        hand.pump(0.5)
        yield from worked(hand, trees[words], words)
    yield from recording()
    largest = trees[WORKED_SIZES[-1]]
    yield Figure("record", "bytes recorded of a node", largest.rows.nbytes / len(largest), "B", 32)
    looked_at = bytes_kept(largest)
    yield Figure("record", "a million nodes, with what looking at them keeps", looked_at / len(largest), "MB", 64)
    hand.do("new game")
    hand.pump(0.1)


def paints(hand: Hand, tree: SearchTree) -> Iterator[float]:
    """How long it takes to paint a tree that has not been seen."""
    for _ in range(PAINTS):
        unseen = replace(tree)  # a copy has nothing of what a tree keeps between views
        yield hand.once(partial(take, hand, unseen))
        hand.do("new game")
        hand.pump(0.05)


def take(hand: Hand, tree: SearchTree) -> None:
    """Shows a tree in the window as a saved one is shown."""
    hand.app.tree.take(tree)
    hand.window.show()


def bytes_kept(tree: SearchTree) -> int:
    """The bytes of a tree's arrays, with those that it keeps after they were looked at."""
    return sum(value.nbytes for value in vars(tree).values() if isinstance(value, np.ndarray))


def worked(hand: Hand, tree: SearchTree, words: str) -> Iterator[Figure]:
    """What one does with a tree that is on screen; `words` say its size."""
    yield from dragged(hand, words)
    yield from zoomed(hand, words)
    yield from selected(hand, words)
    yield from folded(hand, tree, words)
    yield from searched(hand, words)
    yield from played_back(hand, words)


def canvas_of(hand: Hand) -> Any:
    """The canvas of the tree."""
    pane = hand.window.search.tree
    assert pane is not None, "the tree has been loaded"
    return pane.canvas


def whole(hand: Hand) -> None:
    """Shows the whole tree."""
    show_all(canvas_of(hand))
    hand.pump(0.2)


def acted(hand: Hand, action: Callable[..., object], *arguments: object) -> None:
    """Does something with the model of the tree, and shows it as the window does."""
    action(*arguments)
    hand.app.tree.sync()
    hand.window.show()


def dragged(hand: Hand, words: str) -> Iterator[Figure]:
    """The tree follows the pointer, and is drawn anew at the end."""
    widget = canvas_of(hand).widget
    middle_x = widget.winfo_width() / 2

    def drag(i: int) -> None:
        hand.event(widget, "<B1-Motion>", middle_x + 3 * (i + 2), 20 + i + 2)

    def release() -> None:
        hand.event(widget, "<ButtonRelease-1>", middle_x + 60, 60)

    hand.event(widget, "<ButtonPress-1>", middle_x, 20)
    frames = hand.timed(drag, MOVEMENTS)
    yield Figure("drag", f"a frame of dragging, {words}, 95 of 100", late(frames), "ms", 16)
    yield Figure("drag", f"drawn anew after a drag, {words}", hand.once(release), "ms", 80)


def zoomed(hand: Hand, words: str) -> Iterator[Figure]:
    """The wheel zooms in and out, NOTCHES each."""
    widget = canvas_of(hand).widget
    middle_x = widget.winfo_width() / 2
    middle_y = widget.winfo_height() / 2

    def turn_wheel(i: int) -> None:
        outwards = i // NOTCHES % 2 == 1
        hand.event(widget, "<Button-4>" if outwards else "<Button-5>", middle_x, middle_y)

    whole(hand)
    notches = hand.timed(turn_wheel, MOVEMENTS)
    yield Figure("wheel", f"a notch of the wheel, {words}, median", middle(notches), "ms", 50)
    yield Figure("wheel", f"a notch of the wheel, {words}, 95 of 100", late(notches), "ms", 75)


def selected(hand: Hand, words: str) -> Iterator[Figure]:
    """Nodes under the pointer, and nodes that are clicked."""
    whole(hand)
    canvas = canvas_of(hand)
    model = hand.app.tree.model
    spots = canvas.viewport.pixels(np.array(list(canvas.layout.at.values())))
    rows = sorted(model.view.rows)

    def point(i: int) -> None:
        hand.event(canvas.widget, "<Motion>", *spots[i * 7 % len(spots)])

    def choose(i: int) -> None:
        acted(hand, model.choose, rows[i * 11 % len(rows)])

    pointed = middle(hand.timed(point, MOVEMENTS))
    yield Figure("select", f"a node lights up under the pointer, {words}, median", pointed, "ms", 20)
    chosen = middle(hand.timed(choose, MOVEMENTS))
    yield Figure("select", f"a node selected, with its card, {words}, median", chosen, "ms", 30)


def folded(hand: Hand, tree: SearchTree, words: str) -> Iterator[Figure]:
    """Replies to the best line, unfolded and folded in turn."""
    model = hand.app.tree.model
    siblings = tree.children(tree.principal_variation()[1])

    def fold(i: int) -> None:
        turn, second_half = divmod(i, 2)
        row = siblings[1 + turn % FOLDED_SIBLINGS]
        acted(hand, model.collapse if second_half else model.expand, row)

    folds = middle(hand.timed(fold, MOVEMENTS))
    yield Figure("fold", f"a node unfolded or folded, {words}, median", folds, "ms", 60)


def searched(hand: Hand, words: str) -> Iterator[Figure]:
    """The find bar."""
    find = hand.window.search.find
    assert find is not None, "the tree has been loaded"

    def first_hit(i: int) -> None:
        find.text.set(QUERIES[i % len(QUERIES)])
        find.next()

    hand.window.do("find")
    hand.pump(0.1)
    hits = middle(hand.timed(first_hit, HITS))
    yield Figure("fold", f"the first hit of a search, {words}, median", hits, "ms", 100)
    find.close()


def played_back(hand: Hand, words: str) -> Iterator[Figure]:
    """The playback of a tree."""
    canvas = canvas_of(hand)
    model = hand.app.tree.model
    hand.window.do("playback")
    hand.pump(0.3)
    last = model.playback.last
    events = np.random.default_rng(1).integers(0, last, SEEKS).tolist()

    def step(i: int) -> None:
        hand.window.do("step into")

    def seek(i: int) -> None:
        acted(hand, model.seek, events[i])

    def rests() -> bool:
        return not canvas.busy

    steps = middle(hand.timed(step, STEPS))
    yield Figure("playback", f"a step of the playback, {words}, median", steps, "ms", 16)
    frames: list[float] = []
    for _ in range(GLIDES):
        hand.window.do("step into")
        frames += hand.turns_until(rests, rest=0.3)
    yield Figure("playback", f"the longest turn of its glide and its card, {words}", max(frames), "ms", 60)
    seeks = middle(hand.timed(seek, SEEKS))
    yield Figure("playback", f"any of {last + 1:,} events, median", seeks, "ms", 50)
    hand.window.do("playback")
    hand.pump(0.2)


def recording() -> Iterator[Figure]:
    """What it costs a search to be recorded, turn by turn."""
    ratios = [seconds_of_search(ROW_BUDGET) / seconds_of_search(0) for _ in range(RECORDINGS)]
    yield Figure("record", "cost of recording a search", 100 * (middle(ratios) - 1), "%", 30)


def seconds_of_search(rows: int) -> float:
    """Processor time of a search that records at most so many rows."""
    started = thread_time()
    search(Position(), RECORDED_DEPTH, load("v2"), budget=rows)
    return thread_time() - started
