"""The glossary opens from the help menu and finds words by any of their forms."""

from visualizer.kit import glossary
from visualizer.kit.glossary_window import GlossaryWindow


def test_the_help_menu_opens_the_glossary(drive):
    """All words stand in it; typing narrows them down; Escape closes it."""
    hand = drive()
    hand.do("glossary")
    hand.root.update()
    window = hand.window.windows.of(GlossaryWindow)
    text = window.text.get("1.0", "end")
    assert all(term.name in text for _, terms in glossary.GROUPS for term in terms)
    window.field.insert(0, "beta cutoff")
    window.show()
    assert window.text.get("1.0", "end").splitlines()[:2] == ["The search tree", "cutoff"]
    window.field.delete(0, "end")
    window.field.insert(0, "flapjack")
    window.show()
    assert not window.text.get("1.0", "end").strip()
    window.event_generate("<Escape>")
    window.destroy()
