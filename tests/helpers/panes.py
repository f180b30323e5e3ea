"""A tree pane and a hand that works it."""

import itertools

from showing import settle

from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import search


def recorded(moves="", depth=6, algorithm="alphabeta", **options):
    position = Position.from_moves(moves) if moves else Position()
    return search(position, depth, load("v2"), algorithm, **options).tree


TREE = recorded()

SECONDS = itertools.count(1)


def pixel(pane, key):
    x, y = pane.canvas.viewport.pixels([pane.canvas.layout.at[key]])[0]
    return {"x": round(x), "y": round(y)}


def click(pane, key):
    where = pixel(pane, key)
    now = 1000 * next(SECONDS)  # two slow clicks are no double click
    pane.canvas.widget.event_generate("<ButtonPress-1>", time=now, **where)
    pane.canvas.widget.event_generate("<ButtonRelease-1>", time=now + 50, **where)
    settle(pane)


def press(pane, key):
    pane.canvas.widget.focus_force()
    pane.canvas.widget.event_generate(f"<KeyPress-{key}>")
    settle(pane)


def folded(pane):
    return [row for row in sorted(pane.model.view.rows) if pane.model.view.is_folded(row)]
