(** A fast check that a player wins, for machine integers.

    A bitboard has one bit for every square: bit 7 x + y is column x, row y.
    Row 6 is above the board and never has a disc.  A position is three
    bitboards: the discs of the player who is to move ([own]), those of the
    opponent ([other]), and the square directly above the discs of each column
    ([free]).  A free square in row 6 means that the column is full. *)

From Coq Require Import Bool List Uint63 PArray.
Import ListNotations.
Open Scope uint63_scope.
Open Scope array_scope.

(** The squares of the board: six in each column. *)
Definition squares : int := 279258638311359.

(** The lowest square of every column: [free] on the empty board. *)
Definition bottom : int := 4432676798593.

(** The square in a column where the next disc lands; 0 if the column is full. *)
Definition landing (free column : int) : int :=
  free land (63 << (7 * column)).

(** The free squares after a disc on one of them. *)
Definition filled (free square : int) : int :=
  (free lxor square) lor (square << 1).

(** Whether four discs follow each other at a distance of [step] bits. *)
Definition run (discs step : int) : bool :=
  let pairs := discs land (discs >> step) in
  negb ((pairs land (pairs >> (2 * step))) =? 0).

(** Four in a row: upwards, to the right, diagonally up, diagonally down. *)
Definition four (discs : int) : bool :=
  run discs 1 || run discs 7 || run discs 8 || run discs 6.

(** Each position has a key of its own: in every column the highest bit says
    how many discs there are, and those below say whose they are. *)
Definition key (own free : int) : int := own lor free.

(** Keys of positions that have been checked. *)
Definition table := array int.
Definition slot (k : int) : int := (k * 7046029254386353131) >> 43.
Definition empty_table : table := make 1048576 0.

Definition replies : list int := [0; 1; 2; 3; 4; 5; 6].

Fixpoint for_each (columns : list int) (step : int -> table -> option table)
    (t : table) : option table :=
  match columns with
  | [] => Some t
  | column :: others =>
      match step column t with
      | Some t' => for_each others step t'
      | None => None
      end
  end.

Section Check.

(** Advice is asked for the column to play, and for the advice to follow after
    a reply.  Nothing is assumed about it: bad advice can only make the check
    fail. *)

Variable advice : Type.
Variable choose : advice -> int -> int -> int -> int.
Variable follow : advice -> int -> advice.

(** A check of a position in which the player is to move, given the table of
    positions checked before: [Some], with the table of those checked since, if
    the player wins by following the advice. *)

Definition position_check :=
  advice -> int -> int -> int -> table -> option table.

(** The check after a reply.  A reply that is impossible needs no answer. *)
Definition check_reply (deeper : position_check)
    (a : advice) (own other free reply : int) (t : table) : option table :=
  let square := landing free reply in
  if square =? 0 then Some t else
  let other' := other lor square in
  if four other' then None else
  deeper (follow a reply) own other' (filled free square) t.

(** The check of the advised move and of every reply to it. *)
Definition check_move (deeper : position_check)
    (a : advice) (own other free : int) (t : table) : option table :=
  let k := key own free in
  if t.[slot k] =? k then Some t else
  let column := choose a own other free in
  if negb (column <? 7) then None else
  let square := landing free column in
  if square =? 0 then None else
  let own' := own lor square in
  if four own' then Some t else
  let free' := filled free square in
  if (free' land squares) =? 0 then None else
  match for_each replies (check_reply deeper a own' other free') t with
  | Some t' => Some t'.[slot k <- k]
  | None => None
  end.

(** The check to the end, within a number of moves. *)
Fixpoint check (moves : nat)
    (a : advice) (own other free : int) (t : table) : option table :=
  match moves with
  | O => None
  | S moves' => check_move (check moves') a own other free t
  end.

(** No game has more than 21 moves of one player. *)
Definition holds (a : advice) (own other free : int) : bool :=
  match check 21 a own other free empty_table with
  | Some _ => true
  | None => false
  end.

End Check.
