"""The features of the window, and the windows of the base.  Deleting a feature's folder and its line removes it."""

from __future__ import annotations

FEATURES = (
    "visualizer.review.feature",
    "visualizer.library.feature",
    "visualizer.compare.feature",
    "visualizer.training.feature",
    "visualizer.lessons.feature",
    "visualizer.strategy.feature",
    "visualizer.practice.feature",
)

BASE_WINDOWS = {
    "board": "visualizer.board.settings_popover:BoardDialog",
    "editor": "visualizer.board.editor:Editor",
    "errors": "visualizer.app.errors:ErrorWindow",
    "glossary": "visualizer.app.glossary_window:GlossaryWindow",
    "opponents": "visualizer.board.opponents:OpponentsWindow",
    "notes": "visualizer.board.comments:CommentsWindow",
    "palette": "visualizer.app.palette:Palette",
    "preferences": "visualizer.app.preferences_window:PreferencesWindow",
}
