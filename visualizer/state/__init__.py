"""All that the window knows, and everything that changes it.  No module here knows Tk."""
