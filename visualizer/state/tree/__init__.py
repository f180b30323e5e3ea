"""The tree of a search as it is shown: what is unfolded, selected, found and played back.  No module here knows Tk."""
