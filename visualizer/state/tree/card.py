"""What the card says about one node of a tree: its board, packed state, window, value, evaluators and the reason for its
value.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from c4.evaluators import EVALUATORS
from c4.game import packed
from c4.game.position import Position
from c4.game.rules import Rules
from c4.session.events import Asked, SearchResult
from c4.text import pluralise
from visualizer.state.evaluators import Loaded
from visualizer.state.names import Names
from visualizer.state.weights import BarRow, largest_parts

if TYPE_CHECKING:  # these load numpy, which the first paint does without
    from c4.tree.searchtree import SearchTree
    from visualizer.state.tree.state import CardSubject, Remark, TreeState

NOTHING_SELECTED = "No node selected"

HOW_TO_SELECT = "Each search is recorded. Click a node of its tree to see it here."

HAND_MADE_DEFAULT = "windows"
"""The evaluator whose largest parts are listed where the search's own is not a learned one, and none was chosen."""

PREPARING = "Preparing the weights..."


class BoundSetter(NamedTuple):
    """The row that set the bound, and how a button to it is labelled."""

    row: int
    label: str


class CardView(NamedTuple):
    """All texts of the card.

    position        the board; None where there is none
    seats           the seat, and so the colour, of player 0 and of player 1
    colours         (word, colour) of the discs of both seats
    last            the column of the disc that was dropped last; None for none
    why             the reason for the value
    has_table       whether there is a table of what every evaluator says
    evaluators      its lines where it is unfolded: label, value and unit, separated by tabs
    own_value       what the search's own evaluator says of the position without searching
    parts_title     what a learned evaluator says of it
    parts           the largest parts of which that is made
    packed          the packed state in one line, the longest wording first
    bits            the packed state, bit by bit
    bits_note       what the words beside the bits mean
    setter          the row that set the bound
    """

    title: str = NOTHING_SELECTED
    value: str = ""
    window: str = ""
    why: str = HOW_TO_SELECT
    position: Position | None = None
    seats: tuple[int, int] = (0, 1)
    colours: tuple[tuple[str, str], ...] = ()
    last: int | None = None
    has_table: bool = False
    evaluators: tuple[str, ...] = ()
    own_value: str = ""
    parts_title: str = ""
    parts: tuple[BarRow, ...] = ()
    packed: tuple[str, ...] = ()
    bits: str = ""
    bits_note: str = ""
    setter: BoundSetter | None = None


def card_view(
    tree: TreeState | None, evaluators: Loaded, names: Names, learned: str = "", with_table: bool = True
) -> CardView:
    """What the card says about the node that it is about.

    `learned` is the evaluator whose weights were chosen.  Without `with_table` the table of what every evaluator says
    is left empty, because asking them all takes a quarter of the time of a click.
    """
    if tree is None or tree.card is None:
        return CardView()
    return view_of(tree.card, tree.about, tree.remark, evaluators, names, learned, with_table)


def view_of(
    subject: CardSubject,
    about: SearchResult | Asked | None,
    remark: Remark | None,
    evaluators: Loaded,
    names: Names,
    learned: str = "",
    with_table: bool = True,
) -> CardView:
    """What the card says about a node; `about` is the search that it belongs to."""
    starter = names.starter if about is None else about.starter
    words = ""
    if remark is not None and remark.subject == (id(subject.tree), subject.row):
        words = remark.words
    return _view_of(subject, starter, words, evaluators, names, learned, with_table)


@lru_cache(maxsize=1)
def _view_of(
    subject: CardSubject, starter: int, remark: str, evaluators: Loaded, names: Names, learned: str, with_table: bool
) -> CardView:
    """The same.  The last one is kept: while a playback runs, the tree changes often, and the card does not."""
    from c4.tree.cutoff_words import cut_condition
    from c4.tree.explain import story
    from c4.tree.reason import cut_limit, reason
    from c4.tree.row_words import line_text, row_text, window_text
    from c4.tree.searchtree import NO_MOVE, PRUNED

    tree = subject.tree
    row = subject.row
    seats = (starter, 1 - starter)
    players = (names.player(0, starter), names.player(1, starter))
    position = tree.position(row)
    pruned = bool(tree.kind[row] == PRUNED)
    located = position.moves is not None or not position.rules.turn_every  # where its disc is after a turn
    last = int(tree.move[row]) if row and tree.move[row] != NO_MOVE and located else None
    window = None
    setter = None
    value = "no value: never searched"
    if subject.so_far is not None:
        value = f"value {subject.so_far.value}"
        window = subject.so_far.window
        why = subject.so_far.story
    else:
        why = " ".join(filter(None, (story(tree, row, players), cut_condition(tree, row))))
        limit = reason(tree, row).limit or cut_limit(tree, row)
        if limit is not None and limit.holder is not None:
            setter = BoundSetter(limit.holder, f"Show what set this bound ({line_text(tree, limit.holder)})")
        if tree.simulations is not None:
            value = visits_text(tree, row, players[tree.maximizer])
        elif not pruned:
            value = f"value {row_text(tree, row)}\n{pluralise(tree.nodes_below(row), 'node')}"
            window = window_text(tree, row)
    values: list[tuple[str, str, str]] = []
    own_value = ""
    parts_title = ""
    parts: tuple[BarRow, ...] = ()
    asks_evaluators = not (subject.live or plays_out(subject))
    if asks_evaluators:
        if with_table:
            values = evaluators.table(position, tree.maximizer)
        own_value = value_without_search(tree, position, evaluators)
        parts_title, parts = learned_parts(learned_evaluator(tree.evaluator, learned), position, tree, evaluators)
    return CardView(
        title=title_of(subject, players[position.to_move]),
        value=value,
        window="alpha {}\nbeta {}".format(*window) if window else "",
        why=f"{why}\n\n{remark}" if remark else why,
        position=position,
        seats=seats,
        colours=names.colours,
        last=last,
        has_table=asks_evaluators,
        evaluators=tuple("\t".join(line) for line in values),
        own_value=own_value,
        parts_title=parts_title,
        parts=parts,
        packed=packed_in_a_line(position, tree.maximizer, pruned),
        bits=packed_text(position, tree.maximizer, pruned),
        bits_note=meaning(position.rules),
        setter=setter,
    )


def plays_out(subject: CardSubject) -> bool:
    """Whether random playouts are played back: what evaluators say of the position has no part in that search."""
    simulations = subject.tree.simulations
    return subject.event is not None and simulations is not None and not simulations.selection.uses_priors


def visits_text(tree: SearchTree, row: int, maximizer: str) -> str:
    """The visits, the sum and the mean of a node of Monte-Carlo tree search, in three lines; `maximizer` names MAX."""
    from c4.tree.row_words import row_text
    from c4.tree.simulation_replay import sum_of

    visits = int(tree.samples.visits[row])
    if not visits:
        return "N = 0: never visited"
    total = sum_of(int(tree.samples.total[row]))
    return f"visits N = {visits:,}\nsum W = {total} for {maximizer}\nQ = W / N = {row_text(tree, row)}"


def learned_evaluator(evaluator: str, chosen: str) -> str:
    """The learned evaluator whose largest parts belong beside a search: its own, or the one whose weights you chose."""
    known = EVALUATORS.get(evaluator)
    if known is not None and known.learned:
        return evaluator
    return chosen or HAND_MADE_DEFAULT


def value_without_search(tree: SearchTree, position: Position, evaluators: Loaded) -> str:
    """What the evaluator of a search says of a position: "Without searching, V2: −11"; without one, what is listed."""
    words = evaluators.in_words(tree.evaluator, position, tree.maximizer)
    if words is None:
        return "Without searching"
    label, value = words
    return f"Without searching, {label}: {value}"


def learned_parts(
    name: str, position: Position, tree: SearchTree, evaluators: Loaded
) -> tuple[str, tuple[BarRow, ...]]:
    """What a learned evaluator says of a position, and the largest parts of which that is made."""
    evaluator = evaluators.get(name)
    if evaluator is None:
        return "" if evaluators.problem(name) else PREPARING, ()
    words = evaluators.in_words(name, position, tree.maximizer)
    if words is None:
        return "", ()
    label, value = words
    unit = "of a win" if evaluator.unit == "wins" else evaluator.unit
    return f"{label} (learned): {value} {unit} for MAX", largest_parts(evaluator, position, tree.maximizer)


def title_of(subject: CardSubject, to_move: str) -> str:
    """The path, or at the root whose move it is, and the kind of node."""
    from c4.tree.row_words import line_text
    from c4.tree.searchtree import HORIZON, INTERIOR, KINDS, PRUNED

    tree = subject.tree
    kind = int(tree.kind[subject.row])
    side = "MAX" if tree.is_max(subject.row) else "MIN"
    what = {INTERIOR: side, PRUNED: "pruned"}.get(kind, KINDS[kind])
    leaf = ", leaf" if tree.simulations is not None and kind == HORIZON else ""
    if leaf:
        what = side
    if subject.row:
        return f"{line_text(tree, subject.row)}  ·  {what}{leaf}"
    return f"Root{leaf}  ·  {what} is {to_move}"


# -- the packed state -------------------------------------------------------------------------------------------------


def meaning(rules: Rules) -> str:
    """What the words beside the bits of a packed state mean, in three lines."""
    number = "bit 63: the highest of all 64" if packed.normal(rules) else "packed: all bits as one number"
    if packed.has_pointers(rules):
        return f"{number}\npointer: discs in it + 1, in binary\nslot: 1 is MAX's disc, 0 MIN's or none"
    return f"{number}\nthe highest 1: no disc, but the end\nbelow it: 1 is MAX's disc, 0 is MIN's"


def packed_in_a_line(position: Position, maximizer: int, pruned: bool) -> tuple[str, ...]:
    """The packed state as a number, with its highest bit; the longest wording first."""
    state = packed_state(position, maximizer, pruned)
    bit = f", bit 63 = {state >> 63}" if packed.normal(position.rules) else ""
    return f"Packed {state}{bit}", f"{state}{bit}", f"Packed{bit}"


def packed_state(position: Position, maximizer: int, pruned: bool) -> int:
    """The packed state of a node."""
    state = position.packed(maximizer)
    return packed.as_pruned(state, position.rules) if pruned else state


def packed_text(position: Position, maximizer: int, pruned: bool) -> str:
    """The packed state as a number and bit by bit."""
    rules = position.rules
    state = packed_state(position, maximizer, pruned)
    pointer = packed.column_bits(rules)[0] if packed.has_pointers(rules) else 1
    columns = range(rules.columns)

    def line(name: str, cells: list[str]) -> str:
        return name.ljust(8) + " ".join(cell.rjust(pointer) for cell in cells)

    def bits(shifts: list[int], width: int = 1) -> list[str]:
        return [f"{state >> shift & (1 << width) - 1:0{width}b}" for shift in shifts]

    lines = [f"packed  {state}"]
    if packed.normal(rules):
        lines.append(f"bit 63  {'0 = pruned' if pruned else '1 = searched'}")
    lines.append(line("column", [str(column + 1) for column in columns]))
    if not packed.has_pointers(rules):
        for row in reversed(range(rules.stride)):
            name = "unused" if row == rules.rows else f"row {row + 1}"
            lines.append(line(name, bits([rules.cell(row, column) for column in columns])))
        return "\n".join(lines)
    lines.append(line("pointer", bits([packed.pointer_shift(column, rules) for column in columns], pointer)))
    for row in reversed(range(rules.rows)):
        lines.append(line(f"slot {row + 1}", bits([packed.slot_shift(row, column, rules) for column in columns])))
    return "\n".join(lines)
