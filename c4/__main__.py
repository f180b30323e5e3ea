"""`python -m c4`: the `c4` command."""

from c4.cli import main

main()
