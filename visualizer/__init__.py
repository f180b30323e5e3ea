"""What people see: board, controls, the tree, the card of a node, the learned weights.  Reads what the session and its trees hold; starts no search."""
