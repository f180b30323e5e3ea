"""The window in a real display: clicks, keys, settings changed in the middle of a search, the tree and its card."""

from __future__ import annotations

import subprocess
import sys
import time
import tkinter as tk
from pathlib import Path

import pytest

from c4.agents import HUMAN, Limits
from c4.rules import COUNT_LINES, Rules
from c4.session import Session
from c4.settings import Settings
from visualizer.theme import STONES
from visualizer.window import Window

ROOT = Path(__file__).resolve().parent.parent
DEEP = 60


class Driver:
    """A window and a hand that works it."""

    def __init__(self, root: tk.Tk, settings: Settings | None = None) -> None:
        self.root = root
        self.window = Window(root, Session(settings))
        self.session = self.window.session
        self.window.board.animate = False
        root.geometry("1000x700+0+0")
        self.pump(0.05)

    def pump(self, seconds: float) -> None:
        """Lets the window work for a while."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.root.update()
            time.sleep(0.002)
        assert not self.window.errors, self.window.errors[0]

    def until(self, done, seconds: float = 60) -> None:
        """Lets the window work until something is so."""
        end = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < end, "the window never got there"
            self.pump(0.01)

    def click(self, column: int, row: float = 0) -> None:
        """A real click into a column of the board."""
        x, y = (int(part) for part in self.window.board.centre(row, column))
        self.window.board.event_generate("<Motion>", x=x, y=y)
        self.window.board.event_generate("<Button-1>", x=x, y=y)
        self.window.board.event_generate("<ButtonRelease-1>", x=x, y=y)
        self.pump(0.02)

    def press(self, key: str) -> None:
        """A real key press."""
        self.window.board.focus_force()
        self.root.update()
        self.window.board.event_generate(key)
        self.pump(0.02)

    def type_depth(self, text: str) -> None:
        """Types into the depth box and presses Return."""
        box = self.window.controls.depth
        box.focus_force()
        self.root.update()
        box.delete(0, "end")
        box.insert(0, text)
        box.event_generate("<Return>")
        self.pump(0.02)

    def answered(self) -> None:
        self.until(lambda: self.session.humans_turn and not self.session.thinking)

    def tree_ready(self) -> None:
        self.until(lambda: self.window.tree_pane is not None)

    def searching(self) -> None:
        self.until(lambda: self.session.progress() is not None and self.session.progress().nodes > 0)


@pytest.fixture
def drive(root):
    drivers = []

    def make(settings: Settings | None = None) -> Driver:
        drivers.append(Driver(root, settings))
        return drivers[-1]

    yield make
    for driver in drivers:
        driver.window.close()
        assert not driver.window.errors, driver.window.errors[0]


def test_a_click_drops_a_stone_and_is_answered(drive):
    """A click anywhere in a column, also above its stones, drops a stone there; the machine answers and its tree is shown."""
    hand = drive()
    hand.tree_ready()
    hand.click(2, row=5)
    hand.answered()
    assert hand.session.moves().startswith("3")
    assert len(hand.session.moves()) == 2
    tree = hand.session.found.decision.tree
    assert hand.window.tree_pane.view.tree is tree
    assert tree.recorded + tree.total_left_out == hand.session.found.decision.nodes
    assert hand.window.tree_pane.view.tally().holds


def test_the_digit_keys_play(drive):
    """Keys 1 to 7 drop stones."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    for key in "4", "4", "3":
        hand.press(key)
    assert hand.session.moves() == "443"


def test_every_stone_is_drawn(drive):
    """As many stones lie on the canvas as on the board, and a full column takes no more and says so."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    for _ in range(7):
        hand.click(0)
    assert hand.session.moves() == "111111"
    assert "column 1 is full" in hand.window.status["text"]


def test_clicking_while_a_stone_falls_loses_nothing(drive):
    """A click during the fall lets the stone lie at once and is taken."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    hand.window.board.animate = True
    x, y = (int(part) for part in hand.window.board.centre(0, 3))
    for _ in range(3):
        hand.window.board.event_generate("<Button-1>", x=x, y=y)
        hand.root.update()
    hand.until(lambda: not hand.window.board.falling)
    assert hand.session.moves() == "444"


def test_depth_and_evaluator_change_in_the_middle_of_a_search(drive):
    """A search without end obeys the spin box and the evaluator list at once, and then answers by the new setting."""
    hand = drive()
    hand.session.set(depth=DEEP)
    hand.click(3)
    hand.searching()
    hand.window.controls.evaluator.set("V1")
    hand.window.controls.evaluator.event_generate("<<ComboboxSelected>>")
    hand.searching()
    assert hand.session.settings.limits.evaluator == "v1"
    hand.type_depth("3")
    hand.answered()
    tree = hand.session.found.decision.tree
    assert (tree.depth, tree.evaluator) == (3, "v1")


def test_the_seat_list_changes_the_algorithm(drive):
    """Choosing minimax for the second seat while alpha-beta thinks lets minimax answer."""
    hand = drive()
    hand.session.set(depth=DEEP)
    hand.click(3)
    hand.searching()
    hand.window.controls.seats[1].set("Minimax")
    hand.window.controls.seats[1].event_generate("<<ComboboxSelected>>")
    hand.searching()
    hand.session.set(depth=3)
    hand.answered()
    assert hand.session.found.decision.tree.algorithm == "minimax"


def test_stop_and_go(drive):
    """Escape stops the search, the button turns into Go, and Go lets the machine answer."""
    hand = drive()
    hand.session.set(depth=DEEP)
    hand.click(3)
    hand.searching()
    hand.press("<Escape>")
    assert not hand.session.thinking
    assert hand.window.controls.buttons["Stop"]["text"] == "Go"
    assert "stopped after" in hand.window.status["text"]
    hand.session.set(depth=2)
    hand.window.controls.buttons["Stop"].invoke()
    hand.answered()
    assert len(hand.session.moves()) == 2


def test_nonsense_in_the_depth_box_is_put_right(drive):
    """A depth that is none is refused in words and the box shows the old one."""
    hand = drive()
    for nonsense in ("", "abc", "0", "-3", "2.5"):
        hand.type_depth(nonsense)
        assert hand.session.settings.limits.depth == 6
        assert hand.window.controls.depth.get() == "6"
        assert "the depth is a whole number" in hand.window.status["text"]


def test_the_engine_can_be_given_a_time(drive):
    """The time box wakes when the engine sits down; the status line counts its seconds, and a shorter time takes effect at once."""
    hand = drive()

    def choose(time: str) -> None:
        hand.window.controls.time.set(time)
        hand.window.controls.time.event_generate("<<ComboboxSelected>>")

    assert str(hand.window.controls.time["state"]) == "disabled"
    hand.session.set(seats=(HUMAN, "engine"), depth=DEEP)
    hand.window.refresh()
    assert str(hand.window.controls.time["state"]) == "readonly"
    choose("20 s")
    assert hand.session.settings.limits.time_ms == 20_000
    hand.click(3)
    hand.until(lambda: "of 20 s" in hand.window.status["text"])
    choose("20 ms")
    hand.answered()
    assert len(hand.session.moves()) == 2
    hand.press("<Control-t>")
    assert hand.window.controls.time.get() == "100 ms"


def test_values_stand_over_the_columns_and_grey_when_stale(drive):
    """After the machine's move the strip keeps its values, marked stale; after a hint they are fresh, and the best column is marked."""
    hand = drive()
    hand.click(3)
    hand.answered()
    hand.pump(0.05)
    scores = hand.window.board.scores
    assert len(scores) == 7
    assert all(score.stale for score in scores.values())
    assert any(score.text.startswith("≤") for score in scores.values()), "cut columns show their bound"
    hand.press("h")
    hand.until(lambda: not hand.session.thinking)
    hand.pump(0.05)
    scores = hand.window.board.scores
    assert not any(score.stale for score in scores.values())
    assert hand.window.board.marked == next(column for column, score in scores.items() if score.best)


def test_selecting_a_cut_node_tells_why(drive):
    """The card of a cut node names the reply, the bound and where it is held; its button goes there."""
    hand = drive()
    hand.tree_ready()
    hand.click(3)
    hand.answered()
    from c4.search.explain import cut_of

    tree = hand.session.found.decision.tree
    row = next(row for row in range(1, len(tree)) if tree.kind[row] == 0 and cut_of(tree, row))
    hand.window.select_row(row)
    why = hand.window.card.why.get("1.0", "end")
    assert "cannot matter" in why
    assert hand.window.tree_pane.selected == row
    hand.window.card.culprit.invoke()
    assert hand.window.tree_pane.selected == cut_of(tree, row).holder


def test_the_card_shows_both_evaluators(drive):
    """Beside the search value stand V1, V2 and the learned value of the node's position, as the evaluators give them."""
    hand = drive()
    hand.tree_ready()
    hand.click(3)
    hand.answered()
    tree = hand.session.found.decision.tree
    row = tree.principal_variation()[-1]
    hand.window.select_row(row)
    shown = hand.window.card.count["text"]
    from c4.evaluators import load

    for name, label in (("v1", "V1"), ("v2", "V2"), ("windows", "Windows")):
        judge = load(name)
        assert f"{label}\u00a0{judge.in_words(judge.evaluate(tree.position(row), tree.maximizer))}" in shown
    assert str(int(tree.state[row])) in hand.window.card.bits.get("1.0", "end")


def test_a_click_in_the_tree_selects_a_node(drive):
    """A click on a node of the drawn tree shows that node's card."""
    hand = drive()
    hand.tree_ready()
    hand.click(3)
    hand.answered()
    hand.pump(0.3)
    pane = hand.window.tree_pane
    row = hand.session.found.decision.tree.principal_variation()[1]
    x, y = pane._pixel(row)
    pane.widget.event_generate("<ButtonPress-1>", x=int(x), y=int(y))
    pane.widget.event_generate("<ButtonRelease-1>", x=int(x), y=int(y))
    hand.pump(0.1)
    assert pane.selected == row
    assert hand.window.card.title["text"].startswith(str(int(pane.view.tree.move[row]) + 1))


def test_a_won_game_says_who_and_how(drive):
    """The end of the game is written over the board; a further click says that it is over."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    for column in (0, 1, 0, 1, 0, 1, 0):
        hand.click(column)
    assert hand.window.board.banner == "Red wins: 4 in a line"
    hand.click(3)
    assert len(hand.session.moves()) == 7
    assert "Red wins" in hand.window.status["text"]


def test_counted_lines_stand_below_the_board(drive):
    """With the second scoring the lines of both sides are shown as they are made."""
    hand = drive(Settings(rules=Rules(scoring=COUNT_LINES), seats=(HUMAN, HUMAN)))
    for column in (0, 1, 0, 1, 0, 1, 0):
        hand.click(column)
    assert hand.window.board.counts == "lines:  Red 1   Yellow 0"
    assert hand.session.position.outcome() is None


def test_two_machines_play_a_game_in_the_window(drive):
    """With machines in both seats the game plays itself to its end."""
    hand = drive(Settings(seats=("alphabeta", "random")))
    hand.session.set(depth=2)
    hand.until(lambda: hand.session.position.outcome() is not None, seconds=120)
    assert hand.window.board.banner


def test_another_board_from_the_dialog(drive):
    """The dialog refuses a board that does not fit, in words, and begins a game on one that does."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    hand.window.actions.other_board()
    dialog = next(child for child in hand.root.winfo_children() if isinstance(child, tk.Toplevel))
    dialog.numbers["columns"].set("30")
    dialog.accept()
    assert "too large" in dialog.problem["text"]
    dialog.numbers["columns"].set("5")
    dialog.numbers["rows"].set("4")
    dialog.accept()
    hand.pump(0.05)
    assert hand.session.position.rules == Rules(4, 5)
    hand.click(4)
    assert hand.session.moves() == "5"


def test_paste_and_copy(drive):
    """A pasted position is set up, a bad one is refused with its place; copying gives the text back."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    hand.root.clipboard_clear()
    hand.root.clipboard_append("4453")
    hand.window.actions.paste_position()
    assert hand.session.moves() == "4453"
    hand.window.actions.copy_position()
    assert hand.root.clipboard_get() == "4453"
    hand.root.clipboard_clear()
    hand.root.clipboard_append("44x")
    hand.window.actions.paste_position()
    assert "'x' at place 3" in hand.window.status["text"]
    assert hand.session.moves() == "4453"


def test_every_command_can_be_called(drive, monkeypatch):
    """No command of the table ends in an error, at the beginning, in the middle of a search, or after the game."""
    from visualizer import actions

    shown = []
    monkeypatch.setattr(actions.messagebox, "showinfo", lambda *arguments, **named: shown.append(arguments))
    monkeypatch.setattr(actions.filedialog, "askopenfilename", lambda **named: "")
    hand = drive()
    hand.tree_ready()
    for moves in ("", "4", "1212121"):
        hand.session.set_up(moves or "empty")
        for command in hand.window.actions.commands:
            if command.name != "quit" and command.enabled():
                command.run()
                if command.name == "deeper":
                    hand.session.set(depth=3)
                hand.pump(0.02)
    assert len(shown) == 3


def test_no_two_commands_share_a_key(drive):
    """Every key calls one command, and every command with a key is in a menu."""
    from visualizer.commands import MENUS

    commands = drive().window.actions.commands
    events = [event for command in commands for event in command.events]
    assert len(events) == len(set(events)), sorted(event for event in set(events) if events.count(event) > 1)
    assert all(command.menu in MENUS for command in commands)


@pytest.mark.parametrize("size", ["900x600", "1280x800"])
@pytest.mark.parametrize("stones", STONES)
def test_nothing_is_clipped(drive, size, stones):
    """At the smallest size and the usual one every control gets the room it asks for."""
    hand = drive()
    hand.tree_ready()
    hand.window.set_stones(stones)
    hand.root.geometry(size)
    hand.click(3)
    hand.answered()
    hand.pump(0.3)

    def walk(widget):
        yield widget
        for child in widget.winfo_children():
            yield from walk(child)

    hand.window.beside.find.open()
    for tab in hand.window.tabs.tabs():
        hand.window.tabs.select(tab)
        hand.pump(0.1)
        for widget in walk(hand.root):
            if widget.winfo_ismapped() and widget.winfo_class() in ("TButton", "TLabel", "TCombobox", "TSpinbox"):
                right = widget.winfo_rootx() + widget.winfo_width()
                assert widget.winfo_width() >= min(widget.winfo_reqwidth(), hand.root.winfo_width() - 8), f"{widget} is squeezed at {size}"
                assert right <= hand.root.winfo_rootx() + hand.root.winfo_width(), f"{widget} is cut off at {size}"


def test_an_unexpected_error_is_told_and_the_window_lives_on(root, capsys):
    """An error in a callback is written down with its details, told in the status line, and play goes on."""
    window = Window(root, Session(Settings(seats=(HUMAN, HUMAN))))
    root.after(1, lambda: 1 / 0)
    end = time.monotonic() + 5
    while not window.errors and time.monotonic() < end:
        root.update()
    assert "ZeroDivisionError" in window.errors[0]
    assert "something went wrong" in window.status["text"]
    window.actions.play(0)
    assert window.session.moves() == "1"
    window.close()


HEAVY = ("numba", "numpy", "networkx", "matplotlib")


def test_the_board_is_painted_before_anything_heavy_is_imported(root):
    """In a fresh interpreter the painted, playable window has imported neither numba nor numpy, networkx or matplotlib."""
    code = f"""
import sys, tkinter
from visualizer.window import Window
window = Window(tkinter.Tk())
window.root.update_idletasks()
assert window.board.find_all()
window.actions.play(3)
assert window.session.position.ply == 1
print([name for name in {HEAVY!r} if name in sys.modules])
"""
    code = code.replace("window.actions.play(3)", "window.session.set(seats=('human', 'human')); window.actions.play(3)")
    out = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert out.returncode == 0, out.stderr
    assert out.stdout.strip() == "[]"


def test_without_a_display_one_sentence_and_status_2():
    """`python interface.py` without a display says what to do instead, without a traceback, and ends with status 2."""
    out = subprocess.run(
        [sys.executable, "interface.py"],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
    )
    assert out.returncode == 2
    assert len(out.stderr.strip().splitlines()) == 1
    assert "c4 play" in out.stderr


def test_without_tk_one_sentence_and_status_2(tmp_path):
    """A Python without Tk names what to install and the way in the terminal, and ends with status 2."""
    (tmp_path / "tkinter.py").write_text("raise ImportError('No module named _tkinter')\n")
    out = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import interface; interface.main()"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert out.returncode == 2
    assert len(out.stderr.strip().splitlines()) == 1
    assert "python3-tk" in out.stderr
    assert "c4 play" in out.stderr


def test_what_the_budget_left_out_opens_with_a_click(drive):
    """A node whose inside was not recorded is searched again when it is unfolded, and the counts still tally."""
    hand = drive(Settings(rules=Rules(scoring=COUNT_LINES), seats=(HUMAN, HUMAN)))
    hand.tree_ready()
    hand.session.set(depth=9)
    hand.session.set_up("444")
    hand.press("h")
    hand.until(lambda: hand.session.found is not None and hand.window.tree_pane.view is not None)
    before = hand.session.found.decision.tree
    row = int(before.left_out.argmax())
    assert before.left_out[row] > 0
    hand.window.select_row(row)
    assert "were searched but not recorded" in hand.window.card.why.get("1.0", "end")
    hand.window.tree_pane.expand(row)
    hand.until(lambda: hand.session.found.decision.tree is not before)
    hand.pump(0.1)
    after = hand.window.tree_pane.view.tree
    assert after is hand.session.found.decision.tree
    assert after.total_left_out < before.total_left_out
    assert after.recorded + after.total_left_out == before.nodes
    assert hand.window.tree_pane.view.tally().holds


def test_the_learned_weights_are_shown_from_the_start(drive):
    """Before any search the panel of weights already has its picture, a row for each feature."""
    hand = drive()
    hand.tree_ready()
    texts = [
        hand.window.learned.weights.itemcget(item, "text")
        for item in hand.window.learned.weights.find_all()
        if hand.window.learned.weights.type(item) == "text"
    ]
    assert {"centre", "my3", "opp3", "win now"} <= set(texts)


@pytest.mark.parametrize(
    ("rules", "shown"), [(Rules(), " for Red"), (Rules(5, 6), "was trained on 7x6, connect 4, first line wins, not on 6x5")], ids=str
)
def test_the_chosen_learned_evaluator_is_shown(drive, rules, shown):
    """The panel of weights shows the learned evaluator that is chosen, or says that it does not know the board."""
    hand = drive(Settings(rules=rules, seats=(HUMAN, HUMAN), limits=Limits(evaluator="td-lambda")))
    hand.tree_ready()
    weights = hand.window.learned.weights
    assert shown in " ".join(weights.itemcget(item, "text") for item in weights.find_all() if weights.type(item) == "text")


def test_exact_values_over_the_columns(drive):
    """J puts exact values over the columns and marks the best, J again brings the search's values back."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    hand.press("j")
    hand.until(lambda: hand.session.exact()[1])
    hand.pump(0.1)
    assert {column: score.text for column, score in hand.window.board.scores.items()}[3] == "W41"
    assert [column for column, score in hand.window.board.scores.items() if score.best] == [3]
    hand.press("j")
    assert hand.window.board.scores == {}


def test_the_engines_table_hits_and_threats_are_drawn_as_such(drive):
    """In the engine's tree what was not searched on is no plain node, the legend explains it, and the status line tells of its table."""
    hand = drive(Settings(seats=(HUMAN, "engine")))
    hand.session.set(depth=9)
    hand.tree_ready()
    hand.click(3)
    hand.answered()
    hand.click(2)
    hand.answered()
    hand.pump(0.2)
    from c4.search.tree import TABLE, THREAT

    tree = hand.session.found.decision.tree
    assert tree.algorithm == "engine"
    drawn = {node["look"] for _, node in hand.window.tree_pane._graph.nodes(data=True)}
    for kind, look in ((TABLE, "table"), (THREAT, "threat")):
        row = next((row for row in range(len(tree)) if tree.kind[row] == kind), None)
        if row is not None:
            hand.window.select_row(row)
            drawn |= {node["look"] for _, node in hand.window.tree_pane._graph.nodes(data=True)}
            assert look in drawn
    assert drawn & {"table", "threat"}
    legend = hand.window.tree_pane._legend
    words = [legend.itemcget(item, "text") for item in legend.find_all() if legend.type(item) == "text"]
    assert "from the table" in words


def test_a_model_file_of_ones_own_plays(drive, tmp_path):
    """A chosen model file judges from then on and stands in the evaluator box; a file that is none is refused in words and changes nothing."""
    import json

    from c4 import models

    hand = drive()
    content = json.loads(models.default_path("windows").read_text())
    content["weights"] = [0.0, 2.0, *[0.0] * 7]
    (tmp_path / "mine.json").write_text(json.dumps(content))
    (tmp_path / "none.json").write_text("[]")
    hand.window.actions.use_model(str(tmp_path / "none.json"))
    assert "is not a model" in hand.window.status["text"]
    assert hand.session.settings.models == {}
    hand.window.actions.use_model(str(tmp_path / "mine.json"))
    hand.pump(0.05)
    assert hand.window.controls.evaluator.get() == "Windows: mine"
    hand.session.set_up("4")
    hand.press("h")
    hand.until(lambda: not hand.session.thinking)
    assert hand.session.found.limits.model == str(tmp_path / "mine.json")
    assert hand.session.found.decision.column == 3, "it loves the middle"
    hand.window.actions.shipped_models()
    assert hand.window.controls.evaluator.get() == "Windows (learned)"


def test_what_the_evaluator_sees_is_drawn_on_the_board(drive):
    """I draws a disc into the cells that add to the learned value, + for and - against the side to move, and takes them away again."""
    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    hand.session.set_up("4455")
    hand.press("i")
    board = hand.window.board
    discs = [item for item in board.find_withtag("heat") if board.type(item) == "oval"]
    assert len({board.itemcget(item, "fill") for item in discs}) == 2
    assert "for Red" in board.counts
    hand.press("i")
    assert not board.find_withtag("heat")


def test_two_evaluators_stand_side_by_side(drive, tmp_path):
    """Both judge the position on the board, also after the next move; a file that is no model is refused in place."""
    from c4.evaluators import load
    from c4.position import Position

    hand = drive(Settings(seats=(HUMAN, HUMAN)))
    hand.press("<Control-i>")
    (two,) = hand.window.others
    for moves in ("", "4"):
        if moves:
            hand.press(moves)
        for side, name in zip(two.sides, ("v2", "windows"), strict=True):
            judge = load(name)
            assert side.value["text"].startswith(judge.in_words(judge.evaluate(Position.from_moves(moves))))
            best = max(range(7), key=lambda column: judge.evaluate(Position.from_moves(moves).play(column), len(moves)))
            assert side.board.scores[best].best
    (tmp_path / "none.json").write_text("[]")
    two.sides[0].take_file(str(tmp_path / "none.json"))
    assert "is not a model" in two.sides[0].value["text"]
    two.destroy()
    assert hand.window.others == []


def test_the_playback_shows_its_moments_on_the_board(drive):
    """K plays the last search back: the board follows, nothing can be dropped, and K gives the game back."""
    hand = drive()
    hand.tree_ready()
    hand.window.actions.hint()
    hand.until(lambda: hand.session.found is not None and not hand.session.thinking)
    hand.pump(0.1)
    game = hand.window.board.position
    hand.press("k")
    playback = hand.window.tree_pane.playback
    assert playback.is_open
    tree = playback.replay.tree
    for key in ("<Shift-Down>", "<Shift-Down>", "<Shift-Down>", "<Shift-Right>", "<Shift-Left>", "<Shift-Up>", "<Control-Right>"):
        before = playback.event
        hand.press(key)
        assert playback.event != before
        assert hand.window.board.position == tree.position(playback.moment.node)
        assert hand.window.board.counts.startswith("playback: after ")
    hand.click(3)
    assert hand.session.position == game
    assert "K closes it" in hand.window.status["text"]
    hand.press("k")
    assert hand.window.board.position == game
    assert hand.window.board.counts == ""
    hand.press("<Control-space>")
    assert playback.playing
    hand.press("<Control-space>")
    assert not playback.playing
    hand.press("<Control-u>")
    assert not hand.window.tree_pane.strip.open
    hand.press("<Control-j>")
    assert hand.window.tree_pane.strip.colour == "cut-offs"
    hand.window.actions.new_game()
    hand.pump(0.05)
