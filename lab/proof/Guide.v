(** The advice of a certificate: which column its owner plays.

    Nothing is proved about this file, and nothing needs to be: [Checker.v]
    plays every reply to whatever is advised.

    Advice is a number.  [4 n + m] is position [n] of the certificate's graph,
    [4 n + 2 + m] its diagram [n]; [m] is 1 for the mirror image. *)

From Coq Require Import Bool List Uint63 PArray.
Require Import Checker.
Import ListNotations.
Open Scope uint63_scope.
Open Scope array_scope.

Record certificate := {
  (** The column that is played in each position of the graph. *)
  played : array int;
  (** Seven for each position: the advice after each reply. *)
  after : array int;
  (** Twelve bitboards for each diagram: the squares of its six marks, and
      those of its mirror image. *)
  marks : array int
}.

Definition whole_column (column : int) : int := 63 << (7 * column).

(** The squares, free or not, that complete a line at a distance of [step] bits. *)
Definition completing_along (discs step : int) : int :=
  let up := discs << step in
  let down := discs >> step in
  let up2 := discs << (2 * step) in
  let down2 := discs >> (2 * step) in
  let above := up land up2 in
  let below := down land down2 in
  (above land (discs << (3 * step))) lor (above land down)
  lor (below land up) lor (below land (discs >> (3 * step))).

Definition completing (discs : int) : int :=
  ((discs << 1) land (discs << 2) land (discs << 3))
  lor completing_along discs 6 lor completing_along discs 7
  lor completing_along discs 8.

Definition middle_first : list int := [3; 2; 4; 1; 5; 0; 6].

(** The first column of a list, 7 if there is none. *)
Fixpoint first_where (columns : list int) (condition : int -> bool) : int :=
  match columns with
  | [] => 7
  | column :: others => if condition column then column else first_where others condition
  end.

Definition mirror_column (mirrored column : int) : int :=
  if mirrored =? 0 then column else 6 - column.

Definition nearest (mirrored squares : int) : int :=
  mirror_column mirrored (first_where middle_first (fun column =>
    negb ((squares land whole_column (mirror_column mirrored column)) =? 0))).

Definition at_most_one (squares : int) : bool :=
  (squares land (squares - 1)) =? 0.

(** Whether a disc on a square makes two threats that cannot both be parried. *)
Definition forks (own free square : int) : bool :=
  if square =? 0 then false else
  let after_it := filled free square in
  let threats := completing (own lor square) land squares in
  let now := threats land after_it in
  if now =? 0 then false else
  negb (at_most_one now) || negb (((now << 1) land threats) =? 0).

Section Choose.

Variable c : certificate.

(** The first mark, from [mark] on, that can be played; the nearest safe square
    if there is none. *)
Fixpoint by_marks (count : nat) (mark : int) (place mirrored safe : int) : int :=
  match count with
  | O => nearest mirrored safe
  | S count' =>
      let marked := (marks c).[place + mark] land safe in
      if (marked =? 0) || ((mark =? 1) && negb (at_most_one marked))
      then by_marks count' (mark + 1) place mirrored safe
      else nearest mirrored marked
  end.

(** The column that a diagram plays: the rules are those of
    [c4/strategy/diagram.py]. *)
Definition by_diagram (number mirrored own other free : int) : int :=
  let open := free land squares in
  let won := open land completing own in
  if negb (won =? 0) then nearest mirrored won else
  let lost := completing other land squares in
  let forced := open land lost in
  if negb (forced =? 0) then nearest mirrored forced else
  let safe := open land ((lost >> 1) lxor squares) in
  let fork := first_where middle_first (fun column =>
    forks own free (safe land whole_column (mirror_column mirrored column))) in
  if fork <? 7 then mirror_column mirrored fork else
  by_marks 6 0 (12 * number + 6 * mirrored) mirrored safe.

Definition choose (a own other free : int) : int :=
  let number := a >> 2 in
  let mirrored := a land 1 in
  if (a land 2) =? 0 then mirror_column mirrored (played c).[number]
  else by_diagram number mirrored own other free.

Definition follow (a reply : int) : int :=
  if (a land 2) =? 0
  then (after c).[7 * (a >> 2) + mirror_column (a land 1) reply] lxor (a land 1)
  else a.

End Choose.
