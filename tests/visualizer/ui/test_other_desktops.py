"""Other screens, keyboards, wheels and desktops: rules that the window applies."""

import configparser
import tkinter as tk
import tomllib
from tkinter import ttk
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from paths import ROOT

from visualizer.ui.digit_keys import digit_of
from visualizer.ui.geometry import OUTSIDE_HEIGHT, Screen, on_screen, to_remember
from visualizer.ui.scrollable import Scrollable
from visualizer.ui.wheel import Steps, bind_wheel, notches, touchpad_deltas, turn_by_size, zoom_factor

SCREEN = Screen(0, 0, 1920, 1200)


@pytest.mark.parametrize(
    ("geometry", "shown"),
    [
        ("1000x700+40+20", "1000x700+40+20"),
        ("1000x700", "1000x700"),
        ("3800x2000+0+0", "1920x1132+0+0"),
        ("1000x700+3000+100", "1000x700+920+100"),
        ("1000x700+-1500+-30", "1000x700+0+0"),
        ("1000x700+100+1100", "1000x700+100+432"),
        ("1x1+0+0", ""),
        ("nonsense", ""),
        ("", ""),
    ],
)
def test_a_remembered_window_is_on_the_screen(geometry, shown):
    """The size fits the screen, the title bar and all edges can be reached."""
    assert on_screen(geometry, SCREEN) == shown


@given(
    st.integers(200, 99999), st.integers(200, 99999), st.integers(-99999, 99999), st.integers(-99999, 99999),
    st.integers(-4000, 4000), st.integers(-4000, 4000), st.integers(320, 8000), st.integers(320, 8000),
)  # fmt: skip
def test_any_window_is_on_any_screen(width, height, x, y, left, top, wide, high):
    """Whatever was remembered of whatever screen, the whole window is inside this one."""
    shown = on_screen(f"{width}x{height}+{x}+{y}", Screen(left, top, wide, high))
    size, _, place = shown.partition("+")
    new_width, new_height = map(int, size.split("x"))
    new_x, new_y = map(int, place.split("+"))
    assert left <= new_x <= new_x + new_width <= left + wide
    assert top <= new_y <= new_y + new_height <= top + high - OUTSIDE_HEIGHT
    assert new_width <= width
    assert new_height <= height


def test_the_place_of_a_window_that_was_never_moved_is_not_remembered():
    """Tk says +0+0 of it, which is not where it is."""
    assert to_remember("1000x700+0+0") == "1000x700"
    assert to_remember("1000x700+5+9") == "1000x700+5+9"
    assert to_remember("1000x700+-5+0") == "1000x700+-5+0"


@pytest.mark.parametrize(
    ("event", "digit"),
    [
        (("4", "4", 13), 4),
        (("Farsi_4", "۴", 13), 4),
        (("U0664", "٤", 13), 4),
        (("U096A", "४", 13), 4),
        (("apostrophe", "'", 13), 4),  # AZERTY
        (("minus", "-", 15), 6),  # AZERTY
        (("ccaron", "č", 13), 4),  # Czech
        (("4", "4", 13, 1), 4),  # AZERTY with Shift
        (("dollar", "$", 13, 1), None),  # QWERTY with Shift
        (("minus", "-", 20), None),  # the key after 0
        (("KP_4", "4", 83), 4),
        (("KP_Left", "", 83), 4),
        (("KP_Begin", "", 84), 5),
        (("KP_Add", "+", 86), None),
        (("Left", "", 113), None),
        (("a", "a", 38), None),
        (("4", "4", 13, 4), None),  # Control+4
        (("apostrophe", "'", 13, 8), None),  # Alt
        (("quoteright", "'", 0x34, 0, "win32"), 4),
        (("apostrophe", "'", 13, 0, "aqua"), None),
    ],
)
def test_digits_of_keys(event, digit):
    """A digit is a digit in every script, on the keypad with and without NumLock, and on keyboards with other upper rows."""
    assert digit_of(*event) == digit


def test_wheels_turn_by_their_size():
    """Twelve events of a twelfth zoom and scroll as much as one notch, whatever the wheel's resolution."""
    zoom = 1.0
    for _ in range(12):
        zoom *= zoom_factor(notches(10))
    assert zoom == pytest.approx(zoom_factor(notches(120))) == pytest.approx(1.25)
    assert zoom_factor(notches(-120)) == pytest.approx(1 / 1.25)
    steps = Steps()
    assert [steps.add(notches(delta)) for delta in (10,) * 12] == [0] * 11 + [1]
    assert steps.add(notches(360)) == 3
    assert [steps.add(notches(delta)) for delta in (60, -60, -60)] == [0, 0, -1]
    assert notches(1, "aqua", 8.6) == 1
    assert notches(120, "aqua", 9.0) == 1


def test_lists_turn_by_size(root):
    """Twelve events of a twelfth do what one notch does, in both directions, and then the same backwards."""
    turn_by_size(root)
    table = ttk.Treeview(root, height=5)
    listed = tk.Listbox(root, height=5)
    widgets = (table, listed)
    for row in range(200):
        table.insert("", "end", text=row)
        listed.insert("end", row)
    for widget in widgets:
        widget.pack()
    root.update()

    def after(delta: int, events: int) -> tuple[int, int]:
        for _ in range(events):
            for widget in widgets:
                widget.event_generate("<MouseWheel>", delta=delta)
        root.update()
        return round(200 * table.yview()[0]), round(200 * listed.yview()[0])

    notch = after(-120, 1)
    assert notch == (4, 4)
    assert after(120, 1) == (0, 0)
    assert after(-10, 12) == notch
    assert after(10, 12) == (0, 0)
    assert after(-480, 1) == (16, 16)


def test_the_wheel_changes_no_field_and_scrolls_the_page_under_it(root):
    """What is in a field stays, with or without the focus; a page that is higher than its window goes on scrolling."""
    turn_by_size(root)
    root.geometry("300x100")
    choice = ttk.Combobox(root, values=list(range(30)), state="readonly")
    number = ttk.Spinbox(root, from_=0, to=100)
    choice.current(10)
    number.set(50)
    for widget in (choice, number):
        widget.pack()
    page = Scrollable(root)
    page.need(300, 1000)
    root.update()
    top = choice.winfo_rooty()
    for widget in (choice, number):
        widget.focus_force()
        widget.event_generate("<MouseWheel>", delta=-120)
        widget.event_generate("<Button-5>")
    root.update()
    assert (choice.get(), number.get()) == ("10", "50")
    assert choice.winfo_rooty() < top


@given(st.integers(-0x8000, 0x7FFF), st.integers(-0x8000, 0x7FFF))
def test_touchpads(across, down):
    """Both numbers of an event of Tk 9 are read, with their signs."""
    assert touchpad_deltas(across << 16 | down & 0xFFFF) == (across, down)


class Bound:
    """A widget that remembers what was bound to it."""

    def __init__(self) -> None:
        self.bound = {}
        self.tk = self

    def bind(self, event, action, add=""):
        self.bound[event] = action

    def call(self, *words):
        return "x11"


@pytest.mark.parametrize("version", [8.6, 9.0, 9.1])
def test_touchpads_scroll_by_pixels(monkeypatch, version):
    """Tk 9 has an event of its own for them, which older ones do not know; sixty pixels are a notch."""
    monkeypatch.setattr("tkinter.TkVersion", version)
    widget = Bound()
    turned = []
    bind_wheel(widget, lambda notches, event: turned.append(notches))
    assert ("<TouchpadScroll>" in widget.bound) == (version >= 9)
    widget.bound["<Button-4>"](SimpleNamespace())
    widget.bound["<MouseWheel>"](SimpleNamespace(delta=-60, widget=widget))
    if version >= 9:
        widget.bound["<TouchpadScroll>"](SimpleNamespace(delta=7 << 16 | 30))
        widget.bound["<TouchpadScroll>"](SimpleNamespace(delta=-2 << 16 | -6 & 0xFFFF))
    assert turned == [1.0, -0.5, *([0.5, -0.1] if version >= 9 else [])]


def test_files_for_desktops():
    """The entry starts our command with a file, and the type has the ending of our games; both are installed."""
    folder = ROOT / "desktop"
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str
    entry.read(folder / "connect4-search-trees.desktop", encoding="utf-8")
    content = entry["Desktop Entry"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert content["Exec"].split()[0] in project["project"]["gui-scripts"]
    kind = ElementTree.parse(folder / "connect4-search-trees.xml").getroot()[0]
    assert content["MimeType"] == kind.get("type") + ";"
    assert [child.get("pattern") for child in kind if child.tag.endswith("glob")] == ["*.c4game"]
    installed = [path for paths in project["tool"]["setuptools"]["data-files"].values() for path in paths]
    assert {ROOT / path for path in installed} == set(folder.iterdir())
