"""How the pattern player thinks: what it sees, how it ranks, and what it refuses."""

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from refusal import refused
from strategies import golden, picture, positions

from c4.agents.learned import Patterns, memory_in_use
from c4.agents.limits import Limits
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, STANDARD, Rules
from c4.learning import patterns
from c4.learning.pattern_memory import Memory, Pattern, Record, extract, on_board
from c4.learning.patterns import candidates, decide, find_move, gives_away, kinds_of, process, think

CASES = golden("patterns")["positions"]


def square(cell) -> str:
    return "ABCDEFG"[cell[1]] + "FEDCBA"[cell[0]]


def test_patterns_are_those_the_article_describes():
    """Golden positions have exactly the described patterns, in the reference's order (R2-2, D2-7)."""
    assert len(CASES) == 10
    for case in CASES:
        position = Position.from_packed(int(case["packed"]), Rules(scoring=COUNT_LINES))
        result = [
            ("H" if p.enemy else "A", p.direction, [square(cell) for cell in p.cells])
            for p in extract(position, position.to_move)
        ]
        assert result == [
            (p["colour"], p["direction"], [piece[0] for piece in p["pieces"]]) for p in case["as_described"]
        ]


@given(positions())
def test_a_pattern_is_stones_of_one_side_with_room_beyond(position):
    """A pattern has 2 to connect - 1 stones of one side and an empty cell beyond; both sides see the same."""
    for pattern in extract(position, 0):
        assert {position.owner(*cell) for cell in pattern.cells} == {int(pattern.enemy)}
        assert position.owner(*pattern.cell(pattern.length)) is None
        assert 2 <= pattern.length < position.rules.connect
    assert [p._replace(enemy=not p.enemy) for p in extract(position, 0)] == extract(position, 1)


THREE = Pattern(False, 0, 1, "RIGHT", 3)
PAIR = Pattern(False, 0, 1, "RIGHT", 2)
ENEMY_THREE = THREE._replace(enemy=True)
ENEMY_PAIR = PAIR._replace(enemy=True)


@pytest.mark.parametrize(
    ("pattern", "record", "kinds"),
    [
        (THREE, None, [(patterns.AGGRESSIVE, 0)]),
        (PAIR, None, [(patterns.TACTICAL, 0)]),
        (ENEMY_THREE, None, [(patterns.DEFENSIVE, 0)]),
        (ENEMY_PAIR, None, [(patterns.WARNING, 0)]),
        (THREE, Record(3, 2, 1), [(patterns.AGGRESSIVE, 105), (patterns.TACTICAL, 103)]),
        (PAIR, Record(2, 1, 1), [(patterns.AGGRESSIVE, 105), (patterns.TACTICAL, 103)]),
        (PAIR, Record(2, 0, 2), [(patterns.AGGRESSIVE, 0), (patterns.TACTICAL, 103)]),
        (ENEMY_PAIR, Record(2, 1, 1), [(patterns.DEFENSIVE, 104), (patterns.WARNING, 102)]),
        (ENEMY_THREE, Record(2, 2, 0), [(patterns.DEFENSIVE, 0)]),
    ],
)
def test_kinds_and_their_weights_from_memory(pattern, record, kinds):
    """Own stones are aggressive or tactical, others defensive or a warning (R2-1, R2-3, R2-4, D2-1)."""
    assert list(kinds_of(pattern, record, STANDARD)) == kinds


LEFT_END = (0, 0)
RIGHT_END = (0, 4)


@pytest.mark.parametrize(
    ("pattern", "kind", "record", "weight", "response"),
    [
        # twice its weight, 105 for aggressive, and its weight for the move found
        (THREE, patterns.AGGRESSIVE, Record(), 20 + 105 + 10, None),
        (THREE, patterns.DEFENSIVE, Record(4, 1, 3), 104 + 14 + 7, None),
        (THREE, patterns.DEFENSIVE, Record(4, 1, 3, ending=True), 104 + 14 + 2 + 7, None),
        # a response that won more than it lost is kept, 3 a win; otherwise it is a point for that end
        (THREE, patterns.DEFENSIVE, Record(4, 3, 1, False, LEFT_END), 104 + 14 + 9, LEFT_END),
        (THREE, patterns.DEFENSIVE, Record(4, 2, 2, False, LEFT_END), 104 + 14 + 7, LEFT_END),
        (THREE, patterns.WARNING, Record(4, 1, 3), 102 + 10 + 3 + 5, None),  # lost games make a warning louder
        (THREE, patterns.WARNING, Record(4, 3, 1), 102 + 10 + 5, None),
    ],
)
def test_weights_as_the_article_has_them(pattern, kind, record, weight, response):
    """What a pattern counts is the sum that R2-6 describes, on top of its weight from memory (D2-3)."""
    known = kind.known if record.seen else 0
    result = process(pattern, kind, known, record, picture(".XXX..."), random.Random(1))
    assert result.weight == weight
    assert result.response in ([response] if response else [LEFT_END, RIGHT_END])


def test_pairs_count_only_what_the_memory_and_the_move_give():
    """Two stones add nothing of their own (R2-6)."""
    assert (
        process(PAIR, patterns.TACTICAL, 103, Record(2, 1, 1), picture(".XX...."), random.Random(1)).weight == 103 + 3
    )


def test_the_better_end_is_played_in_every_direction():
    """Of two ends the supported one is played, of equal ones either by chance (D2-5, D2-6)."""
    # B row 2, C row 3, D row 4: E row 5 hangs in the air, A row 1 stands
    rising = picture("...X...", "..XO...", ".XOO...", ".OOX...")
    pattern = next(p for p in extract(rising, 0) if p.length == 3 and p.direction == "ABOVERIGHT")
    assert find_move(pattern, Record(), rising, random.Random(1)) == (0, 0)
    falling = picture("...X...", "...OX..", "...OOX.", "...XOO.")
    pattern = next(p for p in extract(falling, 0) if p.length == 3 and p.direction == "BELOWRIGHT")
    assert find_move(pattern, Record(), falling, random.Random(1)) == (0, 6)
    flat = picture(".XXX...")
    assert {find_move(THREE, Record(), flat, random.Random(seed)) for seed in range(20)} == {LEFT_END, RIGHT_END}
    assert find_move(THREE, Record(response=RIGHT_END), flat, random.Random(1)) == RIGHT_END
    upright = picture("X......", "X......")
    assert find_move(Pattern(False, 0, 0, "ABOVE", 2), Record(), upright, random.Random(1)) == (2, 0)


def test_only_what_was_seen_twice_counts_but_a_chance_to_win_always():
    """A pattern seen once asks for nothing, one seen twice does; an own three does at once (R2-9, D2-2)."""
    position = picture("O......", "OXX.O..", "XOOXX..")
    seen = {p: Record(1, 0, 1) for p in extract(position, 0)}
    assert candidates(position, Memory(records={}), random.Random(1)) == []
    assert {c.kind for c in candidates(position, Memory(records=seen), random.Random(1))} == {patterns.AGGRESSIVE}
    twice = {p: record._replace(seen=2) for p, record in seen.items()}
    kinds = {c.kind for c in candidates(position, Memory(records=twice), random.Random(1))}
    assert kinds == {patterns.AGGRESSIVE, patterns.DEFENSIVE, patterns.TACTICAL, patterns.WARNING}
    three = picture("OO.....", "OXXX...")
    assert candidates(three, Memory(), random.Random(1))[0].pattern == THREE
    assert Patterns(Memory()).choose(three, Limits()).column == 4


def test_of_equal_weights_the_later_pattern_comes_first():
    """Candidates are ordered by weight, of equals the one found later first (R2-7)."""
    result = candidates(picture("X..X...", "X..X...", "X..X..."), Memory(), random.Random(1))
    assert [c.pattern.column for c in result] == [3, 0]


LEARNED = Position.from_moves("417366214527367172")  # X has a pair that has won often, and a three to be completed


def well_remembered(position: Position) -> Memory:
    """A memory in which every pattern has won some games by a response at its far end, pairs a great many."""
    records = {
        pattern: Record(90, 60, 30, False, pattern.ends[-1])
        if pattern.length == 2
        else Record(9, 4, 5, False, pattern.ends[-1])
        for pattern in extract(position, position.to_move)
    }
    return Memory(records=records)


def test_a_line_that_can_be_completed_is_never_passed_over():
    """However much a pair has won, its own three comes first, at the end that can be played, and a gap is filled."""
    decision = Patterns(well_remembered(LEARNED)).choose(LEARNED, Limits())
    assert LEARNED.play(decision.column).outcome().winner == LEARNED.to_move
    assert decision.findings[0].verdict == "played"
    hanging = picture("O......", "O.XXX..", "XOOXO.O")  # the left end is free and can be played, the right one hangs
    three = Pattern(False, 1, 2, "RIGHT", 3)
    memory = Memory(records={three: Record(5, 4, 1, False, (1, 5))})
    assert Patterns(memory).choose(hanging, Limits()).column == 1
    gap = picture("OO.....", "XX.XO..", "OXOOX..")
    for seed in range(5):
        decision = Patterns(well_remembered(gap)).choose(gap, Limits(seed=seed))
        assert decision.column == 2
        assert decision.reason == "completes a line by filling a gap"


@given(positions(), st.integers(0, 99))
def test_whatever_it_remembers_it_wins_when_it_can(position, seed):
    """On any board, whatever its memory holds, it plays a move that completes a line if there is one."""
    chance = random.Random(seed)
    records = {}
    for pattern in extract(position, position.to_move):
        won = chance.randrange(50)
        lost = chance.randrange(50)
        on = [end for end in pattern.ends if on_board(end, position.rules)]
        records[pattern] = Record(won + lost, won, lost, chance.random() < 0.5, chance.choice([None, *on]))
    assume(position.outcome() is None)
    wins = position.completing_columns(position.to_move)
    column = Patterns(Memory(position.rules, records)).choose(position, Limits(seed=seed)).column
    assert not wins or column in wins


def test_a_line_it_has_lost_to_is_blocked_whatever_else_it_likes():
    """The other side's three that it has lost to comes before patterns that have won often."""
    position = picture("..X....", "..X....", "OOO.X..")
    three = Pattern(True, 0, 0, "RIGHT", 3)
    pair = Pattern(False, 1, 2, "ABOVE", 2)
    liked = Record(90, 60, 30, False, (3, 2))
    for lost, column in ((2, 3), (0, 2)):
        memory = Memory(records={three: Record(3, 3 - lost, lost), pair: liked})
        assert Patterns(memory).choose(position, Limits()).column == column


def test_two_threats_at_once_come_before_weights():
    """A move after which a line can be completed at two places is played, and the reason says so."""
    position = picture("O......", "O......", "X..XX.O")
    known = {pattern: Record(2, 1, 1) for pattern in extract(position, 0)}
    decision = Patterns(Memory(records=known)).choose(position, Limits(seed=1))
    assert decision.column == 2
    assert "two threats at once" in decision.reason


@pytest.mark.parametrize(
    ("rows", "cell", "refused"),
    [
        (["OOO....", "XXO...."], (0, 3), True),  # above it O completes four in the second row
        (["OOO....", "XXOX..."], (1, 3), False),  # O would win there: it must be blocked
        (["...O...", "..OX...", ".OXO...", "OXOX..."], (0, 6), False),
        (["..O....", "..O....", "..O...."], (3, 2), False),  # blocks the upright three
        (["OO.O...", "XX.O..."], (0, 2), True),  # a gap counts
        (["O.O....", "X.X...."], (0, 1), False),  # one stone each side is no three (D2-10)
        (["..OOO..", "..XXX..", "..OOO..", "..XXO..", "..OXX..", "..XOX.."], (5, 1), False),  # the top row (D2-10)
    ],
)
def test_the_veto(rows, cell, refused):
    """A cell is refused when the other side would win above it, unless it must be blocked (R2-8)."""
    assert gives_away(cell, picture(*rows)) == refused


def test_careful_random_moves():
    """With `careful` the veto reaches random moves, too, unless every column gives something away (R2-8)."""
    position = Position.from_moves("116617474225527")  # column 3 would let O win above it
    assert gives_away((position.height(2), 2), position)
    memory = Memory()
    assert {think(position, memory, seed).column for seed in range(60)} == set(position.legal_columns())
    careful = Memory(training={"settings": {"careful": True}})
    played = {Patterns(careful).choose(position, Limits(seed=seed)).column for seed in range(60)}
    assert played == {column for column in position.legal_columns() if column != 2}
    lost = Position.from_moves("171375555243575774733331161621")  # every column gives a win away
    assert think(lost, memory, 1, careful=True).column in lost.legal_columns()


def test_what_was_refused_is_told():
    """The decision holds every pattern that was looked at with its cells, weight, counts and what became of it."""
    # its own three is completed in column 4; that O could win above it matters no more
    position = picture("OOO....", "XXX.O..")
    decision = Patterns(Memory()).choose(position, Limits())
    assert decision.column == 3
    assert decision.findings[0].cells == ((0, 0), (0, 1), (0, 2))
    assert decision.findings[0].verdict == "played"
    assert decision.findings[0].weight == 135
    assert "aggressive: 3 of its own discs right from column 1, row 1 (never seen; weight 135)" in decision.reason
    giving = picture(".OOO...", ".XXO...")  # a pair that the memory likes: both ends lie under a winning cell of O
    memory = Memory(
        records={PAIR._replace(column=1): Record(5, 5, 0), Pattern(False, 0, 2, "LEFT", 2): Record(5, 5, 0)}
    )
    decision = Patterns(memory).choose(giving, Limits(seed=1))
    assert decision.findings[0].verdict == "vetoed: after column 1 the other side wins above it"
    assert "a random move" in decision.reason


def test_a_few_tries_and_then_chance():
    """After TRIES patterns that cannot be played it plays at random; each pattern is tried once (R2-7)."""
    # nothing of X can be completed at once but in column 4, two cells up
    position = picture("XXX.XXX", "OOO.OOO", "OXO.XOX")
    result = candidates(position, Memory(records={p: Record(3, 1, 1) for p in extract(position, 0)}), random.Random(1))
    played, verdicts = decide(result, position)
    tried = [result[place].pattern for place in verdicts]
    assert len(set(tried)) == len(tried) <= patterns.TRIES
    assert (played is None) == ("played" not in verdicts.values())


def test_random_moves_reach_every_column():
    """With an empty memory every column is played, also the last one that is left (D2-6)."""
    assert {Patterns(Memory()).choose(Position(), Limits(seed=seed)).column for seed in range(100)} == set(range(7))
    rules = Rules(2, 3, 3)
    last = Position.from_moves("12213", rules)
    assert last.legal_columns() == (2,)
    assert Patterns(Memory(rules)).choose(last, Limits()).column == 2


def test_a_memory_that_you_name_has_to_be_there(tmp_path):
    """Only the built-in one may be missing: it begins empty."""
    assert memory_in_use(Position(), Limits()).games == 0
    with refused("missing.sqlite"):
        memory_in_use(Position(), Limits(model=str(tmp_path / "missing.sqlite")))
