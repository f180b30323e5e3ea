"""The teacher of a learner: nobody but itself, or the truth, as labels of positions.  Plain Python.

A learner that can be taught declares the fields `teacher` and `labels` in its Order, and takes `labels`, a path, in
`fresh` and `resume`; one that was taught goes on by itself when it is resumed without them, and the other way round.
"""

from __future__ import annotations

from typing import Any

from c4.game.rules import C4Error
from c4.learning.options import FILES, RUN, option

ITSELF, EXACT = "itself", "exact"


def teacher_option() -> Any:
    """The option for the teacher."""
    return option(
        ITSELF,
        "teacher",
        "It learns by playing against itself, or the exact results of positions; an episode is then a position.",
        choices=(ITSELF, EXACT),
        group=RUN,
    )


def labels_option() -> Any:
    """The option for the file with the exact results."""
    return option(
        None,
        "labels",
        "A file of positions with their exact results, from `c4 labels make`, for the exact teacher.",
        usual="none",
        file="open",
        group=FILES,
    )


def taught(teacher: str, labels: str | None) -> dict[str, Any]:
    """The argument `labels` of `fresh` and `resume`, if any.  Raises C4Error for a teacher without labels, or labels
    without a teacher."""
    if teacher == EXACT and labels is None:
        raise C4Error("the exact teacher needs a file of labels: name it with --labels")
    if teacher != EXACT and labels is not None:
        raise C4Error("labels are for the exact teacher: add --teacher exact")
    return {} if labels is None else {"labels": labels}
