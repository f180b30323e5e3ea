"""The arena: who is stronger, and where an evaluator is wrong.

match     agents against each other: openings, games, tournaments
games     recorded games
ratings   shares with intervals, Elo ratings, the table of a tournament
suites    solved positions, and an evaluator's mistakes in them
depths    what search adds to an evaluator
errors    the mistakes of an evaluator, by kinds of positions
"""
