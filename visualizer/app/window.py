"""The window: puts panes together, passes keys and clicks to commands, and polls.

Only `show` draws.  It is called after every command and after every poll, and lets every pane draw what has changed.
The board is painted first; then the compiled search and the tree (matplotlib, networkx) are loaded in the background.
"""

from __future__ import annotations

import sys
import tkinter as tk
from collections.abc import Callable, Iterable
from functools import partial
from time import perf_counter
from tkinter import ttk
from typing import Any

from c4.callbacks import ignore
from c4.errors import C4Error, report
from visualizer.app.appearance import Appearance
from visualizer.app.commands import BASE_COMMANDS
from visualizer.app.commands.tree import NODE_MENU
from visualizer.app.errors import ErrorLog, ErrorWindow
from visualizer.app.features import BASE_WINDOWS, FEATURES
from visualizer.app.layout import Layout
from visualizer.app.lesson_pointer import PointerPane
from visualizer.app.loading import Loading
from visualizer.app.overlays import Overlay, Overlays
from visualizer.app.own_keys import KeysPane
from visualizer.app.status_bar import ProgressPane, StatusPane, status_bar
from visualizer.app.tabs import COMMANDS, Tabs, TabsPane
from visualizer.app.toolbar import TOOLS, ToolbarPane
from visualizer.app.tour import Guide, Tour
from visualizer.board.play_part import PlayPart
from visualizer.board.settings_popover import SettingsPane, SettingsPopover
from visualizer.state.app import App
from visualizer.state.preferences import ANALYSE, PLAY
from visualizer.state.requests import (
    AskFile,
    CloseWindow,
    CopyText,
    OpenWindow,
    PasteText,
    PlaySound,
    Request,
    StartTour,
    TreeAction,
)
from visualizer.state.state import State
from visualizer.tree.search_pane import MODULES, SearchPane
from visualizer.ui.background import Collector, Debounce, PollingTimer
from visualizer.ui.command import Commands, bind_keys
from visualizer.ui.feature import in_menu_order, load_class, load_features
from visualizer.ui.fonts import use_fonts
from visualizer.ui.geometry import on_screen, to_remember
from visualizer.ui.menus import build_menus, fill_with
from visualizer.ui.pane import Pane, show_pane
from visualizer.ui.pictures import set_icon
from visualizer.ui.sizes import fit, largest, set_scale, set_smallest
from visualizer.ui.sounds import Sounds
from visualizer.ui.style import apply, place_file_dialogs
from visualizer.ui.toolbar import Toolbar
from visualizer.ui.wheel import turn_by_size
from visualizer.ui.windows import Windows, screen_of

BOARD_TIP = "The board and your opponent."
"""What the tab of Play says."""

PLACING_MS = 500
"""Milliseconds that the window has to keep its size and place until they are remembered."""


class Window:
    """The window of an app in `root`, a fresh `tkinter.Tk`; `close` ends it and the app's threads."""

    def __init__(self, root: tk.Tk, app: App, features: Iterable[str] = FEATURES) -> None:
        self.root = root
        self.app = app
        self.errors: list[str] = []
        """All unexpected errors so far, with their tracebacks."""
        self._error_log = ErrorLog()
        self._shown_state: object = None
        self._closed = False
        self._drawing = False
        self.windows = Windows()
        feature = load_features(features)
        self._kinds = {**BASE_WINDOWS, **feature.windows}
        self._parts = dict(feature.parts)
        self.commands = Commands(in_menu_order(BASE_COMMANDS, feature.commands), app)
        app.commands = self.commands
        self._prepare_root()
        self.appearance = Appearance(root, app, self.restyled)
        apply(self.appearance.theme, root)
        self._build()
        self.sounds = Sounds(root, app.session)
        self._timer = PollingTimer(root, self._polled, self._busy)
        self.loading = Loading(root, app)
        self._collector = Collector(root)
        self._showing = Debounce(root, self.show)
        app.on_change = self._showing.when_idle
        root.bind("<Map>", self._mapped, add="+")
        self._placing = Debounce(root, self._placed)
        root.bind("<Configure>", self._configured, add="+")
        fit(root)
        self.show()
        root.after(1, root.after_idle, self._after_first_paint)

    # -- building -----------------------------------------------------------------------------------------------------

    def _prepare_root(self) -> None:
        root = self.root
        root.title("Connect 4")
        root.geometry(on_screen(self.app.state.preferences.geometry, screen_of(root)))
        widest, highest = largest(root)
        root.minsize(min(900, widest), min(600, highest))
        set_scale(root, self.app.state.preferences.scale)
        set_smallest(root, 620, 400)
        use_fonts(root)
        turn_by_size(root)
        root.report_callback_exception = self._report
        root.protocol("WM_DELETE_WINDOW", self.close)

    def _build(self) -> None:
        root = self.root
        app = self.app
        theme = self.appearance.theme
        self.top = ttk.Frame(root, padding=(6, 4, 6, 0))
        self.top.pack(fill="x")
        self.settings_popover = SettingsPopover(root, app, self.top)
        self.status_line, self.share_bar = status_bar(root)
        self.split = ttk.Panedwindow(root, orient="horizontal")
        self.split.pack(fill="both", expand=True)
        self.play = PlayPart(self.split, app)
        self.search = SearchPane(self.split, app, theme, self._show_again, self._fill_node_menu)
        self.guide = Guide(root, self.split)
        self.layout = Layout(app, self.split, self.play, self.search, self._make_part)
        self.menus = build_menus(root, self.commands)
        self.toolbar = Toolbar(self.top, self.commands, TOOLS, theme, self.do)
        self.tabs = Tabs(self.top, self._tab_actions(), self._tab_tip)
        self.tabs.pack(side="left")
        self.toolbar.pack(side="right", fill="x", expand=True)
        self.pointer = PointerPane(root, self.play, self.search)
        self.panes: list[Pane[Any]] = [
            KeysPane(self.commands.use_keys),
            self.appearance,
            self.layout,
            *self.play.panes,
            TabsPane(self.tabs),
            self.pointer,
            StatusPane(self.status_line),
            ProgressPane(self.share_bar),
            SettingsPane(self.settings_popover),
            ToolbarPane(self.toolbar),
        ]
        self._overlays = Overlays(self._what_escape_closes())
        bind_keys(root, self._pressed, self._leave_field)

    def _tab_actions(self) -> dict[str, Callable[[], object]]:
        """What each tab does; there is one for each mode that a feature adds."""
        actions: dict[str, Callable[[], object]] = {}
        for mode in (PLAY, ANALYSE, *self._parts):
            actions[mode] = partial(self.app.show_mode, mode)
        return actions

    def _tab_tip(self, tab: str) -> str:
        """What the tooltip of a tab says: what its command does."""
        return BOARD_TIP if tab == PLAY else self.commands[COMMANDS[tab]].description(self.app)

    def _make_part(self, mode: str) -> Any:
        """What a feature shows beside the board in a mode; its panes are shown from now on."""
        part = load_class(self._parts[mode])(self.app, self.split)
        self.panes.extend(part.panes)
        return part

    def _fill_node_menu(self, menu: tk.Menu) -> None:
        fill_with(menu, self.commands, NODE_MENU)

    def _after_first_paint(self) -> None:
        app = self.app
        place_file_dialogs(self.root)
        app.session.threads.load_ahead(app.session.settings.algorithm, MODULES, self._awaited)
        app.session.go()
        self._timer.start()
        self.play.board.focus_set()
        set_icon(self.root)
        self.appearance.follow_system()
        self._collector.start()

    def _awaited(self) -> bool:
        return self.app.awaited

    # -- keys, commands, polling --------------------------------------------------------------------------------------

    def do(self, name: str) -> None:
        """Runs a command by name, or says why it is impossible now, and shows what has changed."""
        self.commands.run(name)
        self.show()

    def _pressed(self, key: str) -> bool:
        """A key was pressed: runs its command, or says why that is impossible.  Whether it has one."""
        command = self.commands.owner(key)
        if command is None:
            return False
        if key == "Esc" and (self._overlays.close_latest() or not self.commands.enabled(command)):
            self.show()
        else:
            self.do(command.name)
        return True

    def _leave_field(self) -> None:
        """Escape in a field: the keys go back to the board, and the settings close if the field is one of theirs."""
        if self.app.state.shown.settings_open:
            self.app.views.open_settings(False)
            self.show()
        self.play.board.focus_set()

    def _what_escape_closes(self) -> tuple[Overlay, ...]:
        """Everything that lies over the board or the tree at times."""
        app = self.app
        return (
            Overlay("settings", self._settings_are_open, self._close_settings),
            Overlay("guide", self._guide_is_open, self.guide.close),
            Overlay("find bar", self.search.find_is_open, self.search.close_find),
            Overlay("lesson", self._lesson_is_open, app.lessons.leave),
            Overlay("subtree", self._subtree_is_shown, app.tree.show_whole),
            Overlay("playback", self._playback_is_open, app.tree.close_playback),
            Overlay("line of a review", self._line_is_played, app.review.stop_stepping),
            Overlay("film", self._film_is_played, app.film.stop),
            Overlay("objection", self._objects, app.teaching.withdraw),
            Overlay("dialog", self.windows.has_dialog, self.windows.close_dialog),
        )

    def _settings_are_open(self) -> bool:
        return self.app.state.shown.settings_open

    def _close_settings(self) -> None:
        self.app.views.open_settings(False)

    def _guide_is_open(self) -> bool:
        return self.guide.shown

    def _lesson_is_open(self) -> bool:
        return self.app.lessons.reading is not None

    def _subtree_is_shown(self) -> bool:
        return self.app.tree.shows_subtree

    def _playback_is_open(self) -> bool:
        return self.app.tree.replaying and not self._lesson_is_open()  # that of a page belongs to its lesson

    def _line_is_played(self) -> bool:
        return self.app.review.stepping

    def _film_is_played(self) -> bool:
        return self.app.film.playing

    def _objects(self) -> bool:
        return bool(self.app.state.teaching.objection)

    def _busy(self) -> bool:
        return self.app.busy

    def _polled(self) -> None:
        if self._showing.waiting:  # what you have just done is drawn first
            self._timer.soon()
            return
        self.poll()
        self._load_tree()

    def poll(self) -> None:
        """Takes over what has happened and shows it."""
        self._show_errors()
        self.app.poll()
        self.show()

    def show(self) -> None:
        """Lets every pane draw what has changed.  Nothing else draws."""
        self._carry_out_requests()
        if self._closed:
            return
        self._overlays.look()
        state = self.app.state
        if state is self._shown_state:
            return
        if self._drawing:
            return  # a pane that lays itself out lets Tk do what waits, and this waited: it comes afterwards
        self._drawing = True
        try:
            self._draw(state)
        finally:
            self._drawing = False
        if self.app.state is not state:
            self._showing.when_idle()

    def _draw(self, state: State) -> None:
        self._timer.wake()
        started = perf_counter()
        self._shown_state = state
        for pane in (*self.panes, *self.search.panes):
            show_pane(pane, state)
        for window in list(self.windows.open.values()):
            for pane in window.panes:
                show_pane(pane, state)
        self.app.drawing_seconds = perf_counter() - started

    def _show_again(self) -> None:
        """Something that waited may be drawn now, or a part that is not in the state has changed."""
        self._shown_state = None
        self.show()

    def _mapped(self, event: tk.Event[tk.Misc]) -> None:
        """Something that was hidden is on screen: a pane that waited for that is shown."""
        self._shown_state = None
        self._showing.when_idle()

    def _configured(self, event: tk.Event[tk.Misc]) -> None:
        """The window has another size or place: once it rests, that is remembered."""
        if event.widget is self.root:
            self._placing.after(PLACING_MS)

    def _placed(self) -> None:
        geometry = self._geometry()
        if geometry != self.app.state.preferences.geometry:
            self.app.prefer(geometry=geometry)

    def _geometry(self) -> str:
        """Size and place for the next start: those that it had before it filled the screen."""
        preferences = self.app.state.preferences
        return preferences.geometry if preferences.full_screen else to_remember(self.root.geometry())

    def restyled(self) -> None:
        """Colours, fonts or sizes have changed: everything is drawn again."""
        for pane in (*self.panes, *self.search.panes):
            if pane is not self.appearance:
                pane.forget()
        for window in self.windows.open.values():
            window.forget_drawn()
        self._shown_state = None

    def _load_tree(self) -> None:
        """Builds the tree half, once its modules are there, and says when all code has been loaded."""
        app = self.app
        if not self.search.built and app.session.threads.imported:
            app.tree.load()
            if self.search.build():
                self.layout.forget()
            self._show_again()
            self._timer.soon()
        elif not (app.state.progress.ready or app.session.loading):
            self._collector.exempt_loaded()
            app.code_loaded()
            self.show()

    # -- requests -----------------------------------------------------------------------------------------------------

    def _carry_out_requests(self) -> None:
        requests = self.app.requests
        while requests:
            self._carry_out(requests.popleft())

    def _carry_out(self, request: Request) -> None:
        match request:
            case OpenWindow(name=name, then=then):
                self.open(name, then)
            case AskFile():
                self._ask_file(request)
            case CopyText(text=text):
                self.root.clipboard_clear()
                self.root.clipboard_append(text)
            case PasteText(then=then):
                then(self._clipboard())
            case TreeAction(name=name):
                self.show_panes_of_tree()
                self.search.act(name)
            case PlaySound(name=name):
                if self.app.state.preferences.sound:
                    self.sounds.play(name)
            case StartTour():
                if not self.guide.shown:
                    Tour(self.root, self.app, self.guide, self.search, self.tabs, self.play.board)
            case CloseWindow():
                self.close()

    def show_panes_of_tree(self) -> None:
        """Draws the tree as it is now: what is done with its picture needs it."""
        for pane in self.search.panes:
            show_pane(pane, self.app.state)

    def open(self, name: str, then: Callable[[Any], object] | None = None) -> None:
        """Shows the window that is registered under a name, and calls `then(window)`.

        Its module is loaded in the background, so that the main window stays alive.
        """

        def show(kind: type) -> None:
            try:
                window = self.windows.show(name, lambda: kind(self.app, self.root))
            except C4Error as error:
                self.app.say(str(error), seconds=10)
            else:
                if then is not None:
                    then(window)
            self._shown_state = None
            self.show()

        self.loading.load(self._kinds[name], show)

    def _ask_file(self, request: AskFile) -> None:
        from tkinter import filedialog

        options: dict[str, Any] = {"parent": self.root, "title": request.title, "filetypes": list(request.types)}
        if request.name:
            options["initialfile"] = request.name
        if request.folder:
            options["initialdir"] = request.folder
        ask = filedialog.asksaveasfilename if request.saving else filedialog.askopenfilename
        path = ask(**options)
        if path:
            request.then(path)

    def _clipboard(self) -> str | None:
        try:
            return str(self.root.clipboard_get())
        except tk.TclError:
            return None

    # -- errors and the end -------------------------------------------------------------------------------------------

    def _report(self, kind: type[BaseException], error: BaseException, trace: Any) -> None:
        """An error in a callback of Tk."""
        self.app.say(report(error), seconds=15)

    def _show_errors(self) -> None:
        """Lists the errors that any thread has logged since the last call."""
        if self._error_log.queue.empty():
            return
        for name, details in self._error_log.take():
            self.errors.append(details)
            window = self.windows.show("errors", self._make_error_window)
            window.add(name, details)  # type: ignore[attr-defined]  # it is an ErrorWindow

    def _make_error_window(self) -> Any:
        return ErrorWindow(self.app, self.root)

    def close(self) -> None:
        """Ends the window and the app's threads; how it looked is kept for the next time."""
        self._closed = True
        self.guide.close()  # the tour gives back what it has changed
        self.app.on_change = ignore
        trouble = self.app.save(self._geometry())
        if trouble:
            print(trouble, file=sys.stderr)
        self.app.close()
        for pending in self.root.tk.splitlist(self.root.tk.call("after", "info")):
            self.root.tk.call("after", "cancel", pending)
        set_scale(self.root, 100)  # Tk keeps it for the next window of this process
        self.root.unbind("<Destroy>")  # Tk would call it for every widget, and what it ends has been ended
        self.root.destroy()
        self._collector.end()
        self._error_log.end()
