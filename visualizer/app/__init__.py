"""The window that holds everything together: its panes, commands and preferences."""
