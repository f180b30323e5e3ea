"""`c4 completion`: lets a shell complete commands, options and the names of agents and evaluators."""

from __future__ import annotations

import click

from c4.cli.shells import SHELLS


@click.command()
@click.argument("shell", type=click.Choice(list(SHELLS)))
def command(shell: str) -> None:
    """Prints what SHELL has to read so that Tab completes commands, options, names and files.

    \b
    bash   eval "$(c4 completion bash)"          in ~/.bashrc
    zsh    eval "$(c4 completion zsh)"           in ~/.zshrc, after compinit if that is called there
    fish   source (c4 completion fish | psub)    in ~/.config/fish/config.fish
    """
    from c4.cli import ASKED, cli

    click.echo(SHELLS[shell](cli, {}, "c4", ASKED).source(), nl=False)
