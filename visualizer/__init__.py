"""What people see: board, controls, the tree, the card of a node, the learned weights.  Reads the session and its
trees; starts no search.
"""
