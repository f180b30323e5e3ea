"""The contract of every agent in the registry, and what perfect play and the levels promise."""

from collections.abc import Iterator
from random import Random
from time import perf_counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from often import often
from refusal import refused
from strategies import late_positions

from c4 import evaluators
from c4.agents import AGENTS, load
from c4.agents.levels import LEVELS, Level, elo, title
from c4.agents.limits import Limits
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, FIRST_LINE, Rules
from c4.game.values import sign
from c4.search import fixed_depth
from c4.search.decision import Decision
from c4.search.watch import Watch

LATE = "44444412222252576331"
"""A position in which exact values are known at once."""


@pytest.mark.parametrize("name", AGENTS)
def test_it_chooses_a_legal_column(name):
    """Every agent answers with a legal column, a reason in words, values only for legal columns, and its own time."""
    position = Position.from_moves(LATE)
    agent = load(name)
    started = perf_counter()
    decision = agent.choose(position, Limits(depth=3, seed=1))
    assert 0 <= decision.seconds <= perf_counter() - started
    assert decision.column in position.legal_columns()
    assert decision.reason
    assert set(decision.columns) <= set(position.legal_columns())


@pytest.mark.parametrize("name", AGENTS)
def test_a_finished_game_is_refused(name):
    """Every agent says that there is no move to choose when the game is over."""
    with refused("no move to choose"):
        load(name).choose(Position.from_moves("1212121"), Limits(depth=3))


@pytest.mark.parametrize("name", AGENTS)
def test_a_stopped_agent_comes_back(name):
    """Asked to stop before it begins, every agent comes back at once, with a legal column or with none."""
    watch = Watch()
    watch.stop()
    position = Position()
    decision = load(name).choose(position, Limits(depth=60), watch)
    assert decision.column is None or decision.column in position.legal_columns()


MIDDLE = "4444441233"
"""A position in which much is open."""


def game_of(name: str, seed: int | None, start: str) -> tuple[int, ...]:
    """How an agent plays against itself from a position on."""
    agent = load(name)
    position = Position.from_moves(start)
    while position.outcome() is None:
        position = position.play(agent.choose(position, Limits(seed=seed)).column)
    return position.moves


@pytest.mark.parametrize("name", LEVELS)
def test_no_game_can_be_learned_by_heart(name):
    """With the same seed a level plays the same game again, with other seeds other games."""
    start = LATE if "perfect" in name else MIDDLE
    game = game_of(name, 0, start)
    assert game_of(name, 0, start) == game
    assert any(game_of(name, seed, start) != game for seed in range(1, 6))


def test_weaker_levels_miss_more():
    """A toddler leaves most threats open, a child many, a novice some, a club player hardly any."""
    threat = Position.from_moves("11223")
    missed = {}
    for name in ("toddler", "child", "novice", "club"):
        agent = load(name)
        columns = [agent.choose(threat, Limits(seed=seed)).column for seed in range(60)]
        missed[name] = sum(column != 3 for column in columns)
    assert missed["toddler"] > missed["child"] > missed["novice"] > missed["club"]
    assert missed["club"] < 10


def decisions_of(level: Level) -> Iterator[tuple[Decision, int]]:
    """What a level decides with many seeds, and the value of the best column that it sees, in points."""
    position = Position.from_moves(MIDDLE)
    for seed in range(60):
        decision = level.choose(position, Limits(seed=seed))
        yield decision, max(value.points for value in decision.columns.values())


SLIPS = {
    "a deliberate slip, played at random; its own search prefers column 2": Level(2, anywhere=1.0),
    "a deliberate slip that overlooks the reply; its own search prefers column 2": Level(2, overlooks=1.0),
    "not far from the best, for variety": Level(2, spread=200.0),
}


@pytest.mark.parametrize("reason", SLIPS)
def test_a_level_says_when_it_slips(reason):
    """A column that is not the best by its own full look ahead is called a slip, with the better one, or variety."""
    slipped = 0
    for decision, best in decisions_of(SLIPS[reason]):
        if decision.value.points == best:
            assert decision.reason.startswith("the best column")
        else:
            slipped += 1
            assert decision.reason == reason
    assert slipped > 0


def test_a_level_that_is_stopped_after_its_search_plays_what_it_found(monkeypatch):
    """A stop before it has valued any column leaves the column of the search."""
    watch = Watch()
    search = fixed_depth.search

    def search_and_stop(*arguments, **options):
        decision = search(*arguments, **options)
        watch.stop()
        return decision

    position = Position.from_moves(MIDDLE)
    expected = search(position, 2, evaluators.load("v2")).column
    monkeypatch.setattr(fixed_depth, "search", search_and_stop)
    assert Level(2).choose(position, Limits(seed=1), watch).column == expected


def test_a_level_plays_on_any_board():
    """Where what it learned does not hold, a level looks ahead with a heuristic."""
    for rules in (Rules(5, 6, 3), Rules(scoring=COUNT_LINES)):
        decision = load("expert").choose(Position(rules=rules), Limits(seed=1))
        assert decision.column in range(rules.columns)


def test_strengths_are_known_and_rise():
    """Every level was measured: chance has Elo 0, each stands above the one below, and titles say it."""
    strengths = [elo(name) for name in LEVELS]
    assert strengths[0] == 0
    assert strengths == sorted(set(strengths))
    assert title("random") == "Random (Elo 0)"
    assert title("engine") == "Engine"


def test_perfect_play_never_changes_the_value():
    """After a perfect move the position is worth the same, seen from the other side, until the end."""
    from c4.solver.solver import solve

    position = Position.from_moves(LATE)
    score = solve(position).score
    while position.outcome() is None:
        assert solve(position).score == score
        position = position.play(load("perfect").choose(position, Limits()).column)
        score = -score
    winner = position.outcome().winner
    assert (winner is None) == (score == 0)


def test_the_engine_proves_wins_where_it_has_time():
    """With time to think, the engine plays a column that is proved to win, which its search alone misses."""
    from c4.solver.solver import solve

    position = Position.from_moves("4444442263")
    decision = load("engine").choose(position, Limits(time_ms=3000, evaluator="v1"))
    assert solve(position).sign == -solve(position.play(decision.column)).sign


@pytest.mark.slow
@often(20)
@given(late_positions(FIRST_LINE, left=26), st.integers(0, 10**6))
def test_what_the_prover_proves_is_true(position, seed):
    """With the columns in any order, bounds of their results hold, and with time enough the first best one is found."""
    from plain_solver import solve_columns

    from c4.solver.prover import Prover

    assume(position.rules.scoring == FIRST_LINE)
    columns = list(position.legal_columns())
    Random(seed).shuffle(columns)
    known = Prover(position.rules).prove(position, columns, Watch())
    signs = {column: sign(news.score) for column, news in solve_columns(position).items()}
    assert all(known[column][0] <= signs[column] <= known[column][1] for column in columns)
    assert max(lower for lower, _ in known.values()) == max(signs.values())


def test_a_prover_that_is_stopped_claims_nothing():
    """Stopped before it begins, the prover knows nothing but games that end at once."""
    from c4.solver.prover import UNKNOWN, Prover

    watch = Watch()
    watch.stop()
    assert set(Prover(Position().rules).prove(Position(), range(7), watch).values()) == {UNKNOWN}
    won = Prover(Position().rules).prove(Position.from_moves("121212"), range(7), watch)
    assert won == {0: (1, 1), **dict.fromkeys(range(1, 7), UNKNOWN)}


def test_a_part_of_the_work_stops_with_the_whole():
    """Stopping a watch stops its parts, at once or later; stopping a part stops nothing else."""
    complete = Watch()
    part = complete.part()
    other = complete.part()
    part.stop()
    assert not complete.stopped
    assert part.stopped
    assert not other.stopped
    complete.stop()
    assert other.stopped
    assert complete.part().stopped


def test_the_disc_counter():
    """It wins, blocks, sees a loss coming, and otherwise plays the leftmost column (R0-13)."""
    expected = {
        "": (0, "no win within 3 moves: the leftmost of 7 equal columns"),
        "273747": (0, "wins with move 1: the leftmost of 2 equal columns"),
        "17273": (3, "no win within 3 moves: no other column is as good"),
        "47372": (0, "loses with move 2: the leftmost of 7 equal columns"),
    }
    for moves, (column, reason) in expected.items():
        decision = load("disc-counter").choose(Position.from_moves(moves), Limits())
        assert decision.column == column
        assert decision.reason == reason
