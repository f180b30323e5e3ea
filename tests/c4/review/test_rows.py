"""The parts of a review by hand-made rows: marks, totals, words, the header of a file, and the page."""

import re

import pytest

from c4.game.gametree import GameTree
from c4.game.picture import DISC_COLOURS
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.library.record import Record
from c4.review import saved
from c4.review.graph_scale import bar_height
from c4.review.page import graph_svg, mistake, plies_of, review_page, sentences
from c4.review.page import moves as lines_of_moves
from c4.review.rows import Count, Lines, Review, Row
from c4.review.saved import HEADER, review_of, with_review, with_scores
from c4.review.stream import lines_of, stream_review
from c4.review.totals import Totals, phase_of
from c4.review.words import consequence, explanation, reason_of, review_text, row_text, score_words, summary, verdict
from c4.search.watch import Watch

START = Position.from_moves("4")
"""One disc lies, so that O begins."""

BLUNDER = Row(2, 1, 3, 2, -2, (2, 4))
DRAWN = Row(3, 0, 3, 2, 0, (4,))
SLIP = Row(4, 1, 2, 5, 3, (1,))
BEST = Row(5, 0, 0, -3, -3, (0,))
REVIEW = Review(START, (3, 3, 2, 0, 1), (BLUNDER, DRAWN, SLIP, BEST))
"""Four of five moves with scores by hand: a win lost, a win drawn, a later win, and a best move."""


# -- rows --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "soonest"), [(STANDARD, 18), (Rules(5, 5, 4), 10), (Rules(4, 4, 4), 5), (Rules(2, 3, 3), 1)]
)
def test_only_the_soonest_win_is_as_high_as_the_graph(rules, soonest):
    """That of a player who completes a line with the first discs; each win that is a disc later is lower."""
    heights = [bar_height(score, rules) for score in range(1, soonest + 1)]
    assert heights[-1] == 1
    assert len(set(heights)) == soonest
    assert bar_height(soonest + 1, rules) == 1


def test_a_review_of_another_line_ends_where_the_lines_part():
    """Rows are kept up to the first other move, and none of another start."""
    assert REVIEW.of_line(START, (3, 3, 2, 6)).rows == REVIEW.rows[:3]
    assert REVIEW.of_line(START, (3,)).rows == REVIEW.rows[:1]
    assert REVIEW.of_line(START, (3, 2, 2)) == Review(START, (3, 2, 2), REVIEW.rows[:1])
    assert REVIEW.of_line(Position(), (3, 3, 2)).rows == ()


def test_the_scores_of_rows():
    """What a move cost, the score for the first player, and the counts of each side."""
    assert [row.lost for row in REVIEW.rows] == [2, 1, 0, 0]
    assert [row.first for row in REVIEW.rows] == [2, 0, -3, -3]
    assert REVIEW.count(0) == Count(best=1, mistakes=1)
    assert REVIEW.count(1) == Count(slips=1, blunders=1)
    assert REVIEW.count(1).moves == 2
    assert not REVIEW.complete


def test_of_equal_mistakes_the_one_that_lost_more_moves_comes_first():
    """Among mistakes of one kind the score decides, then the order of the game."""
    rows = [Row(ply, 0, 3, value, 0, (2,)) for ply, value in ((1, 2), (3, 9), (5, 9))]
    assert [row.ply for row in Review(Position(), (3,) * 3, tuple(rows)).mistakes()] == [3, 5, 1]


# -- the stream --------------------------------------------------------------------------------------------------------


def test_the_last_disc_draws():
    """A move that fills the board without a line has the score of a draw."""
    start = Position.from_moves("1212343", Rules(2, 4, 4))
    (row,) = stream_review(start, (3,))
    assert (row.value, row.score, row.best) == (0, 0, (3,))


def test_best_play_is_shown_by_the_best_column_nearest_to_the_middle():
    """Of several best columns; a column that ends the game has nothing after it."""
    position = Position.from_moves("112233")
    row = Row(7, 0, 3, 18, 18, (0, 3, 6))
    assert lines_of(row, position) == Lines((3,), (3,))


def test_a_review_that_is_stopped_before_the_first_row_has_none():
    """A stop between two rows ends it without a guess."""
    watch = Watch()
    watch.stop()
    late = Position.from_moves("2252576253462244111563365343671351")
    assert list(stream_review(late, late.legal_columns()[:1], watch=watch)) == []


# -- totals ------------------------------------------------------------------------------------------------------------


def test_the_totals_of_a_game():
    """Moves by player and by phase, and what was lost most often, in words and as an object."""
    totals = Totals()
    totals.add(REVIEW, ("Ann", ""))
    assert totals.text().splitlines() == [
        "1 game reviewed",
        "O: 0 of 2 moves best, 1 slip, 1 blunder",
        "Ann: 1 of 2 moves best, 1 mistake",
        "",
        "By phase",
        "opening: 1 of 4 moves best, 1 slip, 1 mistake, 1 blunder",
        "",
        "Most frequent mistakes",
        "1 time: after 4 column 4 instead of columns 3 and 5",
        "1 time: after 44 column 4 instead of column 5",
    ]
    content = totals.to_json()
    assert content["games"] == 1
    assert content["players"] == {
        "O": {"best": 0, "slip": 1, "mistake": 0, "blunder": 1},
        "Ann": {"best": 1, "slip": 0, "mistake": 1, "blunder": 0},
    }
    assert content["phases"] == {"opening": {"best": 1, "slip": 1, "mistake": 1, "blunder": 1}}
    assert [one["times"] for one in content["mistakes"]] == [1, 1]


def test_a_faultless_game_has_no_list_of_mistakes():
    """Its totals end with the phases; a phase in which nothing was played is not listed."""
    totals = Totals()
    totals.add(Review(START, (3,), (Row(2, 1, 3, 2, 2, (3,)),)))
    assert totals.text() == "1 game reviewed\nO: 1 of 1 move best\n\nBy phase\nopening: 1 of 1 move best\n"
    assert totals.to_json()["mistakes"] == []


@pytest.mark.parametrize("column", [3, 2, 6])
def test_a_mistake_counts_as_one_with_its_mirror_image(column):
    """The best columns are mirrored with it, and of both images the same one is shown."""
    shown = set()
    for mirrored in (False, True):
        start = Position.from_moves("4416")
        row = Row(5, 0, column, 2, -2, (0, 4))
        if mirrored:
            start = start.mirror()
            row = row._replace(column=6 - column, best=(2, 6))
        totals = Totals()
        totals.add(Review(start, (row.column,), (row,)))
        ((position, played, best),) = totals.mistakes
        shown.add((position.stones, played, best))
    assert len(shown) == 1


@pytest.mark.parametrize(
    ("rules", "phases"),
    [
        (STANDARD, 14 * ["opening"] + 14 * ["middle"] + 14 * ["end"]),
        (Rules(2, 2, 2), ["opening", "opening", "middle", "end"]),
    ],
)
def test_a_phase_is_a_third_of_the_board(rules, phases):
    """The first disc opens, the last one ends."""
    assert [phase_of(ply, rules) for ply in range(1, rules.cells + 1)] == phases


# -- words -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "several", "words"),
    [
        (0, False, "draws"),
        (0, True, "draw"),
        (1, False, "wins in 19 moves"),
        (19, False, "wins at once"),
        (19, True, "win at once"),
        (18, False, "wins in 2 moves"),
        (18, True, "win in 2 moves"),
        (-19, False, "loses in 1 move"),
        (-18, True, "lose in 2 moves"),
    ],
)
def test_a_score_in_words(score, several, words):
    """With four discs on the board either side has nineteen left: a score of 19 ends the game with the first of them."""
    assert score_words(score, Position.from_moves("4453"), several) == words


def test_the_last_disc_wins_at_once():
    """A score of 1 is a win with the last disc, which may be the next one."""
    assert score_words(1, Position.from_moves("1212343", Rules(2, 4, 4))) == "wins at once"


def test_what_a_move_did_to_the_game():
    """The results before and after it; of a slip, how the same result comes later or sooner."""
    assert [verdict(row) for row in REVIEW.rows] == ["win to loss", "win to draw", "slower win", ""]
    assert summary(REVIEW, 1) == "0 of 2 moves best, 1 slip, 1 blunder"


def test_the_report_of_a_game_that_was_set_up(monkeypatch):
    """Every move as it was at its place, the sides, and the mistakes with their lines, the worst first."""
    monkeypatch.setattr("c4.review.words.reason_of", lambda *_, **__: "")
    report = review_text(REVIEW, ("Ann", ""), {3: Lines((3, 2), (4, 0))})
    assert report.splitlines() == [
        "  2. O 4?? loses in 19 moves  columns 3 and 5 win in 20 moves",
        "  3. X 4?  draws              column 5 wins in 19 moves",
        "  4. O 3?! wins in 18 moves   column 2 wins in 16 moves",
        "  5. X 1   loses in 17 moves",
        "reviewed so far: 4 of 5 moves",
        "",
        "X (Ann): 1 of 2 moves best, 1 mistake",
        "O: 0 of 2 moves best, 1 slip, 1 blunder",
        "",
        "Mistakes, the worst first (a win or a loss is counted in that side's own moves)",
        "  2. O 4??  Column 4 loses in 19 moves; columns 3 and 5 win in 20 moves.",
        "  3. X 4?  Column 4 draws; column 5 wins in 19 moves.",
        "     played 43",
        "     better 51",
    ]
    assert row_text(SLIP._replace(best=(1, 2)), REVIEW.positions[2]).endswith("columns 2 and 3 win in 16 moves")


@pytest.mark.parametrize(("start", "column", "end"), [("121212", 0, "     X wins: four in a row"), ("", 3, "")])
def test_the_report_says_how_the_game_ended(start, column, end):
    """If it ended, and every move was reviewed."""
    position = Position.from_moves(start)
    row = Row(position.ply + 1, position.to_move, column, 18, 18, (column,))
    assert review_text(Review(position, (column,), (row,))).splitlines()[1] == end
    drawn = Position.from_moves("1212343", Rules(2, 4, 4))
    row = Row(8, 1, 3, 0, 0, (3,))
    assert "     a draw: the board is full" in review_text(Review(drawn, (3,), (row,)))


@pytest.mark.parametrize(
    ("best", "result", "words"),
    [
        (1, 0, "given up, then held"),
        (1, -1, "given up, then won"),
        (0, 0, "held"),
        (0, -1, "won"),
        (-1, -1, "won"),
        (1, 1, ""),
    ],
)
def test_a_consequence_is_told_of_what_was_lost(monkeypatch, best, result, words):
    """A threat given up where a win was lost; how the other side wins where the move loses; how O holds a draw."""
    monkeypatch.setattr("c4.strategy.reasons.given_up", lambda *_: "given up, then")
    monkeypatch.setattr("c4.strategy.reasons.why_held", lambda *_: "held")
    monkeypatch.setattr("c4.strategy.reasons.why_wins", lambda *_: Told("won"))
    told = consequence(Position.from_moves("44"), 2, best, result, ("X", "O"))
    assert told.replace("After it ", "") == words
    as_second = consequence(Position.from_moves("4"), 2, best, result, ("X", "O"))
    assert "held" not in as_second


class Told:
    """A reason with words."""

    def __init__(self, words: str) -> None:
        self.words = words


def test_a_move_that_loses_at_once_has_no_other_consequence():
    """What the other side completes is on the board already."""
    assert consequence(Position.from_moves("11223"), 0, 0, -1, ("X", "O")) == ""


@pytest.mark.parametrize(
    ("value", "score", "words"),
    [
        (2, -2, "what follows"),
        (2, 0, "The win: it was won. what follows"),
        (0, -2, "what follows"),
        (-2, -5, "what follows"),
        (5, 2, ""),
        (5, 1, ""),
        (2, 2, ""),
    ],
)
def test_a_win_that_was_missed_is_told_where_it_was_only_drawn(monkeypatch, value, score, words):
    """Where the move loses, that is reason enough; a slip that still wins needs none."""
    monkeypatch.setattr("c4.review.words.consequence", lambda *_: "what follows")
    monkeypatch.setattr("c4.strategy.reasons.why_wins", lambda *_: Told("it was won."))
    assert reason_of(Row(3, 0, 2, value, score, (3,)), Position.from_moves("44")) == words


@pytest.mark.parametrize(("score", "told"), [(-2, "The win: it was won."), (0, "The win: it was won.")])
def test_a_win_that_was_missed_is_told_where_nothing_else_is_known(monkeypatch, score, told):
    """Also of a move that loses, if it is not proved how."""
    monkeypatch.setattr("c4.review.words.consequence", lambda *_: "")
    monkeypatch.setattr("c4.strategy.reasons.why_wins", lambda *_: Told("it was won."))
    row = Row(3, 0, 2, 2, score, (3,))
    assert reason_of(row, Position.from_moves("44")) == told
    assert explanation(row, Position.from_moves("44")).endswith(told)


# -- the header of a file ----------------------------------------------------------------------------------------------


def game(*columns: int, start: Position = START, header: str = "") -> Record:
    """A game with this text as its review."""
    tree = GameTree.from_moves(columns, start).gone_to(0)
    return Record(tree, others={HEADER: header} if header else {})


@pytest.mark.parametrize(
    ("header", "scores"),
    [
        ("+21 4+21/4", [21]),
        ("+22 4+22/4", None),
        ("+1 4+1/4", [1]),
        ("+1 4+2/4", None),
        ("-1 4-21/4", [-21]),
        ("-1 4-22/4", None),
        ("+1 4-1/34 3-2/3", [-1, -2]),
        ("+1 4-1/34 3+2/3", [-1]),
        ("+20 4-20/4 3+20/3", [-20, 20]),
        ("+21 4-21/4 3+21/3", [-21]),
        ("+1 4+1/8", None),
        ("+0 4+0/1234567", [0]),
        ("+1 3+1/4", None),
        ("1 4+1/4", None),
        ("+1", None),
    ],
)
def test_only_scores_that_can_be_are_read(header, scores):
    """At most a win with the next disc, at most the value before the move, and best columns that are open."""
    found = review_of(game(3, 2, header=header))
    assert (found and [row.score for row in found.rows]) == scores


def test_what_is_read_are_the_rows():
    """Plies, sides and values follow from the game and from the scores."""
    record = game(3, 3, 2, 0, 1)
    written = with_scores(record, REVIEW)
    assert written.others[HEADER] == "+2 4-2/35 4+0/5 3+3/2 1-3/1"
    first, second, *_ = review_of(written).rows
    assert first == BLUNDER
    assert second == DRAWN
    assert written.tree == record.tree
    assert with_scores(record, Review(START, (3,), ())).others[HEADER] == ""


@pytest.mark.parametrize(("less", "entries"), [(0, 4), (1, 3)])
def test_a_header_is_no_longer_than_a_value_may_be(monkeypatch, less, entries):
    """What does not fit is left out, an entry at a time."""
    whole = with_scores(game(3, 3, 2, 0, 1), REVIEW).others[HEADER]
    monkeypatch.setattr(saved, "LONGEST_VALUE", len(whole) - less)
    assert len(with_scores(game(3, 3, 2, 0, 1), REVIEW).others[HEADER].split()) == 1 + entries


def test_comments_say_why_where_the_lines_are_known(monkeypatch):
    """Other comments say only what was wrong; a best move has none."""
    monkeypatch.setattr(saved, "explanation", lambda *_: "why")
    tree = with_review(game(3, 3, 2, 0, 1), REVIEW, {2: Lines((3,), (2,))}).tree
    comments = [tree.nodes[node].comment for node in tree.path(tree.end_of(0))]
    assert comments[0] == "why"
    assert comments[1] == "Column 4 draws; column 5 wins in 19 moves."
    assert comments[3:] == ["", ""]


# -- the page ----------------------------------------------------------------------------------------------------------


def test_the_plies_of_discs_count_from_the_start():
    """By row and column, above the discs that lay there."""
    assert plies_of(Position.from_moves("44"), (3, 3, 2)) == {(2, 3): 1, (3, 3): 2, (0, 2): 3}


def test_the_moves_of_a_page_stand_in_lines_of_two():
    """Where O begins, the first place is empty; a move that is not reviewed has no outcome."""
    lines = lines_of_moves(REVIEW)
    assert [number for number, _ in lines] == [1, 3, 5]
    assert [[cell and cell["ply"] for cell in cells] for _, cells in lines] == [[None, 1], [2, 3], [4, 5]]
    assert [cell["mark"] for _, cells in lines for cell in cells if cell] == ["??", "?", "?!", "", ""]
    assert lines[1][1][0]["outcome"] == "draws"
    assert lines[2][1][1]["outcome"] == ""


def test_every_position_of_a_page_has_a_sentence():
    """The first position, a sentence for each move, and the moves that were not reviewed."""
    said = sentences(REVIEW)
    assert len(said) == len(REVIEW.columns) + 1
    assert said[2] == "3. X: Column 4 draws; column 5 wins in 19 moves."
    assert said[4:] == ["5. X: Column 1 loses in 17 moves: best.", "Not reviewed."]


def test_a_mistake_of_a_page_is_shown_where_it_was_made():
    """With the board before it and both lines, if they are known."""
    shown = mistake(REVIEW, DRAWN, Lines((3, 2), (4, 0)))
    assert shown["board"] == Position.from_moves("44").svg({3: "▼"}, 3)
    assert (shown["move"], shown["mark"], shown["lines"]) == ("3. X 4", "?", ["43", "51"])
    assert mistake(REVIEW, DRAWN, None)["lines"] is None


def test_the_title_names_the_players_and_the_result():
    """A side without a name is X or O; below stand what the page is about, the result, and the moves."""
    page = review_page(Review(Position(), (0, 1, 0, 1, 0, 1, 0), ()), ("Ann", ""), "at home")
    assert "Ann – O" in page
    assert "at home · X wins · 1212121" in page
    assert "X Ann: 0 of 0 moves best" in page
    assert "O: 0 of 0 moves best" in page
    drawn = review_page(Review(Position.from_moves("1212343", Rules(2, 4, 4)), (3,), ()))
    assert "a draw · 4" in drawn
    assert "at home · 4" in review_page(Review(Position(), (3,), ()), about="at home")


def bars(review: Review) -> list[dict[str, float | str]]:
    """The bars of a graph: place, size and colour, and where the mark stands."""
    found = []
    for group in graph_svg(review).split("<g ")[1:]:
        hit, bar = re.findall(r'<rect [^>]*x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', group)
        numbers = {f"{name}": float(number) for name, number in zip(("x", "y", "width", "height"), bar)}
        mark = re.search(r'class="marked" x="([\d.]+)" y="([\d.]+)".*>(.*)</text>', group)
        left, _, width, height = map(float, hit)
        found.append(
            numbers
            | {"left": left, "all": width, "graph": height}
            | {"ply": int(group.partition('data-ply="')[2].partition('"')[0])}
            | {
                "fill": group.partition("fill: ")[2].partition(";")[0]
                if mark is None
                else re.findall("fill: ([^;]*);", group)[0]
            }
            | {"mark": mark and (float(mark[1]), float(mark[2]), mark[3])}
        )
    return found


def test_bars_grow_from_the_middle_to_the_side_that_wins():
    """A win of X stands above the middle, one of O hangs below, a draw lies on it; each bar fills its own place."""
    win, draw, slip, loss = bars(REVIEW)
    middle = 75
    assert win["y"] + win["height"] == pytest.approx(middle, abs=0.11)
    assert draw["y"] + draw["height"] / 2 == middle
    assert loss["y"] == slip["y"] == middle
    assert [bar["fill"] for bar in (win, draw, slip, loss)] == [
        DISC_COLOURS[0],
        "var(--faint)",
        DISC_COLOURS[1],
        DISC_COLOURS[1],
    ]
    assert 0 < draw["height"] < win["height"] < loss["height"] < middle
    for place, bar in enumerate((win, draw, slip, loss)):
        assert bar["ply"] == place + 1
        assert bar["all"] == 640 / 5
        assert bar["graph"] == 2 * middle
        assert bar["left"] == place * 640 / 5
        assert bar["x"] - bar["left"] == pytest.approx((bar["all"] - bar["width"]) / 2, abs=0.11)


def test_a_game_without_moves_has_no_bars():
    """But the line in the middle."""
    assert bars(Review(START, (), ())) == []
    assert graph_svg(Review(START, (), ())).count("<line") == 1


def test_a_mark_stands_at_the_end_of_its_bar():
    """Only moves that changed the result have one: above a bar that stands, below one that hangs."""
    win, draw, slip, loss = bars(REVIEW)
    x, y, mark = win["mark"]
    assert mark == "??"
    assert x == win["left"] + win["all"] / 2
    assert 0 < y < win["y"]
    x, y, mark = draw["mark"]
    assert mark == "?"
    assert y > draw["y"] + draw["height"]
    assert slip["mark"] is loss["mark"] is None
    hanging = Review(START, (3, 3), (BEST._replace(ply=2, side=1), DRAWN._replace(score=-18)))
    bar = bars(hanging)[1]
    assert bar["mark"][2] == "??"
    assert bar["y"] + bar["height"] < bar["mark"][1] < 150
