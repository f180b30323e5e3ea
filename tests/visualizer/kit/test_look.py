"""Themes, scale, fonts, sounds and what the system is set to."""

from __future__ import annotations

import io
import shutil
import subprocess
import wave
from itertools import combinations
from tkinter import font as tkfont
from tkinter import ttk

import pytest

from visualizer.kit import fonts, look, sounds, system_look
from visualizer.kit.scale import SCALES, fit, scale, set_scale
from visualizer.kit.theme import CONTRAST, LIGHT, STONES, THEMES, contrast, faded, ink_on

TEXT, GLYPH = 4.5, 3.0
"""The contrasts that WCAG asks for: of text, and of what must be seen besides."""


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_text_can_be_read(theme):
    """Every colour that words are written in, on all they are written on: at least 4.5 to 1."""
    grounds = (theme.window, theme.panel)
    for ink in ("text", "faint", "good", "bad", "accent", "exact"):
        for ground in grounds:
            assert contrast(getattr(theme, ink), ground) >= TEXT, f"{ink} on {ground}"
    nodes = (theme.max_node, theme.min_node, theme.leaf, theme.terminal, theme.only_a, theme.only_b)
    for fill in (theme.accent, theme.line, *nodes):
        assert contrast(ink_on(fill), fill) >= TEXT, fill
    assert contrast(theme.panel, theme.accent) >= TEXT, "the selected line"


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_glyphs_and_edges_can_be_seen(theme):
    """Outlines of glyphs, borders of fields and the ring of the focus stand out from what lies behind: 3 to 1."""
    for name in ("text", "edge", "accent", "good", "bad"):
        for ground in (theme.window, theme.panel):
            assert contrast(getattr(theme, name), ground) >= GLYPH, f"{name} on {ground}"
    assert contrast(theme.hole, theme.board) >= GLYPH or contrast(theme.line, theme.board) >= GLYPH


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
@pytest.mark.parametrize("stones", STONES)
def test_stones_carry_marks_that_can_be_seen(theme, stones):
    """Ring and dot stand out from their stones, so that the seats differ without any colour."""
    for _, colour in STONES[stones]:
        assert contrast(ink_on(colour), colour) >= GLYPH


def test_high_contrast_is_high():
    """Text has at least 12 to 1 there, more than in the other themes' faintest."""
    assert all(contrast(ink, CONTRAST.panel) >= 12 for ink in (CONTRAST.text, CONTRAST.faint, CONTRAST.accent))


# Machado, Oliveira and Fernandes (2009), severity 1, on linear light.
BLIND = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


def lab(colour: str, matrix=((1, 0, 0), (0, 1, 0), (0, 0, 1))) -> tuple[float, float, float]:
    """CIE L*a*b* (D65) of a colour as somebody sees it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    red, green, blue = (min(1, max(0, sum(a * b for a, b in zip(row, linear)))) for row in matrix)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def apart(one: str, other: str, matrix) -> float:
    """The distance of two colours (CIE 1976)."""
    return sum((a - b) ** 2 for a, b in zip(lab(one, matrix), lab(other, matrix))) ** 0.5


@pytest.mark.parametrize("blindness", BLIND)
@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_colours_stay_apart_for_the_colour_blind(theme, blindness):
    """What only colour tells, values for and against, and the sides of a tree, differs by at least 15 for everybody."""
    matrix = BLIND[blindness]
    assert apart(theme.good, theme.bad, matrix) >= 15
    assert apart(theme.max_node, theme.min_node, matrix) >= 15
    assert apart(theme.only_a, theme.only_b, matrix) >= 15


@pytest.mark.parametrize("blindness", BLIND)
@pytest.mark.parametrize("stones", STONES)
def test_stones_stay_apart_for_the_colour_blind(stones, blindness):
    """The two colours of each pair, for everybody; ring and dot say it again."""
    (_, first), (_, second) = STONES[stones]
    assert apart(first, second, BLIND[blindness]) >= 15


def test_faded_colours_are_still_read():
    """What is dated is grey and can still be read: at least 3 to 1."""
    for theme in THEMES.values():
        assert contrast(faded(theme).text, theme.panel) >= GLYPH


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
        look.apply(LIGHT, root)
        fit(root)
        assert scale(root) == pytest.approx(base * percent / 100, rel=0.02)
        seen.setdefault(percent, now())
        assert now() == seen[percent]
    if base == pytest.approx(1.0, rel=0.02):
        assert seen[100] == ((6, 4), 10, (3, 0), 80, -11)
        assert seen[300] == ((18, 12), 30, (9, 0), 240, -33)


def test_a_new_padding_counts_as_written(root):
    """What is set while the scale is 200 % is multiplied, and not taken for what was there before."""
    set_scale(root, 200)
    look.apply(LIGHT, root)
    frame = ttk.Frame(root, padding=5)
    frame.pack()
    fit(root)
    frame.configure(padding=7)
    fit(root)
    assert [int(str(part)) for part in frame.cget("padding")] == [round(7 * scale(root))]


def test_every_look_can_be_applied(root):
    """All themes at the least and the greatest scale; one that comes again makes no new pictures."""
    ttk.Button(root, text="New").pack()

    def pictures() -> int:
        return len(root.tk.splitlist(root.tk.call("image", "names")))

    for _ in range(2):
        for theme in THEMES.values():
            for percent in (SCALES[0], 100):
                set_scale(root, percent)
                look.apply(theme, root)
                root.update()
        first, before = pictures(), locals().get("first")
    assert before == first


def test_the_typeface_is_one_of_those_chosen(root):
    """The first that is installed, for all of Tk's fonts and ours; the fixed one has one width."""
    look.apply(LIGHT, root)
    installed = frozenset(tkfont.families(root))
    wanted = next((name for name in fonts.FAMILIES["linux"] if name in installed), None)
    if wanted is not None:
        assert tkfont.nametofont("TkDefaultFont", root).actual("family") == wanted
        assert fonts.font(root, 16, bold=True).actual("family") == wanted
    fixed = tkfont.nametofont("TkFixedFont", root)
    assert fixed.measure("iiii") == fixed.measure("WWWW")
    assert fonts.chosen(("None", "Arial"), frozenset({"Arial"}), "x") == "Arial"
    assert fonts.chosen(("None",), frozenset({"Arial"}), "x") == "x"


def test_parts_show_the_focus_in_every_theme(root):
    """The picture of a part with the focus differs from that without."""
    for theme in THEMES.values():
        made = look.pictures(theme, 1.0)
        for part, states in look.STATES.items():
            focused = states.get("focus", states.get("selected focus"))
            if focused is not None:
                usual = states["selected"] if part == "tab" else states[""]
                assert made[focused] != made[usual], f"{part} in {theme.name}"


def test_sounds_are_files_of_tones(monkeypatch):
    """Each sound is a short tone; where there is no player, it says so plainly and nothing happens."""
    for name, notes in sounds.TONES.items():
        assert 0.05 < len(sounds.samples(notes)) / 2 / sounds.RATE < 1.0, name
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(sounds.sys, "platform", "linux")
    mute = sounds.Sounds(on=True)
    assert "no program that plays sounds" in mute.missing
    mute.play("stone")
    mute.close()


def test_a_sound_never_blocks(monkeypatch):
    """It is handed to a program that is not waited for; another does not begin before that has ended."""
    started = []

    class Program:
        returncode = None

        def __init__(self, words, **named):
            started.append(words)

        def poll(self):
            return self.returncode

        def kill(self):
            self.returncode = -9

        def wait(self):
            return self.returncode

    monkeypatch.setattr(sounds.sys, "platform", "linux")
    monkeypatch.setattr(shutil, "which", lambda name: "/bin/aplay" if name == "aplay" else None)
    monkeypatch.setattr(subprocess, "Popen", Program)
    heard = sounds.Sounds(on=True)
    heard.play("win")
    heard.play("stone")
    assert [words[:2] for words in started] == [["aplay", "-q"]]
    with open(started[0][2], "rb") as file, wave.open(io.BytesIO(file.read())) as tone:
        assert (tone.getnchannels(), tone.getframerate()) == (1, sounds.RATE)
    heard.on = False
    heard._running.returncode = 0
    heard.play("stone")
    assert len(started) == 1
    heard.close()


@pytest.mark.parametrize(
    ("answers", "found"),
    [
        ({}, system_look.SystemLook("light", True)),
        ({"color-scheme": "'prefer-dark'\n"}, system_look.SystemLook("dark", True)),
        ({"high-contrast": "true\n", "color-scheme": "'prefer-dark'"}, system_look.SystemLook("high contrast", True)),
        ({"enable-animations": "false\n"}, system_look.SystemLook("light", False)),
    ],
)
def test_the_system_is_asked(monkeypatch, answers, found):
    """Dark, high contrast and reduced motion as the desktop says; light and moving where it says nothing."""
    monkeypatch.setattr(system_look.sys, "platform", "linux")
    monkeypatch.setattr(system_look, "_said", lambda *words: answers.get(words[-1], ""))
    assert system_look.ask() == found


def test_a_program_that_does_not_answer_is_no_trouble(monkeypatch):
    """None there, one that fails, one that hangs: no answer."""
    assert system_look._said("surely-no-such-program") == ""
    monkeypatch.setattr(shutil, "which", lambda name: name)

    def fail(*arguments, **named):
        raise subprocess.TimeoutExpired("x", 2)

    monkeypatch.setattr(subprocess, "run", fail)
    assert system_look._said("gsettings", "get") == ""


def test_all_pairs_of_themes_differ():
    """No two themes look alike."""
    assert all(one.window != other.window or one.text != other.text for one, other in combinations(THEMES.values(), 2))
