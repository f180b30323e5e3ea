"""The playback of Monte-Carlo tree search says of each node what is true at that moment."""

from c4.game.position import Position
from c4.mcts.search import search
from c4.tree.simulation_replay import EXPANSION, PHASES, PLAYOUT
from visualizer.state.tree.playback import Playback
from visualizer.state.tree.simulation_playback import playback_of
from visualizer.state.tree.view import Folding


def test_a_new_node_is_called_new_until_its_first_simulation_is_backed_up():
    """In the first fifty simulations: while it is expanded and played out the card has no tree for it, then it has."""
    tree = search(Position(), 50, seed=1).tree
    playback = playback_of(tree, Folding(), Playback())
    for event in range(50 * PHASES):
        playback = playback.at(event, 0.0)
        row = playback.scene.row
        if playback.scene.phase in (EXPANSION, PLAYOUT):
            assert playback.subject(row) is None
            assert playback.so_far(row).story.startswith("This node is new")
        elif event:
            shown, place = playback.subject(row)
            assert shown.samples.visits[place]
            assert playback.so_far(row) is None
