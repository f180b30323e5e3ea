"""Themes, scale, fonts and what the system is set to."""

from tkinter import ttk

import pytest
from colours import BLIND, GLYPH, TEXT, apart, contrast

from visualizer.board.highlights import BETTER, DARK, EDGE, WRONG
from visualizer.state import preferences
from visualizer.ui import fonts
from visualizer.ui import style as look
from visualizer.ui import theme as system_look
from visualizer.ui.pictures import LAST_RINGS
from visualizer.ui.sizes import fit, pixels, scale, set_scale
from visualizer.ui.theme import CONTRAST, DISC_COLOURS, LIGHT, SYSTEM, THEMES, ink_on


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_text_can_be_read(theme):
    """Every colour that words are written in, on all they are written on: at least 4.5 to 1."""
    grounds = (theme.window, theme.panel)
    for ink in ("text", "faint", "good", "bad", "accent", "best", "cut"):
        for ground in grounds:
            assert contrast(getattr(theme, ink), ground) >= TEXT, f"{ink} on {ground}"
    for fill in (theme.accent, theme.line, theme.leaf):
        assert contrast(ink_on(fill), fill) >= TEXT, fill
    assert contrast(theme.panel, theme.accent) >= TEXT, "the selected line"


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_glyphs_and_edges_can_be_seen(theme):
    """Outlines of glyphs, borders of fields and the ring of the focus stand out from what lies behind: 3 to 1."""
    for name in ("text", "edge", "accent", "good", "bad", "best", "cut"):
        for ground in (theme.window, theme.panel):
            assert contrast(getattr(theme, name), ground) >= GLYPH, f"{name} on {ground}"
    assert contrast(theme.hole, theme.board) >= GLYPH
    assert contrast(theme.board, theme.window) >= GLYPH
    assert contrast(ink_on(theme.board), theme.board) >= TEXT, "the numbers of the columns"


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
@pytest.mark.parametrize("discs", DISC_COLOURS)
def test_discs_carry_marks_that_can_be_seen(theme, discs):
    """Ring and dot stand out from their discs, so that the seats differ without any colour."""
    for _, colour in DISC_COLOURS[discs]:
        assert contrast(ink_on(colour), colour) >= GLYPH
        assert max(contrast(ring, colour) for _, ring in LAST_RINGS if ring) >= GLYPH, "the last move"


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
@pytest.mark.parametrize("discs", DISC_COLOURS)
def test_discs_stand_out_from_the_board(theme, discs):
    """A disc or its rim has at least 3 to 1 on holes, on the face of the board and over it, and so does the rim on it."""
    for word, colour in DISC_COLOURS[discs]:
        rim = ink_on(colour)
        for ground in (theme.hole, theme.board, theme.window):
            assert max(contrast(colour, ground), contrast(rim, ground)) >= GLYPH, f"{word} on {ground}"
        assert contrast(rim, colour) >= GLYPH, word


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_what_is_disabled_is_no_ordinary_text(theme):
    """It is fainter than faint text, and still to be seen."""
    ink = system_look.disabled(theme)
    assert contrast(ink, theme.window) < 0.75 * contrast(theme.faint, theme.window)
    assert contrast(ink, theme.window) >= 2


def test_high_contrast_is_high():
    """Text has at least 12 to 1 there, more than in the other themes' faintest."""
    assert all(contrast(ink, CONTRAST.panel) >= 12 for ink in (CONTRAST.text, CONTRAST.faint, CONTRAST.accent))


@pytest.mark.parametrize("blindness", BLIND)
@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_colours_stay_apart_for_the_colour_blind(theme, blindness):
    """Values for and against, and holes on the board, differ by at least 15 for everybody, and in grey."""
    assert apart(theme.good, theme.bad, BLIND[blindness]) >= 15
    assert apart(theme.board, theme.hole, BLIND[blindness]) >= 15


@pytest.mark.parametrize("blindness", BLIND)
@pytest.mark.parametrize("discs", DISC_COLOURS)
def test_discs_stay_apart_for_the_colour_blind(discs, blindness):
    """The two colours of each pair, for everybody; ring and dot say it again."""
    (_, first), (_, second) = DISC_COLOURS[discs]
    assert apart(first, second, BLIND[blindness]) >= 15


def test_the_scale_multiplies_what_was_written(root):
    """Padding, columns and fonts follow the scale up and down and come back exactly."""
    label = ttk.Label(root, text="words", padding=(6, 4))
    label.pack(padx=10, pady=(3, 0))
    listed = ttk.Treeview(root, columns=("a",))
    listed.column("a", width=80, minwidth=30)
    listed.pack()
    words = fonts.font(root, 11)

    def now() -> tuple[object, ...]:
        info = label.pack_info()
        room = tuple(int(str(part)) for part in label.cget("padding"))
        return room, info["padx"], info["pady"], listed.column("a", "width"), words.cget("size")

    set_scale(root, 100)
    base = scale(root)
    seen = {}
    for percent in (100, 300, 75, 150, 100):
        set_scale(root, percent)
        fonts.use_fonts(root)
        look.apply(LIGHT, root)
        fit(root)
        assert scale(root) == pytest.approx(base * percent / 100, rel=0.02)
        seen.setdefault(percent, now())
        assert now() == seen[percent]
    if base == pytest.approx(1.0, rel=0.02):
        assert seen[100] == ((6, 4), 10, (3, 0), 80, -11)
        assert seen[300] == ((18, 12), 30, (9, 0), pytest.approx(240, rel=0.01), -33)  # Tk counts in whole millimetres


@pytest.mark.parametrize(
    ("answers", "found"),
    [
        ({}, system_look.SystemAppearance("light", True)),
        ({"color-scheme": "'prefer-dark'\n"}, system_look.SystemAppearance("dark", True)),
        (
            {"high-contrast": "true\n", "color-scheme": "'prefer-dark'"},
            system_look.SystemAppearance("high contrast", True),
        ),
        ({"enable-animations": "false\n"}, system_look.SystemAppearance("light", False)),
    ],
)
def test_the_system_is_asked(monkeypatch, answers, found):
    """Dark, high contrast and reduced motion as the desktop says; light and moving where it says nothing."""
    monkeypatch.setattr(system_look.sys, "platform", "linux")
    monkeypatch.setattr(system_look, "_output", lambda *words: answers.get(words[-1], ""))
    assert system_look.system_appearance() == found


def test_every_choice_of_colours_has_colours():
    """The names of themes among the preferences are those that have colours."""
    assert (*THEMES, SYSTEM) == preferences.THEMES


def test_a_chosen_box_has_a_check_mark_at_every_scale(root):
    """Its short arm rises to the left of the middle and its long arm to the right: it is no cross."""
    for percent in (200, 100):
        set_scale(root, percent)
        look.restyle(root, LIGHT)
        size = int(root.tk.call("image", "height", "check-selected"))
        assert size == pixels(root, 15)

        colours = [
            tuple(map(int, root.tk.call("check-selected", "get", round(x * size), round(y * size))))
            for x, y in ((0.43, 0.68), (0.72, 0.36), (0.28, 0.3), (0.72, 0.72))
        ]
        accent = tuple(int(LIGHT.accent[i : i + 2], 16) for i in (1, 3, 5))
        assert [colour != accent for colour in colours] == [True, True, False, False]


@pytest.mark.parametrize("blindness", BLIND)
def test_right_and_wrong_stay_apart_for_the_colour_blind(blindness):
    """The badges of better and of wrong moves on a board, of puzzles, reviews and films; their marks say it again."""
    assert apart(BETTER, WRONG, BLIND[blindness]) >= 15


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_badges_can_be_read_on_every_ground(theme):
    """The mark in its badge; the ring and the badge, one of whose inks shows on holes, the board and every disc."""
    grounds = [theme.hole, theme.board]
    grounds += [colour for pair in DISC_COLOURS.values() for _, colour in pair]
    for ink in (BETTER, WRONG):
        assert contrast(EDGE, ink) >= TEXT
        for ground in grounds:
            assert max(contrast(one, ground) for one in (DARK, EDGE, ink)) >= GLYPH, f"{ink} on {ground}"


@pytest.mark.parametrize("blindness", BLIND)
@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_marks_of_a_list_stay_apart_for_the_colour_blind(theme, blindness):
    """Marks that praise and marks that blame, from each other and from what they stand on, also on the chosen line."""
    matrix = BLIND[blindness]
    assert apart(theme.good, theme.bad, matrix) >= 15
    for ground in (theme.window, theme.panel):
        for ink in (theme.good, theme.bad):
            assert apart(ink, ground, matrix) >= 15
    assert apart(theme.window, theme.accent, matrix) >= 15, "the chosen line"
