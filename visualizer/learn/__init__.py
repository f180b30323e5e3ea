"""Learning: the training window, its curves, and the learned weights as pictures."""
