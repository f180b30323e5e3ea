"""TD-lambda: features, the learner against its plain twin, its agent, its files, its command."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often
from plain_tdlambda import Board, PlainLearner
from plain_tdlambda import minimax as plain_minimax
from strategies import STANDARD_COUNT, golden, standard_positions, unfinished_positions

from c4 import agents, models
from c4.agents.limits import Limits
from c4.agents.specification import parse_agent
from c4.arena.suites import mistakes
from c4.evaluators.tdlambda import TDLambda, features, number_of_features, threats_of, write_npy
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.kernels import splitmix
from c4.kernels.board import board_of, free_cells
from c4.learning.opponents import VALUE, candidates_of, minimax, open_twos
from c4.learning.run import train
from c4.learning.settings import TDLambdaRun
from c4.learning.success import measure, success
from c4.learning.tdlambda import CHECKPOINT, Learned, TDLambdaLearner, choose, feature_places, value_of
from c4.learning.tdlambda import TDLambdaSettings as Settings

CASES = golden("tdlambda_features")["positions"]
BOARD = board_of(STANDARD)


def words(position: Position, side: int) -> tuple[np.uint64, np.uint64]:
    return np.uint64(position.stones[side]), np.uint64(position.stones[1 - side])


def plain_board(position: Position) -> Board:
    """The same position on the plain twin's board."""
    board = Board()
    for column in range(7):
        for row in range(6):
            for player in (0, 1):
                if position.stones[player] >> STANDARD.cell(row, column) & 1:
                    board.drop(column, player + 1)
    return board


def columns_of(moves: int) -> list[int]:
    return [column for column in range(7) if int(moves) & STANDARD.column_mask(column)]


def test_features_equal_the_reference():
    """Middle, threats over all 69 lines, and columns of rule 3 equal reference system 0 (R0-2, R0-3, R0-5)."""
    assert len(CASES) == 40
    assert any(any(case["open_twos_H"]) for case in CASES)
    for case in CASES:
        position = Position.from_packed(int(case["packed"]), STANDARD_COUNT)
        human = 1 - position.to_move
        x = features(position, position.to_move)
        assert x[84:] == pytest.approx([case["centre_A"], case["threats_A"] / 69, case["threats_H"] / 69])
        own, other = words(position, human)
        free = free_cells(own | other, BOARD)
        expected = [column for column in columns_of(free) if case["open_twos_H"][column]]
        assert columns_of(open_twos(own, other, free, BOARD)) == expected


def test_features_stand_in_their_order():
    """Own stones from the bottom, then the opponent's, 87 in all; a bottom centre stone has seven lines (D0-4)."""
    position = Position.from_moves("4")
    x = features(position, 0)
    assert len(x) == number_of_features(STANDARD) == 87
    assert [i for i, value in enumerate(x) if value] == [3, 84, 85]
    assert x[84:] == [1 / 6, 7 / 69, 0]
    assert features(position, 1)[42 + 3] == 1.0
    assert threats_of(*position.stones, STANDARD) == 7


@given(standard_positions)
def test_the_compiled_value_is_w_times_x(position):
    """The kernel's V is the dot product of weights and features, for both sides."""
    weights = np.random.default_rng(5).normal(size=87)
    for side in (0, 1):
        value = value_of(*words(position, side), Learned(weights, feature_places(STANDARD), BOARD, np.ones(87)))
        assert value == pytest.approx(float(weights @ np.array(features(position, side))), abs=1e-9)


@given(standard_positions)
def test_the_position_is_seen_by_who_moved_last(position):
    """The evaluator's value is that of the afterstate for who moved last, to within the rounding of its weights."""
    weights = np.random.default_rng(5).normal(size=87)
    side = 1 - position.to_move
    exact = float(weights @ np.array(features(position, side)))
    assert TDLambda(weights).evaluate(position, side) == pytest.approx(10_000 * exact, abs=42 / 2 + 3 + 69)


@often(20)
@given(unfinished_positions(STANDARD), st.integers(1, 3), st.integers(4, 6))
def test_minimax_is_plain_minimax(position, depth, depth_near_the_end):
    """Compiled minimax finds the value and all best columns of the plain one, the soonest win first (D0-2)."""
    if position.ply >= 32:
        depth = depth_near_the_end
    player = position.to_move + 1
    value, moves = minimax(*words(position, position.to_move), depth, BOARD)
    assert (value, columns_of(moves)) == plain_minimax(plain_board(position), player, player, depth)


def test_minimax_on_a_nearly_full_board():
    """With one cell left minimax still moves, and a draw is worth nothing to either side (D0-7)."""
    position = Position.from_moves("21212112121243434334343465656556565677777")
    assert position.outcome() is None
    assert position.rules.cells - position.ply == 1
    value, moves = minimax(*words(position, position.to_move), 3, BOARD)
    assert value == 0
    assert columns_of(moves) == [6]


@pytest.mark.parametrize(("tactics", "counts"), [(True, False), (False, False), (True, True)])
def test_compiled_is_plain(tactics, counts):
    """Compiled and plain training agree bit for bit: weights, random state and tallies, over games of every kind."""
    shares = {"eps_start": 0.8, "eps_end": 0.1, "eps_episodes": 6}
    how = {"alpha": 0.003, "gamma": 0.9, "tactics": tactics, "counts": counts, **shares}
    learner = TDLambdaLearner(7, Settings(**how))
    plain = PlainLearner(7, **how)
    for _ in range(12):
        learner.train(1)
        plain.play()
        assert learner.weights.tolist() == plain.weights
    assert learner.games.random[0] == plain.random[0]
    assert [learner.games.tallies()[key] for key in ("won", "drawn", "lost")] == plain.tally


def test_epsilon_schedule():
    """Epsilon falls in a straight line to its floor, by the author from 1 and in a twentieth of the episodes (R0-4, R0-9)."""
    usual = Settings()
    assert usual.alpha == 0.00003
    assert usual.gamma == 0.98
    assert usual.lambda_ == 0.8
    assert usual.eps_end == 0.2
    assert usual.eps_episodes == 1
    assert TDLambdaRun().episodes == 100_000
    learner = TDLambdaLearner(1, Settings(eps_end=0.05, eps_episodes=5000))
    assert learner.epsilon() == 1
    learner.train(2500)
    assert learner.epsilon() == pytest.approx(1 - 0.95 / 2)
    learner.train(2500)
    assert learner.figures()["epsilon"] == learner.epsilon() == pytest.approx(0.05)
    assert TDLambdaLearner(1, Settings(eps_start=0.4, eps_end=0.1)).epsilon() == 0.4


def test_exploration_is_used():
    """With epsilon 1 every column is played, with epsilon 0 and no weights always the middle one (D0-3, R0-5)."""

    def played(epsilon):
        random = splitmix.start(1)
        nothing = np.uint64(0)
        learned = Learned(np.zeros(87), feature_places(STANDARD), BOARD, np.ones(87))
        return {int(choose(nothing, nothing, epsilon, True, random, learned)) for _ in range(200)}

    assert played(1.0) == {1 << STANDARD.cell(0, column) for column in range(7)}
    assert played(0.0) == {1 << STANDARD.cell(0, 3)}


def test_weights_stay_finite_at_the_authors_alpha():
    """Thirty times the author's alpha does not let the weights run away: a step that would overshoot is cut."""
    learner = TDLambdaLearner(1, Settings(alpha=0.9, gamma=0.9, eps_end=0.05, eps_episodes=5000, counts=False))
    learner.train(3000)
    assert np.abs(learner.weights).max() < 10


def test_it_helps_from_the_start():
    """With default settings it errs in fewer hard positions, at every stage of the training, than before it."""
    learner = TDLambdaLearner(1)
    before = mistakes(learner.evaluator()).value
    for games in (100, 900, 9000):
        learner.train(games)
        assert mistakes(learner.evaluator()).value < before - 0.03


def test_it_learns():
    """After 10,000 episodes its best model does better against minimax than the rules alone."""
    learner = TDLambdaLearner(1, Settings(alpha=0.003, counts=False, eps_episodes=500))
    learner.train(10_000)
    best, nothing = (
        measure(TDLambda(weights), "minimax 3", 300, 5, tactics=True)
        for weights in (learner.best_weights, np.zeros(87))
    )
    assert success(best) > success(nothing) + 0.05
    assert all(won > lost for won, _, lost in best.values())
    assert success(learner.measure(200)["random"]) > 0.97


def run(learner, episodes, path, **options):
    return list(train(learner, episodes, path, **options))


def test_checkpoints(tmp_path):
    """Every 500 games it measures itself; the best so far is kept apart and is the model as it was then (R0-12)."""
    path = tmp_path / "m.json"
    learner = TDLambdaLearner(3)
    run(learner, 3100, path)
    assert [line["episodes"] for line in learner.history] == list(range(CHECKPOINT, 3001, CHECKPOINT))
    figures = learner.figures()
    assert figures["best_success"] == max(line["success"] for line in learner.history)
    assert figures["success"] == learner.history[-1]["success"]
    best = TDLambdaLearner.from_file(models.best_path(path))
    assert best.episodes == figures["best_episodes"] == learner.best
    again = TDLambdaLearner(3)
    again.train(best.episodes)
    assert best.weights.tolist() == again.weights.tolist() == learner.best_weights


@pytest.mark.slow
def test_shipped_model_comes_from_its_command():
    """Training again with the shipped file's seed and settings gives its weights, and it is the best of that run."""
    shipped = TDLambdaLearner.from_file(models.default_path("td-lambda"))
    again = TDLambdaLearner(shipped.seed, shipped.settings)
    again.train(shipped.episodes)
    assert shipped.best == shipped.episodes
    assert again.weights == pytest.approx(shipped.weights, rel=0, abs=1e-9)


def test_every_rule_gives_its_reason():
    """The agent wins, blocks, stops an open two and weighs, in this order, and says which it did (R0-5)."""
    agent = agents.load("td-lambda")

    def message(moves):
        decision = agent.choose(Position.from_moves(moves), Limits())
        return decision.column + 1, decision.reason

    assert message("112233") == (4, "rule 1: it wins at once")
    assert message("11223") == (4, "rule 2: it stops the opponent from winning here")
    column, reason = message("4")
    assert reason == "rule 3: it stops the opponent from making two in a row, open at both ends"
    assert column in (3, 5)
    assert message("")[1].startswith("rule 4: the highest learned value, ")


@often(20)
@given(unfinished_positions(STANDARD))
def test_the_agent_plays_what_the_matches_play(position):
    """The agent's move is among the moves its rule names, and has the highest value of them."""
    decision = agents.load("td-lambda").choose(position, Limits(seed=1))
    own, other = words(position, position.to_move)
    rule, moves = candidates_of(own, other, free_cells(own | other, BOARD), True, BOARD)
    assert decision.column in columns_of(moves)
    assert decision.value.points == max(decision.columns[column].points for column in columns_of(moves))
    assert decision.reason.startswith(f"rule {rule + 1}")
    if rule == VALUE:
        assert columns_of(moves) == list(position.legal_columns())


def test_the_agent_takes_the_model_it_is_given(tmp_path):
    """The agent plays by the model file that its text names."""
    weights = np.zeros(87)
    weights[0] = 5.0  # nothing is as good as the lower left corner
    write_npy(tmp_path / "corner.npy", weights)
    assert parse_agent(f"td-lambda:model={tmp_path / 'corner.npy'}").load().choose(Position()).column == 0
