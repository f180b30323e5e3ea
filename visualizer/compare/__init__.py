"""Two searches beside each other, merged, and as a list; what a search spent, and where evaluators disagree."""
