"""What values the leaves of your own search: an evaluator, or random playouts."""

from c4.evaluators import PLAYOUTS
from c4.session.settings import Settings
from visualizer.state.search_choices import leaves, leaves_of, valued_by

LABELS = {"v1": "V1", "v2": "V2"}


def test_only_simulations_can_be_valued_by_random_playouts():
    """Choosing an evaluator switches Monte-Carlo tree search from UCT to PUCT, and back."""
    settings = Settings(algorithm="alphabeta")
    assert list(leaves(settings, LABELS)) == ["v1", "v2"]
    assert leaves_of(settings) == "v2"
    sampled = settings.for_analysis("mcts")
    assert list(leaves(sampled, LABELS)) == [PLAYOUTS, "v1", "v2"]
    assert leaves_of(sampled) == PLAYOUTS
    by_evaluator = sampled.for_analysis(**valued_by(sampled, "v1"))
    assert leaves_of(by_evaluator) == "v1"
    assert by_evaluator.analysis_limits().selection.uses_priors
    again = by_evaluator.for_analysis(**valued_by(by_evaluator, PLAYOUTS))
    assert leaves_of(again) == PLAYOUTS
    assert again.analysis_limits().evaluator == "v1"
