"""The review of a game, as a feature of the window."""

from __future__ import annotations

from visualizer.state.app import App
from visualizer.state.preferences import REVIEW
from visualizer.state.requests import AskFile
from visualizer.state.reviewing import FILES
from visualizer.ui.command import INNER, Command, entry
from visualizer.ui.feature import Feature

REVIEW_MENU = f"Game{INNER}Review"
"""A menu in the menu "Game"."""


def switch_review(app: App) -> None:
    """Reviews the game, or leaves the review."""
    if reviewing(app):
        app.views.swap_mode()
    else:
        app.show_mode(REVIEW)


def reviewing(app: App) -> bool:
    """Whether a review is shown."""
    return app.state.shown.mode == REVIEW


def unplayed(app: App) -> str:
    """Why there is nothing to review; "" if there is."""
    return "" if app.session.played.moves else "no move has been played yet"


def no_review(app: App) -> str:
    """Why nothing can be done in a review; "" if one is shown."""
    return "" if reviewing(app) else "there is no review: the tab Review makes one"


def next_mistake(app: App) -> None:
    """Goes to the next mistake."""
    app.review.next_mistake(1)


def previous_mistake(app: App) -> None:
    """Goes to the mistake before."""
    app.review.next_mistake(-1)


def worst_mistake(app: App) -> None:
    """Reviews the game if necessary, and goes to its worst mistake."""
    app.review.worst()


def better_move(app: App) -> None:
    """Plays through the better move."""
    app.review.try_better_move()


def what_follows(app: App) -> None:
    """Plays through what follows the mistake."""
    app.review.try_refutation()


def export_review(app: App) -> None:
    """Asks for a file and writes the review into it."""
    app.request(AskFile("Export the review", FILES, app.review.export, saving=True, name="review.html"))


# fmt: off
COMMANDS: tuple[Command, ...] = (
    entry("Game", "review", "Review this game", switch_review, "F9",
          tip="Shows the exact value of every move, the mistakes, and better moves.",
          blocked=unplayed, checked=reviewing, separated=True, after="keep games"),
    entry(REVIEW_MENU, "next mistake", "Next mistake", next_mistake, "F8", blocked=no_review, after="review"),
    entry(REVIEW_MENU, "previous mistake", "Previous mistake", previous_mistake, "Shift+F8",
          blocked=no_review, after="next mistake"),
    entry(REVIEW_MENU, "worst mistake", "Worst mistake", worst_mistake, "F7",
          tip="Reviews the game first, if it has not been reviewed.", blocked=unplayed, after="previous mistake"),
    entry(REVIEW_MENU, "better move", "Play through the better move", better_move, "F6",
          blocked=no_review, after="worst mistake"),
    entry(REVIEW_MENU, "what follows", "Play through what follows", what_follows, "Shift+F6",
          blocked=no_review, after="better move"),
    entry(REVIEW_MENU, "export review", "Export the review...", export_review, "Ctrl+Shift+E",
          blocked=no_review, after="what follows"),
)
# fmt: on

FEATURE = Feature(COMMANDS, parts={REVIEW: "visualizer.review.part:ReviewPart"})
