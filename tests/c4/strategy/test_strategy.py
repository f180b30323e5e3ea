"""Strategies: made, written, read, checked, shown and played."""

import json
import random
from dataclasses import replace

import pytest
from commands import c4
from refusal import refused

from c4.agents import load
from c4.agents.limits import Limits
from c4.game.position import Position
from c4.strategy import strategies
from c4.strategy.answers import answer
from c4.strategy.diagram import Diagram
from c4.strategy.verify import verify
from lab.make.smaller import improve
from lab.make.strategies import make

ROOT = "333557752147"


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """The file of a small strategy."""
    path = tmp_path_factory.mktemp("strategy") / "small.c4strategy"
    make(Position.from_moves(ROOT), path, processes=1, work=5_000)
    return path


def test_what_is_made_holds(path):
    """The checker plays every reply to the end."""
    report = verify(strategies.read(path))
    assert report.problem is None
    assert report.size.positions >= 10
    assert report.played > report.size.positions
    assert str(report).endswith("every reply wins")
    assert not path.with_name(path.name + ".part").exists()


def test_a_file_gives_the_same_strategy_again(path):
    """Reading and writing again changes no byte."""
    again = path.with_name("again")
    strategies.write(again, strategies.read(path))
    assert again.read_bytes() == path.read_bytes()


def test_a_changed_strategy_is_refused(path):
    """An answer taken away, another move, or a diagram without marks: the checker names the line that beats it."""
    good = strategies.read(path)
    stones = next(iter(good.leaves))
    missing = replace(good, leaves={key: leaf for key, leaf in good.leaves.items() if key != stones})
    assert "no answer" in (verify(missing).problem or "")
    bare = replace(good, diagrams=[Diagram() for _ in good.diagrams])  # complete, but its diagrams claim nothing
    assert "does not hold" in (verify(bare).problem or "")


def test_garbled_files_are_refused(path, tmp_path):
    """Whatever is wrong with a file is said in one sentence, which calls it a strategy."""
    content = path.read_bytes()
    for name, changed in (("cut", content[: len(content) // 2]), ("empty", b""), ("other", b"hello" * 100)):
        other = tmp_path / name
        other.write_bytes(changed)
        with refused("is not a strategy, or it is cut off"):
            strategies.read(other)
    with refused("`c4 strategy list` prints"):
        strategies.read(tmp_path / "none")


def test_it_plays_on_from_stones_alone(path):
    """Without the moves of the game a diagram that wins from there is found by playing it out."""
    strategy = strategies.read(path)
    chance = random.Random(2)
    for _ in range(10):
        position = Position.from_moves(ROOT)
        while position.outcome() is None:
            if position.to_move == strategy.owner:
                bare = Position.from_stones(position.mine, position.theirs)
                result = answer([strategy], bare)
                assert result.sure
                position = position.play(result.column)
            else:
                position = position.play(chance.choice(position.legal_columns()))


def test_where_it_has_no_answer_it_says_so(path):
    """Elsewhere the answer is legal and not sure."""
    result = answer([strategies.read(path)], Position.from_moves("17"))
    assert not result.sure
    assert "does not know" in result.words


def test_a_draw_is_held(tmp_path):
    """In a drawn position the side to move holds the draw, and the checker agrees."""
    position = Position.from_moves("271142651543214673116263242634")
    made = make(position, tmp_path / "draw", processes=1, work=50_000)
    assert made.result == "draw"
    assert str(verify(made)).endswith("every reply holds the draw")


def test_the_commands(path):
    """`c4 strategy` verifies, shows and plays a file, one line an answer."""
    assert "every reply wins" in c4("strategy", "verify", path)
    assert "the first player wins from 333557752147" in c4("strategy", "show", path)
    shown = json.loads(c4("strategy", "show", path, "--json"))
    assert shown["moves"] == ROOT
    assert shown["owner"] == 1
    assert shown["result"] == "win"
    assert len(c4("strategy", "play", path, "-", input=f"{ROOT}\n{ROOT}41\n").split()) == 2
    with refused("is not a strategy"):
        c4("strategy", "verify", __file__)


def test_what_was_stopped_is_resumed(tmp_path):
    """Ctrl-C leaves what is settled in a file beside the strategy; the same call goes on from there."""
    path = tmp_path / "s"
    done = []

    def stop(settled, known):
        done.append(settled)
        if settled >= 8:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make(Position.from_moves(ROOT), path, processes=1, work=5_000, report=stop)
    part = path.with_name("s.part")
    assert part.exists()
    assert not path.exists()
    begun = []
    made = make(
        Position.from_moves(ROOT), path, processes=1, work=5_000, report=lambda settled, known: begun.append(settled)
    )
    assert begun[0] >= 8
    assert verify(made).problem is None
    assert strategies.read(path).size() == made.size()
    assert not part.exists()


def test_improving_never_grows_and_still_holds(path, tmp_path):
    """`improve` leaves a file that is no larger and that the checker accepts; several processes agree."""
    here = tmp_path / "improved"
    here.write_bytes(path.read_bytes())
    before = strategies.read(here).size().positions
    improve(here, 1 / 3600)
    middle = verify(strategies.read(here))
    assert middle.problem is None
    assert middle.size.positions <= before
    improve(here, 1 / 3600, processes=2)
    assert verify(strategies.read(here)).problem is None
    assert strategies.read(here).size().positions <= middle.size.positions


SHIPPED = {
    "first-player-wins": ("", 1, "win", 2_500),
    "second-player-wins-after-1": ("1", 2, "win", 1_700),
    "second-player-wins-after-2": ("2", 2, "win", 9_000),
    "first-player-draws-after-3": ("3", 1, "draw", 8_500),
    "second-player-draws-after-3": ("3", 2, "draw", 700),
}
"""For each shipped strategy the moves of its root, its owner, its result, and the most positions that it may have."""


def test_what_ships_answers_every_reply():
    """`c4 strategy list` names a small strategy for each first move; `.ci/smoke` plays all of them to every end."""
    listed = [json.loads(line) for line in c4("strategy", "list", "--json").splitlines()]
    assert [facts["name"] for facts in listed] == list(SHIPPED)
    for facts in listed:
        *expected, most = SHIPPED[facts["name"]]
        assert [facts["moves"], facts["owner"], facts["result"]] == expected
        assert facts["positions"] <= most
        claim = strategies.CLAIMS[facts["name"]]
        assert [claim.owner + 1, claim.result] == [facts["owner"], facts["result"]]
    assert sum(strategies.path_of(name).stat().st_size for name in SHIPPED) <= 100_000


WINS = (True,)
HOLDS = (True, None)
"""What may come of a game, as seen by the agent: a win, and a draw where that is all that can be forced."""


@pytest.mark.parametrize(
    ("owner", "moves", "results"),
    [
        (0, "", WINS),
        *((1, moves, WINS) for moves in "1267"),
        *((owner, moves, HOLDS) for owner in (0, 1) for moves in "35"),
    ],
)
def test_the_agent_gets_what_can_be_forced(owner, moves, results):
    """`strategy` never loses what a certificate secures, needs no search, and says why it moves."""
    agent = load("strategy")
    chance = random.Random(3)
    seconds = []
    agent.choose(Position.from_moves(moves or "44"), Limits())
    for _ in range(8):
        position = Position.from_moves(moves)
        while position.outcome() is None:
            if position.to_move == owner:
                decision = agent.choose(position, Limits())
                assert decision.reason
                assert "does not know" not in decision.reason
                seconds.append(decision.seconds)
                position = position.play(decision.column)
            else:
                position = position.play(chance.choice(position.legal_columns()))
        winner = position.outcome().winner
        assert (None if winner is None else winner == owner) in results
    assert sorted(seconds)[len(seconds) // 2] < 0.001
