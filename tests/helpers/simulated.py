"""What the property tests of Monte-Carlo tree search draw from."""

from hypothesis import strategies as st
from strategies import evaluators, knows, positions

from c4.evaluators.v1 import V1
from c4.game.rules import COUNT_LINES, FIRST_LINE, Rules
from c4.tree.selection import Selection

TURNING = [Rules(4, 4, 3, scoring, turn) for scoring in (FIRST_LINE, COUNT_LINES) for turn in (1, 3)]

selections = st.builds(
    Selection,
    exploration=st.floats(0, 3),
    playouts=st.sampled_from([0, 1, 1, 3]),
    temperature=st.floats(0.01, 2),
    wins=st.booleans(),
    proofs=st.booleans(),
)


@st.composite
def simulated(draw, rules=None):
    """(position, selection, evaluator, move order, seed, simulations) of a position in which the game goes on."""
    position = draw(positions(rules).filter(lambda position: position.outcome() is None))
    selection = draw(selections)
    evaluator = draw(evaluators) if selection.uses_priors else None
    if evaluator is not None and not knows(evaluator, position.rules):
        evaluator = V1()
    rng = draw(st.randoms(use_true_random=True))
    move_order = tuple(rng.sample(range(position.rules.columns), position.rules.columns))
    return position, selection, evaluator, move_order, rng.randrange(1 << 64), rng.choice([1, 2, 20, 80])
