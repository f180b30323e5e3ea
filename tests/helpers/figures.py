"""Figures of trees without a display, and what covers what in them."""

from functools import cache
from itertools import pairwise

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import search
from visualizer.state.tree.model import TreeModel
from visualizer.tree.camera import Camera, Fit
from visualizer.tree.drawing import compose
from visualizer.tree.paper import Style, word_box
from visualizer.tree.primitives import DISC_LAYER
from visualizer.tree.shapes import FIXED, FONTS, LINE_HEIGHT
from visualizer.ui.theme import LIGHT

SIDES = ("Red", "#d1382c"), ("Yellow", "#f2c230")

INK_HEIGHT = 0.72
"""The share of a line's height that its letters take."""

ON_A_SHAPE = ("value", "best", "column")
"""The styles of words that are written on a node or a disc."""

SLACK = 1.0
"""Pixels by which two things may touch."""


@cache
def measure(text, style):
    """The size of a text in a wide font of windows, DejaVu Sans."""
    size, bold = FONTS[style]
    letters = FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal", size=size)
    width, _, _ = text_to_path.get_text_width_height_descent(text, letters, ismath=False)
    return width, LINE_HEIGHT


def model_of(moves="4", depth=4, algorithm="alphabeta", evaluator="v2", **options):
    """A model that shows a search."""
    model = TreeModel()
    position = Position.from_moves(moves) if moves else Position()
    model.show(search(position, depth, load(evaluator), algorithm, **options).tree, sides=SIDES)
    return model


def figure_of(model, size=(560, 440), points=1.0, camera=None):
    """The figure that the window would paint."""
    if camera is None:
        camera = Camera(measure, points)
        camera.fitting = Fit.READABLE
    camera.size = size
    state = model.state
    if camera.fitting:
        state = camera.fit(state, 1.0)
        model.fitted(state.view.tree, model.view.folding, state.view.folding)
        state = model.state
    else:
        camera.lay_out_again(state)
    style = Style(LIGHT, measure, state.sides, points, camera.wording)
    return compose(state.graph, camera.layout, camera.viewport, size, style, state.annotations, state.ply_name)


def ink_box(word, figure, points=1.0):
    """The box of the letters of a word."""
    left, top, right, bottom = word_box(word, Style(LIGHT, measure, pixels_per_point=points), figure.zoom)
    spare = (bottom - top) * (1 - INK_HEIGHT) / 2
    if word.upright:
        spare = (right - left) * (1 - INK_HEIGHT) / 2
        return left + spare, top, right - spare, bottom
    return left, top + spare, right, bottom - spare


def box_of(corners):
    return (*corners.min(axis=0), *corners.max(axis=0))


def meet(one, other):
    """Whether two boxes have more than `SLACK` pixels in common, across and down."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > SLACK and down > SLACK


def runs_through(points, box):
    """Whether a line of several points runs through a box, tried at every pixel."""
    for begin, end in pairwise(points):
        steps = np.linspace(0, 1, int(np.abs(end - begin).sum()) + 2)[:, None]
        spots = begin * (1 - steps) + end * steps
        low = np.array(box[:2]) + SLACK
        high = np.array(box[2:]) - SLACK
        if ((spots > low) & (spots < high)).all(axis=1).any():
            return True
    return False


def faults(figure, points=1.0):
    """Everything that covers a word: words on words, shapes on words, and lines through words beside nodes."""
    words = [(word, ink_box(word, figure, points)) for word in figure.words]
    plates = {shape.key for shape in figure.shapes if shape.name == "plate"}
    found = []
    for number, (word, box) in enumerate(words):
        found += [(word.text, "and", other.text) for other, other_box in words[number + 1 :] if meet(box, other_box)]
        found += [(shape.name, shape.key, "on", word.text) for shape in figure.shapes if covers(shape, word, box)]
        if word.style not in (*ON_A_SHAPE, *FIXED) and word.key not in plates:
            crossing = [line for line in figure.lines if line.name != "hatch" and runs_through(line.points, box)]
            found += [(line.name, line.key, "through", word.text) for line in crossing]
    return found + [
        ("the outline of", word.key, "through", word.text) for word, box in words if leaves(word, box, figure)
    ]


def leaves(word, box, figure):
    """Whether a value is wider or higher than the node in which it is written."""
    if word.style not in ("value", "best"):
        return False
    corners = next(shape.corners for shape in figure.shapes if shape.name == "node" and shape.key == word.key)
    outer = box_of(corners)
    across = (box[2] - box[0]) / (outer[2] - outer[0])
    down = (box[3] - box[1]) / (outer[3] - outer[1])
    has_two_lines = len([other for other in figure.words if other.key == word.key and other.style == "count"]) > 0
    if len(corners) == 4 or has_two_lines:
        return max(across, down) > 1
    return across**2 + down**2 > 1


def covers(shape, word, box):
    """Whether a shape that is not the word's own covers it."""
    if shape.name in ("band", "plate", "lane") or word.style == "ply":  # names are on a lane of their own
        return False
    if shape.key == word.key and shape.name in ("node", "disc"):
        return False
    if word.style in ON_A_SHAPE and shape.layer < DISC_LAYER:
        return False  # it is behind the disc or node
    outer = box_of(shape.corners)
    if shape.name == "ring" and inside(box, outer):
        return False  # a ring is hollow
    return meet(box, outer)


def inside(box, outer):
    """Whether a box is inside another."""
    return box[0] > outer[0] and box[1] > outer[1] and box[2] < outer[2] and box[3] < outer[3]
