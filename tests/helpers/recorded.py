"""Recorded searches that the property tests draw."""

from hypothesis import strategies as st
from strategies import any_options, searches

from c4.engine import deepening as engine
from c4.search.fixed_depth import ALGORITHMS, search


@st.composite
def trees(draw, nodes=300):
    """The tree of any search, with any ingredients, whole or cut short by the budget."""
    position, depth, evaluator, order = draw(searches(nodes))
    algorithm = draw(st.sampled_from([*ALGORITHMS, "engine"]))
    columns = position.rules.columns
    if algorithm == "engine":
        options = draw(any_options)
        budget = 3 * columns + 2 + draw(st.sampled_from([0, 60, 100_000]))
        return engine.search(position, evaluator, depth=depth, options=options, move_order=order, budget=budget).tree
    budget = draw(st.sampled_from([1_000_000, columns + 1, 60 + columns]))
    return search(position, depth, evaluator, algorithm, move_order=order, budget=budget).tree
