"""The crosstable of a tournament with Elo ratings.  Imports numpy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from c4.arena.elo import Rating, Ratings
from c4.arena.figures import Tally
from c4.arena.games import Game
from c4.game.rules import count


class Table:
    """Games between some agents: `tallies[one, other]` from the view of `one`; `agents` in the order given, `ranked`
    with the best first.
    """

    def __init__(self, agents: Iterable[str], games: Iterable[Game]) -> None:
        self.agents = tuple(agents)
        self.games = tuple(games)
        self.tallies = {(one, other): Tally() for one in self.agents for other in self.agents if one != other}
        self.begun = {agent: Tally() for agent in self.agents}
        for game in self.games:
            result = game.result_of(game.first)
            self.tallies[game.first, game.second] = self.tallies[game.first, game.second].plus(result)
            self.tallies[game.second, game.first] = self.tallies[game.second, game.first].plus(-result)
            self.begun[game.first] = self.begun[game.first].plus(result)
        scores = np.array([[self._points(one, other) for other in self.agents] for one in self.agents])
        self.ratings = Ratings(scores)

    def _points(self, one: str, other: str) -> float:
        tally = self.tallies.get((one, other), Tally())
        return tally.won + tally.drawn / 2

    @property
    def ranked(self) -> tuple[str, ...]:
        """The agents, the strongest first."""
        return tuple(sorted(self.agents, key=lambda agent: -self.rating(agent).elo))

    def rating(self, agent: str) -> Rating:
        """An agent's rating with its interval, in Elo points."""
        return self.ratings.of(self.agents.index(agent))

    def total(self, agent: str) -> Tally:
        """All games of an agent."""
        return Tally(
            *(sum(column) for column in zip(*(tally for (one, _), tally in self.tallies.items() if one == agent)))
        )

    def differing(self) -> int:
        """The number of different games."""
        return len({(game.first, game.second, game.moves) for game in self.games})

    def seconds(self, agent: str) -> float:
        """Processor seconds of an agent."""
        return sum(
            seconds
            for game in self.games
            for name, seconds in zip((game.first, game.second), game.seconds)
            if name == agent
        )

    def to_json(self) -> dict[str, Any]:
        """Everything as numbers, the best agent first; `against` in the order of `agents`, null on the diagonal."""
        rows = []
        for agent in self.ranked:
            rating, total = self.rating(agent), self.total(agent)
            rows.append(
                {
                    "agent": agent,
                    "elo": round(rating.elo, 1),
                    "elo_interval": [round(rating.low, 1), round(rating.high, 1)],
                    **total._asdict(),
                    "games": total.games,
                    "score": round(total.success.value, 6) if total.games else None,
                    "seconds": round(self.seconds(agent), 3),
                    "against": [None if other == agent else list(self.tallies[agent, other]) for other in self.ranked],
                }
            )
        return {"agents": list(self.ranked), "games": len(self.games), "differing": self.differing(), "table": rows}

    def text(self) -> str:
        """The table for people: one row per agent, the best first; a cell is won-drawn-lost against the agent of that
        number.
        """
        ranked = self.ranked
        width = max(len(agent) for agent in ranked)
        cells = {pair: "-".join(map(str, tally)) for pair, tally in self.tallies.items()}
        wide = max([len(cell) for cell in cells.values()] + [3]) + 2
        head = f"{'':>3} {'':<{width}} {'Elo':>6} {'95 %':>15} {'score':>7} " + "".join(
            f"{number:>{wide}}" for number in range(1, len(ranked) + 1)
        )
        lines = [head]
        for number, agent in enumerate(ranked, start=1):
            rating, success = self.rating(agent), self.total(agent).success
            interval = f"{rating.low:+.0f} to {rating.high:+.0f}"
            row = "".join(f"{cells.get((agent, other), '·'):>{wide}}" for other in ranked)
            lines.append(
                f"{number:>3} {agent:<{width}} {rating.elo:>+6.0f} {interval:>15} {100 * success.value:>6.1f}% {row}"
            )
        lines.append(
            f"{count(len(self.games), 'game')}, {self.differing():,} of them different; cells: won-drawn-lost"
            " for the row's agent"
        )
        return "\n".join(lines)
