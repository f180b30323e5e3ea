"""The window of repeated positions."""

from c4.evaluators.v2 import V2
from c4.game.position import Position
from c4.search.fixed_depth import search
from c4.tree.repeats import find_repeats
from visualizer.compare.repeats_view import LOOKING, MOST_VISITS, NO_SEARCH, repeats_view


def test_every_position_has_its_visits_below_it():
    """Their nodes add up; a value is that of the position only where all visits have it."""
    tree = search(Position(), 5, V2(), "minimax").tree
    view = repeats_view(tree, find_repeats(tree), "")
    positions = {line.name: line for line in view.lines if not line.under}
    for name, line in positions.items():
        visits = [other for other in view.lines if other.under == name]
        count, value, nodes, again = line.cells
        assert int(count) == len(visits) <= MOST_VISITS
        numbers = [int(visit.cells[2].replace(",", "")) for visit in visits]
        assert int(nodes.replace(",", "")) == sum(numbers)
        assert int(again.replace(",", "")) == sum(numbers[1:])
        values = {visit.cells[1] for visit in visits}
        assert value == (values.pop() if len(values) == 1 else "")
        assert visits[0].row == line.row
        assert visits[0].moves == line.moves
    first = next(iter(positions.values()))
    assert (first.moves, first.cells[0]) == ("1", "2")
    assert [line.moves for line in view.lines if line.under == first.name] == ["1", "7, mirrored"]
    assert " of 19,608 recorded nodes have a position that was visited before" in view.summary
    assert "The 200 largest of " in view.summary


def test_what_is_said_before_and_where_nothing_repeats():
    """Without a search, while it is looked at, and where nothing repeats there is a sentence for each."""
    tree = search(Position.from_moves("4453"), 1, V2()).tree
    assert repeats_view(None, None, "").summary == NO_SEARCH
    assert repeats_view(tree, None, "").summary == LOOKING
    assert repeats_view(tree, None, "no memory is left").summary == "no memory is left"
    assert repeats_view(tree, find_repeats(tree), "") == ("No position was visited more than once.", ())


def test_choosing_a_line_goes_to_its_node_in_the_tree(hand):
    """The list is that of the search that is shown, and is made anew for another one."""
    hand.searched()
    hand.press("<Control-Key-4>")
    window = hand.tool("repeats")
    hand.until(lambda: window.known.found is not None)
    assert window.list.focus() == next(iter(window.lines))  # where the arrow keys begin
    name = next(line.name for line in window.lines.values() if line.under and line.row > 100)
    window.list.selection_set(name)
    hand.pump(0.05)
    assert hand.app.tree.model.selected == window.lines[name].row
    before = window.known.tree
    hand.searched("4444")
    hand.until(lambda: window.known.found is not None)
    assert window.known.tree is hand.session.shown_search.decision.tree is not before
    window._failed("no memory is left")
    hand.app.views.set_scale(125)
    hand.pump(0.1)
    assert window.summary["text"] == "no memory is left", "at another scale, too"
    assert not hand.window.errors
