"""The figures of the tree in the whole window.  Called by `python -m benchmarks.window`; `benchmarks.tree` has more of
the pane alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import thread_time

import numpy as np

from benchmarks.meter import Figure, Hand, late, middle
from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import ROW_BUDGET, search
from c4.tree.searchtree import SearchTree

SIZES = (("1k", 3, 60), ("20k", 5, 150), ("137k", 6, 300), ("961k", 7, 1500))
"""Rows in words, depth of minimax, target of the first paint."""

FRESH = ("_running", "left_out", "state")
"""What a tree keeps between views."""


def figures(hand: Hand) -> Iterator[Figure]:
    """L9 to L15."""
    window, trees = hand.window, {}
    for words, depth, target in SIZES:
        tree = trees[words] = search(Position(), depth, load("v2"), "minimax").tree
        paints = []
        for _ in range(3):
            for kept in FRESH:
                tree.__dict__.pop(kept, None)
            paints += hand.timed(lambda i, tree=tree: take(hand, tree), 1)
            window.session.new_game()
            hand.wait(0.05)
        yield Figure("L9", f"first paint of a tree of {len(tree):,} nodes", middle(paints), "ms", target)
    for words in ("137k", "961k"):
        take(hand, trees[words])
        hand.wait(0.5)
        yield from worked(hand, trees[words], words)
    yield from recording()
    tree = trees["961k"]
    looked_at = tree.rows.nbytes + sum(vars(tree)[kept].nbytes for kept in FRESH if kept in vars(tree))
    yield Figure("L15", "bytes recorded of a node", tree.rows.nbytes / len(tree), "B", 32)
    yield Figure("L15", "a million nodes, with what looking at them keeps", looked_at / len(tree), "MB", 64)
    window.session.new_game()
    hand.wait(0.1)


def take(hand: Hand, tree: SearchTree) -> None:
    """Shows a tree in the window as a saved one is shown."""
    hand.window.session.take_tree(tree)
    hand.window.touch()


def worked(hand: Hand, tree: SearchTree, words: str) -> Iterator[Figure]:
    """What one does with a tree that is on screen."""
    pane = hand.window.tree_pane
    width, height = pane.widget.winfo_width(), pane.widget.winfo_height()

    def canvas(event: str, x: float, y: float) -> None:
        hand.event(pane.widget, event, x, y)

    canvas("<ButtonPress-1>", width / 2, 20)
    drag = hand.timed(lambda i: canvas("<B1-Motion>", width / 2 + 3 * (i + 2), 20 + i + 2), 40)
    yield Figure("L10", f"a frame of dragging, {words}, 95 of 100", late(drag), "ms", 16)
    settled = hand.timed(lambda i: canvas("<ButtonRelease-1>", width / 2 + 60, 60), 1)
    yield Figure("L10", f"drawn anew after a drag, {words}", settled[0], "ms", 80)
    pane.fit()
    hand.wait(0.2)
    wheel = hand.timed(lambda i: canvas("<Button-4>" if i // 5 % 2 else "<Button-5>", width / 2, height / 2), 40)
    yield Figure("L11", f"a notch of the wheel, {words}, median", middle(wheel), "ms", 50)
    yield Figure("L11", f"a notch of the wheel, {words}, 95 of 100", late(wheel), "ms", 75)
    pane.fit()
    hand.wait(0.2)
    spots = pane.lens.pixels(pane.screen.drawing.xy)
    hover = hand.timed(lambda i: canvas("<Motion>", *spots[i * 7 % len(spots)]), 40)
    yield Figure("L12", f"a node lights up under the pointer, {words}, median", middle(hover), "ms", 20)
    rows = sorted(pane.view.rows)
    chosen = hand.timed(lambda i: hand.window.select_row(rows[i * 11 % len(rows)]), 40)
    yield Figure("L12", f"a node selected, with its card, {words}, median", middle(chosen), "ms", 30)
    siblings = tree.children(tree.principal_variation()[1])
    folds = hand.timed(lambda i: (pane.collapse if i % 2 else pane.expand)(siblings[1 + i // 2 % 5]), 40)
    yield Figure("L13", f"a node unfolded or folded, {words}, median", middle(folds), "ms", 60)
    find = hand.window.beside.find
    find.open()
    hand.wait(0.1)

    def first_hit(i: int) -> None:
        find.text.set(("value >= 5 ply <= 6", "leaf exact value >= 9", "path 445")[i % 3])
        find.next()

    yield Figure("L13", f"the first hit of a search, {words}, median", middle(hand.timed(first_hit, 9)), "ms", 100)
    find.close()
    playback, chance = pane.playback, np.random.default_rng(1)
    playback.switch()
    hand.wait(0.3)
    steps = hand.timed(lambda i: playback.into(), 60)
    yield Figure("L14", f"a step of the playback, {words}, median", middle(steps), "ms", 16)
    events = chance.integers(0, playback.last, 30).tolist()
    seeks = hand.timed(lambda i: playback.seek(events[i]), 30)
    yield Figure("L14", f"any of {playback.last + 1:,} events, median", middle(seeks), "ms", 50)
    playback.close()
    hand.wait(0.2)


def recording(turns: int = 7) -> Iterator[Figure]:
    """What it costs a search to be recorded, turn by turn."""
    evaluator, ratios = load("v2"), []
    for _ in range(turns):
        times = []
        for record in (True, False):
            started = thread_time()
            search(Position(), 11, evaluator, budget=ROW_BUDGET if record else 0)
            times.append(thread_time() - started)
        ratios.append(times[0] / times[1])
    yield Figure("L15", "cost of recording a search", 100 * (middle(ratios) - 1), "%", 30)
