"""The arena: who is stronger, and how strong.  Importing it loads nothing heavy.

    player, match, games, table, elo    agents against each other: recorded games, the crosstable, ratings
    learners                            agents that go on learning from the games they play here
    examiner, suites, strength          agents against the truth: perfect opponents, solved positions, the protocol
    errors, error_groups                where an evaluator is wrong about exact values
    labelling                           makes suites of solved positions
    sweep_plan, sweep, sweep_search     many trainings: what a file asks for, the table, settings proposed by Optuna
    figures                             shares and paired comparisons with their uncertainty

Work is divided into independent jobs (see `c4.jobs`).
"""
