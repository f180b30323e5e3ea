"""The tree of the search that is shown: which one it is, and what you can do with it."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple
from weakref import ref

from c4.agents import AGENTS, HUMAN
from c4.callbacks import ignore
from c4.errors import C4Error
from c4.game.notation import format_position
from c4.game.position import Position
from c4.search.watch import Watch
from c4.session.events import Asked, Expanded, SearchResult
from c4.session.settings import Settings
from c4.text import pluralise
from visualizer.state.column_values import Wording, scores_of
from visualizer.state.core import Core
from visualizer.state.names import Names
from visualizer.state.preferences import ANALYSE
from visualizer.state.requests import AskFile, CopyText
from visualizer.state.sentences import leaves_tree
from visualizer.state.state import ColumnValues, GameState, Searches
from visualizer.state.tree.formats import file_types, format_of

if TYPE_CHECKING:  # these load numpy and networkx, which the first paint does without
    from c4.tree.partial import Partial
    from c4.tree.searchtree import SearchTree
    from visualizer.state.tree.glyphs import Sides
    from visualizer.state.tree.model import TreeModel
    from visualizer.state.tree.state import CardSubject, Hidden, Remark, TreeState
    from visualizer.state.tree.view import Folding

SHOWN_AFTER_SECONDS = 0.25
"""How long a search runs before its tree is shown."""

SECONDS_BETWEEN_LOOKS = 0.15
"""Seconds between two looks at a running search, at least."""

LOOKS_PER_COST = 4
"""How many times as long as a look takes, with its drawing, nothing is looked at afterwards."""

LIVE_ROWS = 200_000
"""Rows of a running search that are looked at."""

EXACT_ALGORITHM = "perfect"
"""The algorithm of a tree of exact values."""

TO_SEARCH = "play a move, or choose Search this position in menu Search"
"""What brings a tree."""

NOTHING_SEARCHED = (
    "Play a move, or choose\nSearch this position in menu Search.\nThe search is recorded, and its tree\nappears here."
)

SEARCH_RUNS = "A search is running: its tree appears here."

GAME_OVER = "The game is over: go back a move or begin a new game.\nThe tree of the next search appears here."

NO_TREE = f"there is no tree yet: {TO_SEARCH}"


class Left(NamedTuple):
    """What was unfolded and selected in a tree that was left."""

    tree: ref[SearchTree]
    folding: Folding
    selected: int | None


class Trees:
    """The topic `app.tree`.  The model is loaded late, because it needs numpy and networkx."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._model: TreeModel | None = None
        self._left: dict[Position, Left] = {}
        self._shown_before: SearchResult | None = None  # what would be shown if no search ran
        self._part: Partial | None = None  # of the running search, to be shown at the next poll
        self._look_began = 0.0
        self._look_ended = 0.0
        self._drawing_seconds = 0.0
        self._reasons = core.task("reasons", self._explained)
        self._files = core.task("tree files", self._file_done)
        self._when_done: Callable[..., object] = ignore

    # -- loading ------------------------------------------------------------------------------------------------------

    @property
    def model(self) -> TreeModel:
        """The tree that is shown, for what is only possible once it has been loaded."""
        assert self._model is not None, "the tree has not been loaded"
        return self._model

    @property
    def loaded(self) -> bool:
        """Whether the code of the tree has been loaded."""
        return self._model is not None

    def load(self) -> None:
        """Makes the model; its modules have been imported in the background by now."""
        from visualizer.state.tree.model import TreeModel

        if self._model is None:
            self._model = TreeModel(self.expand)
            self._model.show_nothing(self._empty())
            self.sync()

    # -- which tree is shown ------------------------------------------------------------------------------------------

    def sync(self) -> None:
        """Shows the tree that belongs to the state of the app, and puts what is shown of it into the state."""
        model = self._model
        if model is None:
            return
        if self._core.state.shown.mode == ANALYSE:
            self._show_search(model)
            self._look_for_reason(model)
        else:
            self._part = None
            model.close_playback()
        preferences = self._core.state.preferences
        model.draw_with(preferences.animation, self._core.state.progress.ready)
        model.show_windows(preferences.tree_windows)
        model.show_sizes(preferences.tree_sizes)
        if self._core.state.tree is not model.state:
            self._core.change(tree=model.state)

    def _show_search(self, model: TreeModel) -> None:
        searches = self._core.state.searches
        shown = searches.shown
        state = model.state
        running = searches.running
        still_runs = state.live is not None and running is not None and (running is state.about or running.analysis)
        stays = still_runs or self._keeps_grown(state)
        if not stays and (state.live is not None or shown is not state.about):
            self._leave(model)
            self._show_complete(model, shown)
        self._describe(model)

    def _keeps_grown(self, state: TreeState) -> bool:
        """Whether the tree of a search that was stopped stays: nothing else is to be shown than while it ran."""
        searches = self._core.state.searches
        about = state.about
        if state.live is None or about is None or searches.thinking or searches.shown is not self._shown_before:
            return False
        is_chosen = searches.own or not isinstance(about, Asked) or not about.analysis
        return is_chosen and about.position == self._core.state.game.position

    def _show_complete(self, model: TreeModel, search: SearchResult | None) -> None:
        """Shows the tree of a search, as it was left if it was shown before."""
        tree = None if search is None else search.decision.tree
        self._part = None
        if search is None or tree is None:
            model.show_nothing(self._empty())
            return
        caption = self._caption(tree, search)
        sides = self._sides(tree, search)
        left = self._left.get(search.position)
        if left is None or left.tree() is not tree:
            model.show(tree, chosen_row(tree, search), caption, sides, search)
        else:
            model.show(tree, left.selected or 0, caption, sides, search, left.folding)

    def _leave(self, model: TreeModel) -> None:
        """Keeps what is unfolded and selected, for when you come back to this tree."""
        model.close_playback()
        state = model.state
        if state.view is not None and state.search is not None:
            left = Left(ref(state.view.tree), state.view.folding, state.selected)
            self._left[state.search.position] = left

    def _describe(self, model: TreeModel) -> None:
        """Says by which names and colours the players of the tree go now."""
        state = model.state
        if state.view is None or state.about is None:
            model.describe(empty=self._empty())
        elif state.live is not None:
            still_runs = self._core.state.searches.running is state.about
            caption = "still searching" if still_runs else "stopped: the tree so far"
            model.describe(caption, self._sides(state.view.tree, state.about), state.empty)
        else:
            caption = self._caption(state.view.tree, state.about)
            model.describe(caption, self._sides(state.view.tree, state.about), state.empty)

    def _caption(self, tree: SearchTree, search: SearchResult | Asked) -> str:
        return f"MAX is {self._core.names().player(tree.maximizer, search.starter)}"

    def _sides(self, tree: SearchTree, search: SearchResult | Asked) -> Sides:
        """Word and colour of MAX's discs and of MIN's."""
        colours = self._core.state.preferences.colours
        first = (tree.maximizer + search.starter) % 2
        return colours[first], colours[1 - first]

    def _empty(self) -> str:
        state = self._core.state
        return no_tree_words(state.game, state.settings, state.searches)

    def expanded(self, event: Expanded) -> None:
        """Shows a tree in which a left-out part was recorded; called before the state of the app names its search."""
        model = self._model
        if model is None or event.search is not self._core.session.shown_search:
            return
        state = model.state
        about = state.search
        fits = state.tree is not None and len(event.grafted.moved) == len(state.tree)
        if about is not None and about.position == event.search.position and fits:
            model.graft(event.grafted, event.row, event.search)

    @property
    def shows_subtree(self) -> bool:
        """Whether only the subtree of a node is shown in Analyse."""
        model = self._model
        return model is not None and self._core.state.shown.mode == ANALYSE and model.state.shows_subtree

    def show_whole(self) -> None:
        """Shows the whole tree again."""
        self.model.show_whole()
        self.sync()

    def close_playback(self) -> None:
        """Ends the playback of a search."""
        self.model.close_playback()
        self.sync()

    def end_playback(self) -> None:
        """Ends the playback of a search if one is open."""
        if self.replaying:
            self.close_playback()

    def picture(self, row: int, event: int | None, hidden: Hidden) -> None:
        """Selects a node and shows all its replies; with an event, the search is played back to there."""
        self.model.picture(row, event, hidden)
        self.sync()

    def hide(self, hidden: Hidden, event: int | None = None) -> None:
        """Leaves something out of the figure, for a lesson; with an event, its playback goes there."""
        self.model.hide(hidden)
        if event is not None:
            self.model.seek(event)
        self.sync()

    def board_changed(self) -> None:
        """Another position is on the board: no row of the tree counts as chosen any more."""
        if self._model is not None:
            self._model.forget_chosen()

    # -- running searches, playback, reasons --------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether `poll` has to be called often: a playback runs, or the card is about to follow it."""
        model = self._model
        return model is not None and (model.playback.playing or model.card_waits or self._part is not None)

    def poll(self, now: float) -> None:
        """Lets a playback run on, and looks at a running search; `now` is `time.monotonic()`."""
        model = self._model
        if model is None:
            return
        model.poll(now)
        self._drawing_seconds = max(self._drawing_seconds, self._core.drawing_seconds)
        if self._core.state.shown.mode == ANALYSE:
            self._watch(model, now)
        self.sync()

    def _watch(self, model: TreeModel, now: float) -> None:
        """Looks at the running search from time to time.  What was taken is shown at the next poll, so that no turn of
        the event loop takes long.
        """
        running = self._core.state.searches.running
        if running is None:
            self._part = None
            return
        if self._part is not None:
            self._show_part(model, self._part, running)
            self._part = None
            self._look_ended = monotonic()
            self._drawing_seconds = 0.0
            return
        cost = self._look_ended - self._look_began + self._drawing_seconds
        if now < self._look_ended + max(SECONDS_BETWEEN_LOOKS, LOOKS_PER_COST * cost):
            return
        snapshot = self._core.session.progress()
        if snapshot is None or snapshot.seconds <= SHOWN_AFTER_SECONDS:
            return
        self._look_began = monotonic()
        part = self._core.session.tree_so_far(LIVE_ROWS)
        self._look_ended = monotonic()
        live = model.state.live
        if part is not None and (live is None or live.tree is not part.tree):
            self._part = part

    def _show_part(self, model: TreeModel, part: Partial, running: Asked) -> None:
        if model.state.live is None or model.state.about is not running:
            self._leave(model)
            self._shown_before = self._core.state.searches.shown
        model.show_live(part, "still searching", self._sides(part.tree, running), running)

    def _look_for_reason(self, model: TreeModel) -> None:
        """Has the reason for the exact value on the card looked for."""
        from visualizer.state.tree.state import Remark

        state = model.state
        card = state.card
        if card is None or card.live or card.so_far is not None or card.tree.algorithm != EXACT_ALGORITHM:
            return
        remark = Remark((id(card.tree), card.row), self._core.names().players(state.search))
        known = state.remark
        if known is None or (known.subject, known.players) != (remark.subject, remark.players):
            model.remark(remark)
            self._reasons.start(lambda watch: with_reason(remark, card))

    def _explained(self, remark: Remark) -> None:
        known = None if self._model is None else self._model.state.remark
        if known is not None and known.subject == remark.subject:
            self.model.remark(remark)

    def behind(self) -> bool:
        """Whether the tree of the shown search is not on the screen yet; a thread that loads code asks this."""
        model = self._model
        state = self._core.state
        if state.shown.mode != ANALYSE or model is None:
            return False
        return state.searches.shown is not model.state.about or model.last_painted != model.state.number

    # -- what you can do ----------------------------------------------------------------------------------------------

    def no_tree(self) -> str:
        """Why there is no tree to work with; "" if there is one."""
        state = self._core.state
        if state.shown.mode != ANALYSE:
            return "trees are shown in Analyse"
        if self._model is not None and self._model.view is not None:
            return ""
        if state.game.outcome is not None:
            return "there is no tree yet: go back a move or begin a new game"
        return NO_TREE

    def not_loaded(self) -> str:
        """Why no tree can be opened; "" if one can."""
        return "the tree is still being loaded" if self._model is None else ""

    def nothing_to_search(self) -> str:
        """Why no search can be compared or measured; "" if one can."""
        state = self._core.state
        if self._model is None:
            return self.not_loaded()
        return "the game is over" if state.searches.shown is None and state.game.outcome is not None else ""

    @property
    def replaying(self) -> bool:
        """Whether the board shows a playback and not the game."""
        return self._model is not None and self._model.playback.is_open

    def selected_position(self) -> Position | None:
        """The position of the selected node; None if the root or nothing is selected."""
        model = self._model
        if model is None or model.view is None or not model.selected:
            return None
        return model.view.tree.position(model.selected)

    def choose(self, row: int) -> None:
        """Selects a node, unfolds the way to it and shows its card."""
        self.model.choose(row)
        self.sync()

    def expand(self, row: int) -> None:
        """Searches a part of the tree again that was left out."""
        try:
            self._core.session.expand(row)
        except C4Error as error:
            self._core.say(str(error))
        else:
            self._core.say("searching this part again with the same window...", seconds=3)

    def go_to_position(self) -> None:
        """Goes to the searched position: back in the game, or, for a saved tree, by setting it up."""
        core = self._core
        search = core.state.searches.shown
        if search is None:
            return
        age = core.state.game.age(search)
        tree = search.decision.tree
        if age is not None:
            core.attempt(core.session.go_to, core.state.game.game.at - age)
        elif core.attempt(core.session.set_up, format_position(search.position)) and tree is not None:
            core.attempt(core.session.take_tree, tree)

    def play_on(self) -> None:
        """Sets up the position of the selected node as a game."""
        model = self.model
        if model.view is None or model.selected is None:
            return
        core = self._core
        position = format_position(model.view.tree.position(model.selected))
        if core.attempt(core.session.set_up, position, core.state.game.starter):
            core.say("the game goes on from the selected node", seconds=8)

    # -- files and the clipboard --------------------------------------------------------------------------------------

    def open(self) -> None:
        """Asks for a saved tree and shows it."""
        types = (("Tree files", "*.npz"), ("Trees as JSON", "*.json"), ("All files", "*"))
        self._core.request(AskFile("Open a saved tree", types, self.open_file))

    def open_file(self, path: str) -> None:
        """Reads a saved tree and shows it."""

        def read(watch: Watch) -> SearchTree:
            from c4.tree import treefile

            return treefile.load(path)

        def taken(tree: SearchTree) -> None:
            self._core.remember_file(path)
            self.take(tree)

        self._in_background(read, taken)

    def take(self, tree: SearchTree) -> None:
        """Shows a saved tree; the game on the board stays as it is."""
        self._core.attempt(self._core.session.take_tree, tree)
        rows = pluralise(len(tree), "row")
        self._core.say(f"opened a tree of {rows}; the game on the board has not changed", seconds=8)

    def export(self, write: Callable[[str], str], complete: bool) -> None:
        """Asks for a file.  `write(path)` writes it in a thread, and returns what it shows, in words; `complete` tells
        whether that is the complete tree, or what is unfolded.

        The format follows the ending of the file's name.
        """
        title = "Export the complete tree" if complete else "Export what is unfolded"
        name = "connect4-tree.npz" if complete else "connect4-tree.png"

        def chosen(path: str) -> None:
            self.export_to(path, write)

        self._core.request(AskFile(title, file_types(complete), chosen, saving=True, name=name))

    def export_to(self, path: str, write: Callable[[str], str]) -> None:
        """Writes a file with `write(path)` in a thread."""
        try:
            format_of(path)
        except C4Error as error:
            self._core.say(str(error), seconds=8)
            return

        def written(shown: str) -> None:
            self._core.say(f"wrote {path}: {shown}", seconds=8)

        self._core.say(f"writing {path}...", seconds=60)
        self._in_background(lambda watch: write(path), written)

    def _in_background(self, work: Callable[[Watch], object], done: Callable[..., object]) -> None:
        self._when_done = done
        self._files.start(work)

    def _file_done(self, result: object) -> None:
        self._when_done(result)

    def copy(self) -> None:
        """Copies the selected node as text: its paragraph and its position."""
        from c4.tree.explain import copy_text
        from c4.tree.row_words import line_text

        model = self._model
        if model is None or model.view is None or model.selected is None:
            self._core.say(NO_TREE)
            return
        tree = model.view.tree
        players = self._core.names().players(model.state.search)
        self._core.request(CopyText(copy_text(tree, model.selected, players)))
        self._core.say(f"copied node {line_text(tree, model.selected)} as text")


def chosen_row(tree: SearchTree, search: SearchResult) -> int:
    """The row that is selected first: of the move that the search chose for its player, otherwise the root."""
    if search.analysis or search.decision.column is None:
        return 0
    return tree.find((search.decision.column,)) or 0


def no_tree_words(game: GameState, settings: Settings, searches: Searches) -> str:
    """What is said in place of a tree."""
    if searches.thinking:
        return SEARCH_RUNS
    if game.outcome is not None:
        return GAME_OVER
    agents = {name for name in settings.seats if name != HUMAN}
    if not agents or any(map(leaves_tree, agents)):
        return NOTHING_SEARCHED
    who = " and ".join(sorted(AGENTS[name].label for name in agents))
    plays = "plays" if len(agents) == 1 else "play"
    return f"{who} {plays} without a search tree.\nSearch this position, in menu Search,\nshows one."


def with_reason(remark: Remark, card: CardSubject) -> Remark:
    """A remark with the reason for which the side that wins does; "" where only search knows."""
    from c4.strategy.reasons import why  # brings numba

    return remark._replace(words=why(card.tree.position(card.row), remark.players).words)


class Replayed(NamedTuple):
    """A position of a search that is played back.

    seat_of     the seats of player 0 and of player 1
    last        the column (from 0) that was played last
    caption     which position it is
    values      the values of the replies to it that the search knows by then
    playout     the columns (from 0) of a random game from there
    """

    position: Position
    seat_of: tuple[int, int]
    last: int | None
    caption: str
    values: ColumnValues
    playout: tuple[int, ...] = ()


def replayed(tree: TreeState | None, searches: Searches, names: Names) -> Replayed | None:
    """What the board shows while a search is played back; None otherwise."""
    if tree is None or tree.view is None or tree.search is None or tree.playback.shown is None:
        return None
    from c4.tree.row_words import path_text, value_of

    search = tree.search
    shown = tree.view.tree
    node = tree.playback.shown.node
    path = shown.path(node)
    where = f"after {path_text(path)}" if path else "at the root"
    last = path[-1] if path and path[-1] >= 0 else None
    simulated = shown.simulations is not None
    then = tree.playback.subject(node)
    columns = {}
    if then is not None or not simulated:
        so_far, place = (shown, node) if then is None else then
        for row in so_far.children(place):
            if so_far.was_searched[row] and so_far.move[row] >= 0 and not tree.playback.hides(row):
                columns[int(so_far.move[row])] = value_of(so_far, row)
    own = names.views(search.position.to_move)
    whose = names.viewer()
    scores = scores_of(columns, None, shown.root.ply, shown.scale, Wording(own))
    long = f"replies that the search knows by now, for {whose} (Esc ends the playback)"
    captions: tuple[str, ...] = (long, f"known by now, for {whose}", "known by now")
    if not scores:
        known = "tried" if simulated else "known"
        captions = (f"no reply {where} is {known} yet", f"no reply {known} yet")
    values = ColumnValues(scores, captions)
    seats = (search.starter, 1 - search.starter)
    playout: tuple[int, ...] = getattr(tree.playback.shown, "playout", ())
    caption = f"playback: {where}"
    if playout:
        caption += f", then {pluralise(len(playout), 'random move')}, numbered"
    return Replayed(shown.position(node), seats, last, caption, values, playout)


class ChosenNode(NamedTuple):
    """A node of the tree that was chosen, for those who say what was learned of it.

    side    the player (0 or 1) for whom values count
    whose   who that is, and where
    """

    position: Position
    side: int
    whose: str


def chosen_node(tree: TreeState | None) -> ChosenNode | None:
    """The node that you chose last; None until you choose one, or after the board has moved."""
    if tree is None or tree.view is None or tree.chosen is None or tree.search is None:
        return None
    shown = tree.view.tree
    where = "-".join(str(column + 1) for column in shown.path(tree.chosen)) or "root"
    return ChosenNode(shown.position(tree.chosen), shown.maximizer, f"MAX, at node {where} of the tree")
