"""The theorem speaks of the game that the program plays and of the strategies that ship; a wrong certificate is refused."""

import os
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest
from paths import ROOT
from patience import wait_until
from processes import alive

from c4.errors import C4Error
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.interrupts import INTERRUPTED
from c4.strategy.diagram import Diagram, decide_stones
from c4.strategy.strategies import WIN, Strategy, cells, load, wins_at_once
from c4.strategy.verify import verify
from lab.proof.export import export
from lab.proof.prove import (
    COMPILER,
    HERE,
    THEOREMS,
    assumptions,
    certificates,
    compile_file,
    compile_general,
    compiler,
    fingerprints,
    prove,
    proved_before,
)

needs_coq = pytest.mark.skipif(shutil.which(COMPILER) is None, reason=f"{COMPILER} is not installed")
SECOND = THEOREMS[1]
SECOND_PLAYER = 1
DRAWN = 0b100
"""The facts about a full board without a line."""


def test_what_ships_was_proved():
    """Rules, checker, proof and certificates are those that were proved last."""
    assert fingerprints(certificates()) == proved_before(), "prove it again: python -m lab prove"


def test_the_sizes_in_the_document():
    """docs/theorem.md gives the lines of every Coq file."""
    page = (ROOT / "docs" / "theorem.md").read_text(encoding="utf-8")
    lines = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in HERE.glob("*.v")}
    assert f"{sum(lines.values()):,} lines" in page
    assert f"| `First.v`, `Second.v` | {lines.pop('First.v') + lines.pop('Second.v')} |" in page
    for name, number in lines.items():
        assert f"| `{name}` | {number} |" in page


def test_without_coq(monkeypatch):
    """Where Coq is missing, a sentence says how to get it."""
    monkeypatch.setenv("PATH", "")
    with pytest.raises(C4Error, match="apt install coq"):
        compiler()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder in which rules, checker and proof are compiled."""
    folder = tmp_path_factory.mktemp("proof")
    compile_general(folder)
    return folder


SLOW_COMPILER = """#!/bin/sh
echo $$ > "$PIDS/$$"
exec sleep 60
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="sends the signal of Ctrl-C")
def test_ctrl_c_ends_the_compiler(tmp_path):
    """Ctrl-C stops the command, ends Coq and leaves no folder behind."""
    program = tmp_path / "bin" / COMPILER
    pids = tmp_path / "pids"
    folders = tmp_path / "folders"
    for folder in (program.parent, pids, folders):
        folder.mkdir()
    program.write_text(SLOW_COMPILER)
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "PIDS": str(pids), "TMPDIR": str(folders)}
    command = [sys.executable, "-m", "lab", "prove"]
    # A shell lets a process in the background ignore Ctrl-C, and its children would inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL)
    finally:
        signal.signal(signal.SIGINT, before)
    with process:
        wait_until(lambda: list(pids.iterdir()))
        process.send_signal(signal.SIGINT)
    assert process.returncode == INTERRUPTED
    assert not list(folders.iterdir())
    assert not any(alive(int(pid.name)) for pid in pids.iterdir())


AXIOM = """
Axiom cheat : wins First empty_board.
Theorem first_player_wins : wins First empty_board.
Proof. exact cheat. Qed.
"""
UNFINISHED = """
Theorem first_player_wins : wins First empty_board.
Admitted.
"""
CIRCULAR = """
Unset Guard Checking.
Fixpoint circular (n : nat) : wins First empty_board := circular n.
Theorem first_player_wins : wins First empty_board.
Proof. exact (circular 0). Qed.
"""
OTHER = """
Theorem first_player_wins : True.
Proof. exact I. Qed.
"""


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize(
    ("proof", "reason"),
    [
        (AXIOM, "assumes more .*cheat"),
        (UNFINISHED, "assumes more .*first_player_wins"),
        (CIRCULAR, "assumes more .*guarded"),
        (OTHER, "another theorem"),
    ],
)
def test_a_proof_that_cheats_is_refused(proof, reason, folder):
    """An axiom, an unfinished proof, a check that is switched off and another statement are errors."""
    theorem = THEOREMS[0]._replace(file="Cheat")
    (folder / "Cheat.v").write_text("Require Import Rules.\n" + proof)
    compile_file(folder, "Cheat")
    with pytest.raises(C4Error, match=reason):
        assumptions(theorem, folder)


def wiped():
    """The certificate without any mark."""
    certificate = export(load(SECOND.strategy))
    certificate.marks = [0] * len(certificate.marks)
    return certificate


def holds(strategy, stones):
    """Whether the diagram of a leaf wins."""
    leaf = Strategy(Position.from_stones(*stones), SECOND_PLAYER, WIN)
    leaf.leaves[stones] = 0, False
    leaf.diagrams.append(strategy.diagram(stones))
    return verify(leaf).problem is None


def fewer_marks(diagram):
    """The diagrams that have one mark less."""
    for level, marked in enumerate(diagram.cells):
        for cell in cells(marked):
            marks = list(diagram.cells)
            marks[level] ^= cell
            yield Diagram(tuple(marks))


def without_a_mark():
    """The certificate with one mark less, one that is needed."""
    strategy = load(SECOND.strategy)
    for stones, (place, _) in strategy.leaves.items():
        for diagram in fewer_marks(strategy.diagrams[place]):
            diagrams = [*strategy.diagrams[:place], diagram, *strategy.diagrams[place + 1 :]]
            changed = replace(strategy, diagrams=diagrams)
            if not holds(changed, stones):
                return export(changed)
    raise AssertionError("no mark is needed")


def with_a_wrong_move():
    """The certificate with another column at its beginning."""
    certificate = export(load(SECOND.strategy))
    certificate.played[0] -= 1
    return certificate


def without_a_reply():
    """The certificate without advice after the leftmost reply to its first move."""
    certificate = export(load(SECOND.strategy))
    certificate.after[0] = certificate.no_advice
    return certificate


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("spoiled", [wiped, without_a_mark, with_a_wrong_move, without_a_reply])
def test_a_wrong_certificate_is_refused(spoiled, folder):
    """The proof is refused for each of these certificates."""
    with pytest.raises(C4Error, match=r'expected to have type "holds .* = true"'):
        prove(SECOND, folder, spoiled().definitions())


def facts(position):
    """What the rules say of a position, as the bits of a number: whether each player has a line, whether the board is
    full, whether it has room in each column.
    """
    first, second = position.stones
    masks = map(STANDARD.column_mask, range(STANDARD.columns))
    answers = [STANDARD.has_line(first), STANDARD.has_line(second), first | second == STANDARD.board]
    answers += [(first | second) & mask != mask for mask in masks]
    return sum(answer << bit for bit, answer in enumerate(answers))


def random_game(random, avoids_lines):
    """The columns of a game, each with the facts about the position after it."""
    position = Position()
    moves = []
    while position.outcome() is None:
        columns = position.legal_columns()
        quiet = [column for column in columns if position.play(column).outcome() is None]
        column = random.choice(quiet if avoids_lines and quiet else columns)
        position = position.play(column)
        moves.append((column, facts(position)))
    return moves


def in_coq(games):
    """The games as a list of lists in Coq."""
    return ";\n".join(f"[{'; '.join(f'{column}; {answers}' for column, answers in game)}]" for game in games)


RULES_AGREE = """
From Coq Require Import Uint63 ZArith Bool List.
Require Import Rules.
Import ListNotations.

Fixpoint number (bits : list bool) : Z :=
  match bits with
  | [] => 0
  | b :: more => (if b then 1 else 0) + 2 * number more
  end.

(* There is no eighth column, so an eleventh fact is always false. *)
Definition facts (b : board) : Z := number
  ([four_in_a_row First b; four_in_a_row Second b; full b]
  ++ map (fun column => match drop First column b with Some _ => true | None => false end) (seq 0 8)).

Fixpoint agrees (p : player) (b : board) (game : list int) : bool :=
  match game with
  | column :: expected :: later =>
      match drop p (Z.to_nat (to_Z column)) b with
      | None => false
      | Some after => (facts after =? to_Z expected)%Z && agrees (opponent p) after later
      end
  | _ => true
  end.

Open Scope uint63_scope.
Example games_agree : forallb (agrees First empty_board) [GAMES] = true.
Proof. vm_compute. reflexivity. Qed.
"""


@needs_coq
@pytest.mark.slow
def test_the_rules_are_those_of_the_program(folder):
    """In random games, some of them drawn, the rules of the proof and of the program agree after every move."""
    random = Random(1)
    games = [random_game(random, avoids_lines=number % 2 == 1) for number in range(100)]
    assert any(game[-1][1] == DRAWN for game in games)
    (folder / "Games.v").write_text(RULES_AGREE.replace("GAMES", in_coq(games)))
    compile_file(folder, "Games")
    wrong = [(column, answers ^ 1) for column, answers in games[0]]
    (folder / "Games.v").write_text(RULES_AGREE.replace("GAMES", in_coq([wrong])))
    with pytest.raises(C4Error):
        compile_file(folder, "Games")


def board_with(owned):
    """A board in Coq and whether each player has a line: discs of the first player on some cells, those of the
    second player below them.
    """
    stones = [0, 0]
    columns = []
    for column in range(STANDARD.columns):
        column_cells = [1 << STANDARD.cell(row, column) for row in range(STANDARD.rows)]
        top = max((row for row, cell in enumerate(column_cells) if cell & owned), default=-1)
        owners = [0 if cell & owned else 1 for cell in column_cells[: top + 1]]
        for cell, owner in zip(column_cells, owners, strict=False):
            stones[owner] |= cell
        columns.append(f"[{'; '.join(('First', 'Second')[owner] for owner in owners)}]")
    return f"([{'; '.join(columns)}], [{'; '.join(str(STANDARD.has_line(discs)).lower() for discs in stones)}])"


LINES_AGREE = """
From Coq Require Import Bool List.
Require Import Rules.
Import ListNotations.

Definition agrees '((b, expected) : board * list bool) : bool :=
  if list_eq_dec bool_dec [four_in_a_row First b; four_in_a_row Second b] expected then true else false.

Example lines_agree : forallb agrees [BOARDS] = true.
Proof. vm_compute. reflexivity. Qed.
"""


@needs_coq
@pytest.mark.slow
def test_every_line_is_a_line(folder):
    """The rules of the proof and of the program agree on each of the 69 lines, and on each with one disc missing."""
    lines = [line.mask for line in STANDARD.lines]
    gaps = [line.mask ^ 1 << cell for line in STANDARD.lines for cell in line.cells]
    assert len(lines) == 69
    (folder / "Lines.v").write_text(LINES_AGREE.replace("BOARDS", ";\n".join(map(board_with, lines + gaps))))
    compile_file(folder, "Lines")


def followed(strategy, random):
    """A position that arises when a diagram of the strategy is followed, with its diagram and its number."""
    while True:
        stones = random.choice(list(strategy.leaves))
        place, mirrored = strategy.leaves[stones]
        own, other = stones
        diagram = strategy.diagram(stones)
        for _ in range(random.randrange(10)):
            if wins_at_once(own, other):
                break
            own |= landing(own, other, decide_stones(own, other, diagram).column)
            columns = [column for column in range(7) if landing(own, other, column)]
            other |= landing(own, other, random.choice(columns))
        if (own | other).bit_count() < STANDARD.cells:
            return (own, other), diagram, f"{place} {int(mirrored)}"


def landing(own, other, column):
    """The cell where a disc lands in a column, 0 if it is full."""
    return (own | other) + STANDARD.bottom & STANDARD.column_mask(column)


GUIDE_AGREES = """
From Coq Require Import Bool List Uint63.
Require Import Guide First_data.
Import ListNotations.
Open Scope uint63_scope.

Example moves_agree : forallb (fun '(played, advised) => played =? advised) [MOVES] = true.
Proof. vm_compute. reflexivity. Qed.
"""


@needs_coq
@pytest.mark.slow
def test_the_marks_are_read_as_the_program_reads_them(folder):
    """The guide plays what `c4.strategy.diagram` plays."""
    random = Random(1)
    strategy = load(THEOREMS[0].strategy)
    assert strategy.result == WIN
    moves = []
    for _ in range(300):
        (own, other), diagram, number = followed(strategy, random)
        column = decide_stones(own, other, diagram).column
        free = (own | other) + STANDARD.bottom
        moves.append(f"({column}, by_diagram certificate {number} {own} {other} {free})")
    (folder / "First_data.v").write_text(export(strategy).definitions())
    compile_file(folder, "First_data")
    (folder / "Moves.v").write_text(GUIDE_AGREES.replace("MOVES", ";\n".join(moves)))
    compile_file(folder, "Moves")
