"""`c4 completion`: what it prints makes bash complete commands, options and names."""

from __future__ import annotations

import pytest

from c4.cli import main


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_script(shell, capsys):
    main(["completion", shell])
    assert "_C4_COMPLETE" in capsys.readouterr().out


def test_tab_completes(capsys, monkeypatch):
    """What bash then asks for: commands by their beginning, options, names; bash takes a name with options apart."""
    for words, place, expected in (
        ("c4 so", "1", "solve"),
        ("c4 solve --col", "2", "--columns"),
        ("c4 match engine am", "3", "amateur"),
        ("c4 match engine : evaluator = ta", "6", "taught"),
        ("c4 search 4 --evaluator = win", "5", "windows"),
    ):
        monkeypatch.setenv("_C4_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", place)
        main([])
        assert f"plain,{expected}" in capsys.readouterr().out.splitlines()
