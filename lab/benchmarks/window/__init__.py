"""Measures the window: every target for how it feels beside the figure measured.

command     the command, its parts, and the display
hand        a window and a hand that works it, timed
starting    from the start of the program to what can be used
playing     clicks on the board, between people and while values stream
searching   what a search of the engine leaves to the window, and how soon it obeys
trees       a tree painted, dragged, searched, folded and played back, and what recording it costs
opening     every window opened the first time, and again and again
looks       sizes, themes and scales, and what the window costs when nothing happens
"""
