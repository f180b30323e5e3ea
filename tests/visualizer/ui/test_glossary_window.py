"""The glossary opens from the help menu and finds words."""

from visualizer.app.glossary_window import GlossaryWindow
from visualizer.ui import glossary


def test_the_help_menu_opens_the_glossary(drive):
    """All words stand in it; typing narrows them down; Escape closes it."""
    hand = drive()
    hand.do("glossary")
    hand.root.update()
    window = hand.tool_of(GlossaryWindow)
    text = window.text.get("1.0", "end")
    assert all(term.name in text for terms in glossary.groups().values() for term in terms)
    window.field.insert(0, "beta cutoff")
    window.show()
    assert window.text.get("1.0", "end").splitlines()[:2] == ["The search tree", "cutoff"]
    window.field.delete(0, "end")
    window.field.insert(0, "flapjack")
    window.show()
    assert not window.text.get("1.0", "end").strip()
    window.event_generate("<Escape>")
    window.destroy()
