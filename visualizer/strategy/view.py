"""What the strategy window says, from what it knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from c4.game.columns import format_columns
from c4.game.notation import format_position
from c4.game.position import Position
from c4.strategy.answers import Walk, why
from c4.strategy.diagram import LEGEND, MARKS, Diagram
from c4.strategy.diagram_search import DiagramResult, of_diagram
from c4.strategy.strategies import CERTIFICATES, WIN, Strategy
from c4.text import capitalised, pluralise
from visualizer.state.preferences import Preferences
from visualizer.state.state import GameState

OPENING = "a first move"
HERE = "the position on the board"
"""What a strategy can be for."""

FIRST_CHOICE = (3, CERTIFICATES[0])
"""The first move (column from 0) and its strategy that the window begins with."""

LAST_UNMIRRORED = 3
"""First moves up to this column have a strategy of their own, the others the mirror image of one."""

SEARCH_SECONDS = 10.0
"""How long a diagram is looked for."""

Sides = tuple[tuple[str, str], tuple[str, str]]
"""(word, colour) of the discs of the side that begins, and of the other."""


@dataclass(frozen=True, eq=False)
class Study:
    """What the strategy window knows.

    source     what a strategy is for: OPENING or HERE
    chosen     the first move (column from 0), and the name of its strategy
    sizes      the number of answers of each strategy that ships; empty until they have been read
    position   the position for which a diagram is looked for
    working    whether something is read or looked for
    result     the diagram that was found
    strategy   the strategy that is shown; None while there is none
    replies    the replies that you have chosen (columns from 0)
    problem    why the last reply was impossible
    failure    why there is no strategy
    """

    source: str = OPENING
    chosen: tuple[int, str] = FIRST_CHOICE
    sizes: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    position: Position | None = None
    working: bool = False
    result: DiagramResult | None = None
    strategy: Strategy | None = None
    replies: tuple[int, ...] = ()
    problem: str = ""
    failure: str = ""

    def walk(self) -> Walk | None:
        """The line of play; None while there is no strategy."""
        return None if self.strategy is None else walked(self.strategy, self.source, self.chosen, self.replies)


def walked(strategy: Strategy, source: str, chosen: tuple[int, str], replies: tuple[int, ...]) -> Walk:
    """A line of play through a strategy.  Raises C4Error for an impossible reply."""
    mirrored = source == OPENING and chosen[0] > LAST_UNMIRRORED
    walk = Walk(strategy, strategy.root.mirror() if mirrored else None)
    for column in replies:
        walk.reply(column)
    return walk


def found_strategy(position: Position, result: DiagramResult) -> Strategy | None:
    """The strategy that a diagram is; None if none was found."""
    if result.diagram is None:
        return None
    return of_diagram(position, result.owner, result.result, result.diagram)


class OpeningView(NamedTuple):
    """The picture of the first moves: the strategy that is framed, and the sizes of all."""

    chosen: tuple[int, str] | None
    sizes: Mapping[str, int]
    sides: Sides


def opening_view(
    source: str, chosen: tuple[int, str], sizes: Mapping[str, int], game: GameState, preferences: Preferences
) -> OpeningView:
    """The picture of the first moves."""
    return OpeningView(chosen if source == OPENING else None, sizes, sides_of(game, preferences))


def sides_of(game: GameState, preferences: Preferences) -> Sides:
    """The discs of the side that begins, and of the other."""
    colours = preferences.colours
    return colours[game.starter], colours[1 - game.starter]


class StudyView(NamedTuple):
    """A strategy and the line of play.

    source      which choice is set: OPENING or HERE
    goal        what the strategy is for, or what there is in its place
    sides       (word, colour) of the discs of the side that begins, and of the other
    stoppable   whether a diagram is looked for, which can be stopped
    position    on the board, and the column that was played last
    steps       how many moves have been made
    playable    whether you can choose a reply
    diagram     the marks on the board
    moves       the columns that have been played
    reason      why the strategy played its last move
    note        what you can do now, or why your last reply was impossible
    legend      the marks and what they mean
    """

    source: str
    goal: str
    stoppable: bool
    sides: Sides
    position: Position
    last: int | None = None
    steps: int = 0
    playable: bool = False
    diagram: Diagram | None = None
    moves: str = ""
    reason: str = ""
    note: str = ""
    legend: tuple[tuple[str, str], ...] = ()


def study_view(
    source: str,
    chosen: tuple[int, str],
    position: Position | None,
    working: bool,
    result: DiagramResult | None,
    strategy: Strategy | None,
    replies: tuple[int, ...],
    problem: str,
    failure: str,
    game: GameState,
    preferences: Preferences,
) -> StudyView:
    """A strategy and the line of play."""
    sides = sides_of(game, preferences)
    stoppable = working and source == HERE
    if strategy is None:
        goal = waiting_text(source, working, failure)
        if result is not None:
            goal = goal_of_diagram(result, sides[result.owner][0])
        return StudyView(source, goal, stoppable, sides, position or Position())
    walk = walked(strategy, source, chosen, replies)
    owner = sides[strategy.owner][0]
    other = sides[1 - strategy.owner][0]
    diagram = diagram_of(walk, source)
    goal = goal_of(walk, owner, other) if result is None else goal_of_diagram(result, owner)
    played = format_columns(walk.position.moves or ()) or "none yet"
    return StudyView(
        source,
        goal,
        stoppable,
        sides,
        walk.position,
        last=walk.steps[-1].column if walk.steps else None,
        steps=len(walk.steps),
        playable=walk.outcome is None,
        diagram=diagram,
        moves=f"Columns played: {played}",
        reason="" if walk.last is None else why(walk.last, owner),
        note=f"{capitalised(problem)}." if problem else situation(walk, owner, other),
        legend=() if diagram is None else legend_of(diagram, walk.position),
    )


def waiting_text(source: str, working: bool, failure: str) -> str:
    """What is done while there is no strategy, or why there is none."""
    if failure:
        return f"{capitalised(failure)}."
    if not working:
        return ""
    if source == OPENING:
        return "Reading the strategy..."
    return f"Looking for a diagram, at most {SEARCH_SECONDS:.0f} seconds..."


def diagram_of(walk: Walk, source: str) -> Diagram | None:
    """The diagram being followed; before its first move, that of the position itself."""
    if walk.diagram is None and source == HERE and not walk.steps:
        return walk.strategy.diagrams[0]
    return walk.diagram


def legend_of(diagram: Diagram, position: Position) -> tuple[tuple[str, str], ...]:
    """The marks on the empty squares of a position and what they mean, after the rule of the diagram."""
    on_board = "".join(diagram.rows(position))
    return (("", diagram.rule), *((mark, LEGEND[mark]) for mark in MARKS if mark in on_board))


def goal_of(walk: Walk, owner: str, other: str) -> str:
    """What a strategy is for, and its size; `owner` and `other` are the names of the sides."""
    strategy = walk.strategy
    size = strategy.size()
    wins = "wins" if strategy.result == WIN else "holds the draw"
    start = "the empty board" if walk.root.ply == 0 else format_position(walk.root)
    return (
        f"{owner} {wins} from {start} whatever {other} plays. It takes an answer in"
        f" {pluralise(size.owner, 'position')}; in {size.leaves:,} of them a diagram does the rest."
    )


def goal_of_diagram(result: DiagramResult, name: str) -> str:
    """The result of looking for a diagram, for the side called `name`."""
    if result.diagram is not None:
        goal = "wins" if result.result == WIN else "holds the draw"
        return f"{name} {goal} with this diagram whatever the other side plays."
    who = f"{name} wins" if result.result == WIN else "Both sides hold the draw"
    return f"{who} here, but no diagram was found. That does not mean there is none."


def situation(walk: Walk, owner: str, other: str) -> str:
    """What can be done now."""
    outcome = walk.outcome
    if outcome is not None:
        over = "The board is full: a draw."
        if outcome.winner is not None:
            over = f"{owner if outcome.winner == walk.strategy.owner else other} wins."
        return f"{over} Go back and try another reply."
    if walk.diagram is None:
        return f"Now choose a reply for {other}: click a column, or press 1 to 7."
    if walk.last is not None and not walk.last.sure:
        return f"The diagram has no safe move left for {owner}: it fails."
    return f"From here on {owner} follows the marks and needs nothing else. Try any reply."
