"""Liking: how the window is now, as preferences for the next start.  Plain Python."""

from __future__ import annotations

from visualizer.shell.desk import Desk
from visualizer.shell.faces import ANALYSE, PLAY
from visualizer.shell.preferences import Preferences


def liking(desk: Desk) -> Preferences:
    """Everything that a person has set."""
    playing = desk.playing
    liked = Preferences(
        theme=desk.appearance.chosen,
        scale=desk.appearance.percent,
        stones=desk.names.stones,
        face=desk.faces.start,
        scores=playing.scores[ANALYSE],
        scores_in_play=playing.scores[PLAY],
        hidden=sorted(desk.faces.hidden),
        source=playing.source or "",
        live_seconds=int(desk.session.live.seconds),
        sashes=dict(desk.faces.sashes),
        strip=desk.analysis.strip[0],
        strip_colour=desk.analysis.strip[1],
        toured=True,
        graph=playing.show_graph,
        heat=playing.show_heat,
        threats=playing.show_threats,
        animation=playing.board.animate,
        sounds=desk.sounds.on,
        geometry=desk.root.geometry(),
        full_screen=desk.appearance.full_screen,
        keep_games=desk.session.keeper.path is not None,
        keys=desk.commands.own_keys,
        own_evaluators=desk.own.evaluators if desk.own.kept else [],
        own_players=desk.own.players if desk.own.kept else [],
    )
    liked.take(desk.session.settings)
    return liked


def restore(desk: Desk, liked: Preferences) -> None:
    """Sets a new window's parts to what a person has set before; face and theme are shown after it."""
    playing = desk.playing
    playing.board.animate = liked.animation
    playing.scores |= {PLAY: liked.scores_in_play, ANALYSE: liked.scores}
    playing.source = liked.source or None
    playing.show_graph, playing.show_heat, playing.show_threats = liked.graph, liked.heat, liked.threats
    playing.offer_tour(not liked.toured)
    desk.faces.hidden, desk.faces.sashes = set(liked.hidden), dict(liked.sashes)
    desk.analysis.strip = liked.strip, liked.strip_colour
    desk.session.live.seconds = liked.live_seconds
    desk.own.kept = bool(liked.own_evaluators or liked.own_players)
