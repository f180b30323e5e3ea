"""The switches of the engine: what each saves on the position, and a running search that starts again with them."""

from c4.engine.ingredients import INGREDIENTS, USUAL
from visualizer.compare.ingredients_view import saving_text
from visualizer.ui.glossary import INGREDIENT_TERMS, ingredient_meaning


def test_every_ingredient_has_a_switch_and_its_saving(hand):
    """Each ingredient is measured on the board's position, in the background; a switch is told and measured anew."""
    assert tuple(INGREDIENT_TERMS) == INGREDIENTS
    assert all(ingredient_meaning(name) for name in INGREDIENTS)
    hand.app.game.set_up("1212")
    hand.do("ingredients")
    window = hand.tool("ingredients")
    hand.until(lambda: len(window.known.savings) == len(INGREDIENTS) and not window.task.busy)
    options = USUAL
    for name, saving in window.known.savings.items():
        assert saving.on == getattr(options, name) == window.boxes[name].instate(["selected"])
        assert window.texts[name]["text"] == saving_text(saving, options)
    table = window.known.savings["table"]
    percent = round(100 * (1 - table.nodes / table.other_nodes))
    assert window.texts["table"]["text"].startswith(f"{percent} % fewer nodes, ")
    assert "depth" in window.about["text"]
    assert "neither side" in window.unused["text"]
    window.boxes["table"].invoke()
    hand.until(lambda: len(window.known.savings) == len(INGREDIENTS) and not window.task.busy)
    assert not window.known.savings["table"].on
    assert window.known.savings["table"].other_nodes < window.known.savings["table"].nodes
    assert hand.session.settings.limits.options.table is False
    window.reset()
    assert hand.session.settings.limits.options == USUAL
    hand.app.game.set_up("1212121")
    hand.until(lambda: not window.task.busy and "over" in window.about["text"])


def test_a_running_search_starts_again_with_a_switch(hand):
    """What the engine thinks with changes at once; a seat keeps its own limits otherwise."""
    session = hand.session
    session.adopt(session.settings.changed(seats=("human", "engine")).for_seat(1, "engine", time_ms=60_000))
    hand.click(3)
    hand.searching()
    before = hand.app.state.searches.running
    hand.do("ingredients")
    hand.tool("ingredients").boxes["killers"].invoke()
    hand.pump(0.02)
    assert hand.app.state.searches.running is not before
    hand.searching()
    limits = session.settings.limits_of("engine", 1)
    assert (limits.options.killers, limits.time_ms) == (False, 60_000)
    session.adopt(session.settings.for_seat(1, "engine", time_ms=20))
    hand.answered()
    assert session.newest.limits.options.killers is False
