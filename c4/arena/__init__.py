"""The arena: who is stronger, and how strong.  Importing it loads nothing heavy.

    player, match, games, table, elo    agents against each other: games kept in a file, the crosstable, ratings
    learners                            agents that go on learning from the games they play here
    examiner, suites, strength          agents against the truth: perfect opponents, labelled positions, the protocol
    labelling                           makes labelled positions with the exact solver
    figures                             shares and paired comparisons with their uncertainty

Work is cut into independent jobs (see `c4.jobs`).
"""
