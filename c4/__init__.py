"""c4: the engine of a Connect 4 program.  The names below are for people who write Python.

Rules, search, evaluators, learning, agents and sessions; c4 never imports tkinter, matplotlib, networkx or visualizer.
Importing c4 loads nothing: each name is looked up in `c4.api` when it is first used.
"""

__all__ = ["C4Error", "Position", "Rules", "exact_values", "load_agent", "load_evaluator", "look_ahead", "simulate"]

TYPE_CHECKING = False  # `typing` takes longer to load than all that stands here
if TYPE_CHECKING:
    from c4.api import C4Error, Position, Rules, exact_values, load_agent, load_evaluator, look_ahead, simulate
else:

    def __getattr__(name):
        if name not in __all__:
            raise AttributeError(f"module 'c4' has no attribute {name!r}")
        from c4 import api

        return getattr(api, name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
