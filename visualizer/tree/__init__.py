"""The tree pane: which part of a search tree is unfolded, as a graph, laid out, drawn with matplotlib, and worked by
pointer and keys in Tk.
"""
