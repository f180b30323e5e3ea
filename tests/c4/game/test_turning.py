"""The board that turns: its rules against a second, slow statement of them, and every search that plays on it."""

from random import Random

import numpy as np
import plain_turning as plain
import pytest
from outcomes import reward_of
from refusal import refused

from c4 import agents
from c4.agents.limits import Limits
from c4.engine import deepening
from c4.errors import C4Error
from c4.evaluators import load
from c4.evaluators.tdlambda import TDLambda, number_of_features
from c4.game import packed
from c4.game.gametree import GameTree
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from c4.kernels.board import board_of
from c4.kernels.kinds import U
from c4.kernels.perft import count_games
from c4.kernels.turning import state_of, turned
from c4.learning.opponents import minimax
from c4.learning.sarsa import SarsaLearner
from c4.learning.tdlambda import TDLambdaLearner
from c4.learning.tdlambda import TDLambdaSettings as Settings
from c4.learning.windows import WindowsLearner
from c4.library.gametext import format_game, parse_game
from c4.library.record import Record
from c4.search import textbook
from c4.search.fixed_depth import search
from c4.solver import solver
from c4.strategy import threats
from c4.tree import treefile
from c4.tree.explain import describe
from c4.tree.row_words import line_text
from c4.tree.verify import verify

SMALL = Rules(4, 4, 3, turn_every=3)
SEVEN = Rules(7, 7, turn_every=5)
CHANCE = Rules(5, 5, 4, turn_every=2, turn_seed=7)
BOTH = Rules(4, 4, 3, turn_every=2)


def games(rules: Rules, number: int, seed: int = 1):
    """Positions of random games, all of each."""
    chance = Random(seed)
    for _ in range(number):
        position = Position(rules=rules)
        yield position
        while columns := position.legal_columns():
            position = position.play(chance.choice(columns))
            yield position


def test_a_turn_by_hand():
    """After the third stone the board turns clockwise: what was on the right lies below, what was below on the left."""
    position = Position.from_moves("12", Rules(4, 4, 4, turn_every=3))
    assert position.grid() == "....\n....\n....\nXO.."
    assert position.turns_after(3)
    assert position.play(3).grid() == "....\nX...\nO...\nX..."
    assert not position.play(3).turns_after(0)


@pytest.mark.parametrize("rules", [SMALL, SEVEN, BOTH], ids=str)
def test_positions_are_those_of_the_slow_rules(rules):
    """Stones, turns and ends of random games are those of a second statement of the rules that shares nothing."""
    for position in games(rules, 12):
        columns = [[] for _ in range(rules.columns)]
        for ply, column in enumerate(position.moves):
            columns = plain.play(columns, column, "XO"[ply % 2], rules.rows, rules.connect, rules.turn_every)
        stones = [
            [" XO"[1 + position.owner(row, column)] for row in range(position.height(column))]
            for column in range(rules.columns)
        ]
        assert stones == columns
        outcome = position.outcome()
        result = ""
        if outcome is not None:
            result = "draw" if outcome.winner is None else "XO"[outcome.winner]
        assert result == plain.over(columns, rules.rows, rules.connect)


@pytest.mark.parametrize(("rules", "depth"), [(SMALL, 5), (BOTH, 5), (Rules(3, 3, 3, turn_every=2), 6)])
def test_perft_is_that_of_the_slow_rules(rules, depth):
    """Games of so many moves, counted slowly and compiled."""
    expected = plain.perft(depth, rules.rows, rules.connect, rules.turn_every)
    assert count_games(depth, rules) == expected


def test_turns_by_chance_are_announced():
    """A seed says once for all after which stones the board turns, about one in n; another seed says otherwise."""
    turns = [stones for stones in range(49) if Rules(7, 7, turn_every=3, turn_seed=5).turn_bits >> stones & 1]
    assert turns == [stones for stones in range(49) if Rules(7, 7, turn_every=3, turn_seed=5).turn_bits >> stones & 1]
    assert 8 <= len(turns) <= 24
    assert Rules(7, 7, turn_every=3, turn_seed=6).turn_bits != Rules(7, 7, turn_every=3, turn_seed=5).turn_bits
    assert SEVEN.turn_bits == sum(1 << stones for stones in range(5, 49, 5))


def test_a_win_comes_before_the_turn_and_two_lines_at_once_are_a_draw():
    """A winning stone ends the game before the turn; a turn may win for either side or draw."""
    seen = set()
    for position in games(BOTH, 400, 3):
        outcome = position.outcome()
        if outcome is not None and position.ply < BOTH.cells:
            before = Position.from_moves("".join(str(column + 1) for column in position.moves[:-1]), BOTH)
            last = 1 - position.to_move
            turns = before.turns_after(position.moves[-1])
            seen.add((turns, {1: "mover", 0: "draw", -1: "other"}[reward_of(outcome, last)]))
            assert turns or outcome.winner == last
    assert seen == {(False, "mover"), (True, "mover"), (True, "other"), (True, "draw")}


def test_what_cannot_turn_is_refused():
    """A board that is not square, a count below 0, a seed without turns: one sentence each."""
    for arguments, words in (
        ({"turn_every": 3}, "must be square"),
        ({"rows": 7, "turn_every": -1}, "whole number of discs"),
        ({"rows": 7, "turn_seed": 1}, "needs a board that turns"),
    ):
        with pytest.raises(C4Error, match=words):
            Rules(**arguments)
    with refused("the solver knows only boards that do not turn"):
        SEVEN.require_still("the solver")
    assert str(SEVEN) == "7x7, connect 4, first line wins, turns after every 5th disc"
    assert Rules(**SEVEN.content()) == SEVEN
    assert set(Rules().content()) == {"rows", "columns", "connect", "scoring"}


@pytest.mark.parametrize("rules", [SMALL, SEVEN, CHANCE], ids=str)
def test_the_compiled_turn_is_the_plain_one(rules):
    """Kernels turn stones and pack states as `Rules` and `Position` do."""
    board = board_of(rules)
    for position in games(rules, 5):
        assert turned(*map(U, position.stones), board) == rules.turned(*position.stones)
        assert int(state_of(*map(U, position.stones), board)) == position.packed(0)
        assert Position.from_packed(position.packed(), rules).stones == position.stones


@pytest.mark.parametrize("name", ["v1", "v2", "td-lambda"])
@pytest.mark.parametrize("rules", [SMALL, Rules(4, 4, 3, COUNT_LINES, 2), CHANCE], ids=str)
def test_the_searches_agree_on_a_board_that_turns(rules, name):
    """Alpha-beta equals minimax, and each compiled search its textbook twin row by row, turns inside the tree."""
    if name == "td-lambda":
        evaluator = TDLambda(np.linspace(-1, 1, number_of_features(rules)), rules)
    else:
        evaluator = load(name)
    for position in list(games(rules, 1, 9))[:: 4 if rules is CHANCE else 2]:
        if position.outcome() is not None:
            continue
        values = {}
        for algorithm in ("minimax", "alphabeta"):
            tree = search(position, 3, evaluator, algorithm).tree
            nodes = getattr(textbook, algorithm)(position, 3, evaluator)
            rows = [(int(row["value"]), int(row["kind"]), int(row["bound"])) for row in tree.rows]
            expected = {node.path: (node.value, node.kind, node.bound) for node in nodes}
            assert {tree.path(row): rows[row] for row in range(len(tree))} == expected
            values[algorithm] = int(tree.value[0])
        assert values["minimax"] == values["alphabeta"]


def test_a_tree_with_turns_is_verified_saved_and_judged(tmp_path):
    """A tree with turns passes the verifier, goes through a file, and has its positions' values."""
    evaluator = load("v2")
    tree = search(Position.from_moves("123", SEVEN), 4, evaluator).tree
    assert verify(tree, evaluator) == []
    path = tmp_path / "tree.npz"
    path.write_bytes(treefile.encode(tree))
    again = treefile.load(path)
    assert again.root.rules == SEVEN
    assert (again.rows == tree.rows).all()
    row = tree.find((3, 3, 3))
    assert line_text(tree, row) == "4-4↻-4"
    assert "The board turned after this move." in describe(tree, tree.find((3, 3)))
    assert "turned" not in describe(tree, row)
    for row in range(0, len(tree), 37):
        position = tree.position(row)
        assert packed.as_normal(int(tree.state[row])) == position.packed(tree.maximizer)


def plain_minimax(position: Position, depth: int, plies: int = 0) -> int:
    """1,000 minus the plies to a win of the side to move, or the reverse; 0 where nothing is decided."""
    outcome = position.outcome()
    if outcome is not None or depth == 0:
        return reward_of(outcome, position.to_move) * (1000 - plies)
    return max(-plain_minimax(position.play(column), depth - 1, plies + 1) for column in position.legal_columns())


def test_the_learners_opponent_sees_turns():
    """The minimax of the td-lambda learner finds the value and the best columns of a plain one, turns included."""
    for position in list(games(BOTH, 6, 2)) + list(games(CHANCE, 1, 2))[::3]:
        if position.outcome() is None:
            value, moves = minimax(U(position.mine), U(position.theirs), 3, board_of(position.rules))
            worth = {column: -plain_minimax(position.play(column), 2, 1) for column in position.legal_columns()}
            named = {column for column in worth if int(moves) & position.rules.column_mask(column)}
            assert value == max(worth.values())
            assert named == {column for column in worth if worth[column] == value}


def test_td_lambda_and_sarsa_learn_on_a_board_that_turns(tmp_path):
    """Both train, save and play there; they lose less than they win against chance, and their files know the board."""
    learner = TDLambdaLearner(1, Settings(alpha=0.003, counts=False), BOTH)
    learner.train(1500)
    result = learner.measure(200)["random"]
    assert all(won > 2 * lost for won, _, lost in result.values())
    sarsa = SarsaLearner(1, rules=BOTH)
    sarsa.train(4000)
    assert sarsa.figures()["won"] > sarsa.figures()["lost"]
    for name, one, end in (("td-lambda", learner, "json"), ("sarsa", sarsa, "npz")):
        path = tmp_path / f"model.{end}"
        one.save(path)
        limits = Limits(evaluator=name, model=str(path), seed=1)
        position = Position(rules=BOTH)
        while position.outcome() is None:
            position = position.play(agents.load(name).choose(position, limits).column)
        assert type(one).from_file(path).rules == BOTH
        sarsa.learn(Position(rules=BOTH), position.moves, 0)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: deepening.search(Position(rules=SEVEN), load("v2"), depth=2), "the engine"),
        (lambda: solver.solve(Position(rules=SEVEN)), "the exact solver"),
        (lambda: load("ntuple").tables(SEVEN), "the n-tuple evaluator"),
        (lambda: WindowsLearner(1, rules=SEVEN), "the windows learner"),
        (lambda: SarsaLearner(1, rules=SEVEN, mirrored=True), "mirror images"),
        (lambda: threats.find(Position(rules=SEVEN)), "the reading of threats"),
    ],
)
def test_what_does_not_know_turns_says_so(call, words):
    """One sentence each from whatever knows only boards that lie still."""
    with refused(match=f"{words} knows only boards that do not turn"):
        call()


def test_a_game_record_keeps_the_turns():
    """The text of a game names the turns, and is read as the same game; what is no such header is refused."""
    for rules in (SEVEN, CHANCE):
        game = Record(GameTree.from_moves([0, 1, 2, 3, 3], Position(rules=rules)))
        again = parse_game(format_game(game))
        assert again.start.rules == rules
        assert again.columns == game.columns
    with refused("written like 5 or 5 seed 1"):
        parse_game('[Board "7x7"]\n[Turns "often"]\n\n*')
