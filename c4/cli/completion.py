"""`c4 completion`: lets a shell complete commands, options and the names of agents and evaluators."""

from __future__ import annotations

import click
from click.shell_completion import ShellComplete, get_completion_class

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Prints what SHELL has to read so that Tab completes commands, options, and names of agents and evaluators.

    \b
    bash   eval "$(c4 completion bash)"       in ~/.bashrc
    zsh    eval "$(c4 completion zsh)"        in ~/.zshrc
    fish   c4 completion fish | source        in ~/.config/fish/config.fish
    """
    from c4.cli import ASKED, cli

    found = get_completion_class(shell)
    assert found is not None  # click has all three
    click.echo(ShellComplete.source(found(cli, {}, "c4", ASKED)))  # bash's own would start bash
