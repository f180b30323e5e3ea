"""Makes the files that ship with the program, one command for each kind.

books           exact scores of all positions of the first plies; `published_book` derives the one that ships
suites          positions that measure an evaluator
labels          positions to learn from, with exact results: `label_plan` says how many of which kind, `label_positions`
                draws them, `label_chunks` solves a chunk, `near_suites` leaves out what measures
taught          the model that learns from labels; `game_walks` and `search_lessons` find what its searches get wrong
strategies      a strategy; `maker` settles its positions; `smaller` makes it smaller, with `improver` and
                `strategy_graph`
puzzles         puzzles, graded by the levels
levels          how strong the levels are (c4/agents/levels.json)
lesson          the lesson "How the first player wins"
files, tables   what the makers share: the written formats, and the solver's table

A module with one command calls it `command`, one with several names each: `make_command`, `info_command`.  The list of all
is `MAKE` in lab/__main__.py.
"""
