"""Shares, tallies, ratings and tables by figures that are known; the files of suites and of games by their limits."""

import json
from dataclasses import asdict, replace
from math import isnan

import numpy as np
import pytest
from refusal import refused

from c4.agents.specification import parse_agent
from c4.arena import games, match, suites
from c4.arena.depths import AtDepth, chart, chart_json, kept_by_depth, success_by_depth
from c4.arena.errors import UNKNOWN, Mistake, Study, agent_of, bands, ends, measure
from c4.arena.games import Game, GamesFile, parse_game
from c4.arena.match import Pair, Player, openings_of, pairs_of, play_pair
from c4.arena.ratings import POINTS, Ratings, Share, Table, Tally, wilson
from c4.arena.suites import FULL, Suite, key, mistakes_by_ply
from c4.evaluators import load
from c4.game.notation import format_position
from c4.game.position import Position
from c4.search.watch import Stopped, Watch

# -- shares and tallies ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "total", "share"),
    [
        (10, 20, (0.5, 0.2993, 0.7007)),
        (0, 10, (0.0, 0.0, 0.2775)),
        (10, 10, (1.0, 0.7225, 1.0)),
        (15, 50, (0.3, 0.1910, 0.4375)),
        (3, 4, (0.75, 0.3006, 0.9544)),
    ],
)
def test_wilsons_interval_is_that_of_the_tables(number, total, share):
    """E. B. Wilson's score interval of 95 %, to four digits."""
    assert wilson(number, total) == pytest.approx(share, abs=6e-5)


def test_nothing_counted_has_no_share():
    """All of it is NaN."""
    assert all(map(isnan, wilson(0, 0)))


def test_a_tally_counts():
    """Each game on its own side, and a draw as half a success."""
    tally = Tally().plus(1).plus(1).plus(0).plus(-1).plus(2)
    assert tally == (3, 1, 1)
    assert tally.games == 5
    assert tally.joined(Tally(1, 2, 4)) == (4, 3, 5)
    assert tally.success == wilson(3.5, 5)


# -- ratings -----------------------------------------------------------------------------------------------------------


def test_ratings_of_three_by_the_model():
    """Results as the model expects them of players 200 Elo apart give these ratings; who met nobody stands alone."""
    values = np.array([200, 0, -200]) / POINTS
    chances = 1 / (1 + np.exp(values[None, :] - values[:, None]))
    met = 1 - np.eye(3)
    scores = 1000 * chances * met - 0.5 * met
    found = [Ratings(scores).of(player) for player in range(3)]
    assert [rating.elo for rating in found] == pytest.approx([200, 0, -200], abs=0.05)
    difference = Ratings(scores).difference(0, 2)
    assert difference.elo == pytest.approx(found[0].elo - found[2].elo)
    assert difference.elo - difference.low == pytest.approx(difference.high - difference.elo)
    assert found[1].high - found[1].low < found[0].high - found[0].low


def test_who_won_every_game_has_a_rating():
    """One more drawn game keeps it finite: 40 points of 41 half won are 40.5 to 0.5."""
    ratings = Ratings(np.array([[0.0, 40.0], [0.0, 0.0]]))
    assert ratings.difference(0, 1).elo == pytest.approx(POINTS * np.log(40.5 / 0.5))
    assert ratings.of(0).elo == -ratings.of(1).elo


def test_who_played_nobody_is_average():
    """Without a game there is no more drawn game either, and no interval but the average."""
    rating = Ratings(np.zeros((2, 2))).of(0)
    assert rating == (0, 0, 0)


# -- tables ------------------------------------------------------------------------------------------------------------

GAMES = [
    Game("a", "b", "", 1, "1212121", 0, seconds=(1.0, 2.0)),
    Game("b", "a", "", 1, "1212121", 1, seconds=(0.5, 0.25)),
    Game("b", "a", "", 2, "1212121", 1),
    Game("c", "a", "", 1, "12", None, seconds=(4.0, 8.0)),
]


def test_a_table_counts_every_game_for_both():
    """Seconds of an agent on either side; different games; totals in the object, the best agent first."""
    table = Table(["b", "a", "c"], GAMES)
    assert [table.seconds(agent) for agent in "abc"] == [9.25, 2.5, 4.0]
    assert table.distinct_games() == 3
    assert table.total("a") == (3, 1, 0)
    assert table.total("b") == (0, 0, 3)
    assert table.as_first == {"a": (1, 0, 0), "b": (0, 0, 2), "c": (0, 1, 0)}
    content = table.to_json()
    assert (content["games"], content["differing"]) == (4, 3)
    assert content["agents"] == list(table.ranked)
    first = content["table"][0]
    assert (first["agent"], first["games"], first["score"], first["seconds"]) == ("a", 4, 0.875, 9.25)
    assert first["elo_interval"][0] < first["elo"] < first["elo_interval"][1]
    assert [row["elo"] for row in content["table"]] == sorted((row["elo"] for row in content["table"]), reverse=True)
    assert Table(["a", "b"], []).to_json()["table"][0]["score"] is None


def test_a_table_as_numbers_is_rounded():
    """Elo points to a tenth, shares to six digits, seconds to three."""
    games = [replace(GAMES[0], seed=seed, seconds=(0.12345, 0.5)) for seed in (1, 2)]
    games.append(Game("b", "a", "", 3, "1212121", 0, seconds=(1.0, 2.0001)))
    table = Table(["a", "b"], games)
    row = next(row for row in table.to_json()["table"] if row["agent"] == "a")
    rating = table.rating("a")
    assert row["elo"] == round(rating.elo, 1) != rating.elo
    assert row["elo_interval"] == [round(rating.low, 1), round(rating.high, 1)]
    assert row["score"] == 0.666667
    assert row["seconds"] == 2.247


def test_the_table_in_text():
    """A row for each agent with its number, and its results against the others in the order of the rows."""
    table = Table(["b", "a"], GAMES[:3])
    head, first, second, end = table.text().splitlines()
    assert head.split() == ["Elo", "95", "%", "score", "1", "2"]
    assert first.split()[:2] == ["1", "a"]
    assert first.split()[-3:] == ["100.0%", "·", "3-0-0"]
    assert second.split()[-3:] == ["0.0%", "0-0-3", "·"]
    assert len(head) == len(first) == len(second)
    rating = table.rating("a")
    assert f"{rating.low:+.0f} to {rating.high:+.0f}" in first
    assert end.startswith("3 games, 2 of them different")


# -- games -------------------------------------------------------------------------------------------------------------


def test_a_result_is_seen_from_either_side():
    """Won, lost or drawn."""
    assert [GAMES[0].result_of(agent) for agent in "ab"] == [1, -1]
    assert [GAMES[1].result_of(agent) for agent in "ab"] == [1, -1]
    assert [GAMES[3].result_of(agent) for agent in "ca"] == [0, 0]


def test_a_line_may_be_so_long(monkeypatch):
    """A longer one holds no game."""
    line = json.dumps(asdict(GAMES[0]))
    monkeypatch.setattr(games, "MAX_LINE_CHARACTERS", len(line))
    assert parse_game(line) == GAMES[0]
    assert parse_game(line + " ") is None


@pytest.mark.parametrize("torn", [b'{"first": "a"', b"{", b""])
def test_a_torn_line_is_ended_before_the_next(tmp_path, torn):
    """A game appended after it stands on a line of its own, whatever a kill has left."""
    path = tmp_path / "games.jsonl"
    file = GamesFile(path)
    assert list(file.read()) == []
    file.append(GAMES[0])
    with path.open("ab") as raw:
        raw.write(torn)
    later = [replace(GAMES[0], seed=seed) for seed in (2, 3)]
    for game in later:
        file.append(game)
    assert list(file.read()) == [GAMES[0], *later]
    assert path.read_bytes().count(b"\n") == 3 + bool(torn)


def test_without_a_path_nothing_is_recorded():
    """Neither read nor written."""
    nowhere = GamesFile(None)
    nowhere.append(GAMES[0])
    assert list(nowhere.read()) == []


# -- matches -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"), [("plies=21", "from 0 to 20"), ("plies=", "from 0 to 20"), ("plies=1.5", "from 0 to 20")]
)
def test_how_long_openings_may_be(text, words):
    """At most twenty plies."""
    with refused(words):
        openings_of(text, 1, 1)


def test_up_to_three_plies_all_openings_are_played():
    """343 of three plies; longer ones are drawn, also at their longest."""
    assert len(set(openings_of("plies=3", 343, 1))) == 343
    drawn = openings_of("plies=20", 3, 1)
    assert [len(opening) for opening in drawn] == [20, 20, 20]
    assert len({len(opening) for opening in openings_of("plies=4", 400, 1)}) == 1
    assert len(set(openings_of("plies=4", 400, 1))) == 400


class AlwaysTheMiddle:
    """A random generator that draws the same opening again and again; `drawn` moves so far."""

    def __init__(self) -> None:
        self.drawn = 0

    def choice(self, choices):
        self.drawn += 1
        return choices[len(choices) // 2]


def test_how_long_other_openings_are_looked_for(monkeypatch):
    """So often the openings found and some more; then there are no others."""
    monkeypatch.setattr(match, "MOST_TRIES", 2)
    monkeypatch.setattr(match, "MORE_OPENINGS", 3)
    middle = AlwaysTheMiddle()
    with refused("there are only 1 different opening of 4 plies"):
        match.draw_openings(4, 2, middle)
    tries_without_another = 2 * (1 + 3) + 1
    assert middle.drawn == 4 * (1 + tries_without_another)


def test_every_opening_has_its_seed():
    """Pairs of agents with every opening; the seed counts on from the first."""
    pairs = pairs_of(["a", "b", "c"], ["1", "2"], 5)
    assert [(pair.one, pair.other) for pair in pairs] == [(*"ab",), (*"ab",), (*"ac",), (*"ac",), (*"bc",), (*"bc",)]
    assert [(pair.opening, pair.seed) for pair in pairs] == 3 * [("1", 5), ("2", 6)]
    assert pairs[0].games == (("a", "b", "1", 5), ("b", "a", "1", 5))


@pytest.mark.parametrize("missing", [(True, True), (True, False), (False, True)])
def test_only_missing_games_are_played(missing):
    """Either side begins one of the two."""
    pair = Pair("greedy", "random", "44", 3)
    played = play_pair(pair, missing)
    assert [game.pairing for game in played] == [game for game, lacks in zip(pair.games, missing) if lacks]
    for game in played:
        assert game.position().outcome().winner == game.winner
        assert all(seconds >= 0 for seconds in game.seconds)


def test_the_seconds_of_a_game_are_its_own(monkeypatch):
    """A player that has played before brings no time with it."""
    monkeypatch.setattr("c4.arena.match.process_time", iter(range(1000)).__next__)
    players = [Player(parse_agent("random")), Player(parse_agent("random"))]
    for seed in (1, 2):
        game = match.play(*players, "", seed)
        assert sum(game.seconds) == len(game.moves)
        assert game.seconds[0] - game.seconds[1] == len(game.moves) % 2


def test_a_stopped_player_gives_no_move():
    """A stop raises Stopped, also where the agent has an answer."""
    watch = Watch()
    watch.stop()
    with pytest.raises(Stopped):
        Player(parse_agent("greedy")).column(Position(), watch)
    assert Player(parse_agent("greedy")).column(Position(), Watch()) in range(7)


# -- suites ------------------------------------------------------------------------------------------------------------


def small(**changes) -> dict[str, np.ndarray]:
    """The arrays of a suite of two positions: the empty board, and one with column 4 full."""
    full = Position.from_moves("444444")
    arrays = {
        "mine": np.array([0, full.mine], np.uint64),
        "theirs": np.array([0, full.theirs], np.uint64),
        "scores": np.array([[-2, -1, 0, 1, 0, -1, -2], [0, 0, 0, FULL, 0, 0, 0]], np.int8),
        "stratum": np.array([0, 1], np.uint8),
    }
    return arrays | changes


ABOUT = {"format": suites.FORMAT, "version": suites.VERSION, "name": "small", "seed": 3, "strata": ["one", "two"]}


def written(tmp_path, about: object = ABOUT, **changes):
    """The path of a suite with these changes."""
    path = tmp_path / "suite.npz"
    np.savez_compressed(path, about=json.dumps(about), **small(**changes))
    return path


def test_a_suite_is_read(tmp_path):
    """Its arrays, names and positions; what follows from the scores."""
    suite = Suite.read(written(tmp_path))
    assert (suite.name, suite.seed, suite.strata, len(suite)) == ("small", 3, ("one", "two"), 2)
    assert suite.positions == [Position(), Position.from_moves("444444")]
    assert suite.classes.tolist() == [[-1, -1, 0, 1, 0, -1, -1], [0, 0, 0, FULL, 0, 0, 0]]
    assert suite.decisive.tolist() == [True, False]


@pytest.mark.parametrize(
    ("about", "changes", "words"),
    [
        ([], {}, "is not a suite of this program"),
        (ABOUT | {"format": "other"}, {}, "is not a suite of this program"),
        (ABOUT | {"version": 2}, {}, "has version 2"),
        (ABOUT | {"strata": ["one"]}, {}, "is damaged"),
        (ABOUT | {"seed": "x"}, {}, "is damaged"),
        (ABOUT, {"mine": np.zeros(2, np.int64)}, "is damaged"),
        (ABOUT, {"mine": np.zeros(3, np.uint64)}, "is damaged"),
        (ABOUT, {"theirs": np.zeros(3, np.uint64)}, "is damaged"),
        (ABOUT, {"scores": np.zeros((2, 6), np.int8)}, "is damaged"),
        (ABOUT, {"stratum": np.zeros(2, np.int8)}, "is damaged"),
        (
            ABOUT,
            {"mine": np.zeros(0, np.uint64), "theirs": np.zeros(0, np.uint64)}
            | {"scores": np.zeros((0, 7), np.int8), "stratum": np.zeros(0, np.uint8)},
            "is damaged",
        ),
    ],
)
def test_a_file_that_is_no_suite_is_refused(tmp_path, about, changes, words):
    """Another format or version, arrays of other types or shapes, or a position without a stratum."""
    with refused(words):
        Suite.read(written(tmp_path, about, **changes))


def test_a_missing_suite_is_named(tmp_path):
    """By its path, or by the names that there are."""
    with refused("there is no suite"):
        Suite.read(tmp_path / "none.npz")
    with refused("unknown suite 'x': choose p, d"):
        Suite.open("x")
    (tmp_path / "text.npz").write_text("nothing")
    with refused("text.npz"):
        Suite.read(tmp_path / "text.npz")


def test_a_key_is_that_of_the_mirror_image():
    """And of no other position."""
    for moves in ("1", "12", "4453", "77123"):
        position = Position.from_moves(moves)
        mirror = position.mirror()
        assert key(position.mine, position.theirs) == key(mirror.mine, mirror.theirs)
    assert (
        len(
            {
                key(Position.from_moves(moves).mine, Position.from_moves(moves).theirs)
                for moves in ("1", "2", "12", "21", "17")
            }
        )
        == 5
    )


@pytest.fixture
def tiny(tmp_path, monkeypatch):
    """The suite of two positions in place of every other one."""
    suite = Suite.read(written(tmp_path))
    for module in ("depths", "errors", "suites"):
        monkeypatch.setattr(f"c4.arena.{module}.open_suite", lambda name: suite)
    return suite


def test_mistakes_by_ply_are_those_of_the_moves(tiny, monkeypatch):
    """A move whose result is worse than the best, at the ply of its position; every n-th position is asked."""
    monkeypatch.setattr(suites, "choose", lambda position, evaluator: (2, 0))
    assert mistakes_by_ply(load("v2"), every=1) == [(0, True), (6, False)]
    assert mistakes_by_ply(load("v2"), every=2) == [(0, True)]
    monkeypatch.setattr(suites, "choose", lambda position, evaluator: (3, 0))
    assert mistakes_by_ply(load("v2"), every=2) == [(0, False)]
    watch = Watch()
    assert len(mistakes_by_ply(load("v2"), every=1, watch=watch)) == 2
    watch.stop()
    with pytest.raises(Stopped):
        mistakes_by_ply(load("v2"), watch=watch)


# -- errors ------------------------------------------------------------------------------------------------------------


def test_an_agent_is_asked_by_an_evaluator():
    """Without search, or with one of a depth."""
    assert agent_of("v2", None, 0) == str(parse_agent("greedy:evaluator=v2"))
    assert agent_of("v1", None, 1) == str(parse_agent("alphabeta:depth=1,evaluator=v1"))
    assert agent_of("v1", "", 3) == str(parse_agent("alphabeta:depth=3,evaluator=v1"))


def test_groups_have_four_plies(tiny):
    """Beginning with the first ply that there is; groups without a position are left out."""
    names, group = bands(tiny)
    assert names == ("0 to 3", "4 to 7")
    assert group.tolist() == [0, 1]
    one = replace(tiny, mine=tiny.mine[1:], theirs=tiny.theirs[1:])
    assert bands(one)[0] == ("6 to 9",)


def study(tiny: Suite, columns: list[int], points: list[list[int]]) -> Study:
    return Study("somebody", tiny, np.array(columns), np.array(points, np.int64), 1)


def test_what_is_wrong_with_a_move(tiny):
    """Its column, the best ones, what was promised and what is true; the worst first."""
    told = study(tiny, [0, 2], [[9, 0, 0, -5, 0, 0, 0], [0] * 7])
    assert told.mistake.tolist() == [True, False]
    assert told.misjudged.tolist() == [False, False]
    assert told.decided.tolist() == [True, False]
    row = told.overall()
    assert (row.positions, row.mistakes, row.misjudged) == (2, wilson(1, 2), wilson(0, 1))
    (error,) = told.worst(5)
    assert error == Mistake(
        0, format_position(Position()), 0, 0, (3,), 9, {0: -2, 1: -1, 2: 0, 3: 1, 4: 0, 5: -1, 6: -2}
    )
    assert told.worst(5, np.array([False, True])) == []
    assert told.worst(0) == []
    opposed = study(tiny, [3, 0], [[0, 0, 0, -5, 0, 0, 0], [UNKNOWN] * 7])
    assert opposed.misjudged.tolist() == [True, False]
    assert opposed.overall().misjudged == wilson(1, 1)
    assert opposed.error(1).points is None
    assert opposed.error(1).best == (0, 1, 2, 4, 5, 6)


def test_a_win_made_a_loss_is_worse_than_a_win_made_a_draw():
    """Among equals the one that promised more comes first, then the earlier one."""
    empty = np.zeros(4, np.uint64)
    scores = np.array([[1, 0, -1, 0, 0, 0, 0]] * 4, np.int8)
    suite = Suite("many", 1, ("all",), empty, empty, scores, np.zeros(4, np.uint8))
    points = np.array([[0, 50, 5, 0, 0, 0, 0], [0, 60, 5, 0, 0, 0, 0], [0, 0, 5, 0, 0, 0, 0], [0, 0, 7, 0, 0, 0, 0]])
    worst = Study("somebody", suite, np.array([1, 1, 2, 2]), points, 1).worst(9)
    assert [error.place for error in worst] == [3, 2, 1, 0]


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (0, "draws"),
        (1, "wins in 41 plies"),
        (21, "wins in 1 ply"),
        (20, "wins in 3 plies"),
        (-21, "loses in 2 plies"),
        (-1, "loses in 42 plies"),
    ],
)
def test_how_a_column_ends(score, words):
    """On the empty board, where each side has 21 discs."""
    assert ends(Mistake(0, "", 0, 3, (3,), None, {3: score}), 3) == words


def test_an_agent_is_measured_in_every_position(tiny):
    """What it plays, and the values that it knows exactly; what it does not know is UNKNOWN."""
    seen = []
    found = measure("greedy:evaluator=v2", "d", report=seen.append)
    assert seen == [1, 2]
    assert len(found) == 2
    assert found.points[1, 3] == UNKNOWN
    assert (found.points[0] != UNKNOWN).all()
    assert found.columns.tolist() == [int(row.argmax()) if row.max() > row[3] else 3 for row in found.points]
    assert found.scale == load("v2").scale
    watch = Watch()
    assert len(measure("greedy:evaluator=v2", "d", watch=watch)) == 2
    watch.stop()
    with pytest.raises(Stopped):
        measure("greedy:evaluator=v2", "d", watch=watch)


# -- depths ------------------------------------------------------------------------------------------------------------


def test_kept_results_are_counted_in_every_nth_position(tiny):
    """A move as good as the best column keeps the result."""
    (found,) = kept_by_depth("v2", depths=(0,), every=1)
    kept = sum(
        tiny.classes[place][column] == tiny.classes[place].max()
        for place, column in enumerate(measure("greedy:evaluator=v2", "d").columns)
    )
    assert found == AtDepth(0, wilson(kept, 2))
    (first,) = kept_by_depth("v2", depths=(0,), every=2)
    assert first.share.low in (wilson(0, 1).low, wilson(1, 1).low)


def test_bars_are_as_long_as_the_share():
    """Forty characters for everything, none where nothing was counted."""
    text = chart({"V1": [AtDepth(0, Share(0.5, 0, 1)), AtDepth(2, Share(1.0, 0, 1)), AtDepth(4, wilson(0, 0))]})
    lines = text.splitlines()[2:]
    assert [line.count("█") for line in lines] == [20, 40, 0]
    assert lines[0].split("%")[0].split() == ["no", "search", "50.0"]


def test_a_chart_as_numbers():
    """Shares to six digits."""
    share = Share(1 / 3, 1 / 7, 2 / 3)
    assert chart_json({"V1": [AtDepth(2, share)]}) == {
        "V1": [{"depth": 2, "success": 0.333333, "interval": [0.142857, 0.666667]}]
    }


def test_two_agents_of_one_depth_count_together():
    """Whatever searches; an agent limited by nodes or by time has no depth."""
    agents = ["alphabeta:depth=2,evaluator=v1", "minimax:depth=2,evaluator=v1", "greedy:evaluator=v1"]
    agents += ["engine:evaluator=v1,nodes=5", "engine:evaluator=v1,time_ms=5"]
    names = [str(parse_agent(agent)) for agent in agents]
    played = [
        Game(names[0], names[2], "", 1, "1212121", 0),
        Game(names[1], names[2], "", 1, "1212121", 1),
        Game(names[3], names[4], "", 1, "1212121", 1),
    ]
    found = success_by_depth(Table(names, played))
    assert found == {"V1": [AtDepth(0, wilson(1, 2)), AtDepth(2, wilson(1, 2))]}
