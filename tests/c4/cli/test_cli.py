"""The `c4` command: JSON fields, standard input, the tree file, errors in one line with exit status 2."""

import io
import json
from collections.abc import Iterator
from dataclasses import replace

import click
import numpy as np
import pytest
from commands import python
from json_trees import json_content
from strategies import PUBLISHED, STANDARD_COUNT

from c4 import models
from c4.cli import cli
from c4.cli.solve import answer_all
from c4.cli.table import COMMANDS
from c4.errors import C4Error
from c4.evaluators import load
from c4.game.notation import parse_position
from c4.game.rules import Rules
from c4.game.values import EXACT
from c4.search.fixed_depth import search
from c4.tree import treefile
from c4.tree.searchtree import HORIZON


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
@pytest.mark.parametrize("scoring", ["first-line", "count-lines"])
def test_search_prints_the_promised_fields(c4, algorithm, scoring):
    """`c4 search --json` prints what the search found, columns from 1, on one line, and nothing else."""
    arguments = ("--algorithm", algorithm, "--depth", 5, "--evaluator", "v1", "--scoring", scoring)
    status, out, err = c4("search", "4453", *arguments, "--json")
    assert status == 0
    assert err == ""
    assert out.count("\n") == 1
    result = json.loads(out)
    expected = search(parse_position("4453", Rules(scoring=scoring)), 5, load("v1"), algorithm)
    assert result["position"] == "4453"
    assert result["column"] == expected.column + 1
    assert result["value"] == expected.value.points
    assert result["bound"] == "exact"
    assert result["nodes"] == expected.nodes
    assert result["pruned"] == expected.pruned
    assert result["pv"] == [column + 1 for column in expected.principal_variation]
    bounds = ("exact", "lower", "upper")
    assert result["columns"] == [
        {"column": column + 1, "value": value.points, "bound": bounds[value.bound]}
        for column, value in expected.columns.items()
    ]
    assert result["seconds"] >= 0


def test_search_with_the_engine(c4, tmp_path):
    """`--algorithm engine` takes a depth, a time, a number of nodes, or several, and writes its tree."""
    engine = ("search", "4453", "--algorithm", "engine", "--json")
    assert json.loads(c4(*engine)[1])["depth"] == 6
    assert json.loads(c4(*engine, "--depth", 8)[1])["depth"] == 8
    timed = json.loads(c4(*engine, "--time-ms", 60)[1])
    assert timed["depth"] >= 1
    assert timed["seconds"] < 5
    some = json.loads(c4(*engine, "--nodes", 10_000)[1])
    assert some == {**json.loads(c4(*engine, "--nodes", 10_000)[1]), "seconds": some["seconds"]}
    assert 10_000 <= some["nodes"] < 10_100
    assert json.loads(c4(*engine, "--depth", 3, "--nodes", 10_000)[1])["depth"] == 3
    status, _, err = c4(*engine, "--depth", 7, "--out", tmp_path / "tree.json")
    tree = json.loads((tmp_path / "tree.json").read_text())
    assert status == 0
    assert tree["algorithm"] == "engine"
    assert tree["depth"] == 7
    assert "wrote" in err
    assert {"interior", "horizon", "table", "threat"} <= {node["kind"] for node in tree["nodes"]}
    assert "depth 5" in c4("search", "4453", "--algorithm", "engine", "--depth", 5)[1]
    assert json.loads(c4("search", "1212121", "--algorithm", "engine", "--time-ms", 10, "--json")[1])["column"] is None


def test_search_says_the_same_to_people(c4):
    """Without --json a line for people names column, value, best play and counts; a finished game says so."""
    status, out, _ = c4("search", "empty", "--depth", 6, "--scoring", "count-lines", "--evaluator", "v1")
    assert status == 0
    assert all(words in out for words in ("empty", "column 4", "value 0", "2,146 nodes"))
    assert "game over" in c4("search", "1212121", "--depth", 2)[1]
    assert json.loads(c4("search", "1212121", "--json")[1])["column"] is None


def test_positions_of_all_kinds(c4):
    """A move string, `empty` and a packed state are read; several positions give a line each, in their order."""
    status, out, _ = c4("search", "empty", "packed:10378549747928563776", "4453", "--depth", 3, "--json")
    first, second, third = map(json.loads, out.splitlines())
    assert status == 0
    assert first["value"] == second["value"]
    assert first["columns"] == second["columns"]
    assert [result["position"] for result in (first, second, third)] == ["empty", "packed:10378549747928563776", "4453"]


def test_standard_input(c4):
    """`-` reads a position a line, skips empty lines, and prints a line each."""
    for command in ("search", "evaluate"):
        status, out, _ = c4(command, "-", "--json", stdin="4453\n\n  empty \npacked:10378549747928563776\n")
        assert status == 0
        positions = [json.loads(line)["position"] for line in out.splitlines()]
        assert positions == ["4453", "empty", "packed:10378549747928563776"]
    assert c4("search", "-", stdin="") == (0, "", "")


def test_a_bad_line_of_standard_input_is_named(c4):
    """What comes before a bad line is printed; the error names the line."""
    status, out, err = c4("evaluate", "-", stdin="4453\n448\n44\n")
    assert status == 2
    assert out.startswith("4453")
    assert err == "c4: line 2: '8' at place 3 of '448' is not a column: columns are 1 to 7\n"


def test_order(c4):
    """--order changes the order in which columns are tried, and so which of equal columns is best."""
    order = ("--depth", 1, "--evaluator", "v1", "--json")
    assert json.loads(c4("search", "empty", *order)[1])["column"] == 4
    assert json.loads(c4("search", "empty", "--order", "7654321", *order)[1])["column"] == 7


@pytest.mark.parametrize("name", ["v1", "v2"])
def test_evaluate(c4, name):
    """`c4 evaluate --json` prints the value for the side to move and features whose contributions add up to it."""
    status, out, err = c4("evaluate", "44535", "--evaluator", name, "--scoring", "count-lines", "--json")
    result = json.loads(out)
    assert status == 0
    assert err == ""
    assert result["value"] == load(name).evaluate(parse_position("44535", STANDARD_COUNT)) != 0
    assert sum(feature["contribution"] for feature in result["features"]) == result["value"]
    assert set(result["features"][0]) == {"feature", "value", "weight", "contribution", "cells"}


def test_evaluate_a_packed_state_for_its_own_side(c4):
    """The value of a packed state is for the side it calls its own: the reference's h2 of rand_14 is -36."""
    state = "packed:13265926673334878504"
    assert json.loads(c4("evaluate", state, "--scoring", "count-lines", "--json")[1])["value"] == -36
    assert "V2 -36" in c4("evaluate", state, "--scoring", "count-lines")[1]


def test_a_learned_model(c4, model):
    """--model names the file of a learned evaluator, whose nine features are printed with their weights."""
    result = json.loads(c4("evaluate", "4453", "--evaluator", "windows", "--model", model, "--json")[1])
    assert [feature["weight"] for feature in result["features"]] == list(PUBLISHED["a7e9f38"])
    assert result["scale"] == 10_000
    assert c4("search", "4453", "--evaluator", "windows", "--model", model, "--depth", 3)[0] == 0


def test_tree_file(c4, tmp_path):
    """--out with the ending .json writes the recorded tree of the last position as JSON, and says so on standard error only."""
    path = tmp_path / "tree.json"
    arguments = ("--depth", 2, "--evaluator", "v1", "--scoring", "count-lines", "--out", path, "--json")
    status, out, err = c4("search", "4453", "empty", *arguments)
    content = json.loads(path.read_text())
    assert status == 0
    assert len(out.splitlines()) == 2
    assert err == f"wrote 57 rows to {path}\n"
    assert content == json_content(search(parse_position("empty", STANDARD_COUNT), 2, load("v1")).tree)
    fields = {"state", "path", "max", "alpha", "beta", "value", "bound", "pruned"}
    assert all(fields <= set(node) for node in content["nodes"])
    assert sum(not node["pruned"] for node in content["nodes"]) == json.loads(out.splitlines()[-1])["nodes"] == 21


def test_trees_are_saved_for_the_window(c4, tmp_path):
    """--out writes what `c4.tree.treefile` reads back to the bit; `c4 solve` writes exact values."""
    file = tmp_path / "tree.npz"
    assert c4("search", "4453", "--depth", 4, "--out", file)[0] == 0
    assert (treefile.load(file).rows == search(parse_position("4453"), 4, load("v2")).tree.rows).all()
    assert c4("solve", "4453", "--out", file)[0] == 0
    exact = treefile.load(file)
    assert exact.algorithm == "perfect"
    assert len(exact) == 8
    assert set(exact.bound.tolist()) == {EXACT}
    status, _, err = c4("solve", "1212121", "--out", file)
    assert status == 2
    assert "game is over" in err


def test_verify_says_what_does_not_hold(c4, tmp_path):
    """Each file gets one sentence; if anything does not hold, the exit status is 1."""
    good, exact, changed, torn = (tmp_path / f"{name}.npz" for name in ("good", "exact", "changed", "torn"))
    c4("search", "4453", "--depth", 4, "--out", good)
    c4("solve", "4444455225312116135226", "--out", exact)
    status, out, err = c4("verify", good, exact)
    tree = treefile.load(good)
    assert status == 0
    assert err == ""
    assert out.splitlines() == [
        f"{good}: {len(tree):,} rows of alphabeta, depth 4, position 4453: correct",
        f"{exact}: 8 rows of perfect, position 4444455225312116135226: correct",
    ]
    rows = tree.rows.copy()
    leaf = int(np.flatnonzero(tree.kind == HORIZON)[0])
    rows["value"][leaf] += 1
    treefile.save(changed, replace(tree, rows=rows))
    torn.write_bytes(good.read_bytes()[:500])
    status, out, _ = c4("verify", changed, good, torn)
    lines = out.splitlines()
    assert status == 1
    assert len(lines) == 3
    assert lines[0].startswith(f"{changed}: row ")
    assert "correct" in lines[1]
    assert "is cut off" in lines[2]
    result = json.loads(c4("verify", changed, "--json")[1])
    assert result["wrong"] >= len(result["problems"]) > 0
    assert c4("verify", tmp_path / "none.json")[0] == 2


def test_verify_computes_learned_values_with_their_model(c4, tmp_path):
    """With the model that judged the values at the horizon are computed again; with another one they do not hold."""
    model = models.default_path("windows")
    other = tmp_path / "other.json"
    tree = tmp_path / "tree.npz"
    other.write_text(json.dumps({**json.loads(model.read_text()), "weights": [0.0, 2.0, *[0.0] * 7]}))
    c4("search", "4453", "--depth", 3, "--evaluator", "windows", "--out", tree)
    assert [c4("verify", tree, *more)[0] for more in ((), ("--model", model), ("--model", other))] == [0, 0, 1]


def commands(group: click.Group, path: str = "") -> Iterator[tuple[str, click.Command]]:
    """Every command that can be typed."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, f"{path}{name} ")
        else:
            yield path + name, command


def test_numbers_of_more_than_64_bits():
    """Every option and argument that is a whole number refuses one of twenty digits, where it is declared."""
    declared = {
        f"{name} {parameter.opts[0]}": parameter
        for name, command in commands(cli)
        for parameter in command.params
        if isinstance(parameter.type, click.IntRange | type(click.INT))
    }
    assert len(declared) > 80
    for name, parameter in declared.items():
        with pytest.raises(click.BadParameter):
            parameter.type.convert("9" * 20, parameter, None)
        assert "None" not in str(parameter.get_help_record(click.Context(click.Command("c4")))), name


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("search", "4453", "--depth", "9" * 20), "a whole number may have 18 digits at most"),
        (("train", "windows", "--n-steps", "9" * 20), "a whole number may have 18 digits at most"),
        (("play", "--first", f"engine:depth={'9' * 20}"), "must be a whole number from 1"),
        (("match", "random", "random", "--openings", f"plies={'9' * 20}"), "plies="),
    ],
)
def test_a_number_that_is_too_long(c4, words, sentence):
    """It is refused in one sentence."""
    status, _, err = c4(*words)
    assert status == 2
    assert err.count("\n") == 1
    assert sentence in err


@pytest.mark.slow
def test_names_cannot_control_the_terminal(tmp_path):
    """Escapes in the names of players and of files are printed as text, on standard output and standard error."""
    game = {"first": "\x1b[2J\x1b]0;owned\x07", "second": "\x9b2J", "opening": "", "seed": 1, "moves": "1212121"}
    game |= {"winner": 0, "reason": "four in a row", "seconds": [0.0, 0.0]}
    (tmp_path / "games.jsonl").write_text(json.dumps(game) + "\n")
    written = str(tmp_path / "\x1bc\r.json")
    for words in (
        ["library", "list", "--file", str(tmp_path / "games.jsonl")],
        ["verify", "\x1b[2Jnothing.npz"],
        ["search", "4453", "--depth", "1", "--out", written],
    ):
        done = python("-m", "c4", *words)
        assert r"\x1b" in done.stdout + done.stderr
        assert all(character.isprintable() or character == "\n" for character in done.stdout + done.stderr)


def test_a_line_without_end_is_refused(c4, monkeypatch):
    """Of a line of 100 MB not more than the limit is read, and the sentence is short."""
    for words in (["solve", "-", "--json"], ["search", "-", "--depth", 1]):
        status, _, err = c4(*words, stdin="4453\n" + "4" * 1_000_000)
        assert status == 2
        assert err == "c4: line 2 has more than 10,000 characters: one position per line was expected\n"
    with pytest.raises(C4Error, match="line 2 has more than 10,000 characters"):
        answer_all(io.BytesIO(b"44444\n" + b"4" * 1_000_000), Rules(), True, False)
    assert len(c4("search", "4" * 1_000_000)[2]) < 2_100


def test_completion_without_words(c4, monkeypatch):
    """A shell's variable for completion by Tab alone is refused in one sentence."""
    monkeypatch.setenv("_C4_COMPLETE", "bash_complete")
    assert c4()[::2] == (2, "c4: completion by Tab needs what is typed in COMP_WORDS and COMP_CWORD\n")


def test_a_misspelt_command_gets_a_suggestion(c4):
    """A command, a subcommand or a topic that does not exist is one line with the one you may have meant."""
    assert c4("serch", "44")[::2] == (2, "c4: there is no command 'serch': did you mean search?\n")
    assert c4("library", "exprt")[2] == "c4: there is no command 'exprt': did you mean export?\n"
    assert c4("train", "td_lambda")[2] == "c4: there is no command 'td_lambda': did you mean td-lambda?\n"
    assert c4("help", "agent")[2] == "c4: there is no topic or command 'agent': did you mean agents?\n"
    assert "choose play, match" in c4("cheese")[2]


def test_the_list_is_short_and_every_option_means_the_same():
    """At most 20 commands; each prints JSON; an option has one form wherever it is."""
    assert len(COMMANDS) <= 20
    everything = dict(commands(cli))
    meanings = {}
    for name, command in everything.items():
        options = {word: option for option in command.params for word in option.opts}
        assert "--json" in options, name
        for word in ("--out", "--model", "--jobs", "--dask", "--json", "--evaluator", "--rows", "--columns"):
            if word in options and not name.startswith("train"):
                kind = options[word].type
                meanings.setdefault(word, set()).add((type(kind), options[word].is_flag))
        assert not {"--output", "--save", "--games-file", "--eps-end"} & set(options), name
    assert all(len(kinds) == 1 for kinds in meanings.values()), meanings


def test_search_by_simulations(c4, tmp_path):
    """Monte-Carlo tree search prints visits and means, repeats with its seed, and saves a tree that is verified."""
    file = tmp_path / "tree.npz"
    words = ("search", "4453", "--algorithm", "mcts", "--simulations", 300, "--seed", 5, "--json")
    status, out, err = c4(*words, "--out", file)
    content = json.loads(out)
    assert status == 0
    assert "wrote" in err
    assert content["simulations"] == 300
    assert sum(reply["visits"] for reply in content["replies"]) == 299
    most = max(content["replies"], key=lambda reply: reply["visits"])
    assert content["column"] == most["column"]
    assert content["bound"] == "mean"
    assert content["evaluator"] == "playouts"
    again = json.loads(c4(*words)[1])
    assert again["replies"] == content["replies"]
    assert c4("verify", file)[1].endswith("of mcts, 300 simulations, position 4453: correct\n")
    status, out, _ = c4("search", "4453", "--algorithm", "mcts", "--simulations", 50, "--evaluator", "v1")
    assert "50 simulations, visits 1:" in out
    assert "game over" in c4("search", "1212121", "--algorithm", "mcts")[1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--simulations", 3), "is an option of --algorithm mcts"),
        (("--algorithm", "mcts", "--depth", 3), "limited by --simulations or --time-ms"),
        (("--algorithm", "mcts", "--playouts", 2, "--evaluator", "v2"), "not by both"),
        (("--algorithm", "mcts", "--exploration", -1), "exploration must be"),
    ],
)
def test_search_refuses_options_of_another_algorithm(c4, words, message):
    """An option that the algorithm does not have is named."""
    status, _, err = c4("search", "4453", *words)
    assert status == 2
    assert message in err


def test_a_diagram_that_is_not_found_is_an_exit_status(c4):
    """`c4 strategy diagram` says with its exit status 1 that it found none."""
    status, text, _ = c4("strategy", "diagram", "4", "--seconds", "0")
    assert status == 1
    assert "but no diagram was found" in text
