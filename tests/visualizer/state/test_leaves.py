"""What values the leaves of your own search: an evaluator, or random playouts."""

from c4.evaluators import PLAYOUTS
from c4.session.settings import Settings
from visualizer.state.search_choices import leaf_evaluator, leaf_evaluators, valued_by

LABELS = {"v1": "V1", "v2": "V2"}


def test_only_simulations_can_be_valued_by_random_playouts():
    """Choosing an evaluator switches Monte-Carlo tree search from UCT to PUCT, and back."""
    settings = Settings(algorithm="alphabeta")
    assert list(leaf_evaluators(settings, LABELS)) == ["v1", "v2"]
    assert leaf_evaluator(settings) == "v2"
    sampled = settings.for_analysis("mcts")
    assert list(leaf_evaluators(sampled, LABELS)) == [PLAYOUTS, "v1", "v2"]
    assert leaf_evaluator(sampled) == PLAYOUTS
    by_evaluator = sampled.for_analysis(**valued_by(sampled, "v1"))
    assert leaf_evaluator(by_evaluator) == "v1"
    assert by_evaluator.analysis_limits().selection.uses_priors
    again = by_evaluator.for_analysis(**valued_by(by_evaluator, PLAYOUTS))
    assert leaf_evaluator(again) == PLAYOUTS
    assert again.analysis_limits().evaluator == "v1"
