"""The move of a tree's nodes to their new places, slow enough to follow."""

from __future__ import annotations

from dataclasses import astuple
from time import perf_counter
from typing import NamedTuple

from visualizer.state.tree.view import Key
from visualizer.tree.layout import Layout
from visualizer.tree.primitives import Spot
from visualizer.tree.viewport import Viewport

GLIDE_SECONDS = 0.22
"""Duration of a glide in seconds."""

FRAME_MS = 16
"""Milliseconds between two pictures of it."""

STRIDE = 0.3
"""The share of the way that nodes go from one picture to the next at most."""


class Glide(NamedTuple):
    """A move of all nodes: where they were, the viewport then, and both at its end, which are set once it is planned.

    done    the share of its time that has been painted
    """

    started: float
    at: dict[Key, Spot]
    viewport: Viewport
    end: tuple[Layout, Viewport] | None = None
    done: float = 0.0

    def next(self) -> Glide:
        """The move as the next picture shows it."""
        passed = (perf_counter() - self.started) / GLIDE_SECONDS
        return self._replace(done=min(passed, self.done + STRIDE, 1.0))

    def now(self) -> tuple[Layout, Viewport]:
        """Where everything is; new nodes come out of their parents."""
        assert self.end is not None
        layout, viewport = self.end
        if self.done == 1:
            return layout, viewport
        part = self.done * (2 - self.done)
        at: dict[Key, Spot] = {}
        for key, end in layout.at.items():
            start = self.at.get(key) or self.at.get(layout.parents.get(key, key), end)
            at[key] = start[0] + part * (end[0] - start[0]), end[1]
        between = [a + part * (b - a) for a, b in zip(astuple(self.viewport), astuple(viewport))]
        return layout._replace(at=at), Viewport(*between)
