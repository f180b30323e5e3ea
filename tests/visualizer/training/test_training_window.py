"""The training window in a real display: it trains as `c4 train` does, and stops with nothing lost."""

import json
from threading import Event

import pytest
from commands import c4
from driver import Driver
from patience import LONG
from refusal import refused

from c4 import models
from c4.agents import HUMAN
from c4.errors import C4Error
from c4.evaluators.base import Page
from c4.evaluators.tdlambda import TDLambda
from c4.learning import LEARNERS, options
from c4.learning.run import TrainingRun
from visualizer.training import curves, end_of_training
from visualizer.training.curves import BY_DEPTH, BY_PLY, MISTAKES, figure_plot
from visualizer.training.form import Form, choice_label, choice_name, choice_names
from visualizer.training.job import Pages, Run, TrainingJob, copy_model
from visualizer.training.view import Decision, page_view, training_view
from visualizer.training.window import TrainingWindow
from visualizer.ui.theme import LIGHT


@pytest.fixture
def hand(drive, monkeypatch):
    monkeypatch.setattr(end_of_training, "DUEL_SECONDS", 0.1)
    monkeypatch.setattr(curves, "REDRAW_MS", 5000)  # a drawing takes as long as many games
    return drive()


@pytest.fixture
def training(hand) -> TrainingWindow:
    return hand.open("training", "train")


def fill(training: TrainingWindow, **fields) -> None:
    for name, text in fields.items():
        training.form.fields[name].set(str(text))


def trained(hand: Driver, training: TrainingWindow, **fields) -> None:
    """Fills in the fields, presses Start and waits until it is done."""
    fill(training, **fields)
    training.start()
    hand.until(lambda: training.job is not None and not training.task.busy)


def test_it_trains_as_the_command_does(hand, training, tmp_path):
    """Seed and options leave the same file as `c4 train`; the curves hold what was reported."""
    trained(hand, training, episodes=3000, seed=7, model=tmp_path / "window.json", alpha=0.02)
    c4("train", "windows", "--episodes", 3000, "--seed", 7, "--alpha", 0.02, "--model", tmp_path / "command.json")
    assert json.loads((tmp_path / "window.json").read_text()) == json.loads((tmp_path / "command.json").read_text())
    assert training.line["text"] == f"Done; saved in {tmp_path / 'window.json'}"
    assert training.known.course.points[-1][0] == 3000
    assert training.known.course.features[1] == "centre"
    assert 0 < training.known.course.points[-1][1][MISTAKES] < 100


def test_mistakes_by_ply(hand, training, tmp_path):
    """Mistakes can be drawn by ply: a line for every seven plies, whose mean is all mistakes."""
    trained(hand, training, episodes=3000, seed=7, model=tmp_path / "window.json")
    course = training.known.course
    last = training.known.course.points[-1][1]
    assert BY_PLY in training.curves.figure["values"]
    lines = figure_plot(course, BY_PLY, LIGHT).lines
    assert {line.label for line in lines} == {f"plies {first} to {first + 6}" for first in (6, 13, 20, 27)}
    assert len({(line.dash, line.marker) for line in lines}) == 4, "they differ without their colours"
    assert sum(last[BY_PLY]) / 4 == pytest.approx(last[MISTAKES], abs=1)


def test_it_waits_goes_on_and_stops_with_nothing_lost(hand, training, tmp_path, monkeypatch):
    """Pause halts the games, Continue lets them run, Stop saves what was learned; the window stays alive all the time."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    fill(training, episodes=50_000_000, model=tmp_path / "long.json")
    training.start()
    hand.until(lambda: len(training.known.course.points) > 3)
    training.pause_button.invoke()
    hand.pump(0.2)
    waiting = training.known.course.points[-1][0]
    hand.pump(0.2)
    assert training.known.course.points[-1][0] == waiting
    training.pause_button.invoke()
    hand.until(lambda: training.known.course.points[-1][0] > waiting)
    training.stop_button.invoke()
    assert training.line["text"] == "Stopped; saving what was learned..."
    assert str(training.stop_button["state"]) == "disabled"
    hand.until(lambda: not training.task.busy)
    assert training.line["text"].startswith("Stopped; everything learned so far is saved")
    assert training.match_result["text"] == ""
    training.close()
    assert not list(tmp_path.glob("connect4-*"))
    assert (
        json.loads((tmp_path / "long.json").read_text())["training"]["episodes"] == training.known.course.points[-1][0]
    )


def test_it_can_be_stopped_before_it_begins(hand, training, tmp_path, monkeypatch):
    """Stop works while the learner is still being loaded; what it has not learned it does not write."""
    stopped = Event()
    ended = Event()

    def load_after_stop(*arguments):
        assert stopped.wait(LONG)
        return TrainingRun(*arguments)

    monkeypatch.setattr("visualizer.training.job.TrainingRun", load_after_stop)
    fill(training, episodes=50_000_000, model=tmp_path / "never.json")
    training.start()
    assert str(training.stop_button["state"]) == "normal"
    training.stop_button.invoke()
    assert not training.task.busy
    stopped.set()
    training.task.worker.tell(ended.set)  # its thread does one thing after another
    hand.until(ended.is_set)
    assert training.line["text"] == "Stopped before the first game"
    assert str(training.start_button["state"]) == "normal"
    assert not (tmp_path / "never.json").exists()


def test_one_plays_against_what_was_learned(hand, training, tmp_path):
    """After training, one click sits the model in the other seat in a new game."""
    assert str(training.play_button["state"]) == "disabled"
    trained(hand, training, episodes=200, model=tmp_path / "mine.json")
    training.play_button.invoke()
    settings = hand.session.settings
    assert settings.seats[0] == HUMAN
    assert settings.limits.evaluator == "windows"
    assert settings.models["windows"] == str(tmp_path / "mine.json")
    hand.play(3)
    assert hand.session.shown_search.limits.model == str(tmp_path / "mine.json")


def test_what_is_wrong_is_said(hand, training, tmp_path):
    """A wrong field or a missing folder gets one sentence, and Start can be pressed again."""
    path = tmp_path / "none.json"
    right = {"model": path, "alpha": "0.01", "episodes": "10"}
    for fields, sentence in (
        ({"alpha": "fast"}, "Learning rate must be a number from 0 to 1, not 'fast'"),
        ({"episodes": "-1"}, "Games to play must be a whole number from 0, not '-1'"),
        ({"alpha": "7"}, "Learning rate must be a number from 0 to 1, not '7'"),
        ({"model": "/dev/null/at/all.json"}, "cannot be written"),
    ):
        fill(training, **(right | fields))
        training.start()
        hand.until(lambda: not training.task.busy)
        assert sentence in training.line["text"]
        assert str(training.start_button["state"]) == "normal"
        assert not path.exists()


def test_a_match_against_the_model_from_before(hand, training, tmp_path):
    """At the end the new model plays the one before; Elo and interval are shown."""
    for whom in ("the built-in model", "the earlier model"):
        trained(hand, training, episodes=100, model=tmp_path / "m.json")
        assert training.match_result["text"].startswith(f"Against {whom}: ")
        assert "Elo (95\u00a0%: " in training.match_result["text"]


def test_you_use_keep_or_discard_what_was_learned(hand, training, tmp_path):
    """After a run, Use plays with the model, Keep both gives it another name, Discard restores the earlier one."""
    path = tmp_path / "m.json"

    def again() -> str:
        trained(hand, training, episodes=100, model=path)
        return path.read_text()

    def decide(label: str) -> None:
        training.decisions[label].invoke()
        hand.until(lambda: not training.task.busy)
        assert not training.decision.winfo_manager()

    again()
    assert training.decisions["Keep both"].instate(["disabled"])
    assert training.about_discard["text"] == "Discard deletes the file: you had no model before."
    training.play_button.invoke()
    decide("Discard")
    assert not path.exists()
    assert "windows" not in hand.session.settings.models
    first = again()
    decide("Use")
    assert hand.session.settings.models["windows"] == str(path)
    assert "now plays with this model" in training.line["text"]
    second = again()
    assert second != first
    decide("Keep both")
    assert (path.read_text(), (tmp_path / "m-2.json").read_text()) == (first, second)
    assert "m-2.json" in training.line["text"]
    again()
    decide("Discard")
    assert path.read_text() == first


def test_length_is_chosen_in_words(hand, training):
    """Three lengths; the number of games under Advanced follows, and is followed."""
    assert not training.open_advanced.get()
    assert not training.advanced.winfo_manager()
    label = training.length["values"][0]
    training.length.set(label)
    training.length.event_generate("<<ComboboxSelected>>")
    hand.pump(0.02)
    assert training.form.fields["episodes"].get() == "2000"
    fill(training, episodes=77)
    assert training.length.get() == "77 games"
    training.advanced_button.invoke()
    assert training.advanced.winfo_manager()


def test_the_model_one_has_is_drawn_before_the_start(hand, training):
    """The weights of the built-in model are there before anything was trained, all their pages."""
    hand.until(lambda: training.page_view.page is not None)
    assert "The weights of the model in use" in training.line["text"]
    training.choose("network")
    hand.until(lambda: len(training.pages["values"]) > 1)
    last = training.pages["values"][-1]
    training.pages.choose(last)
    hand.until(lambda: training.page_view.page is not None and training.page_view.page.name == last)


def test_pages_can_be_chosen_while_another_learner_trains(hand, training, tmp_path):
    """The run makes those of its own learner only."""
    fill(training, episodes=50_000_000, model=tmp_path / "model.json")
    training.start()
    training.choose("network")
    hand.until(lambda: len(training.pages["values"]) > 1)
    last = training.pages["values"][-1]
    training.pages.choose(last)
    hand.until(lambda: training.page_view.page is not None and training.page_view.page.name == last)
    assert training.task.busy
    training.stop()
    hand.until(lambda: not training.task.busy)


def test_pages_can_be_chosen_while_the_end_is_measured(hand, training, tmp_path, monkeypatch):
    """The learner learns no more then, though the run goes on."""
    measured = Event()
    monkeypatch.setattr(TrainingJob, "_measure_result", lambda *_: measured.wait(LONG))
    training.choose("td-lambda")
    monkeypatch.setattr(TDLambda, "page_names", lambda evaluator: ("cells and threats", "again"))
    monkeypatch.setattr(
        TDLambda, "_page", lambda evaluator, name, position: Page(name, "About it.", bars=(("one", 1.0),))
    )
    fill(training, episodes=50, model=tmp_path / "model.json")
    training.start()
    training.tabs.select(1)
    hand.until(lambda: training.job is not None and training.job.trained)
    hand.until(lambda: training.page_view.page is not None)
    training.pages.choose("again")
    hand.until(lambda: training.page_view.page is not None and training.page_view.page.name == "again")
    assert training.task.busy
    measured.set()
    hand.until(lambda: not training.task.busy)


def test_no_page_stands_under_the_name_of_another():
    """Until the chosen one is there, that is said; another learner may have no page of this name."""
    one = Page("one", "About it.")
    pages = Pages(("one", "two"), one)
    assert page_view(pages, "") == page_view(pages, "one") == page_view(pages, "three") == (("one", "two"), "one", one)
    assert page_view(pages, "two") == (("one", "two"), "two", "Preparing the weights...")
    assert page_view(Pages((), "None."), "two") == ((), "", "None.")


@pytest.mark.parametrize("name", LEARNERS)
def test_every_learner_has_its_form(root, name):
    """Each learner's options make a form that gives only what is filled in."""
    form = Form(root, options(name), lambda text: None)
    assert form.given() == {}
    for option in form.options:
        assert all(choice_name(option, choice_label(option, one)) == one for one in choice_names(option))
    assert set(form.fields) == {option.name for option in options(name)} - {"statistics"}
    form.fields["episodes"].set("5")
    form.fields["seed"].set("999999999999999999")
    form.fields["fresh"].set("yes")
    assert form.given() == {"episodes": 5, "seed": 10**18 - 1, "fresh": True}
    form.fields["fresh"].set("perhaps")
    with refused("start anew must be yes or no, not 'perhaps'"):
        form.given()


def test_what_a_copy_of_a_model_consists_of(tmp_path):
    """The model and its best state, and not its neighbours, whatever its name."""
    folder = tmp_path / "copy"
    for name in ("m.json", "m[1].json"):
        folder.mkdir()
        path = tmp_path / name
        for part in (path, models.best_path(path), tmp_path / "mine.json", tmp_path / "m-2.json"):
            part.write_text(part.name)
        assert copy_model(path, folder) == folder / name
        assert {part.name for part in folder.iterdir()} == {name, models.best_path(path).name}
        for part in folder.iterdir():
            part.unlink()
        folder.rmdir()
    assert copy_model(tmp_path / "none.json", tmp_path) is None


@pytest.mark.parametrize(("label", "ending"), [("Discard", "the earlier model is back"), ("Keep both", "m-2.json")])
def test_a_decision_that_fails_can_be_made_again(hand, training, tmp_path, monkeypatch, label, ending):
    """A model that cannot be restored now is said; the buttons stay, and nothing is lost."""
    path = tmp_path / "m.json"
    trained(hand, training, episodes=100, model=path)
    earlier = path.read_text()
    training.decisions["Use"].invoke()
    trained(hand, training, episodes=100, model=path)
    new = path.read_text()

    def full(*arguments):
        raise C4Error("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("c4.storage.write_bytes", full)
        training.decisions[label].invoke()
        hand.until(lambda: not training.task.busy)
        hand.until(lambda: training.line["text"] == "The disk is full")
    assert training.decision.winfo_manager()
    training.decisions[label].invoke()
    hand.until(lambda: not training.task.busy)
    hand.until(lambda: not training.decision.winfo_manager())
    assert ending in training.line["text"]
    assert path.read_text() == earlier
    if label == "Keep both":
        assert (tmp_path / "m-2.json").read_text() == new
        assert not (tmp_path / "m-3.json").exists()


def test_what_is_said_of_a_run():
    """Without a display: before it, while the learner is loaded, while it runs and waits, and when it has ended."""

    def seen(busy=False, decided=False, training=True, **run):
        return training_view("a line", busy, "windows" if busy and training else "", Run(**run), None, "", decided)

    before = seen()
    assert (before.start, before.pause, before.stop, before.play, before.decision) == (True, False, False, False, None)
    assert before.line == "A line"
    loading = seen(busy=True)
    assert (loading.start, loading.pause, loading.stop) == (False, False, True)
    running = seen(busy=True, loaded=True, learned=True)
    assert (running.pause, running.pause_label, running.play, running.decision) == (True, "Pause", True, None)
    assert seen(busy=True, loaded=True, paused=True).pause_label == "Continue"
    assert not seen(busy=True, loaded=True, stopped=True).stop
    other = seen(busy=True, training=False)
    assert (other.start, other.pause, other.stop) == (False, False, False)
    assert other.line == "Another learner is training: choose it to see how far it is."
    ended = seen(loaded=True, learned=True, saved=True, earlier=True)
    assert ended.decision == Decision(True, "Discard brings your earlier model back.")
    assert "deletes the file" in seen(loaded=True, learned=True, saved=True).decision.discard
    decided = seen(loaded=True, learned=True, saved=True, decided=True)
    assert (decided.decision, decided.play) == (None, True)
    assert not seen(loaded=True, learned=True, decided=True).play, "it was discarded, and there is no file"


def test_each_learner_keeps_its_own_results(hand, training, tmp_path):
    """While one trains another can be chosen: what is reported stays under the name of the first, and comes back."""
    fill(training, episodes=3000, model=tmp_path / "w.json")
    training.start()
    training.choose("sarsa")
    hand.until(lambda: not training.task.busy)
    assert not training.known.course.points
    assert training.match_result["text"] == ""
    assert not training.decision.winfo_manager()
    training.choose("windows")
    assert training.known.course.points[-1][0] == 3000
    assert training.match_result["text"].startswith("Against the built-in model: ")
    assert training.decision.winfo_manager()


def test_at_the_end_one_sees_what_searches_add(hand, training, tmp_path):
    """A sentence and a curve: how often the new model keeps the result without search and by searches."""
    trained(hand, training, episodes=3000, seed=7, model=tmp_path / "w.json")
    assert "by searches of depth 4" in training.match_result["text"]
    course = training.known.course
    assert [one.depth for one in course.by_depth] == [0, 2, 4]
    assert training.curves.figure.get() == BY_DEPTH
    (line,) = figure_plot(course, BY_DEPTH, LIGHT).lines
    assert list(line.xs) == [0, 2, 4]
    assert line.ys[2] > line.ys[0]
