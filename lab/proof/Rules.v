(** The rules of Connect 4, and what it means that a player wins.

    This file is all that you have to read to know what is proved.  It is
    written to be read, not to be fast: the fast check is in [Checker.v], and
    [Sound.v] proves that the two agree. *)

From Coq Require Import Arith Bool List.
Import ListNotations.

Inductive player := First | Second.

Definition opponent (p : player) : player :=
  match p with
  | First => Second
  | Second => First
  end.

Definition same (p q : player) : bool :=
  match p, q with
  | First, First | Second, Second => true
  | _, _ => false
  end.

(** A column is the list of its discs from the bottom up, each named by the
    player who dropped it.  A board is its columns from left to right. *)

Definition board := list (list player).

Definition columns := 7.
Definition rows := 6.
Definition connect := 4.

Definition empty_board : board := repeat [] columns.

(** A disc of [p] falls onto the others of a column, counted from 0 on the left.
    [None]: there is no such column, or it is full. *)

Fixpoint drop (p : player) (column : nat) (b : board) : option board :=
  match b, column with
  | [], _ => None
  | discs :: others, 0 =>
      if length discs <? rows then Some ((discs ++ [p]) :: others) else None
  | discs :: others, S further =>
      option_map (cons discs) (drop p further others)
  end.

Definition full (b : board) : bool :=
  forallb (fun discs => length discs =? rows) b.

(** Whether there is a disc of [p] in a column and a row, both counted from 0. *)

Definition owns (p : player) (b : board) (column row : nat) : bool :=
  match nth_error (nth column b []) row with
  | Some q => same p q
  | None => false
  end.

(** Four discs of [p] in a row: to the right, upwards, diagonally upwards, or
    diagonally downwards from some square. *)

Definition four_in_a_row (p : player) (b : board) : bool :=
  let all_four (owned : nat -> bool) := forallb owned (seq 0 connect) in
  existsb (fun x => existsb (fun y =>
      all_four (fun i => owns p b (x + i) y)
      || all_four (fun i => owns p b x (y + i))
      || all_four (fun i => owns p b (x + i) (y + i))
      || all_four (fun i => owns p b (x + i) (y + 3 - i)))
    (seq 0 rows)) (seq 0 columns).

(** [wins p b]: player [p], who is to move on the board [b], can force a win.

    That is so if [p] can complete four in a row.  It is also so if [p] has a
    move after which the board is not full (that would be a draw) and, whatever
    the opponent replies, the reply does not complete four in a row and [p],
    who is to move again, can still force a win.

    The definition is inductive: a win must come after finitely many moves. *)

Inductive wins (p : player) (b : board) : Prop :=
  | wins_at_once (column : nat) (after : board) :
      drop p column b = Some after ->
      four_in_a_row p after = true ->
      wins p b
  | wins_later (column : nat) (after : board) :
      drop p column b = Some after ->
      full after = false ->
      (forall reply next,
        drop (opponent p) reply after = Some next ->
        four_in_a_row (opponent p) next = false /\ wins p next) ->
      wins p b.
