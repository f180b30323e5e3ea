"""The glossary gives each word one meaning, and the page in docs/ is the one that the window shows."""

from paths import ROOT

from visualizer.ui import glossary


def test_the_page_is_the_window_s_glossary():
    """docs/glossary.md is a copy of visualizer/ui/glossary.md."""
    pages = [(ROOT / folder / "glossary.md").read_text(encoding="utf-8") for folder in ("docs", "visualizer/ui")]
    assert pages[0] == pages[1]


def test_one_word_has_one_meaning():
    """No word is explained twice, also not under another of its forms."""
    words = [word.lower() for terms in glossary.groups().values() for term in terms for word in (term.name, *term.also)]
    assert len(words) > 100
    assert len(words) == len(set(words))
