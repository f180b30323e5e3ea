"""Threats: which squares complete a line, who profits, and whether what is claimed of it is true."""

import json

import pytest
from commands import c4
from outcomes import better_of
from paths import ROOT
from refusal import refused

from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from c4.strategy import threats
from c4.strategy.threats import ABOVE, COUNTS, NOW

SETS = sorted((ROOT / "lab" / "positions").glob("*_*.txt"))  # not `opening`, whose proofs take long


def test_a_threat_that_can_be_played_now_wins():
    """Three beside each other with an open end: the side to move wins at once, and that is proved."""
    result = threats.find(Position.from_moves("414243"))
    assert [(threat.name, threat.side, threat.role) for threat in result.threats if threat.side == 0] == [
        ("d4", 0, NOW)
    ]
    assert result.proved == 0


def test_the_square_under_an_odd_threat_is_the_last_to_be_played():
    """Red's odd a3 counts, since neither side wants to play a2."""
    position = Position.from_grid("......./......./......./.XXX.../.OOX.O./XOXOXOO")
    result = threats.find(position)
    squares = {(threat.name, threat.side): threat for threat in result.threats}
    assert squares["a3", 0].odd
    assert squares["a3", 0].role == COUNTS
    assert "a3 (odd) counts: neither side wants to play a2." in threats.in_words(result)


@pytest.fixture(scope="module")
def judged():
    """Of every position of the six sets: what was found, and the side that wins, None in a draw."""
    result = []
    for path in SETS:
        for line in path.read_text().splitlines():
            moves, score = line.split()
            position = Position.from_moves(moves)
            result.append((threats.find(position), better_of(int(score), position.to_move)))
    return result


def test_proofs_hold_on_the_position_sets(judged):
    """The side that is proved to win wins."""
    assert len(judged) == 1060
    proved = [result.proved == winner for result, winner in judged if result.proved is not None]
    assert len(proved) >= 180
    assert all(proved)


def test_every_threat_completes_the_lines_it_names(judged):
    """Its side has all other stones of each line, and the square is empty."""
    for result, _ in judged[::7]:
        for threat in result.threats:
            cell = 1 << result.position.rules.cell(threat.row, threat.column)
            assert not result.position.occupied & cell
            for line in threat.lines:
                assert line.mask & ~result.position.stones[threat.side] == cell


def test_only_the_lowest_threat_of_a_column_counts(judged):
    """Above a threat that cannot be played yet every other one is said to lie above it."""
    for result, _ in judged[::7]:
        for column in range(7):
            rows = {threat.row for threat in result.threats if threat.column == column and threat.role != NOW}
            for threat in result.threats:
                if threat.column == column and rows and threat.row > min(rows):
                    assert threat.role == ABOVE


def test_what_has_no_threats_is_said():
    """Games that are over and count-lines are refused in a sentence."""
    with refused("the game is over"):
        threats.find(Position.from_moves("1212121"))
    with refused("not in count-lines"):
        threats.find(Position(rules=Rules(scoring=COUNT_LINES)))


def test_a_paragraph_does_not_contradict_itself():
    """Who controls the zugzwang is not said where the other side is said to win."""
    analysis = threats.find(Position.from_moves("4445154372214411712557"))
    assert analysis.proved == 0
    assert analysis.zugzwang == 1
    assert "zugzwang" not in threats.in_words(analysis)
    assert threats.in_words(analysis).endswith("Proved: Red wins.")


def test_the_command_prints_a_paragraph_or_json():
    """`c4 threats` says in words what --json says in names."""
    assert "zugzwang" in c4("threats", "654131641256261466353252233117")
    message = json.loads(c4("threats", "414243", "--json"))
    assert message["proved"] == "first"
    assert message["threats"][0]["parity"] in ("odd", "even")
    assert message["words"].endswith("Proved: Red wins.")
