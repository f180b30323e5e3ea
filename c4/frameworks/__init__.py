"""Our agents in other frameworks: Kaggle's ConnectX."""
