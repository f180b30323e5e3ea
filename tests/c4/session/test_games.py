"""How games end away from the board, keep their variations, and go into a library."""

from itertools import product

import pytest
from paths import DATA
from patience import wait_until
from refusal import refused

from c4.agents import HUMAN
from c4.library.gametext import format_game, parse_game
from c4.library.library import Library
from c4.review.rows import Review, Row
from c4.review.saved import review_of
from c4.session.records import game_of, record_of
from c4.session.session import Session
from c4.session.settings import Settings


def test_resigning(tmp_path):
    """A game ends by resigning; Undo lets it go on; finished games are kept once, with who played."""
    library = tmp_path / "library.sqlite"
    session = Session(Settings(seats=(HUMAN, HUMAN)), library)
    for column in (3, 3, 4):
        session.play(column)
    session.resign()
    with refused("the game is over"):
        session.resign()
    with refused("the game is over"):
        session.play(0)
    session.undo()
    assert session.outcome is None
    session.resign()
    assert session.outcome.winner == 1
    assert session.outcome.reason == "the other side resigned"
    session.new_game()
    assert session.outcome is None
    for column in (0, 1, 0, 1, 0, 1, 0):
        session.play(column)
    session.undo()
    session.redo()
    session.undo()
    session.play(0)
    session.poll()
    session.close()
    wait_until(lambda: library.exists() and games_in(library) == 3)
    with Library(library) as stored:
        result = [(game.record.moves, game.record.result, game.record.ended) for game in stored.find().games]
    assert result == [("1212121", "1-0", ""), ("44", "0-1", "resigned"), ("445", "1-0", "resigned")]


def games_in(path) -> int:
    with Library(path) as library:
        return len(library)


@pytest.mark.parametrize(
    ("result", "ended", "reason"),
    [
        ("1-0", "resigned", "the other side resigned"),
        ("0-1", "time", "the other side's time is up"),
        ("1/2-1/2", "time", "time is up, and the other side could not win any more: a draw"),
        ("1/2-1/2", "agreed", "a draw by agreement"),
    ],
)
def test_how_a_saved_game_ended_is_kept(result, ended, reason):
    """A file can say that a game was resigned, agreed drawn or lost on time: it is over on the board, too."""
    game = game_of(parse_game(f'[Result "{result}"]\n[Ended "{ended}"]\n\n44'))
    session = Session(Settings(seats=(HUMAN, HUMAN)))
    session.open_game(game)
    assert session.outcome.reason == reason
    assert session.outcome.winner == {"1-0": 0, "0-1": 1, "1/2-1/2": None}[result]
    record = record_of(session.game, session.settings)
    assert record.result == result
    assert record.ended == ended
    session.close()


def test_a_game_is_written_down_and_opened_again(tmp_path):
    """A saved game comes back with its variations and its end; a machine does not move in it by itself."""
    session = Session(Settings(seats=(HUMAN, HUMAN)))
    for column in (3, 3, 4):
        session.play(column)
    session.undo()
    session.play(2)
    session.resign()
    record = record_of(session.game, session.settings)
    assert record.moves == "443"
    assert record.result == "1-0"
    assert record.ended == "resigned"
    assert record.first == "human"
    text = format_game(record)
    session.new_game()
    session.set(seats=("alphabeta", "alphabeta"))
    session.stop()
    session.open_game(game_of(parse_game(text), session.settings.starter), paused=True)
    assert session.moves() == "443"
    assert session.outcome.reason == "the other side resigned"
    assert [session.game.tree.moves(node) for node in session.game.tree.children(2)] == [(3, 3, 2), (3, 3, 4)]
    session.go_to(2)
    assert session.outcome is None
    assert not session.thinking
    session.close()


def test_every_game_is_kept_and_an_end_of_it_once(tmp_path):
    """A second identical game is kept, too; an end that is reached again after undo is not, nor one that was opened."""
    library = tmp_path / "library.sqlite"
    session = Session(Settings(seats=(HUMAN, HUMAN)), library)
    for _ in range(2):
        session.new_game()
        for column in (0, 1, 0, 1, 0, 1, 0):
            session.play(column)
        session.undo()
        session.play(0)
    session.open_game(game_of(record_of(session.game, session.settings)))
    session.go_to(6)
    session.play(0)
    session.close()
    wait_until(lambda: library.exists() and games_in(library) >= 2)
    with Library(library) as stored:
        assert [game.record.moves for game in stored.find().games] == ["1212121", "1212121"]


RICH = (DATA / "reports" / "rich.c4game").read_text(encoding="utf-8")


def opened(text: str) -> Session:
    """A session between a person and a machine that has opened a game."""
    session = Session(Settings(seats=(HUMAN, "alphabeta")))
    session.open_game(game_of(parse_game(text), session.settings.starter), paused=True)
    return session


def saved(session: Session) -> str:
    """The text of a session's game as it is saved."""
    text = format_game(record_of(session.game, session.settings))
    session.close()
    return text


def go_to_a_variation(session: Session) -> None:
    tree = session.game.tree
    session.vary(tree.gone_to(tree.children(3)[1]))


def stay(session: Session) -> None:
    """Looks at nothing else."""


def go_back_two(session: Session) -> None:
    session.go_to(2)


def undo(session: Session) -> None:
    session.undo()


def go_to_the_start(session: Session) -> None:
    session.vary(session.game.tree.gone_to(0))


OPENED_GAMES = [
    RICH,
    RICH.replace('"resigned"', '"abandoned"'),
    RICH.replace('[Ended "resigned"]\n', ""),
    RICH.replace('"0-1"', '"*"').replace('[Ended "resigned"]\n', ""),
    '[Result "*"]\n[Date "1999"]\n[Board "8 columns, 7 rows"]\n[White "Ann"]\n\n88 6',
    '[First "Ann"]\n[Result "*"]\n[Start "packed:10378549767255916608"]\n\n66!',
    '[Result "1-0"]\n[Turns "3 seed 7"]\n[Board "5 columns, 5 rows"]\n\n12 3',
]
BROWSED_GAMES = [
    *product(OPENED_GAMES, (stay, go_back_two, undo, go_to_the_start)),
    *((text, go_to_a_variation) for text in OPENED_GAMES if "(" in text),
]


@pytest.mark.parametrize(("text", "browse"), BROWSED_GAMES)
def test_a_game_that_was_opened_is_saved_as_it_was(text, browse):
    """Headers, result, comments, marks, variations, rules and start stay, wherever you went in the game meanwhile."""
    before = format_game(parse_game(text))
    session = opened(text)
    browse(session)
    assert saved(session) == before


def test_what_is_tried_in_a_finished_game_is_a_variation():
    """The main line and the result of a finished game stay when you try other moves in it."""
    session = opened(RICH)
    session.set(seats=(HUMAN, HUMAN))
    session.go_to(1)
    session.play(6)
    record = parse_game(saved(session))
    assert record.moves == "444521"
    assert record.result == "0-1"
    assert record.first == "Anna"
    assert record.tree.moves(record.tree.children(1)[1]) == (3, 6)


def test_an_unfinished_game_goes_on():
    """The moves after the end of an unfinished game belong to it, and so does its result; its headers stay."""
    session = opened('[First "Ann"]\n[Result "*"]\n[Date "1999"]\n[Site "Berlin"]\n\n11 22 3')
    session.set(seats=(HUMAN, HUMAN))
    session.play(2)
    session.play(3)
    record = parse_game(saved(session))
    assert record.moves == "1122334"
    assert record.result == "1-0"
    assert record.first == "Ann"
    assert record.date == "1999"
    assert record.others == {"Site": "Berlin"}


def test_a_game_that_was_resigned_after_it_was_opened_has_that_result():
    """Resigning in an unfinished game that was opened gives it a result."""
    session = opened('[First "Ann"]\n[Result "*"]\n\n11 2')
    session.set(seats=(HUMAN, HUMAN))
    session.resign()
    record = parse_game(saved(session))
    assert record.result == "1-0"
    assert record.ended == "resigned"
    assert record.first == "Ann"


def friends() -> Session:
    """A session of two people."""
    return Session(Settings(seats=(HUMAN, HUMAN)))


def play(session: Session, *columns: int) -> None:
    for column in columns:
        session.play(column)


@pytest.mark.parametrize(
    "browse",
    [
        lambda session: session.go_to(0),
        lambda session: session.vary(session.game.tree.gone_to(2)),
        lambda session: session.vary(session.game.tree.tried(1, [5, 5])),
        lambda session: (session.go_to(1), session.play(3)),
    ],
    ids=["to the start", "to a node", "a better line", "the same moves again"],
)
def test_a_resigned_game_stays_resigned(browse):
    """A new game that was resigned is saved with its result and its main line, wherever you went in it afterwards."""
    session = friends()
    play(session, 3, 3, 4)
    session.resign()
    browse(session)
    assert session.outcome is None
    record = parse_game(saved(session))
    assert record.moves == "445"
    assert record.result == "1-0"
    assert record.ended == "resigned"


def test_a_resignation_can_be_taken_back():
    """Undo takes it back, and so does another move in an earlier position; what was played then is the main line."""
    session = friends()
    play(session, 3, 3, 4)
    session.resign()
    session.go_to(2)
    session.play(5)
    assert session.outcome is None
    record = record_of(session.game, session.settings)
    assert record.moves == "446"
    assert record.result == "*"
    session.resign()
    session.undo()
    session.redo()
    assert session.outcome is None
    assert parse_game(saved(session)).result == "*"


def test_moves_that_are_tried_after_the_end_do_not_change_the_game():
    """A finished new game keeps its main line when better moves are played through."""
    session = friends()
    play(session, 0, 1, 0, 1, 0, 1, 0)
    session.vary(session.game.tree.tried(5, [6, 6, 6, 6]))
    record = parse_game(saved(session))
    assert record.moves == "1212121"
    assert record.result == "1-0"
    assert len(record.tree) == 12


def test_what_was_undone_before_resigning_is_not_part_of_the_game():
    """The main line of a saved game ends where it was resigned."""
    session = friends()
    play(session, 3, 3, 4)
    session.undo()
    session.resign()
    record = parse_game(saved(session))
    assert record.moves == "44"
    assert record.result == "0-1"
    assert record.ended == "resigned"


def leave_by_pasting(session: Session) -> None:
    session.open_game(game_of(parse_game("77 66 5")), paused=True)


def leave_by_setting_up(session: Session) -> None:
    session.set_up("112233")


@pytest.mark.parametrize("leave", [leave_by_pasting, leave_by_setting_up, Session.new_game])
def test_another_game_is_one_step_of_undo(leave):
    """Whatever was pasted, set up or begun, one Undo brings the game before back, and Redo the other one."""
    session = friends()
    play(session, 3, 3, 4)
    session.annotate(3, mark="!", comment="mine")
    leave(session)
    other = session.game
    session.undo()
    assert session.moves() == "445"
    assert session.game.tree.nodes[3].comment == "mine"
    assert session.can_redo
    session.redo()
    assert session.game is other
    session.undo()
    assert session.moves() == "445"
    session.close()


def test_several_games_come_back_one_after_the_other():
    """Two pastes are two steps of Undo; what you have played in one of them is undone first."""
    session = friends()
    play(session, 3)
    leave_by_pasting(session)
    leave_by_setting_up(session)
    play(session, 6)
    moves = []
    while session.can_undo:
        session.undo()
        moves.append(session.moves())
    assert moves == ["112233", "77665", "4", ""]
    for _ in range(4):
        session.redo()
    assert session.moves() == "1122337"
    session.close()


def test_a_move_forgets_the_game_that_was_undone():
    """After a move of yours Redo does not leave the game."""
    session = friends()
    play(session, 3)
    leave_by_pasting(session)
    session.undo()
    play(session, 2)
    assert not session.can_redo
    session.close()


def test_a_small_board_limits_the_depth():
    """A game on a board with fewer squares than the depth is opened, and the depth is what the board allows."""
    session = friends()
    play(session, 3)
    session.open_game(game_of(parse_game('[Board "2 columns, 1 row"]\n[Connect "2"]\n\n12')), paused=True)
    assert session.settings.depth == 2
    session.undo()
    assert session.moves() == "4"
    session.close()


def test_a_long_row_of_games_is_limited(monkeypatch):
    """Only the latest games that were left come back, and only the last one keeps its trees."""
    monkeypatch.setattr("c4.session.undo_games.MOST_PUT_ASIDE", 3)
    session = friends()
    for column in range(6):
        session.set_up(str(column + 1))
    moves = []
    while session.undo_leaves_game:
        session.undo()
        moves.append(session.moves())
    assert moves == ["5", "4", "3"]
    session.close()


def test_notes_are_written_while_an_agent_thinks():
    """Marks and comments change the game and nothing else: what is on the board, or in search, stays."""
    session = Session(Settings(seats=(HUMAN, "alphabeta"), depth=20))
    session.play(3)
    revision = session.revision
    session.annotate(1, mark="?!", comment="a  note ")
    assert session.thinking
    assert session.revision > revision
    assert session.game.tree.nodes[1][2:4] == ("a note", "?!")
    with refused("cannot be written"):
        session.annotate(1, comment="\x00")
    with refused("10,000"):
        session.annotate(1, comment="x" * 10_001)
    with refused("is not a mark"):
        session.annotate(0, mark="?")
    session.close()


def test_a_review_of_more_moves_is_kept():
    """The review of a variation does not replace the one of the main line; one that goes further does."""
    session = friends()
    play(session, 3, 3, 4)
    rows = [Row(ply, 1 - ply % 2, column, 0, 0, (column,)) for ply, column in ((1, 3), (2, 3), (3, 4))]
    session.keep_review(Review(session.game.start, (3, 3, 4), tuple(rows[:2])))
    assert len(session.game.review.rows) == 2
    session.keep_review(Review(session.game.start, (3, 5), (rows[0], Row(2, 1, 5, 0, 0, (5,)))))
    assert len(session.game.review.rows) == 2
    session.keep_review(Review(session.game.start, (3, 3, 4), tuple(rows)))
    session.go_to(1)
    record = parse_game(saved(session))
    assert len(review_of(record).rows) == 3
