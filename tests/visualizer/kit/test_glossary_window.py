"""The glossary opens from the help menu, finds words by any of their forms, and explains those one rests on."""

import re
import tkinter as tk
from tkinter import ttk

from clipping import mapped

from visualizer.kit import glossary
from visualizer.kit.glossary_window import GlossaryWindow
from visualizer.kit.hover import told_at
from visualizer.kit.tooltip import TIPPED

PLAIN = {
    "Play", "Analyse", "Review", "Rules", "First", "Set for", "Time", "for", "Red", "Yellow", "Add", "Go to", "Remove",
    "Note", "Your turn (Red)", "Details: what was learned", "F", "the whole tree", "Show", "won or lost",
}  # fmt: skip
"""What labels say without a term of the field."""


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


def written(top):
    """Every short text in a window that has no tooltip of its own: labels, buttons, tabs, headings, words on a
    canvas.
    """
    for widget in mapped(top):
        if hasattr(widget, TIPPED):
            continue
        if isinstance(widget, ttk.Treeview):
            yield from (str(widget.heading(column, "text")) for column in ("#0", *widget["columns"]))
        elif isinstance(widget, ttk.Notebook):
            yield from (str(widget.tab(tab, "text")) for tab in widget.tabs())
        elif isinstance(widget, tk.Canvas):
            yield from (widget.itemcget(i, "text") for i in widget.find_all() if widget.type(i) == "text")
        elif "text" in widget.keys():  # noqa: SIM118 (a widget is no dict)
            yield str(widget.cget("text"))


def test_every_term_on_screen_has_its_sentence(drive):
    """In Analyse and on each of its tabs: what a label, heading or tab says is a term, or one of the plain words."""
    hand = drive()
    hand.tree_ready()
    hand.do("hint")
    hand.until(lambda: hand.window.analysis.has_tree)
    hand.root.update()
    met = set()
    for tab in hand.window.tabs.tabs():
        hand.window.tabs.select(tab)
        hand.root.update()
        met |= {re.sub(r"[0-9.,−+▸]+", "", text).strip() for text in written(hand.root)}
    short = {text for text in met if 1 <= len(re.findall(r"[A-Za-z][\w-]*", text)) <= 3}
    unknown = {text for text in short if not glossary.explain(text)} - {
        re.sub("[▸]", "", word).strip() for word in PLAIN
    }
    assert not unknown


def test_the_pointer_finds_the_word_it_rests_on(drive):
    """A label, a heading, and a word in the middle of a text."""
    hand = drive()
    card = hand.window.card
    card.window.configure(text="alpha 2\nbeta 3")
    assert told_at(card.window, 2, 2).startswith("Window: ")
    card._write(card.why, "a beta cutoff")
    hand.window.faces.show("analyse")
    hand.root.update()
    left, upper, *_ = card.why.bbox("1.3")
    assert told_at(card.why, left + 1, upper + 2).startswith("Cutoff: ")
    assert told_at(card.why, card.why.bbox("1.0")[0] + 1, upper + 2) == ""
