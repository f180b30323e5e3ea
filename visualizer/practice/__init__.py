"""Practice: a window in which values, windows and cuts of a small tree are worked out by hand."""
