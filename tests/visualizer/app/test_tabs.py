"""The tabs at the top of the window."""

from visualizer.lessons.part import NOT_LISTED
from visualizer.state.preferences import ANALYSE, LEARN, PLAY


def test_a_tab_for_each_mode_and_for_the_puzzles(drive):
    """Each goes where its name says; the one of the mode on screen is pressed; Learn lists the commands of its menu."""
    hand = drive(mode=PLAY)
    tabs = hand.window.tabs.buttons
    assert [button["text"] for button in tabs.values()] == ["Play", "Analyse", "Review", "Puzzles", "Learn"]
    for mode in (ANALYSE, LEARN):
        tabs[mode].invoke()
        hand.pump(0.02)
        assert hand.mode == mode
        assert [name for name, button in tabs.items() if button.instate(["pressed"])] == [mode]
    part = hand.window.layout.part(LEARN)
    listed = [command.name for command in hand.window.commands if command.menu == "Learn"]
    assert [name for name in listed if name not in NOT_LISTED] == list(part.buttons)
    assert {"practice", "strategy", "puzzles", "tour", "glossary"} <= set(listed)
    tabs["puzzles"].invoke()
    hand.opened()
    assert hand.tool("puzzles") is not None
