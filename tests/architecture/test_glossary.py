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


def test_every_meaning_is_a_short_sentence():
    """A meaning begins with a capital, ends with a full stop, and is no longer than a person reads at a glance."""
    for terms in glossary.groups().values():
        for term in terms:
            assert term.meaning[0].isupper() or term.meaning[0].isdigit(), term.name
            assert term.meaning.endswith("."), term.name
            assert len(term.meaning) <= 260, term.name
