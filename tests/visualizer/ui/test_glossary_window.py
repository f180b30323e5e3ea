"""The glossary opens from the help menu, finds words by any of their forms, and explains those one rests on."""

from visualizer.app.dialogs import GlossaryWindow
from visualizer.tree.card import write
from visualizer.ui import glossary
from visualizer.ui.widgets import explanation_at


def test_the_help_menu_opens_the_glossary(drive):
    """All words stand in it; typing narrows them down; Escape closes it."""
    hand = drive()
    hand.do("glossary")
    hand.root.update()
    window = hand.window.windows.of(GlossaryWindow)
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


def test_the_pointer_finds_the_word_it_rests_on(drive):
    """A label, a heading, and a word in the middle of a text."""
    hand = drive()
    hand.root.geometry("1280x800")
    card = hand.window.card
    card.window.configure(text="alpha 2\nbeta 3")
    assert explanation_at(card.window, 2, 2).startswith("Window: ")
    write(card.why, "a beta cutoff")
    hand.window.modes.show("analyse")
    hand.root.update()
    left, upper, *_ = card.why.bbox("1.3")
    assert explanation_at(card.why, left + 1, upper + 2).startswith("Cutoff: ")
    assert explanation_at(card.why, card.why.bbox("1.0")[0] + 1, upper + 2) == ""
