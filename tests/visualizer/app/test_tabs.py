"""The tabs at the top of the window."""

from c4.game.columns import DIGITS
from c4.practice.puzzle_progress import Standing
from c4.practice.puzzles import HOLD, shipped
from visualizer.lessons.part import NOT_LISTED, PLAYERS_COMMANDS
from visualizer.state.preferences import ANALYSE, LEARN, PLAY, PUZZLES
from visualizer.state.puzzles import Found


def click(button) -> None:
    """Clicks a button with the pointer: ttk then changes the button's state itself."""
    for event in ("<Enter>", "<ButtonPress-1>", "<ButtonRelease-1>"):
        button.event_generate(event, x=5, y=5)


def test_a_tab_for_each_mode(drive):
    """Each goes where its name says; the one of the mode on screen is selected, also after another click on it; Learn lists the commands of its menu."""
    hand = drive(mode=PLAY)
    tabs = hand.window.tabs.buttons
    assert [button["text"] for button in tabs.values()] == ["Play", "Analyse", "Review", "Puzzles", "Learn"]
    for mode in (ANALYSE, PUZZLES, LEARN):
        for _ in range(2):
            click(tabs[mode])
            hand.pump(0.02)
        assert hand.mode == mode
        assert [name for name, button in tabs.items() if button.instate(["selected"])] == [mode]
    part = hand.window.layout.part(LEARN)
    listed = [command.name for command in hand.window.commands if command.menu == "Learn"]
    assert sorted(name for name in listed if name not in NOT_LISTED) == sorted(part.buttons)
    assert set(list(part.buttons)[: len(PLAYERS_COMMANDS)]) == set(PLAYERS_COMMANDS), "what a player looks for is first"
    assert {"practice", "strategy", "tour", "glossary"} <= set(listed)


def test_a_puzzle_is_tried_in_its_tab(drive):
    """Keys and clicks on its board are answers: N, U and H are the next one, another try and a hint; your game stays."""
    hand = drive(mode=PLAY, ready=True)
    hand.do("hint")
    hand.until(lambda: hand.app.state.hint.words)
    hand.do("puzzles")
    part = hand.window.layout.part(PUZZLES)
    hand.until(lambda: hand.app.state.solving.puzzle is not None)
    alike = [one for one in shipped() if one.kind == HOLD][:2]
    for puzzle in alike:
        part.next.focus_set()
        hand.app.puzzles.found(Found(Standing(), "", puzzle))
        hand.pump(0.05)
        assert part.question["text"] == puzzle.task
        assert hand.root.focus_get() is part.board
    wrong = next(column for column in puzzle.position.legal_columns() if DIGITS[column] != puzzle.solution[0])
    x, y = part.board.centre(0, wrong)
    part.board.event_generate("<Button-1>", x=int(x), y=int(y))
    hand.until(lambda: part.verdict["text"].startswith("✗") and not part.board.falling)
    buttons = hand.window.toolbar.buttons
    assert [buttons[name].instate(["disabled"]) for name in ("undo", "hint")] == [False, True], "as in the tab"
    hand.until(lambda: hand.window.status_line["text"].startswith("Click your answer"), what="no hint of the game")
    hand.press("u")
    assert part.board.position == puzzle.position
    hand.press("h")
    assert "does not count" in part.message["text"]
    hand.press(puzzle.solution[0])
    assert part.verdict["text"].startswith("✓")
    hand.press("n")
    hand.until(lambda: hand.app.state.solving.puzzle != puzzle)
    assert hand.session.moves() == ""
