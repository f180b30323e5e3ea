"""The values over the columns and their captions: of the last search, of the running one, or of a live source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from c4.agents import AGENTS
from c4.evaluators import EVALUATORS, short_label_of
from c4.game.position import Position
from c4.game.values import EXACT as EXACTLY
from c4.game.values import (
    LOWER,
    UPPER,
    WIN,
    WIN_FLOOR,
    Value,
    for_other_side,
    moves_to_end,
    number_text,
    result_text,
    value_text,
)
from c4.search.decision import Decision
from c4.session.events import SearchResult
from c4.session.live import Known, News, can_be_asked, learned_name
from c4.session.settings import EXACT, LEARNED, SEARCH, Settings
from c4.text import pluralise
from c4.tree.selection import SCALE
from visualizer.state.compiling import compiled_parts
from visualizer.state.evaluators import Loaded
from visualizer.state.names import Names, move_number
from visualizer.state.preferences import ANALYSE, Preferences
from visualizer.state.sentences import how_asked, scale_of
from visualizer.state.state import NO_VALUES, ColumnValues, GameState, Progress, Score, Searches, State

if TYPE_CHECKING:
    from c4.tree.searchtree import SearchTree  # brings numpy, which the first paint does without

LABELS = {None: "this search", SEARCH: "search", LEARNED: "learned", EXACT: "exact"}
"""Labels of the sources of column values."""


@dataclass(frozen=True, eq=False)
class Facts:
    """The parts of the state that column values come from.

    `source` is where values are wanted from.  `in_words` says that they are results in words ("Win in 7") for the side
    to move, otherwise they are a solver's terms ("W13") for the side of `names.view`.
    """

    source: str | None
    in_words: bool
    game: GameState
    settings: Settings
    searches: Searches
    progress: Progress
    evaluators: Loaded
    names: Names

    def wording(self, position: Position, solved: bool = False) -> Wording:
        """How values of a position are written; `solved` says that 0 is a draw."""
        own = self.in_words or self.names.views(position.to_move)
        return Wording(own, self.in_words, solved)

    def whose(self, position: Position) -> str:
        """The side for which values of a position are shown."""
        return self.names.player(position.to_move) if self.in_words else self.names.viewer()


class Wording(NamedTuple):
    """How values over the columns are written.

    own        whether they count for the side to move, otherwise for the other side
    in_words   whether a result is written in words ("Win in 7"), otherwise in a solver's terms ("W13")
    solved     whether 0 is a draw, otherwise it may be an evaluator's opinion
    """

    own: bool
    in_words: bool = False
    solved: bool = False

    def turned(self, value: Value) -> Value:
        """A value for the side to move, as it is shown."""
        return value if self.own else for_other_side(value)

    def text(self, value: Value, ply: int, scale: int) -> str:
        """A value that has been turned as it is written."""
        words = ""
        if self.in_words and (value.points or self.solved):
            words = result_text(value, ply)
        return words or value_text(value, ply, scale)

    def decides(self, value: Value) -> bool:
        """Whether a value says who wins, or that nobody does."""
        if abs(value.points) >= WIN_FLOOR:
            return result_sign(value) != 0
        return self.solved and value == Value(0, EXACTLY)

    def explained(self, value: Value, position: Position, scale: int, names: Names) -> str:
        """A value for the side to move in a sentence."""
        if self.in_words and decided(value):
            verb = "wins" if value.points > 0 else "loses"
            moves = pluralise(moves_to_end(value, position.ply), "move")
            return f"{names.player(position.to_move)} {verb} in {moves}"
        if self.decides(value) and not value.points:
            return "a draw"
        return in_words(value, position, scale, names)


def column_values(facts: Facts) -> ColumnValues:
    """Live values if they are switched on, otherwise those of the running search or of the last one.

    A search never stands in for exact values.
    """
    if facts.searches.source is not None:
        return live_values(facts, facts.searches.source)
    if facts.source == EXACT:
        return NO_VALUES
    running = facts.searches.running
    snapshot = facts.progress.snapshot
    if snapshot is not None and snapshot.columns and running is not None and AGENTS[running.agent].records:
        position = facts.game.position
        samples = AGENTS[running.agent].samples
        scale = SCALE if samples else facts.evaluators.scale(running.limits.evaluator)
        scores = scores_of(snapshot.columns, snapshot.best, position.ply, scale, facts.wording(position))
        whose = facts.whose(position)
        captions = (f"values for {whose}, still searching: {how_asked(running)}", f"for {whose}, searching")
        return ColumnValues(scores, captions)
    search = facts.searches.shown
    if search is None or facts.in_words:
        search = facts.searches.newest  # perhaps of an agent without a tree
    if search is None:
        return ColumnValues({}, ("column values appear here after a search", "no search yet"))
    return searched_values(facts, search)


def live_values(facts: Facts, source: str) -> ColumnValues:
    """The values of the source that is switched on."""
    position = facts.game.position
    names = facts.names
    if not can_be_asked(source, position):
        why = "exact values exist only when the first line wins, on a board that does not turn"
        return ColumnValues({}, (why, "no exact values"))
    if facts.game.outcome is not None:
        return ColumnValues({}, ("the game is over",))
    known = facts.progress.known
    whose = facts.whose(position)
    if not known.columns:
        if known.stopped:
            return ColumnValues({}, ("stopped: Go continues", "stopped"))
        return ColumnValues({}, (f"values for {whose} appear here", "values appear here"))
    wording = facts.wording(position, solved=source == EXACT)
    exact = {column: news.value.points for column, news in known.columns.items() if news.value.bound == EXACTLY}
    settled = exact and (known.complete or source == SEARCH)
    best = max(exact.values()) if settled else None
    scores = {}
    for column, news in known.columns.items():
        is_best = best is not None and exact.get(column) == best
        scores[column] = score_of(news, position, wording, is_best, names)
    if facts.in_words and source == EXACT:
        return ColumnValues(scores, captions_in_words(known, whose))
    how = how_found(facts, source)
    short = f"{how.partition(',')[0]}, for {whose}"
    return ColumnValues(scores, (f"values for {whose}: {how}", f"for {whose}: {how}", short))


def captions_in_words(known: Known, whose: str) -> tuple[str, ...]:
    """The captions of results in words, from long to short."""
    doing = ""
    if known.stopped:
        doing = "stopped: "
    elif not known.complete:
        doing = "solving: "
    long = f"{doing}what each column leads to with best play, in {whose}'s own moves"
    return long, f"{doing}with best play, in {whose}'s moves", f"{doing}best play"


def how_found(facts: Facts, source: str) -> str:
    """How live values were found: "search to depth 12, V2", "exact, still solving"."""
    known = facts.progress.known
    if source == LEARNED:
        return EVALUATORS[learned_name(facts.settings)].label
    if source == EXACT:
        if known.complete:
            return "exact"
        return "exact, stopped" if known.stopped else "exact, still solving"
    open_depths = [news.depth for news in known.columns.values() if not decided(news.value)]
    depth = f"to depth {min(open_depths)}" if open_depths else "until every column is decided"
    until = f", {pluralise(known.nodes, 'position')} so far"
    if known.complete:
        until = ""
    elif known.stopped:
        until = ", stopped"
    return f"search {depth}, {EVALUATORS[facts.settings.evaluator].label}{until}"


def searched_values(facts: Facts, search: SearchResult) -> ColumnValues:
    """The values of a finished search."""
    names = facts.names
    decision = search.decision
    searcher = names.searcher(search)
    old = facts.game.age(search) != 0
    wording = facts.wording(search.position)
    whose = facts.whose(search.position)
    if decision.estimate:  # estimates have no other side
        wording = wording._replace(own=True)
        whose = searcher
    when = f"{move_number(search)}, " if old else ""
    if not decision.columns:
        captions = (f"{when}{searcher}: chosen without column values", f"{when}no values")
        return ColumnValues({}, captions, search if old else None)
    best = best_column(decision)
    chosen = decision.column
    slip = "" if chosen is None or chosen == best else f"; it chose column {chosen + 1}"
    texts: tuple[str, ...] = (
        f"{when}for {whose}: {search_words(decision, facts.evaluators)}{slip}",
        f"{when}for {whose}{slip}",
    )
    if old:
        texts = (f"{texts[0]} (click to go back)", *texts)
    scores = scores_of(decision.columns, best, search.position.ply, scale_of(decision), wording, old)
    for column, value in decision.columns.items():
        words = ""
        if not (old or decision.estimate):
            words = wording.explained(value, search.position, scale_of(decision), names)
        if words and decision.tree is not None and decision.tree.simulations is not None:
            words = visits_in_words(decision.tree, column, names.player(search.position.to_move, search.starter))
        description = f"Column {column + 1}: {words}" if words else ""
        scores[column] = scores[column]._replace(line=line_from(decision, column), description=description)
    return ColumnValues(scores, texts, search if old else None)


def visits_in_words(tree: SearchTree, column: int, mover: str) -> str:
    """What Monte-Carlo tree search found of a column: "412 of 999 visits, mean +0.310 for Red"."""
    from c4.tree.simulation_story import mean_in_words, replies_of

    replies = replies_of(tree, 0)
    reply = next(one for one in replies if one.column == column)
    visits = f"{reply.visits:,} of {pluralise(sum(one.visits for one in replies), 'visit')}"
    return f"{visits}, mean {mean_in_words(reply.mean, mover)}"


def result_sign(value: Value) -> int:
    """+1 for a value that is good for its side, -1 for a bad one, 0 where the bound leaves it open."""
    if value.points > 0 and value.bound != UPPER:
        return 1
    if value.points < 0 and value.bound != LOWER:
        return -1
    return 0


def decided(value: Value) -> bool:
    """Whether a value says who wins, and when."""
    return value.bound == EXACTLY and abs(value.points) >= WIN_FLOOR


def score_of(news: News, position: Position, wording: Wording, best: bool, names: Names) -> Score:
    """A column's score."""
    value = wording.turned(news.value)
    text = wording.text(value, position.ply, news.scale)
    description = f"Column {news.column + 1}: {wording.explained(news.value, position, news.scale, names)}"
    return Score(text, best, False, result_sign(value), description, news.line, wording.decides(news.value))


def in_words(value: Value, position: Position, scale: int, names: Names) -> str:
    """A value for the side to move as a sentence: "Red loses in 8 plies"."""
    mover = names.player(position.to_move)
    points = value.points
    if abs(points) >= WIN_FLOOR:
        plies = pluralise(WIN - abs(points) - position.ply, "ply", "plies")
        if value.bound == EXACTLY:
            return f"{mover} {'wins' if points > 0 else 'loses'} in {plies}"
        sure = (value.bound == LOWER) == (points > 0)
        if not sure:
            return "still open"
        return f"{mover} wins, in {plies} at most" if points > 0 else f"{mover} loses, in {plies} at most"
    if points == 0 and value.bound == EXACTLY:
        return "even"
    least = {LOWER: "at least ", UPPER: "at most "}.get(value.bound, "")
    amount = f"{least}{number_text(points, scale=scale)} for {mover}"
    side = result_sign(value)
    if not side:
        return amount
    better = mover if side > 0 else names.player(1 - position.to_move)
    return f"better for {better} ({amount})"


def best_column(decision: Decision) -> int | None:
    """The column with the highest value, of equals the chosen one: a level that slips chooses another.

    Monte-Carlo tree search chooses by visits, not by values.
    """
    if decision.tree is not None and decision.tree.simulations is not None:
        return decision.column
    sure = {column: value.points for column, value in decision.columns.items() if value.bound != UPPER}
    return max(sure, key=lambda column: (sure[column], column == decision.column), default=decision.column)


def in_grey(before: ColumnValues) -> ColumnValues:
    """The values of the previous position, while those of the present one are still to come."""
    grey = {}
    for column, score in before.scores.items():
        grey[column] = score._replace(stale=True, best=False, line=(), description="")
    return ColumnValues(grey, ("previous values; updating...", "previous values"))


def while_loading(shown: ColumnValues, source: str | None, progress: Progress) -> ColumnValues:
    """The captions while the code of the chosen source is loaded or compiled; older values keep theirs."""
    if source is None or shown.scores:
        return shown
    compiling = progress.preparing_solver if source == EXACT else progress.preparing
    if compiling is None:
        return shown._replace(captions=(f"{LABELS[source]} values will appear shortly", "loading values..."))
    parts = compiled_parts(compiling)
    soon = f"{LABELS[source]} values: compiling at the first start, {parts}"
    return shown._replace(captions=(soon, f"compiling, {parts}", "compiling..."))


def line_from(decision: Decision, column: int) -> tuple[int, ...]:
    """Best play from a column on, that column first, as far as the decision's tree has it."""
    tree = decision.tree
    row = None if tree is None else tree.find((column,))
    if tree is None or row is None:
        return (column,)
    return tuple(int(tree.move[at]) for at in tree.principal_variation(row))


def search_words(decision: Decision, evaluators: Loaded) -> str:
    """The search that gave values: "Alpha-beta, depth 6, V2"."""
    tree = decision.tree
    if tree is None:
        return decision.estimate or "its tree was dropped"
    if not tree.evaluator:
        return decision.estimate or "exact"
    if tree.simulations is not None:
        ran = pluralise(len(tree.simulations), "simulation")
        return f"{AGENTS[tree.algorithm].label}, {ran}, {short_label_of(tree.evaluator)}"
    return f"{AGENTS[tree.algorithm].label}, depth {tree.depth}, {evaluators.label(tree.evaluator)}"


def scores_of(
    columns: dict[int, Value], best: int | None, ply: int, scale: int, wording: Wording, old: bool = False
) -> dict[int, Score]:
    """Values by column as scores; `ply` is the number of discs on the board, `scale` the points in one unit.

    Values are for the side that searched.
    """
    scores = {}
    for column, value in columns.items():
        shown = wording.turned(value)
        text = wording.text(shown, ply, scale)
        scores[column] = Score(text, column == best, old, result_sign(shown), decided=wording.decides(value))
    return scores


def values_shown(state: State, names: Names, replayed: ColumnValues | None) -> ColumnValues:
    """The values to show over the columns; `replayed` are those that a search that is played back knows by now."""
    if not scores_shown(state):
        return NO_VALUES
    if replayed is not None:
        return replayed
    wanted = source_shown(state)
    wants_words = state.shown.mode != ANALYSE
    facts = Facts(
        wanted, wants_words, state.game, state.settings, state.searches, state.progress, state.evaluators, names
    )
    now = column_values(facts)
    over = state.game.outcome is not None and not state.progress.falling
    waiting = not source_loaded(state) or (wanted == EXACT and state.progress.preparing_solver is not None)
    if waiting and not (over or values_recorded(state)):  # no values come when the game is over
        now = while_loading(now, wanted, state.progress)
    source = state.searches.source
    waits = source is not None and state.game.outcome is None and state.game.game.moves and not state.searches.stopped
    if now.scores or not waits or not state.values.scores or not can_be_asked(source or "", state.game.position):
        return now
    return in_grey(state.values)


def scores_shown(state: State) -> bool:
    """Whether column values are shown in the mode on screen."""
    return scores_shown_in(state.preferences, state.shown.mode)


def scores_shown_in(preferences: Preferences, mode: str) -> bool:
    """Whether column values are shown in a mode."""
    return preferences.scores.get(mode, False)


def source_shown(state: State) -> str | None:
    """Where the values on screen come from: in Analyse as you have chosen; elsewhere they are exact, if they can be."""
    chosen = state.preferences.source
    if state.shown.mode != ANALYSE and can_be_asked(EXACT, state.game.position):
        return EXACT
    return chosen


def source_loaded(state: State) -> bool:
    """Whether the source of the values on screen can be asked; exact values need no evaluators."""
    return state.progress.can_solve if source_shown(state) == EXACT else state.progress.ready


def values_recorded(state: State) -> bool:
    """Whether the last search is about the board, so that its values are shown instead of those of a second search;
    not if you have asked for these in this position.
    """
    search = state.searches.newest
    position = state.game.position
    if source_shown(state) != SEARCH or position == state.shown.values_at or search is None:
        return False
    return state.game.age(search) == 0 and bool(search.decision.columns)
