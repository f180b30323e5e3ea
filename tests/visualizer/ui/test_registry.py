"""The registry feeds menus, toolbar, keys, palette and key sheet."""

import sys
import tkinter as tk
from functools import partial
from tkinter import ttk
from tkinter.font import nametofont
from types import SimpleNamespace

import pytest
from patience import until

from c4.agents import HUMAN
from c4.session.settings import Settings
from visualizer.app.palette import Palette
from visualizer.app.toolbar import TOOLS
from visualizer.ui.command import MENUS, WINDOWING_SYSTEM, Command, Commands, key_of
from visualizer.ui.pictures import ICONS, icon


class Listener:
    """In place of an app: keeps what was run and said."""

    def __init__(self) -> None:
        self.ran: list[str] = []
        self.said: list[str] = []

    def say(self, text: str) -> None:
        self.said.append(text)


def run(name: str):
    def command(app: Listener) -> None:
        app.ran.append(name)

    return command


def no_move(app: Listener) -> str:
    return "there is no move"


THREE = (
    Command("new", "Game", "New game", run("new"), ("N", "Ctrl+N")),
    Command("save", "File", "Save game...", run("save"), ("Ctrl+S",), "Writes it to a file."),
    Command("undo", "Game", "Undo", run("undo"), blocked=no_move),
)
"""A small registry."""


def three() -> Commands:
    return Commands(THREE, Listener())


def test_a_blocked_command_says_why():
    """It is not run, and the sentence names it."""
    app = Listener()
    commands = Commands(THREE, app)
    commands.run("undo")
    commands.run("new")
    assert app.said == ["Undo: there is no move"]
    assert app.ran == ["new"]


@pytest.mark.parametrize(
    ("text", "names"),
    [("game", ["new", "save", "undo"]), ("sa", ["save"]), ("FILE", ["save"]), ("ctrl+n", ["new"]), ("zebra", [])],
)
def test_commands_are_found_by_their_words(text, names):
    """Label, menu, key and tip count, in any case; what begins with the text comes first."""
    assert [command.name for command in three().find(text)] == names
    assert three().find("n")[0].name == "new"


def test_keys_are_read_as_people_write_them(root):
    """Whatever Tk calls them, Caps Lock or not."""
    seen = []
    root.bind("<KeyPress>", lambda event: seen.append(key_of(event)))
    root.focus_force()
    root.update()
    pressed = "KeyPress-n Control-n Control-Shift-C KeyPress-question Shift-F3 Shift-Down Alt-Left KeyPress-4"
    for sequence in (*pressed.split(), "Control-Return", "KeyPress-Shift_L"):
        root.event_generate(f"<{sequence}>")
        root.update()
    assert seen == [*["N", "Ctrl+N", "Ctrl+Shift+C", "?", "Shift+F3", "Shift+↓", "Alt+←", "4", "Ctrl+Enter"], ""]


@pytest.mark.parametrize(
    ("keysym", "character", "state", "key"),
    [
        ("KP_4", "4", 16, "4"),
        ("KP_Left", "", 0, "4"),
        ("Farsi_4", "۴", 0, "4"),
        ("Left", "", 0, "←"),
        ("minus", "-", 0, "-"),
        ("N", "N", 2, "N"),
        ("n", "n", 3, "Shift+N"),
    ],
)
def test_caps_lock_script_and_the_number_pad_do_not_matter(keysym, character, state, key):
    """A digit is a digit, and a letter a letter."""
    assert key_of(SimpleNamespace(keysym=keysym, char=character, state=state, keycode=0)) == key


def test_the_upper_row_of_a_french_keyboard_has_the_columns():
    """Its key 6 is "-", which otherwise zooms."""
    if WINDOWING_SYSTEM == "x11":
        assert key_of(SimpleNamespace(keysym="minus", char="-", state=0, keycode=15)) == "6"


def test_every_icon_is_drawn(root):
    """In its size, with ink on it, and every tool has one."""
    for name in ICONS:
        picture = icon(root, name, 18, "#000000")
        assert (picture.width(), picture.height()) == (18, 18)
        assert any(picture.transparency_get(x, y) is False for x in range(18) for y in range(18))
    assert all(tool is None or tool.icon in ICONS for tool in TOOLS)


def test_the_toolbar_follows_the_commands(drive):
    """What is impossible is grey and its tip says why; a switch that is on looks pressed; a click runs the command."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    buttons = hand.window.toolbar.buttons
    assert buttons["undo"].instate(["disabled"])
    assert "Not now: there is no move to undo" in hand.describe("undo")
    hand.click(3)
    assert buttons["undo"].instate(["!disabled"])
    buttons["undo"].invoke()
    hand.pump(0.05)
    assert hand.session.moves() == ""
    assert len(buttons) <= 6
    assert all(button["text"] for button in buttons.values())
    settings = buttons["search settings"]
    settings.invoke()
    hand.pump(0.02)
    assert settings.instate(["selected"])
    assert hand.window.settings_popover.winfo_ismapped()
    settings.invoke()
    hand.pump(0.02)
    assert settings.instate(["!selected"])
    assert not hand.window.settings_popover.winfo_ismapped()


def test_menus_have_lines_and_keys(drive):
    """Each menu with more than five commands is parted; a command's first key stands in it."""
    hand = drive()
    for title in MENUS:
        menu = hand.window.menus[title]
        menu.tk.call(str(menu.cget("postcommand")))
        kinds = [menu.type(place) for place in range(menu.index("end") + 1)]
        assert "separator" in kinds or len(kinds) <= 5, title
    menu = hand.window.menus["Game"]
    menu.tk.call(str(menu.cget("postcommand")))
    assert menu.entrycget(0, "accelerator") == "N"
    hand.click(3)
    hand.press("n")
    assert hand.session.moves() == ""


def test_the_palette_finds_and_runs(drive):
    """Ctrl+K, a few letters, Return; what is impossible says so and stays."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    hand.press("<Control-k>")
    palette = hand.tool_of(Palette)
    (keys,) = [palette.list.set(item, "key") for item in palette.list.get_children() if item == "undo"]
    assert nametofont("TkDefaultFont", palette).measure(keys) + 8 <= palette.list.column("key", "width")
    palette.text.set("undo")
    palette.run()
    assert "Not now: there is no move to undo" in palette.message["text"]
    palette.text.set("play column 3")
    palette.run()
    hand.pump(0.05)
    assert hand.session.moves() == "3"
    assert hand.tool_of(Palette) is None


def test_your_own_keys_replace_the_standard_ones():
    """The command that had the key loses it; without own keys all is as before; unknown names are ignored."""
    commands = three()
    commands.use_keys({"undo": "N", "save": "", "gone": "Q"})
    assert (commands["undo"].keys, commands["new"].keys, commands["save"].keys) == (("N",), ("Ctrl+N",), ())
    assert commands.owner("N").name == "undo"
    assert commands.owner("Q") is commands.owner("Ctrl+S") is None
    commands.use_keys({})
    assert [commands[one.name] for one in THREE] == list(THREE)


def test_a_key_is_changed_in_the_palette(drive):
    """The next key is the command's, at once and in menu and list; Esc cancels, Del takes it away, fixed keys are refused."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    hand.do("palette")
    palette = hand.tool_of(Palette)
    palette.text.set("new game")

    def give(key: str, **more) -> str:
        palette.ask_key()
        palette.message.event_generate(key, **more)
        hand.pump(0.02)
        return palette.list.set("new game", "key")

    assert palette.chosen.name == "new game"
    assert give("<KeyPress>", keysym="Escape") == "N, Ctrl+N"
    assert give("<KeyPress>", keysym="space") == "N, Ctrl+N"
    assert "needs the key Space" in palette.message["text"]
    assert give("<KeyPress>", keysym="u") == "U"
    assert hand.window.commands["undo"].keys == ("Ctrl+Z", "Backspace")
    assert hand.window.commands.owner("U").name == "new game"
    assert give("<KeyPress>", keysym="Delete") == ""
    palette.take_standard_key()
    hand.pump(0.02)
    assert palette.list.set("new game", "key") == "N, Ctrl+N"
    assert hand.window.commands.owner("U").name == "undo"


@pytest.mark.parametrize(("name", "label"), [("palette", "Close"), ("edit position", "Cancel")])
def test_a_window_is_closed_by_space_on_its_button(drive, name, label):
    """Tk goes on to the key's other bindings: none of them fails, as `drive` sees."""
    hand = drive()
    hand.do(name)
    (window,) = hand.window.windows.open.values()
    hand.focus(next(part for part in walk(window) if isinstance(part, ttk.Button) and part["text"] == label))
    window.event_generate("<KeyPress-space>")
    assert not hand.window.windows.open


def test_a_window_asked_for_twice_while_its_module_is_loaded_opens_once_it_is(drive, tmp_path, monkeypatch):
    """A module is listed before all of it is there."""
    (tmp_path / "slow_module.py").write_text("import time\ntime.sleep(0.3)\nclass Ready: pass\n")
    monkeypatch.syspath_prepend(tmp_path)
    loading = drive().window.loading
    seen: list[type] = []
    for _ in range(2):
        loading.load("slow_module:Ready", seen.append)
        until(loading.root, lambda: "slow_module" in sys.modules)
    until(loading.root, lambda: not loading.modules)
    assert [kind.__name__ for kind in seen] == ["Ready"]


def test_what_you_type_goes_into_the_field_of_the_palette(drive):
    """The palette and the key sheet open with a text cursor, also when they are open already."""
    hand = drive()
    for key in ("<Control-k>", "<F1>"):
        for _ in range(2):
            hand.press(key)
            field = hand.tool_of(Palette).field
            hand.until(partial(lambda field: hand.root.focus_get() is field, field))
            field.event_generate("<KeyPress-u>")
        hand.until(partial(lambda field: field.get() == "uu", field))
        hand.close_beside()


def test_the_board_is_played_with_arrows_and_space(drive):
    """Tab brings the keys to the board and a ring shows it, which a click removes; arrows choose, Space drops."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    board = hand.board
    assert int(board["takefocus"]) == 1
    board.event_generate("<<TraverseIn>>")
    assert board.find_withtag("focus")
    board.event_generate("<Button-1>", x=2, y=100)
    assert not board.find_withtag("focus")
    hand.press("<Right>")
    hand.press("<Right>")
    hand.press("<space>")
    assert hand.session.moves() == "5"


def test_escape_leaves_a_field_for_the_board(drive):
    """Out of any field Esc brings the keys back to the board, and 1 to 7 play again."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    assert hand.settings_popover.winfo_manager()
    hand.pump(0.02)
    kinds = ("TEntry", "TSpinbox")
    fields = [widget for widget in walk(hand.root) if widget.winfo_class() in kinds and widget.winfo_viewable()]
    assert fields
    for field in fields:
        field.focus_force()
        hand.root.update()
        field.event_generate("<Escape>")
        hand.root.update()
        assert hand.root.focus_get() is hand.board
    hand.board.event_generate("4")
    hand.pump(0.02)
    assert hand.session.moves() == "4"


def walk(widget: tk.Misc) -> list[tk.Misc]:
    return [widget, *(inner for child in widget.winfo_children() for inner in walk(child))]


def test_control_a_selects_in_the_fields_of_tks_own_dialogs(drive):
    """tkinter does not know these: the file dialog's name, for example."""
    hand = drive()
    call = hand.root.tk.call
    call("ttk::entry", ".own")
    call("pack", ".own")
    call(".own", "insert", 0, "tree.png")
    hand.until(lambda: call("focus", "-force", ".own") or str(call("focus")) == ".own")
    call("event", "generate", ".own", "<Control-a>")
    hand.pump(0.02)
    assert call(".own", "selection", "present")
