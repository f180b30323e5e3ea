"""What the card at the end of a game says.  Needs no display."""

from dataclasses import replace

import pytest

from c4.agents import AGENTS, HUMAN
from c4.agents.rating import level_for
from c4.game.rules import Rules
from c4.search.watch import Watch
from c4.session.session import Session
from c4.session.settings import Settings
from visualizer.state.app import App
from visualizer.state.end_card import SHOW_MISTAKE, SHOW_THIS, WHY_LOST, Reasons, ending_of
from visualizer.state.explained_mistake import highlights_of, insight_of, move_in_words
from visualizer.state.film import COULD_FOLLOW, FOLLOWED, film_of
from visualizer.state.preferences import PLAY, Preferences
from visualizer.state.reviewed import Findings, Reviewed, fill
from visualizer.state.sentences import turn_or_result
from visualizer.state.state import Standing

LOST = "461415757525"
"""The first player loses a draw with move 7, and at last does not stop three in a column."""

PERFECT = "422311461424123"
"""The first player plays best throughout; the second loses sooner than it must."""


@pytest.fixture
def played():
    apps = []

    def play(moves, seats=(HUMAN, "child"), **settings):
        """An app in which this game was played, with these seats."""
        session = Session(Settings(seats=(HUMAN, HUMAN), **settings))  # nobody replies by itself
        app = App(session, Preferences(mode=PLAY, animation=False))
        apps.append(app)
        for digit in moves:
            app.game.play(int(digit) - 1)
        session.set(seats=seats)
        session.game = replace(session.game, seats=seats)
        app.sync()
        return app

    yield play
    for app in apps:
        app.close()


FOUND = {}
"""The findings of each game by its moves: several tests have the same game."""


def reviewed(app):
    """The complete review of the game on the board."""
    empty = Reviewed.of(app.session.game)
    moves = app.session.moves()
    if moves not in FOUND:
        FOUND[moves] = Findings()
        fill(empty, FOUND[moves], Watch(), None)
    findings = FOUND[moves]
    return replace(empty, rows=tuple(findings.rows), checked=findings.checked, lines=findings.lines)


def film_of_state(app, review):
    """The insight that the film of a finished game shows."""
    return insight_of(review, review.explained_move(app.state.game.outcome.winner))


def card(app, review):
    state = app.state
    return ending_of(state.game, state.settings, app.names(), state.standing, review)


def test_your_moves_are_yours_whatever_side_the_values_are_for(played):
    """The point of view of the values is a choice for Analyse: the card still speaks of the person, and offers the next
    level after a win.
    """
    app = played(PERFECT)
    review = reviewed(app)
    before = card(app, review)
    offered = app.game.other_level()
    app.views.choose_view(1)
    app.sync()
    assert app.names().view == 1
    assert card(app, review) == before
    assert app.game.other_level() == offered


def test_a_game_that_you_lost(played):
    """Who won, how both played, the mistake that a person sees, and what to do next.

    Move 7 turned the game, but the loss was sixteen moves away.  Move 11 overlooked a line, so that is the mistake; the
    board, the list and the film show the same.
    """
    app = played(LOST)
    review = reviewed(app)
    ending = card(app, review)
    assert ending.title == "Child won in 6 moves"
    assert [(figure.number, figure.words) for figure in ending.figures] == [
        ("1", "best move of your 6"),
        ("3", "your mistakes: moves 3, 7, 11"),
        ("1", "mistake by Child"),
    ]
    assert ending.decisive == 11
    assert [ending.curves.marks[ply - 1] for ply in (3, 7, 11)] == ["??", "?", "?"]
    assert ending.reason == (
        "Your move 11 did not block Child in column 5. Column 5 would have held out for 7 more moves. "
        "You had been losing since move 7."
    )
    assert film_of_state(app, review).row.ply == 11, "the film shows the same move"
    assert highlights_of(app.state.game, review).mark == "?", "and the board"
    assert review.tally(0).words() == "1 of 6 moves best, 2 slips, 3 mistakes", "the review counts like the card"
    assert review.short(11)[0] == "?"
    assert (ending.film, ending.again_tip) == (WHY_LOST, "Child starts")
    assert ending.level == "Easier: Toddler"
    assert (ending.progress, ending.share) == ("", None)


def test_a_game_that_you_won(played):
    """The other side's mistake decided the game, and the next level is offered."""
    app = played(LOST, seats=("child", HUMAN))
    ending = card(app, reviewed(app))
    assert ending.title == "You won in 6 moves"
    assert ending.reason.startswith("Child's move 11 did not block you in column 5.")
    assert ending.film == SHOW_MISTAKE
    assert ending.again_tip == "You start"
    assert ending.level == "Next: Novice"


def test_a_game_that_was_lost_far_from_its_end(played):
    """Where the loser overlooked nothing afterwards, the turning point is the mistake; how far its end is, is said."""
    app = played("46141575", seats=(HUMAN, HUMAN))
    review = reviewed(app)
    assert review.decisive_mistake() == review.turning_point()
    assert review.decisive_mistake().ply == 7
    insight = insight_of(review, review.turning_point())
    names = app.names()
    reasons = Reasons(review, names, 1)
    assert reasons.mistake(insight) == "Red's move 7 lost the game: it let Yellow win in 16 moves."
    assert not reasons.before(insight.row)


def test_another_level_fits_after_the_game(played):
    """With "Match me" the button for the next game names the opponent that it brings."""
    app = played(LOST)
    app.session.set(seats=("child", HUMAN), matched=True)
    app.sync()
    app.change(standing=Standing(1500.0, 9))
    ending = card(app, reviewed(app))
    assert ending.again == f"Play {AGENTS[level_for(1500)].label}"
    assert ending.fits.endswith("fits your rating of 1500.")
    assert ending.level == ""
    app.game.rematch()
    assert level_for(1500) in app.session.settings.seats


@pytest.mark.parametrize(("seats", "who"), [((HUMAN, "child"), "you win"), (("child", HUMAN), "Child wins")])
def test_a_game_that_nobody_turned(played, seats, who):
    """Best play of the winner from the start: the move is shown that overlooked a line, and no turning point is invented."""
    app = played(PERFECT, seats=seats)
    ending = card(app, reviewed(app))
    assert ending.decisive == 14
    assert ending.reason.endswith(f"With best play {who} from the start.")
    assert ending.film


def test_somebody_resigns_too_early(played):
    """The card says what best play would have given, and shows no move as the mistake."""
    app = played("4444")
    app.session.resign()
    app.sync()
    ending = card(app, reviewed(app))
    assert ending.decisive is None
    assert ending.film == ""
    assert ending.reason == "With best play you would have won."


def test_while_it_is_worked_out(played):
    """It says so, with the share that is done, and has everything else already."""
    app = played(LOST)
    review = reviewed(app)
    assert card(app, None).share == 0.0
    partly = card(app, replace(review, rows=review.rows[:3], checked=3, busy=True))
    assert partly.progress == "Working out who could have won: 3 of 12 moves reviewed"
    assert partly.share == 0.25
    assert partly.figures == ()
    assert card(app, replace(review, lines={})).reason.endswith("Looking for the reason...")


def test_two_people_and_a_game_that_goes_on(played):
    """Both sides' mistakes are counted by name, no level is offered; before the end there is no card."""
    app = played(LOST, seats=(HUMAN, HUMAN))
    ending = card(app, reviewed(app))
    assert ending.title == "Yellow won in 6 moves"
    assert [figure.words for figure in ending.figures] == ["mistakes by Red", "mistake by Yellow"]
    assert ending.level == ""
    assert card(played("44"), None) is None


def test_rules_that_nobody_has_solved(played):
    """The result and the buttons alone."""
    app = played("1234123412341234", seats=(HUMAN, HUMAN), rules=Rules(4, 4, 3, scoring="count-lines"))
    ending = card(app, None)
    assert "both have" in ending.title
    assert (ending.figures, ending.progress) == ((), "")


def test_a_line_that_was_opened(played):
    """Who drops a disc below the square of a line has not failed to stop it: the move opened it.

    Move 1 was the turning point, which no person could see.
    """
    app = played("1422116277617633")
    ending = card(app, reviewed(app))
    assert ending.reason.startswith("Your move 15 gave Child the winning square above it. Column 2 would have held out")
    assert ending.reason.endswith("You had been losing since move 1.")


def test_what_was_played_explains_the_mistake(played):
    """Where the winner kept the win until the line was completed, card and film show the moves that were played.

    Best play after move 13 would have ended with threats in columns 1 and 5.
    """
    app = played("324456443355535673", seats=(HUMAN, "expert"))
    review = reviewed(app)
    assert card(app, review).reason == (
        "Your move 13 let Expert make two threats at once: columns 3 and 7. "
        "Columns 2 and 6 would have held out for 11 more moves. You had been losing since move 3."
    )
    insight = film_of_state(app, review)
    scenes = film_of(insight, app.names().called)
    following = [scene for scene in scenes if scene.place in (FOLLOWED, COULD_FOLLOW)]
    assert [(scene.last + 1, scene.place) for scene in following] == [(int(digit), FOLLOWED) for digit in "35673"]
    assert following[-1].position == app.state.game.position
    assert not any(scene.highlights.coming for scene in scenes), "a second move alone has no number"


def test_what_was_not_played_could_follow(played):
    """Where the loser made it worse afterwards, best play explains a mistake; moves that were played say so."""
    app = played(LOST)
    review = reviewed(app)
    turning = insight_of(review, review.turning_point())
    scenes = film_of(turning, app.names().called)
    following = [scene for scene in scenes if scene.place in (FOLLOWED, COULD_FOLLOW)]
    assert turning.lines == review.lines[7]
    game = app.state.game.game.moves[7:]
    same = 0
    while following[same].last == game[same]:
        same += 1
    assert [scene.place for scene in following] == [FOLLOWED] * same + [COULD_FOLLOW] * (len(following) - same)


def test_a_line_that_could_not_be_stopped_any_more(played):
    """The card names the two threats, and not the last move, which could not stop both."""
    app = played("44444134512", seats=("master", HUMAN))
    ending = card(app, reviewed(app))
    assert ending.reason.startswith("Your move 8 let Master make two threats at once: columns 2 and 6.")
    assert "move 10" not in ending.reason


def test_the_move_that_the_card_is_about_is_counted(played):
    """Where every move lost, no one reads that they made no mistake."""
    app = played("444732462127262", seats=("master", HUMAN))
    ending = card(app, reviewed(app))
    assert ending.reason.startswith("Your move 14 did not block Master in column 2.")
    assert (ending.figures[1].number, ending.figures[1].words) == ("1", "your mistake: move 14")


def test_an_earlier_move_of_a_game_that_is_over(played):
    """The card stays, says what was wrong with that move, which has its marks, and leads back; going on ends that."""
    app = played(LOST)
    review = reviewed(app)
    app.game.go_to(3)
    app.sync()
    ending = card(app, review)
    assert ending.title == "Child won in 6 moves"
    assert ending.reason.startswith("Your move 3: Column 1 lets Child")
    assert (ending.film, ending.way_back, ending.decisive) == (SHOW_THIS, True, 11)
    assert highlights_of(app.state.game, review).mark == "??"
    assert turn_or_result(app.state.game, app.state.settings, app.names()) == "After move 3: Yellow to move"
    app.game.go_to_end()
    app.sync()
    assert not card(app, review).way_back
    app.game.undo()
    app.sync()
    assert card(app, review) is None, "what was undone is played again"


def test_a_win_that_was_overlooked(played):
    """Who overlooks a line of four and then a line of the other side reads of the first; the board shows that line."""
    app = played("411141211744533277322", seats=("child", HUMAN))
    review = reviewed(app)
    ending = card(app, review)
    assert ending.reason == "Your move 18 overlooked a win. Column 3 would have won at once."
    assert ending.decisive == 18
    shown = insight_of(review, review.row(18)).highlights()
    assert shown.side == 1
    assert [(0, 0), (1, 1), (2, 2), (3, 3)] in [sorted(line) for line in shown.lines]
    assert move_in_words(review, 20, app.names().called).endswith("You had been losing since move 18.")


def test_a_later_mistake_says_which_move_had_lost(played):
    """Who asks why an earlier move is called the mistake reads that the game was lost by then."""
    app = played("324456443355535673", seats=(HUMAN, "expert"))
    review = reviewed(app)
    called = app.names().called
    assert move_in_words(review, 13, called).endswith("You had been losing since move 3.")
    assert "losing since" not in move_in_words(review, 3, called)


def test_lines_that_nobody_sees_are_not_drawn(played):
    """A loss that is far away, on lines without discs, is only counted; a tick shows the better column."""
    app = played("3434257372464464555", seats=("casual", HUMAN))
    review = reviewed(app)
    far = insight_of(review, review.rows[3])
    called = app.names().called
    assert far.what_was_wrong(called) == "Column 4 lets Casual win in 17 moves."
    assert far.highlights().lines == ()
    assert far.highlights().better == ((2, 2),)
    as_played = insight_of(review, review.rows[11])
    assert as_played.what_was_wrong(called) == (
        "Column 6 lets Casual win in 4 moves by two threats in column 5, one above the other."
    )
    assert len(as_played.highlights().lines) == 2


def test_a_loss_in_which_no_move_changed_the_result(played):
    """The loser still hears which of their moves brought the end near, and can see why."""
    app = played("444555533233422616111", seats=("club", HUMAN))
    review = reviewed(app)
    ending = card(app, review)
    assert ending.reason == (
        "Your move 8 let Club player win in 7 moves by two threats in column 1, one above the other. "
        "Columns 1, 4 and 5 would have held out for 17 more moves. With best play Club player wins from the start."
    )
    assert ending.film == WHY_LOST
    assert (ending.figures[1].number, ending.figures[1].words) == ("1", "your mistake: move 8")
    assert review.worst().ply == 8, "a review opens there"
