"""`python -m benchmarks`: ours beside what one would use instead, in one table."""

from benchmarks.peers import main

main()
