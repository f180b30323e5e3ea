"""The practice window in a real display, with keys and with the pointer."""

import itertools

import pytest
from figures import faults, measure
from showing import words

from c4.practice.exercise_hints import CUT, HIGH, LOW, VALUE
from c4.practice.exercise_trees import EXAMPLES, parse_tree, random_tree
from c4.practice.exercises import Entry, Exercise
from visualizer.practice.exercise_drawing import practice_figure
from visualizer.practice.exercises import PracticeWindow
from visualizer.practice.exercises_view import OWN, RANDOM, REAL, hint_text, tree_view
from visualizer.ui.style import set_theme
from visualizer.ui.theme import DARK, LIGHT


@pytest.fixture
def window(app, root):
    app.game.set_up("4453")
    window = PracticeWindow(app, root)
    settle(window)
    return window


def settle(window):
    for _ in range(3):
        window.update()


def press(widget, *keys):
    """Keys that go where the keys go now."""
    for key in keys:
        widget.focus_force()
        widget.update()
        widget.event_generate(f"<{key}>")
        settle(widget)


def enter(window, what, text):
    """Types into a field and presses Return."""
    entry = window.entries[what]
    entry.focus_force()
    window.update()
    entry.delete(0, "end")
    entry.insert(0, text)
    entry.event_generate("<Return>")
    settle(window)


def texts(window):
    return words(window.tree.widget)


def test_values_are_hidden_until_they_are_found(window):
    """At first every inner node is a question; no answer stands anywhere."""
    shown = texts(window)
    assert shown.count("?") == 4
    assert {"MAX · ply 0", "MIN · ply 1"} <= set(shown)
    assert not any("✓" in text or "✗" in text or "α" in text for text in shown)


def test_an_exercise_is_done_with_the_keyboard_alone(window):
    """Return goes from entry to entry, arrows walk, C cuts, until everything is right."""
    exercise = window.exercise
    for path in [path for path in exercise.paths() if exercise.answer(Entry(path, CUT)) == "cut"]:
        while window.known.chosen:
            press(window.tree.widget, "Up")
        for number in path:
            press(window.tree.widget, "Down", *["Right"] * number)
        assert window.known.chosen == path
        press(window.tree.widget, "c")
    press(window.tree.widget, *["Up"] * 3)
    window.focus_first_field()
    settle(window)
    for _ in range(40):
        what = next((what for what, entry in window.entries.items() if entry is window.focus_get()), None)
        if exercise.done or what is None:
            break
        enter(window, what, exercise.answer(Entry(window.known.chosen, what)))
    assert exercise.done
    assert exercise.score()["first try"] == len(exercise.entries)
    assert window.score["text"].endswith("All done.")
    assert "?" not in texts(window)


def test_a_wrong_value_stays_with_a_cross_and_its_rule(window):
    """The keys stay in the field; the hint names the rule; put right, the search goes on."""
    window.select((0,))
    enter(window, VALUE, "9")
    assert "MIN rule" in window.hint_text["text"]
    assert "9 ✗" in texts(window)
    assert window.known.chosen == (0,)
    enter(window, VALUE, "4")
    assert "4 ✓" in texts(window)
    assert window.known.chosen != (0,)
    assert window.exercise.states[Entry((0,), VALUE)].attempts == 2


def test_pointer_selects_nodes_and_cuts_edges(window):
    """A click on a node chooses it, a click on the edge above one marks it, a second one takes the mark away."""
    paths = list(window.tree.view.nodes)
    figure = window.tree.canvas.figure
    left, top, right, bottom = figure.boxes[paths.index((1,))]
    window.tree.widget.event_generate("<Button-1>", x=int(left + right) // 2, y=int(top + bottom) // 2)
    settle(window)
    assert window.known.chosen == (1,)
    edge = next(line for line in figure.lines if line.name == "edge" and line.key == paths.index((1, 1)))
    x, y = edge.points[:2].mean(axis=0)
    where = {"x": int(x), "y": int(y)}
    window.tree.widget.event_generate("<Button-1>", **where)
    settle(window)
    assert window.exercise.marked((1, 1))
    assert "Right" in window.hint_text["text"]
    window.tree.widget.event_generate("<Button-1>", **where)
    settle(window)
    assert not window.exercise.marked((1, 1))


def test_hints_and_shown_answers(window):
    """A hint names the rule without counting; a shown answer is marked as such."""
    window.select((0,))
    window.entries[VALUE].focus_force()
    settle(window)
    window.hint()
    assert "MIN rule" in window.hint_text["text"]
    assert window.exercise.score()["wrong attempts"] == 0
    window.show_answer()
    assert window.fields[VALUE].get() == "4"
    assert window.exercise.score()["shown"] == 1


def test_every_kind_of_tree_in_both_modes_and_themes(window):
    """Chosen from the list: an exercise is there, drawn without an error."""
    for mode, source in itertools.product((0, 1), (*EXAMPLES, RANDOM, REAL, OWN)):
        window.mode.current(mode)
        window.source.set(source)
        window.source.event_generate("<<ComboboxSelected>>")
        settle(window)
        assert window.exercise.title.startswith(source)
        assert len(texts(window)) > len(window.exercise.paths())
        set_theme(window, DARK if mode else LIGHT)
        assert window.tree.widget["background"] == (DARK if mode else LIGHT).panel
        assert ("disabled" in window.entries[LOW].state()) == bool(mode)


def test_your_own_tree_is_typed_and_what_cannot_be_read_is_said(window):
    """The old exercise stays when the text is none."""
    window.text.set("(1 2) (3")
    press(window.typed, "Return")
    assert "not closed" in window.hint_text["text"]
    assert window.exercise.title == "Two plies"
    window.text.set("(1 2) (3 0)")
    press(window.typed, "Return")
    assert (window.exercise.title, window.exercise.searched[()].value) == (OWN, 1)
    assert not window.sizes.winfo_ismapped()
    window.size_texts["Plies"].set("x")
    window.source.set(RANDOM)
    window.begin()
    settle(window)
    assert window.sizes.winfo_ismapped()
    assert "must be whole numbers" in window.hint_text["text"]


def test_a_position_that_cannot_be_practised_is_said(app, root, monkeypatch):
    """The game is over, or the evaluator cannot be had."""

    def missing(name, model):
        return "there is no model"

    for position, evaluator, message in (
        ("1212121", app.loader.require, "The game is over"),
        ("empty", missing, "no model"),
    ):
        app.game.set_up(position)
        monkeypatch.setattr(app.loader, "require", evaluator)
        window = PracticeWindow(app, root)
        window.source.set(REAL)
        window.begin()
        assert message in window.hint_text["text"]
        window.destroy()


def test_a_tree_is_searched_step_by_step(window):
    """Step shows what alpha-beta finds, in the order in which it finds it."""
    window.text.set("(1 7) 2")
    window.take_typed()
    window.root_side.current(1)
    window.root_side.event_generate("<<ComboboxSelected>>")
    settle(window)
    assert window.exercise.root.to_move == 1
    press(window.tree.widget, *"s" * len(window.exercise.entries))
    assert window.exercise.done
    press(window.tree.widget, "s")
    assert "ended" in window.hint_text["text"]
    assert window.exercise.answer(Entry((), VALUE)) == "2"


def test_a_hint_for_an_empty_field_is_the_rule_whatever_the_leaves_are():
    """No number stands for an empty field: each could be the answer."""
    exercise = Exercise(parse_tree("(99999 3) 2", root_is_max=True))
    for entry in exercise.entries:
        if entry.figure != CUT:
            assert "rule" in hint_text(exercise, entry, "")
    assert exercise.answer(Entry((0,), VALUE)) == "3"
    assert exercise.answer(Entry((), VALUE)) == "3"
    largest = Exercise(parse_tree("99999 3", root_is_max=True))
    assert (
        hint_text(largest, Entry((), VALUE), "")
        == "MAX rule: MAX takes the largest of the values that its searched children return: here 99999, 3."
    )
    assert hint_text(largest, Entry((), VALUE), "99999") == "This is right: press Return."
    assert "Root rule" in hint_text(largest, Entry((), HIGH), " ")


def test_the_tree_says_only_what_was_filled_in():
    """Without a display: leaves have their numbers, inner nodes what you entered and whether it is right."""
    exercise = Exercise(parse_tree("(1 7) 2", root_is_max=True))
    nodes = tree_view(exercise, 0, ()).nodes
    assert [node.player for node in nodes.values()] == ["MAX", "MIN", "", "", ""]
    assert not any((node.value, node.alpha, node.beta, node.cut) != (None,) * 4 for node in nodes.values())
    exercise.fill(Entry((0,), VALUE), "7")
    node = tree_view(exercise, 1, ()).nodes[0,]
    assert (node.value.text, node.value.mark) == ("7", "✗")
    exercise.mark((0,))
    after = tree_view(exercise, 2, ()).nodes
    assert not after[0,].cut.right
    assert after[0, 1].below_cut
    assert not after[1,].below_cut


def test_the_tree_is_drawn_as_a_search_tree_and_nothing_covers_a_word():
    """Squares for MAX and circles for MIN, also where all is filled in, marked and chosen, in three sizes."""
    for exercise in (Exercise(parse_tree("(1 7) 2", root_is_max=True)), Exercise(random_tree(3, 3, 3))):
        for entry in exercise.fields():
            exercise.fill(entry, "-12")
        exercise.mark((0,))
        for size in ((600, 300), (980, 420), (1500, 800)):
            for number, path in list(enumerate(exercise.paths()))[::13]:
                figure = practice_figure(tree_view(exercise, 1, path), size, LIGHT, measure, 1.0)
                assert faults(figure) == []
                left, top, right, bottom = figure.boxes[number]
                assert 0 < (left + right) / 2 < size[0]
                assert 0 <= top < bottom <= size[1]
            sides = {shape.key: len(shape.corners) == 4 for shape in figure.shapes if shape.name == "node"}
            assert sides[0]
            if 1 in sides:  # not out of sight
                assert not sides[1]
                assert [line.key for line in figure.lines if line.name == "bar"] == [1]
