"""A pane: a part of a window that shows some parts of a state, in two functions, `view` and `draw`."""

from __future__ import annotations

import inspect
import operator
from typing import Any, Generic, TypeVar

from c4.errors import LOG

View = TypeVar("View")


class Pane(Generic[View]):
    """Shows some parts of a state.

    `view` gets the parts of the state that its parameters are named after, and returns a record of everything that the
    pane says; it reads nothing else.  (A `view` that takes any number of parts has their names in `reads`.)
    `draw(view, before)` puts the record on the screen.  It is called only when the record differs from the one that is
    on the screen, so no pane has to remember what it drew.  A pane that has nothing to say has the record None, and draws
    that after each change of what it reads.

    Parts are compared by identity: a part is replaced, never changed in place.  Records are compared with `!=`: what has
    no yes or no for that, such as an array, is in an object that is compared by identity.  `Window.show` calls `show` of every pane
    after each change, and logs an error, which stops no other pane.
    """

    reads: tuple[str, ...] = ()
    """The parts of the state that `view` gets, in the order of its parameters."""

    def __init_subclass__(cls) -> None:
        """A pane reads what the parameters of its `view` are called, unless it says in `reads` what it reads."""
        super().__init_subclass__()
        if "view" in vars(cls) and "reads" not in vars(cls):
            parameters = inspect.signature(cls.view).parameters
            cls.reads = tuple(name for name in parameters if name != "self")

    def __init__(self) -> None:
        self._inputs: tuple[Any, ...] | None = None
        self._drawn: View | None = None

    def view(self, *parts: Any) -> View:
        """Everything that the pane says, from the parts that it reads."""
        raise NotImplementedError

    def draw(self, view: View, before: View | None) -> None:
        """Puts a record on the screen; `before` is the one that is there, None if everything is to be drawn."""
        raise NotImplementedError

    def waits(self) -> bool:
        """Whether nothing may be drawn now, because the pane is hidden; once it appears, it is shown again.

        Panes that are drawn quickly do not wait: a hidden one is up to date when it appears.
        """
        return False

    def forget(self) -> None:
        """Forgets what is on the screen, so that the next `show` draws: colours, fonts or the size have changed."""
        self._inputs = None
        self._drawn = None

    @property
    def drawn(self) -> View | None:
        """The record on the screen; None before the first."""
        return self._drawn

    def show(self, state: object) -> None:
        """Draws what has changed since the last call.

        An error in `view` or `draw` is raised, and the next call tries again; after one in `draw`, `before` is None.
        """
        inputs = tuple([getattr(state, name) for name in self.reads])
        if self._inputs is not None and all(map(operator.is_, inputs, self._inputs)):
            return
        if self.waits():
            return
        view = self.view(*inputs)
        before = self._drawn
        if before is None or view != before:
            self._inputs = None
            self._drawn = None
            self.draw(view, before)
        self._drawn = view
        self._inputs = inputs


def show_pane(pane: Pane[Any], state: object) -> None:
    """Lets a pane draw; an error is logged, stops no other pane, and is tried again when something changes."""
    try:
        pane.show(state)
    except Exception:
        LOG.exception("%s cannot be shown", type(pane).__name__)
