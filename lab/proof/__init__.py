"""A proof, checked by the proof assistant Coq, that a shipped strategy wins: docs/theorem.md."""
