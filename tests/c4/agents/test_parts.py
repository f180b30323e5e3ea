"""The parts of agents by themselves: what a level overlooks, what proofs change, how options and answers are read."""

import json
from dataclasses import replace
from random import Random
from time import perf_counter

import numpy as np
import pytest
from refusal import refused

from c4 import agents, evaluators
from c4.agents import engine, learned, levels
from c4.agents.base import chance_of
from c4.agents.engine import columns_by_value, searched, with_proofs
from c4.agents.learned import findings_of, modified_at, preferred, rule_and_moves, values_by_column
from c4.agents.levels import Level, Slip, is_decided, values_after
from c4.agents.limits import LONGEST_MOVE_MS, Limits, check_depth, check_limits
from c4.agents.options import READERS, split
from c4.agents.perfect import SLIP_SHARE, NearlyPerfect
from c4.agents.program import Conversation, column_of, decision_by_scores, scores_of
from c4.agents.search import leftmost_of, reason_of, value_in_words, value_of
from c4.agents.specification import parse_agent, takes_model
from c4.agents.user import is_legal
from c4.agents.words import text_in_words
from c4.evaluators.v2 import V2
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, STANDARD, Rules
from c4.game.values import EXACT, LOWER, WIN, WIN_FLOOR, Value
from c4.learning.opponents import BLOCK, OPEN_TWO, VALUE, WIN_NOW, WON
from c4.learning.pattern_memory import Memory, Record, extract
from c4.learning.patterns import Thought, candidates
from c4.models import default_path
from c4.search.decision import Decision
from c4.search.fixed_depth import search
from c4.search.one_ply import LOSES, QUIET, WINS
from c4.search.watch import Watch

LATE = "44444412222252576331"
"""A position in which exact values are known at once."""


class Drawn:
    """Random numbers as they are given: `number` for every draw, and the first of every choice."""

    def __init__(self, number: float) -> None:
        self.number = number

    def random(self) -> float:
        return self.number

    def choice(self, choices):
        return choices[0]

    def gauss(self, mean: float, spread: float) -> float:
        return mean + spread


# -- levels ------------------------------------------------------------------------------------------------------------

AHEAD = {2: 9, 3: 5, 4: 5}
NEAR = {2: 1, 3: 8, 4: 8}


@pytest.mark.parametrize(
    ("level", "number", "picked"),
    [
        (Level(2), 0.0, (2, None)),
        (Level(2, anywhere=0.5), 0.5, (2, None)),
        (Level(2, anywhere=0.5), 0.49, (0, Slip.PLAYS_AT_RANDOM)),
        (Level(2, overlooks=0.5), 0.49, (3, Slip.OVERLOOKS_REPLY)),
        (Level(2, overlooks=0.5), 0.5, (2, None)),
        (Level(1, overlooks=0.5), 0.0, (2, None)),
    ],
)
def test_what_a_level_picks(level, number, picked):
    """Any column, the best after one ply, or the best it sees; who looks one ply ahead overlooks nothing."""
    assert level.pick(Position(), AHEAD, lambda: NEAR, Drawn(number)) == picked


@pytest.mark.parametrize(
    ("points", "seen"),
    [(0, 7.0), (WIN_FLOOR - 1, WIN_FLOOR + 6.0), (WIN_FLOOR, WIN_FLOOR), (-WIN_FLOOR, -WIN_FLOOR), (-9, -2.0)],
)
def test_only_undecided_values_vary(points, seen):
    """Who sees that the game is decided is not mistaken."""
    assert Level(2, spread=7.0)._guess(points, Drawn(0.5)) == seen
    assert is_decided(points) == (seen == points)


@pytest.mark.parametrize(
    ("level", "known", "column", "slip", "words"),
    [
        (Level(2), {3: 5, 2: 1}, 3, None, "the best column it can see"),
        (Level(2), {3: 5, 2: 5}, 3, None, "equal to column 3; the nearest to the middle"),
        (Level(2, spread=1), {3: 5, 2: 5, 1: 5}, 2, None, "equal to columns 2 and 4; chosen at random"),
        (Level(2, spread=1), {3: WIN - 9, 2: WIN - 9}, 3, None, "equal to column 3; the nearest to the middle"),
        (Level(2), {3: 5, 2: 1}, 2, None, "not far from the best, for variety"),
        (
            Level(2),
            {3: 5, 2: 1, 4: 5},
            2,
            Slip.OVERLOOKS_REPLY,
            "a deliberate slip that overlooks the reply; its own search prefers column 4",
        ),
    ],
)
def test_why_a_level_plays_a_column(level, known, column, slip, words):
    """The best, one of several, or another one, and then whether on purpose."""
    assert level._reason(Position(), known, column, slip) == words


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("moves", ["", "4453", "112233", "44553"])
def test_what_a_level_sees_is_minimax(moves, depth):
    """The value of every column for the side to move, ends of the game included."""
    position = Position.from_moves(moves)
    truth = search(position, depth, V2(), "minimax", budget=0)
    seen = values_after(position, depth, V2(), Watch())
    assert seen == {column: value.points for column, value in truth.columns.items()}
    look = Level(depth).look(position)
    assert look.ahead == seen
    assert look.after_one_ply == values_after(position, 1, V2(), Watch())


def test_a_stopped_level_sees_less():
    """Columns that a stop has cut short have no value."""
    watch = Watch()
    watch.stop()
    assert values_after(Position(), 3, V2(), watch) == {}


def test_a_strength_is_rounded(tmp_path, monkeypatch):
    """To multiples of ten; none without the file, or for another agent."""
    path = tmp_path / "levels.json"
    monkeypatch.setattr(levels, "STRENGTHS", path)
    strength = levels.elo.__wrapped__
    assert strength("child") is None
    path.write_text(json.dumps({"elo": {"child": [514.9, 500, 530], "novice": [515.1, 500, 530]}}))
    assert (strength("child"), strength("novice"), strength("engine")) == (510, 520, None)


@pytest.mark.parametrize(("number", "slips"), [(SLIP_SHARE, False), (SLIP_SHARE - 0.01, True)])
def test_a_nearly_perfect_player_slips_to_the_second_best(monkeypatch, number, slips):
    """To the best of the worse columns, and says which is better."""
    position = Position.from_moves(LATE)
    chance = Random(1)
    chance.random = lambda: number
    monkeypatch.setattr("c4.agents.perfect.chance_of", lambda *_: chance)
    decision = NearlyPerfect().choose(position, Limits())
    points = {column: value.points for column, value in decision.columns.items()}
    results = sorted(set(points.values()), reverse=True)
    assert decision.value.points == points[decision.column] == results[1 if slips else 0]
    assert decision.reason.startswith("a deliberate slip; column ") == slips


# -- limits ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        (Limits(depth=0), "the depth must be a whole number from 1"),
        (Limits(simulations=0), "the number of simulations must be a whole number from 1"),
        (Limits(time_ms=0), "above 0 and at most a day, not 0"),
        (Limits(time_ms=-1), "above 0 and at most a day, not -1"),
        (Limits(time_ms=LONGEST_MOVE_MS), "above 0 and at most a day"),
        (Limits(time_ms=True), "above 0 and at most a day, not True"),
        (Limits(time_ms="5"), "above 0 and at most a day, not '5'"),
        (Limits(evaluator="v9"), "unknown evaluator 'v9'"),
        (Limits(), ""),
        (Limits(time_ms=LONGEST_MOVE_MS - 1), ""),
        (Limits(time_ms=0.5, simulations=1, depth=1), ""),
    ],
)
def test_limits_that_cannot_be_are_refused(limits, words):
    """By their ends."""
    if not words:
        check_limits(limits)
        return
    with refused(words):
        check_limits(limits)


def test_no_game_lasts_longer_than_its_board():
    """So no depth is larger."""
    assert check_depth(42, STANDARD) == 42
    with refused("at most 42 on this board, not 43"):
        check_depth(43, STANDARD)


def test_chance_follows_the_seed_and_the_position():
    """The same for the same of both, another one for another of either."""
    position = Position.from_moves("44")
    numbers = {chance_of(one, Limits(seed=seed)).random() for one in (position, position.play(1)) for seed in (0, 1)}
    assert len(numbers) == 4
    assert chance_of(position, Limits(seed=0)).random() in numbers
    assert chance_of(position, Limits()).random() != chance_of(position, Limits()).random()


# -- the engine --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "leaves_time", "passed"),
    [
        (Limits(depth=5), False, (5, None, None)),
        (Limits(depth=5, nodes=100), False, (None, 100, None)),
        (Limits(depth=5, time_ms=1000), False, (None, None, 1000)),
        (Limits(depth=5, time_ms=1000), True, (None, None, 400)),
        (Limits(depth=5, time_ms=1000, nodes=100), False, (None, 100, 1000)),
    ],
)
def test_the_search_of_the_engine_gets_its_limits(monkeypatch, limits, leaves_time, passed):
    """A depth only without another limit; of a time two fifths where proofs follow."""
    given = []

    def noted(position, evaluator, **how):
        given.append((how["depth"], how["nodes"], how["time_ms"]))
        return Decision(None)

    monkeypatch.setattr(engine, "search", noted)
    assert searched(Position(), V2(), limits, Watch(), leaves_time_for_proofs=leaves_time).column is None
    assert given == [passed]


@pytest.mark.parametrize(
    ("limits", "rules", "proves"),
    [
        (Limits(time_ms=5), STANDARD, True),
        (Limits(time_ms=5, nodes=50), STANDARD, False),
        (Limits(nodes=50), STANDARD, False),
        (Limits(time_ms=5), replace(STANDARD, scoring=COUNT_LINES), False),
    ],
)
def test_the_engine_proves_where_it_has_a_time(monkeypatch, limits, rules, proves):
    """And only where the first line wins; the prover stays for the next move on the same board."""
    asked = []

    def noted(prover, position, columns, seconds, watch):
        asked.append((prover, seconds))
        return dict.fromkeys(columns, Result(-1, 1))

    monkeypatch.setattr(engine, "prove", noted)
    agent = engine.Engine()
    position = Position.from_moves("44", rules)
    for _ in range(2):
        started = perf_counter()
        decision = agent.choose(position, limits)
        assert decision.column is not None
        assert 0 < decision.seconds <= perf_counter() - started
    assert len(asked) == 2 * proves
    if proves:
        assert asked[0][0] is asked[1][0]
        assert all(0 < seconds < 0.005 for _, seconds in asked)
        agent.choose(Position(rules=Rules(5, 5, 4)), limits)
        assert asked[2][0] is not asked[0][0]
        agent.choose(Position.from_moves("112233"), limits)
        assert len(asked) == 3, "a win that the search has found needs no proof"


class Result:
    """What is proved of a column: its result is from `lowest` to `highest`."""

    def __init__(self, lowest: int, highest: int) -> None:
        self.lowest = lowest
        self.highest = highest


SEARCHED = Decision(3, Value(7, EXACT), {3: Value(7, EXACT), 2: Value(5, EXACT)}, reason="best")


@pytest.mark.parametrize(
    ("known", "column", "reason"),
    [
        ({3: (-1, 1), 2: (-1, 1)}, 3, "best"),
        ({3: (-1, 1), 2: (1, 1)}, 2, "proved to keep the result; the search would have played 4"),
        ({3: (1, 1), 2: (1, 1)}, 3, "proved to keep the result; best"),
        ({3: (-1, 0), 2: (-1, 1)}, 2, "the search's choice was proved to be worse; the search would have played 4"),
        ({3: (-1, 0), 2: (0, 0)}, 2, "proved to keep the result; the search would have played 4"),
        ({3: (0, 1), 2: (-1, 0)}, 3, "best"),
        ({3: (-1, -1), 2: (-1, -1)}, 3, "proved to keep the result; best"),
    ],
)
def test_what_proofs_change(known, column, reason):
    """A column that is proved to be the best, or one that may be where the search's is not; the search's first."""
    decision = with_proofs(SEARCHED, (3, 2), {each: Result(*bounds) for each, bounds in known.items()})
    assert decision.column == column
    assert decision.reason == reason
    assert decision.value == SEARCHED.columns[column]
    assert column == 3 or decision.principal_variation == (2,)


def test_columns_are_proved_in_the_order_of_the_search():
    """Its choice first, then by its values, then by the distance from the middle; what it did not value comes last."""
    values = {0: 4, 1: 9, 2: 4, 4: 4, 6: -5}
    decision = Decision(6, columns={column: Value(points, LOWER) for column, points in values.items()})
    assert columns_by_value(decision, Position()) == (6, 1, 2, 4, 0, 3, 5)


# -- one ply -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        (WINS, Value(WIN - 5, EXACT), "it wins at once"),
        (LOSES, Value(6 - WIN, EXACT), "every column lets the opponent win at once"),
        (QUIET, Value(9, EXACT), f"the best position after its move by {V2().label}: {V2().with_unit(9)}"),
    ],
)
def test_what_greedy_says_of_a_column(kind, value, words):
    """With four discs on the board a win is the fifth, and the loss after a gift the sixth."""
    assert value_of(kind, 9, Position.from_moves("4453")) == value
    assert reason_of(kind, 9, V2()) == words


def test_the_disc_counter_in_words():
    """Moves of a win or a loss, and one or several columns."""
    assert value_in_words(WON - 2) == "wins with move 2"
    assert value_in_words(3 - WON) == "loses with move 3"
    assert value_in_words(0) == "no win within 3 moves"
    assert leftmost_of(1) == "no other column is as good"
    assert leftmost_of(2) == "the leftmost of 2 equal columns"


def test_the_trainer_prefers_what_completes_its_line():
    """Seven to one, beside its own three in the first row; otherwise any column, which it says."""
    trainer = agents.load("trainer")
    position = Position.from_moves("112233")
    decisions = [trainer.choose(position, Limits(seed=seed)) for seed in range(200)]
    assert {decision.column for decision in decisions} == set(range(7))
    assert 80 < sum(decision.column == 3 for decision in decisions) < 135
    assert decisions[0].reason == "a random move, with 7 chances for column 4 and 1 for each other column"
    plain = trainer.choose(Position(), Limits(seed=1))
    assert plain.reason == "a random move: there is nothing to complete"


# -- what was learned --------------------------------------------------------------------------------------------------


def test_a_file_that_is_not_there_was_never_changed(tmp_path):
    """Another one has the time of its last change."""
    path = tmp_path / "file"
    assert modified_at(path) == 0
    path.write_text("")
    assert modified_at(path) == path.stat().st_mtime_ns > 0


@pytest.mark.parametrize(("columns", "kept"), [([2, 3, 5], [3]), ([0, 6], [0, 6]), ([5], [5])])
def test_of_equal_columns_the_middle_one_is_kept(columns, kept):
    """Without it, all of them."""
    assert preferred(columns, STANDARD.board, STANDARD) == kept


@pytest.mark.parametrize(
    ("moves", "rule", "columns"),
    [
        ("112233", WIN_NOW, {3}),
        ("11223", BLOCK, {3}),
        ("13", OPEN_TWO, {3}),
        ("14", OPEN_TWO, {2, 4}),
        ("", VALUE, set(range(7))),
    ],
)
def test_the_first_rule_that_names_moves(moves, rule, columns):
    """Win, block, stop an open two, or any move."""
    position = Position.from_moves(moves)
    found, cells = rule_and_moves(position)
    named = {column for column in range(7) if cells & STANDARD.column_mask(column)}
    assert (found, named) == (rule, columns)


@pytest.mark.parametrize(("turn_every", "rule"), [(0, BLOCK), (4, VALUE), (5, BLOCK), (2, VALUE)])
def test_rules_of_thumb_hold_where_the_board_lies_still(turn_every, rule):
    """Not before a turn: with three discs on the board the fourth one brings it where it comes every four."""
    rules = Rules(4, 4, 3, turn_every=turn_every)
    own = 1 << rules.cell(0, 3)
    others = 1 << rules.cell(0, 0) | 1 << rules.cell(0, 1)
    position = Position((others, own), 1, rules, None)
    assert rule_and_moves(position)[0] == rule


def test_a_column_that_ends_the_game_has_its_value():
    """Won or drawn; every other one that of the position after it."""
    evaluator = evaluators.load("td-lambda")
    position = Position.from_moves("112233")
    values = values_by_column(position, evaluator)
    assert values[3] == Value(WIN - 7, EXACT)
    assert values[0] == Value(evaluator.evaluate(position.play(0), 0), EXACT)


def test_the_findings_are_the_best_and_all_that_were_tried(monkeypatch):
    """In the order of their rank, each with what became of it."""
    position = Position.from_moves("417366214527367172")
    records = {pattern: Record(4, 2, 2) for pattern in extract(position, position.to_move)}
    found = candidates(position, Memory(records=records), Random(1))
    assert len(found) > 4
    monkeypatch.setattr(learned, "FINDINGS", 2)
    thought = Thought(column=0, candidates=found, played=None, verdicts={0: "vetoed", 3: "full"}, fills=False)
    findings = findings_of(thought)
    assert [finding.verdict for finding in findings] == ["vetoed", "", "full"]
    assert [finding.weight for finding in findings] == [found[place].weight for place in (0, 1, 3)]
    monkeypatch.setattr(learned, "FINDINGS", 1000)
    assert len(findings_of(thought)) == len(found)


# -- as it is typed ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        ("depth", "1", 1),
        ("depth", "0", None),
        ("nodes", "12", 12),
        ("nodes", "-1", None),
        ("seed", "-5", -5),
        ("seed", "0", 0),
        ("seed", "--5", None),
        ("seed", "x", None),
        ("time_ms", "0.5", 0.5),
        ("time_ms", "0", None),
        ("time_ms", "-1", None),
        ("time_ms", "inf", None),
        ("time_ms", "x", None),
        ("order", "4352617", (3, 2, 4, 1, 5, 0, 6)),
        ("order", "12", (0, 1)),
        ("order", "13", None),
        ("order", "11", None),
    ],
)
def test_how_the_value_of_an_option_is_read(option, text, value):
    """What is none has no value."""
    read, _ = READERS[option]
    assert read(text) == value


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        (" greedy ", "greedy", []),
        ("greedy:depth=2,seed=1", "greedy", ["depth=2", "seed=1"]),
        ("greedy:", "greedy", [""]),
        ("my.py", "my.py", []),
        ("C:\\my.py:depth=2", "C:\\my.py", ["depth=2"]),
        ("program:./a -x,y", "program:./a -x,y", []),
        ("program:./a -x,y,time_ms=5,seed=1", "program:./a -x,y", ["time_ms=5", "seed=1"]),
    ],
)
def test_where_the_options_of_a_text_begin(text, name, options):
    """After a colon, but for a drive; after the command of a program."""
    assert split(text) == (name, options)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("alphabeta", "Alpha-beta, V2, depth 6"),
        ("alphabeta:time_ms=50", "Alpha-beta, V2, depth 6"),
        ("alphabeta:nodes=5", "Alpha-beta, V2, depth 6"),
        ("alphabeta:order=1234567", "Alpha-beta, V2, depth 6, columns 1234567"),
        ("engine", "Engine, V2, depth 6"),
        ("engine:nodes=10", "Engine, V2, 10 nodes"),
        ("engine:nodes=1,time_ms=5", "Engine, V2, 5 ms, 1 node"),
        ("engine:null_move=on", "Engine, V2, depth 6, null move on"),
        ("greedy:time_ms=5,nodes=3,depth=9", "Greedy, V2"),
        ("greedy:order=1234567", "Greedy, V2"),
        ("mcts:time_ms=20,simulations=5", "MCTS, 5 simulations, 20 ms"),
        ("random:depth=3", "Random"),
        (f"td-lambda:model={default_path('td-lambda')}", "TD-lambda, td-lambda"),
        (f"greedy:evaluator=windows,model={default_path('windows')}", "Greedy, Windows: windows"),
        ("greedy:nonsense", "greedy:nonsense"),
    ],
)
def test_what_determines_the_play_of_an_agent_is_said(text, words):
    """And nothing that it ignores."""
    assert text_in_words(text) == words


@pytest.mark.parametrize(
    ("name", "own"),
    [("td-lambda", True), ("sarsa", True), ("patterns", True), ("greedy", False), ("v2", False), ("windows", False)],
)
def test_which_agents_have_a_model_of_their_own(name, own):
    """Those that are learned, and no evaluator."""
    assert takes_model(name) == own


@pytest.mark.parametrize(
    ("command", "label"),
    [("./solver -x", "solver"), ("python3 a/my.py -x", "my.py"), ("python3 a.py b.py", "a.py"), ("", ""), (" ", " ")],
)
def test_the_label_of_a_program_is_the_name_of_its_script(command, label):
    """Or its own, without the folder."""
    assert agents.label_of(command) == label


def test_the_seed_of_an_agent_is_its_own():
    """A seed that is given when it is loaded serves one that has none."""
    assert parse_agent("random").load(5).limits.seed == 5
    assert parse_agent("random:seed=0").load(5).limits.seed == 0
    assert parse_agent("random").load().limits.seed is None


@pytest.mark.parametrize(
    ("answer", "legal"),
    [(1, True), (1.0, True), (np.int64(1), True), (0, False), (7, False), (-1, False), (1.5, False), ("1", False)]
    + [(None, False), (float("nan"), False), ([], False)],
)
def test_what_a_user_returns_is_a_column(answer, legal):
    """A whole number of any type; the first column is full here."""
    assert is_legal(answer, Position.from_moves("111111")) == legal


# -- programs ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "column"),
    [
        (["1"], 0),
        (["7"], 6),
        (["12"], 11),
        (["0"], -1),
        (["123"], None),
        (["-1"], None),
        ([], None),
        (["1", "2"], None),
    ],
)
def test_an_answer_of_one_number_is_a_column(words, column):
    """Of one or two digits."""
    assert column_of(words) == column


@pytest.mark.parametrize(
    ("words", "scores"),
    [
        ("-2 -1 0 +1 0 -1 -2", {0: -2, 1: -1, 2: 0, 3: 1, 4: 0, 5: -1, 6: -2}),
        ("22 -22 0 0 0 0 0", {0: 22, 1: -22, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0}),
        ("23 0 0 0 0 0 0", None),
        ("-23 0 0 0 0 0 0", None),
        ("0 0 0 0 0 0", None),
        ("0 0 0 0 0 0 0 0", None),
        ("0 0 0 x 0 0 0", None),
        ("0 0 0 1.5 0 0 0", None),
    ],
)
def test_an_answer_with_a_score_for_every_column(words, scores):
    """None larger than any game has; a full column may have anything."""
    assert scores_of(words.split(), Position()) == scores
    full = Position.from_moves("444444")
    assert scores_of(["0", "0", "0", "-1000", "0", "0", "1"], full) == {0: 0, 1: 0, 2: 0, 4: 0, 5: 0, 6: 1}


def test_the_best_score_is_played():
    """Of equals the one nearest to the middle, with the values that the scores mean."""
    decision = decision_by_scores({0: 1, 2: 1, 3: 0, 6: -1}, Position(), "solver")
    assert decision.column == 2
    assert decision.value == Value(WIN - 41, EXACT)
    assert decision.columns[6] == Value(42 - WIN, EXACT)
    assert decision.reason == "the best of 4 scores by solver: +1"


@pytest.mark.parametrize(
    ("answer", "line", "words"),
    [("3", "44", ["3"]), ("44 3", "44", ["3"]), ("44", "44", ["44"]), ("4 5 6", "44", ["4", "5", "6"]), ("", "", [])],
)
def test_the_moves_that_a_program_repeats_are_no_answer(answer, line, words):
    """Unless there is nothing else."""
    assert Conversation("solver")._words_of(answer, line) == words
    with refused("solver says of '44': Error 5"):
        Conversation("solver")._words_of("Error 5", "44")
