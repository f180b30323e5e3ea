"""What the training window says of a run, from what it knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from c4.learning import LEARNERS, options
from c4.learning.run import Progress
from c4.text import capitalised, pluralise, read_digits
from visualizer.state.weights import PREPARING
from visualizer.training.curves import NO_COURSE, Course
from visualizer.training.job import NO_RUN, Pages, Run

if TYPE_CHECKING:
    from c4.evaluators.base import Page

NO_WEIGHTS = "The weights appear here while it trains."
OTHER_TRAINS = "Another learner is training: choose it to see how far it is."

ROUGHLY_MINUTES = 100
ROUGHLY_HOURS = 6000
"""Seconds from which a time to wait is given in minutes, or in hours."""


@dataclass(frozen=True, eq=False)
class Training:
    """What the training window knows.

    learner       the name of the learner that is chosen
    line          what it said last
    busy          whether something runs in the background
    training      the name of this learner while it trains, "" otherwise
    run           how far the last training of this learner has come
    last          its last report
    course        the figures that it has reported so far
    match_result  the match at its end, in words
    decided       whether you have said what is to become of the new model
    pages         the pages of weights of the new model, or before any training of the model in use; None until they are there
    page          the name of the page that is chosen; "" for the first one
    previewed     the learner and the page of the model in use that were asked for, before any training
    """

    learner: str
    line: str = ""
    busy: bool = False
    training: str = ""
    run: Run = NO_RUN
    last: Progress | None = None
    course: Course = NO_COURSE
    match_result: str = ""
    decided: bool = False
    pages: Pages | None = None
    page: str = ""
    previewed: tuple[str, str] | None = None


class LearnerView(NamedTuple):
    """The learner: its place in the list, what it does, and the lengths of a training in words."""

    name: str
    about: str
    lengths: tuple[str, ...]


def learner_view(learner: str) -> LearnerView:
    """What is said of a learner."""
    return LearnerView(learner, capitalised(LEARNERS[learner].about) + ".", tuple(lengths(learner)))


class Decision(NamedTuple):
    """The question what is to become of the new model: whether both can be kept, and what Discard does."""

    both: bool
    discard: str


class TrainingView(NamedTuple):
    """A run.

    start, pause, stop, play   whether these buttons can be pressed
    pause_label   what the second one is called
    line          the line above the tabs
    share         of the games that have been played, from 0 to 1
    decision      None while there is nothing to decide
    """

    start: bool
    pause: bool
    pause_label: str
    stop: bool
    play: bool
    line: str
    share: float
    match_result: str
    decision: Decision | None


def training_view(
    line: str, busy: bool, training: str, run: Run, last: Progress | None, match_result: str, decided: bool
) -> TrainingView:
    """What is said of the last run of the learner that is chosen; another one may be training."""
    running = bool(training) and run.loaded and not run.stopped
    undecided = run.learned and not decided
    decision = None
    if undecided and not busy:
        back = "brings your earlier model back" if run.earlier else "deletes the file: you had no model before"
        decision = Decision(run.earlier, f"Discard {back}.")
    return TrainingView(
        start=not busy,
        pause=running,
        pause_label="Continue" if running and run.paused else "Pause",
        stop=bool(training) and not run.stopped,
        play=undecided or run.saved,
        line=OTHER_TRAINS if busy and not training and not run.loaded else capitalised(line),
        share=0.0 if last is None else last.done / last.total,
        match_result=match_result,
        decision=decision,
    )


class PageView(NamedTuple):
    """The names of the pages of weights, the chosen one, and this page, or a sentence why it is not there."""

    names: tuple[str, ...]
    chosen: str
    page: Page | str


def page_view(pages: Pages | None, page: str) -> PageView:
    """What is shown of the weights; never a page under the name of another one that was chosen meanwhile."""
    if pages is None:
        return PageView((), "", NO_WEIGHTS)
    if isinstance(pages.page, str):
        return PageView(pages.names, "", pages.page)
    chosen = page if page in pages.names else pages.names[0]
    return PageView(pages.names, chosen, pages.page if pages.page.name == chosen else PREPARING)


def progress_text(report: Progress) -> str:
    """A report in words: "500 of 2,000 games (25 %), 900 games/s, 2 s left"."""
    left = (report.total - report.done) / report.rate if report.rate else 0.0
    games = f"{report.done:,} of {pluralise(report.total, 'game')} ({100 * report.done / report.total:.0f} %)"
    return f"{games}, {report.rate:,.0f} games/s, {duration(left)} left"


def games_text(text: str) -> str:
    """A number of games that was typed: "12,000 games"; other text as it is."""
    number = read_digits(text)
    return f"{text} games" if number is None else pluralise(number, "game")


def lengths(learner: str) -> dict[str, int]:
    """The lengths of a training: in words, and the number of games."""
    usual = next(int(one.default) for one in options(learner) if one.name == "episodes")
    games = {"Short": max(1, usual // 10), "Usual": usual, "Long": usual * 10}
    return {f"{word}: {pluralise(number, 'game')}": number for word, number in games.items()}


def length_text(learner: str, typed: str) -> str:
    """A typed number of games as the list of lengths shows it."""
    for label, games in lengths(learner).items():
        if str(games) == typed:
            return label
    return games_text(typed)


def duration(seconds: float) -> str:
    """A time to wait, roughly: "7 s", "3 min"."""
    if seconds < ROUGHLY_MINUTES:
        return f"{seconds:.0f} s"
    if seconds < ROUGHLY_HOURS:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
