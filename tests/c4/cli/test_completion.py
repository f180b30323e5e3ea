"""`c4 completion`: what it prints makes a shell complete commands, options, names and files."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from c4.cli import COMMANDS, main


@pytest.fixture
def tab(capsys, monkeypatch, tmp_path):
    """What a shell is answered: the kind and the word of every completion.  In the folder are two files and a folder.

    bash gives the words and the number of the one to complete, zsh the same, fish the words before it.
    """
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my idea.py").write_text("raise SystemExit('run')")
    (tmp_path / "mz.json").touch()
    (tmp_path / "models").mkdir()

    def ask(shell: str, *words: str) -> list[tuple[str, str]]:
        monkeypatch.setenv("_C4_COMPLETE", f"{shell}_complete")
        monkeypatch.setenv("COMP_WORDS", " ".join(("c4", *words)))
        monkeypatch.setenv("COMP_CWORD", words[-1] if shell == "fish" else str(len(words)))
        main([])
        return [tuple(line.split("\t")[:2]) for line in capsys.readouterr().out.split("\n") if line]

    return ask


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_script(shell, capsys):
    main(["completion", shell])
    assert f"_C4_COMPLETE={shell}_complete" in capsys.readouterr().out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("so",), "solve"),
        (("solve", "--col"), "--columns"),
        (("match", "engine", "am"), "amateur"),
        (("train", "win"), "windows"),
        (("train", "patterns", "--opponent", "nov"), "novice"),
        (("library", "ex"), "export"),
        (("search", "4", "--evaluator", "win"), "windows"),
        (("search", "4", "--option", "null"), "null_move=off"),
        (("suite", "info", "d-"), "d-held-back"),
        (("help", "ag"), "agents"),
        (("help", "tour"), "tournament"),
    ],
)
def test_commands_options_and_names(tab, shell, words, expected):
    """All shells are told the same where a word is one for all of them."""
    assert ("plain", expected) in tab(shell, *words)


@pytest.mark.parametrize(
    ("word", "kind", "expected"),
    [
        ("engine:ti", "open", "engine:time_ms="),
        ("engine:time_ms=20,nu", "open", "engine:time_ms=20,null_move="),
        ("engine:null_move=of", "plain", "engine:null_move=off"),
        ("engine:evaluator=ta", "plain", "engine:evaluator=taught"),
        ("engine:evaluator=my", "plain", "engine:evaluator=my idea.py"),
        ("engine:model=mo", "open", "engine:model=models/"),
        ("my.py:se", "open", "my.py:seed="),
        ("program:mz", "plain", "program:mz.json"),
    ],
)
def test_an_agent_with_options(tab, word, kind, expected):
    """The options of an agent, then their values, also behind the "=" of `c4 play --second=`."""
    assert (kind, expected) in tab("zsh", "match", word)
    assert (kind, f"--second={expected}") in tab("fish", "play", f"--second={word}")


def test_what_was_given_is_not_offered_again(tab):
    assert [word for _, word in tab("zsh", "match", "greedy:model=x,evaluator=v1,s")] == [
        "greedy:model=x,evaluator=v1,seed="
    ]
    assert tab("zsh", "match", "greedy:model=x,mod") == []


def test_bash_takes_words_apart(tab):
    """It ends words at ":" and "=" and is given back the part it asks about; blanks in names of files are escaped."""
    assert tab("bash", "match", "engine", ":", "evaluator", "=", "ta") == [("plain", "taught")]
    assert ("open", "time_ms=") in tab("bash", "match", "engine", ":")
    assert tab("bash", "play", "--second", "=", "engine", ":", "evaluator", "=", "ta") == [("plain", "taught")]
    assert tab("bash", "search", "4", "--model", "=", "my") == [("plain", "my\\ idea.py")]
    assert tab("bash", "match", "engine:evaluator=ta") == [
        ("plain", "engine:evaluator=taught")
    ]  # COMP_WORDBREAKS unset


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize(
    "words",
    [("games", "mz"), ("search", "4", "--model", "mz"), ("match", "mz"), ("match", "x", "y", "--openings", "mz")],
)
def test_files_are_left_to_the_shell(tab, shell, words):
    """It knows `~`, quotes and what to do with folders."""
    assert tab(shell, *words) == [("file", "mz")]


def test_files_inside_a_word(tab):
    """No shell finds these by itself."""
    assert tab("zsh", "search", "4", "--model=m") == [
        ("open", "--model=models/"),
        ("plain", "--model=my idea.py"),
        ("plain", "--model=mz.json"),
    ]
    assert tab("zsh", "match", "x", "y", "--learn=m") == [("open", "--learn=models/")]
    assert tab("zsh", "search", "4", "--model=nowhere/m") == []


def test_tab_is_quick_and_runs_nothing(tmp_path):
    """Whatever is completed, neither numpy nor numba is loaded, and no file of one's own is run."""
    (tmp_path / "mine.py").write_text("raise SystemExit('run')")
    asked = [*(f"c4 {name} -" for name in COMMANDS), "c4 match mine.py:evaluator=mine.py eng", "c4 check mine.py -"]
    code = f"""
import json, os, sys
from c4.cli import main
for words in {asked!r}:
    os.environ.update(COMP_WORDS=words, COMP_CWORD=str(len(words.split()) - 1), _C4_COMPLETE="zsh_complete")
    main([])
print(json.dumps(sorted({{"numpy", "numba", "scipy"}} & set(sys.modules))))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=True)
    *answers, loaded = done.stdout.splitlines()
    assert json.loads(loaded) == []
    assert sum(line.startswith("plain\t--help\t") for line in answers) == len(COMMANDS) + 1
    assert "plain\tengine\tthe strong search: as deep as its time allows" in answers
    assert done.stderr == ""
