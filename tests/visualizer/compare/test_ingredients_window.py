"""The switches of the engine: what each saves on the position, and a running search that starts again with them."""

from c4.engine.ingredients import INGREDIENTS, USUAL
from visualizer.compare.ingredients import IngredientsWindow, saving_text
from visualizer.ui.glossary import INGREDIENT_TERMS, ingredient_meaning


def test_every_ingredient_has_a_switch_and_its_saving(hand):
    """Each ingredient is measured on the board's position, in the background; a switch is told and measured anew."""
    assert tuple(INGREDIENT_TERMS) == INGREDIENTS
    assert all(ingredient_meaning(name) for name in INGREDIENTS)
    hand.session.set_up("1212")
    hand.do("ingredients")
    window = hand.window.windows.of(IngredientsWindow)
    hand.until(lambda: len(window.savings) == len(INGREDIENTS) and not window.task.busy)
    options = USUAL
    for name, saving in window.savings.items():
        assert saving.on == getattr(options, name) == window.boxes[name].instate(["selected"])
        assert window.texts[name]["text"] == saving_text(saving, options)
    table = window.savings["table"]
    percent = round(100 * (1 - table.nodes / table.other_nodes))
    assert window.texts["table"]["text"].startswith(f"{percent} % fewer nodes, ")
    assert "depth" in window.about["text"]
    assert "neither side" in window.unused["text"]
    window.boxes["table"].invoke()
    hand.until(lambda: len(window.savings) == len(INGREDIENTS) and not window.task.busy)
    assert not window.savings["table"].on
    assert window.savings["table"].other_nodes < window.savings["table"].nodes
    assert hand.session.settings.limits.options.table is False
    window.reset()
    assert hand.session.settings.limits.options == USUAL
    hand.session.set_up("1212121")
    hand.window.refresh()
    hand.until(lambda: not window.task.busy and "over" in window.about["text"])


def test_a_running_search_starts_again_with_a_switch(hand):
    """What the engine thinks with changes at once; a seat keeps its own limits otherwise."""
    session = hand.session
    session.adopt(session.settings.changed(seats=("human", "engine")).for_seat(1, "engine", time_ms=60_000))
    hand.click(3)
    hand.searching()
    before = session._thinker.watch
    hand.do("ingredients")
    hand.window.windows.of(IngredientsWindow).boxes["killers"].invoke()
    assert session._thinker.watch is not before
    hand.searching()
    limits = session.settings.limits_of("engine", 1)
    assert (limits.options.killers, limits.time_ms) == (False, 60_000)
    session.adopt(session.settings.for_seat(1, "engine", time_ms=20))
    hand.answered()
    assert session.newest.limits.options.killers is False
