"""Learning: the training window with its curves, and the window of an evaluator's errors."""
