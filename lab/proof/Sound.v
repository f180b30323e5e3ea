(** The check of [Checker.v] is right: if it succeeds, the player wins by the
    rules of [Rules.v], whatever the advice. *)

From Coq Require Import Uint63 PArray ZArith Arith Bool Lia List.
Require Import Rules Bits Checker.
Import ListNotations.
Open Scope nat_scope.

(** * Players, columns and drops *)

Lemma opponent_opponent : forall p, opponent (opponent p) = p.
Proof. now intros []. Qed.

Definition column_of (x : nat) (b : board) : list player := nth x b [].
Definition height (x : nat) (b : board) : nat := length (column_of x b).

Definition well_formed (b : board) : Prop :=
  length b = columns /\ forall x, height x b <= rows.

Lemma drop_inversion : forall p b x b',
  drop p x b = Some b' ->
  x < length b /\ height x b < rows /\ length b' = length b /\
  forall i, column_of i b' = if i =? x then column_of x b ++ [p] else column_of i b.
Proof.
  intros p b. unfold height, column_of.
  induction b as [| discs others IH]; intros x b' dropped.
  - destruct x; discriminate.
  - destruct x as [| further]; simpl in dropped.
    + destruct (Nat.ltb_spec (length discs) rows) as [room |]; [| discriminate].
      injection dropped as <-.
      simpl. repeat split; try lia.
      intros [| i]; reflexivity.
    + destruct (drop p further others) as [rest |] eqn:there; [| discriminate].
      injection dropped as <-.
      destruct (IH _ _ there) as [inside [room [size changed]]].
      simpl. repeat split; try lia.
      intros [| i]; simpl; [reflexivity | apply changed].
Qed.

Lemma drop_exists : forall p b x,
  x < length b -> height x b < rows -> exists b', drop p x b = Some b'.
Proof.
  intros p b. unfold height, column_of.
  induction b as [| discs others IH]; intros x inside room; simpl in inside; [lia |].
  destruct x as [| further]; simpl in *.
  - destruct (Nat.ltb_spec (length discs) rows); [eauto | lia].
  - destruct (IH further) as [rest there]; [lia | assumption |].
    rewrite there. simpl. eauto.
Qed.

Lemma drop_well_formed : forall p b x b',
  well_formed b -> drop p x b = Some b' -> well_formed b'.
Proof.
  intros p b x b' [width low] dropped.
  destruct (drop_inversion _ _ _ _ dropped) as [_ [room [size changed]]].
  split; [congruence |].
  intros i. specialize (low i). unfold height in *. rewrite changed.
  destruct (i =? x); [| assumption].
  rewrite app_length. simpl. lia.
Qed.

Lemma owns_inside : forall p b x y,
  well_formed b -> owns p b x y = true -> x < 7 /\ y < 6.
Proof.
  intros p b x y [width low] owned. unfold owns in owned.
  destruct (nth_error (nth x b []) y) eqn:disc; [| discriminate].
  assert (y < length (nth x b [])) by (apply nth_error_Some; congruence).
  specialize (low x). unfold height, column_of, rows in low. unfold columns in width.
  split; [| lia].
  destruct (Nat.lt_ge_cases x 7) as [| outside]; [assumption |].
  rewrite nth_overflow in * by lia. simpl in *. lia.
Qed.

Lemma height_after : forall p b x b' i,
  drop p x b = Some b' -> height i b' = if i =? x then S (height x b) else height i b.
Proof.
  intros p b x b' i dropped.
  destruct (drop_inversion _ _ _ _ dropped) as [_ [_ [_ changed]]].
  unfold height. rewrite changed.
  destruct (i =? x); [| reflexivity].
  rewrite app_length. simpl. lia.
Qed.

Lemma owns_after : forall p q b x b' i y,
  drop q x b = Some b' ->
  owns p b' i y = owns p b i y || (same p q && (i =? x) && (y =? height x b)).
Proof.
  intros p q b x b' i y dropped.
  destruct (drop_inversion _ _ _ _ dropped) as [_ [_ [_ changed]]].
  unfold owns, height. fold (column_of i b') (column_of i b). rewrite changed.
  destruct (Nat.eqb_spec i x) as [-> |].
  - rewrite andb_true_r.
    destruct (Nat.lt_trichotomy y (length (column_of x b))) as [below | [-> | above]].
    + rewrite nth_error_app1 by assumption.
      destruct (Nat.eqb_spec y (length (column_of x b))); [lia |].
      now rewrite andb_false_r, orb_false_r.
    + rewrite nth_error_app2, Nat.sub_diag, Nat.eqb_refl by lia. simpl.
      rewrite (proj2 (nth_error_None _ _)) by lia. now rewrite andb_true_r.
    + rewrite (proj2 (nth_error_None _ _)) by (rewrite app_length; simpl; lia).
      rewrite (proj2 (nth_error_None _ _)) by lia.
      destruct (Nat.eqb_spec y (length (column_of x b))); [lia |].
      now rewrite andb_false_r.
  - now rewrite andb_false_r, orb_false_r.
Qed.

(** * Bitboards *)

(** The bits of [m] are the squares for which [f] holds. *)
Definition shows (m : int) (f : nat -> nat -> bool) : Prop :=
  forall n, bit m n = (n <? 49) && f (n / 7) (n mod 7).

Lemma shows_at : forall m f x y, shows m f -> x < 7 -> y < 7 -> bit m (7 * x + y) = f x y.
Proof.
  intros m f x y shown left low. rewrite shown.
  replace ((7 * x + y) / 7) with x by (apply Nat.div_unique with y; lia).
  replace ((7 * x + y) mod 7) with y by (apply Nat.mod_unique with x; lia).
  destruct (Nat.ltb_spec (7 * x + y) 49); [reflexivity | lia].
Qed.

Lemma shows_intro : forall m f,
  (forall n, 49 <= n -> bit m n = false) ->
  (forall x y, x < 7 -> y < 7 -> bit m (7 * x + y) = f x y) ->
  shows m f.
Proof.
  intros m f high low n.
  destruct (Nat.ltb_spec n 49) as [small | large]; [| now apply high].
  rewrite andb_true_l, <- low.
  - f_equal. apply Nat.div_mod. lia.
  - apply Nat.div_lt_upper_bound; lia.
  - apply Nat.mod_upper_bound. lia.
Qed.

Lemma shows_high : forall m f n, shows m f -> 49 <= n -> bit m n = false.
Proof.
  intros m f n shown large. rewrite shown.
  destruct (Nat.ltb_spec n 49); [lia | reflexivity].
Qed.

(** A bit that is set is that of a square. *)
Lemma shows_inversion : forall m f n, shows m f -> bit m n = true ->
  exists x y, n = 7 * x + y /\ x < 7 /\ y < 7 /\ f x y = true.
Proof.
  intros m f n shown set. rewrite shown in set.
  apply andb_true_iff in set. destruct set as [small holds].
  apply Nat.ltb_lt in small.
  exists (n / 7), (n mod 7). repeat split.
  - apply Nat.div_mod. lia.
  - apply Nat.div_lt_upper_bound; lia.
  - apply Nat.mod_upper_bound. lia.
  - assumption.
Qed.

(** * Four in a row *)

Lemma run_spec : forall m step s, to_Z step = Z.of_nat s -> s <= 8 ->
  (run m step = true <-> exists n,
    bit m n = true /\ bit m (n + s) = true /\
    bit m (n + 2 * s) = true /\ bit m (n + 3 * s) = true).
Proof.
  intros m step s value small. unfold run.
  assert (double : Z.to_nat (to_Z (2 * step)%uint63) = 2 * s).
  { rewrite mul_spec, value, Z.mod_small; [change (to_Z 2) with 2%Z; lia |].
    change (to_Z 2) with 2%Z. change wB with (2 ^ 63)%Z. lia. }
  assert (single : Z.to_nat (to_Z step) = s) by (rewrite value; lia).
  assert (bits : forall n,
    bit ((m land (m >> step)) land ((m land (m >> step)) >> (2 * step)))%uint63 n
    = (bit m n && bit m (n + s)) && (bit m (n + 2 * s) && bit m (n + 3 * s))).
  { intros n. rewrite !bit_land, !bit_right, !bit_land, !bit_right, single, double.
    replace (n + 2 * s + s) with (n + 3 * s) by lia. reflexivity. }
  rewrite negb_true_iff, is_not_zero. split.
  - intros [n set]. exists n. rewrite bits, !andb_true_iff in set. tauto.
  - intros [n set]. exists n. rewrite bits, !andb_true_iff. tauto.
Qed.

Lemma four_in_a_row_spec : forall p b, well_formed b ->
  (four_in_a_row p b = true <-> exists x y,
    (owns p b x y = true /\ owns p b (x + 1) y = true /\
     owns p b (x + 2) y = true /\ owns p b (x + 3) y = true) \/
    (owns p b x y = true /\ owns p b x (y + 1) = true /\
     owns p b x (y + 2) = true /\ owns p b x (y + 3) = true) \/
    (owns p b x y = true /\ owns p b (x + 1) (y + 1) = true /\
     owns p b (x + 2) (y + 2) = true /\ owns p b (x + 3) (y + 3) = true) \/
    (owns p b x (y + 3) = true /\ owns p b (x + 1) (y + 2) = true /\
     owns p b (x + 2) (y + 1) = true /\ owns p b (x + 3) y = true)).
Proof.
  intros p b formed. unfold four_in_a_row.
  rewrite existsb_exists. setoid_rewrite existsb_exists.
  change (seq 0 connect) with [0; 1; 2; 3]. cbn [forallb].
  split.
  - intros [x [_ [y [_ some]]]]. exists x, y.
    replace (y + 3 - 0) with (y + 3) in some by lia.
    replace (y + 3 - 1) with (y + 2) in some by lia.
    replace (y + 3 - 2) with (y + 1) in some by lia.
    replace (y + 3 - 3) with y in some by lia.
    rewrite !Nat.add_0_r, !orb_true_iff, !andb_true_iff in some. tauto.
  - intros [x [y some]].
    assert (inside : x < 7 /\ y < 6).
    { destruct some as [[owned _] | [[owned _] | [[owned _] | [owned _]]]];
        apply owns_inside in owned; auto; lia. }
    exists x. split; [apply in_seq; unfold columns; lia |].
    exists y. split; [apply in_seq; unfold rows; lia |].
    replace (y + 3 - 0) with (y + 3) by lia.
    replace (y + 3 - 1) with (y + 2) by lia.
    replace (y + 3 - 2) with (y + 1) by lia.
    replace (y + 3 - 3) with y by lia.
    rewrite !Nat.add_0_r, !orb_true_iff, !andb_true_iff. tauto.
Qed.

Section Four.

Variables (p : player) (b : board) (m : int).
Hypothesis formed : well_formed b.
Hypothesis shown : shows m (owns p b).

Lemma set_bit : forall n, bit m n = true ->
  exists x y, n = 7 * x + y /\ y < 6 /\ owns p b x y = true.
Proof.
  intros n set.
  destruct (shows_inversion _ _ _ shown set) as [x [y [place [_ [_ owned]]]]].
  exists x, y. destruct (owns_inside _ _ _ _ formed owned). auto.
Qed.

Lemma bit_set : forall x y n, owns p b x y = true -> n = 7 * x + y -> bit m n = true.
Proof.
  intros x y n owned ->. destruct (owns_inside _ _ _ _ formed owned).
  rewrite (shows_at _ _ _ _ shown) by lia. assumption.
Qed.

(** Four bits at the distance of a direction are four discs in that direction. *)
Ltac squares_of_bits run :=
  let n := fresh "n" in
  destruct run as [n [s0 [s1 [s2 s3]]]];
  apply set_bit in s0, s1, s2, s3;
  destruct s0 as [x [y [? [? ?]]]];
  destruct s1 as [x1 [y1 [? [? ?]]]];
  destruct s2 as [x2 [y2 [? [? ?]]]];
  destruct s3 as [x3 [y3 [? [? ?]]]].

Ltac same_square :=
  match goal with
  | owned : owns p b ?x ?y = true |- owns p b ?x' ?y' = true =>
      replace x' with x by lia; replace y' with y by lia; exact owned
  end.

Ltac bits_of_squares line :=
  destruct line as [s0 [s1 [s2 s3]]];
  repeat split;
  [ apply (bit_set _ _ _ s0) | apply (bit_set _ _ _ s1)
  | apply (bit_set _ _ _ s2) | apply (bit_set _ _ _ s3) ]; lia.

Lemma four_spec : four m = four_in_a_row p b.
Proof.
  apply eq_true_iff_eq. unfold four.
  rewrite !orb_true_iff, four_in_a_row_spec by assumption.
  rewrite (run_spec m 1 1), (run_spec m 7 7), (run_spec m 8 8), (run_spec m 6 6) by (reflexivity || lia).
  split.
  - intros [[[up | right] | rising] | falling].
    + squares_of_bits up.
      exists x, y. right; left. repeat split; same_square.
    + squares_of_bits right.
      exists x, y. left. repeat split; same_square.
    + squares_of_bits rising.
      exists x, y. right; right; left. repeat split; same_square.
    + squares_of_bits falling.
      exists x, (y - 3). right; right; right. repeat split; same_square.
  - intros [x [y [right | [up | [rising | falling]]]]].
    + left; left; right. exists (7 * x + y).
      bits_of_squares right.
    + left; left; left. exists (7 * x + y).
      bits_of_squares up.
    + left; right. exists (7 * x + y).
      bits_of_squares rising.
    + right. exists (7 * x + y + 3).
      bits_of_squares falling.
Qed.

End Four.

(** * Positions *)

(** Player [p] is to move on the board [b]. *)
Record represents (p : player) (b : board) (own other free : int) : Prop := {
  board_formed : well_formed b;
  own_shown : shows own (owns p b);
  other_shown : shows other (owns (opponent p) b);
  free_shown : shows free (fun x y => y =? height x b)
}.

(** The bits of constants are computed, one by one. *)

Lemma below_49 : forall f g : nat -> bool,
  forallb (fun n => Bool.eqb (f n) (g n)) (seq 0 49) = true ->
  forall n, n < 49 -> f n = g n.
Proof.
  intros f g all n small. apply eqb_prop.
  rewrite forallb_forall in all. apply all, in_seq. lia.
Qed.

Lemma whole_column_bits : forall column x, to_Z column = Z.of_nat x -> x < 7 ->
  forall n, n < 49 -> bit (63 << (7 * column))%uint63 n = (n / 7 =? x) && (n mod 7 <? 6).
Proof.
  intros column x value inside.
  assert (column = of_Z (Z.of_nat x)) as -> by (rewrite <- value; symmetry; apply of_to_Z).
  clear value.
  do 7 (destruct x as [| x]; [apply below_49; vm_compute; reflexivity |]).
  lia.
Qed.

Lemma squares_bits : forall n, n < 49 -> bit squares n = (n mod 7 <? 6).
Proof. apply below_49. vm_compute. reflexivity. Qed.

(** Whether three bitboards represent a given board can be computed. *)

Definition computes_to (m : int) (f : nat -> nat -> bool) : bool :=
  ((m >> 49) =? 0)%uint63
  && forallb (fun n => Bool.eqb (bit m n) (f (n / 7) (n mod 7))) (seq 0 49).

Definition represents_computed (p : player) (b : board) (own other free : int) : bool :=
  (length b =? columns) && forallb (fun discs => length discs <=? rows) b
  && computes_to own (owns p b) && computes_to other (owns (opponent p) b)
  && computes_to free (fun x y => y =? height x b).

Lemma shows_computed : forall m f, computes_to m f = true -> shows m f.
Proof.
  intros m f computed n. apply andb_true_iff in computed.
  destruct computed as [high low].
  destruct (Nat.ltb_spec n 49) as [small | large].
  - rewrite andb_true_l. now apply (below_49 (bit m) (fun n => f (n / 7) (n mod 7))).
  - rewrite is_zero in high. specialize (high (n - 49)).
    rewrite bit_right in high. change (Z.to_nat (to_Z 49)) with 49 in high.
    now replace (n - 49 + 49) with n in high by lia.
Qed.

Lemma represents_computed_spec : forall p b own other free,
  represents_computed p b own other free = true -> represents p b own other free.
Proof.
  intros p b own other free computed. unfold represents_computed in computed.
  rewrite !andb_true_iff in computed. destruct computed as [[[[width low] mine] theirs] top].
  split; try now apply shows_computed.
  split; [now apply Nat.eqb_eq |].
  intros x. rewrite forallb_forall in low. unfold height, column_of.
  destruct (nth_in_or_default x b []) as [listed | ->]; [| simpl; lia].
  now apply Nat.leb_le, low.
Qed.

Section Move.

Variables (b : board) (free column : int) (x : nat).
Hypothesis formed : well_formed b.
Hypothesis shown : shows free (fun x y => y =? height x b).
Hypothesis value : to_Z column = Z.of_nat x.
Hypothesis inside : x < 7.

Lemma landing_shown :
  shows (landing free column) (fun i y => (i =? x) && (y =? height x b) && (y <? 6)).
Proof.
  intros n. unfold landing. rewrite bit_land, shown.
  destruct (Nat.ltb_spec n 49) as [small |]; [| reflexivity].
  rewrite (whole_column_bits _ _ value inside) by assumption.
  rewrite !andb_true_l.
  destruct (Nat.eqb_spec (n / 7) x) as [-> |]; [| now rewrite andb_false_r].
  reflexivity.
Qed.

(** There is a square to land on if and only if there is room. *)

Lemma landing_room : (landing free column =? 0)%uint63 = false -> height x b < 6.
Proof.
  rewrite is_not_zero. intros [n set].
  destruct (shows_inversion _ _ _ landing_shown set) as [i [y [_ [_ [_ landed]]]]].
  rewrite !andb_true_iff in landed. destruct landed as [[_ top] low].
  apply Nat.eqb_eq in top. apply Nat.ltb_lt in low. lia.
Qed.

Lemma landing_no_room : (landing free column =? 0)%uint63 = true -> 6 <= height x b.
Proof.
  rewrite is_zero. intros none.
  destruct (Nat.lt_ge_cases (height x b) 6) as [room |]; [| assumption].
  specialize (none (7 * x + height x b)).
  rewrite (shows_at _ _ _ _ landing_shown) in none by lia.
  rewrite !Nat.eqb_refl in none. simpl in none.
  apply Nat.ltb_ge in none. lia.
Qed.

Variables (mover : player) (after : board).
Hypothesis dropped : drop mover x b = Some after.

Lemma room : height x b < 6.
Proof. now destruct (drop_inversion _ _ _ _ dropped) as [_ [? _]]. Qed.

Lemma mover_shown : forall m, shows m (owns mover b) ->
  shows (m lor landing free column)%uint63 (owns mover after).
Proof.
  intros m before n. rewrite bit_lor, before, landing_shown.
  rewrite (owns_after _ _ _ _ _ _ _ dropped), <- andb_orb_distrib_r.
  f_equal. f_equal. pose proof room.
  replace (same mover mover) with true by now destruct mover.
  rewrite andb_true_l. cbv beta.
  destruct (Nat.eqb_spec (n mod 7) (height x b)) as [-> |]; [| now rewrite !andb_false_r].
  destruct (Nat.ltb_spec (height x b) 6); [now rewrite andb_true_r | lia].
Qed.

Lemma waiting_shown : forall m, shows m (owns (opponent mover) b) ->
  shows m (owns (opponent mover) after).
Proof.
  intros m before n. rewrite before, (owns_after _ _ _ _ _ _ _ dropped).
  replace (same (opponent mover) mover) with false by now destruct mover.
  now rewrite orb_false_r.
Qed.

Lemma filled_shown : shows (filled free (landing free column)) (fun x y => y =? height x after).
Proof.
  pose proof room as low.
  apply shows_intro.
  - intros n large. unfold filled. rewrite bit_lor, bit_lxor.
    rewrite (shows_high _ _ _ shown), (shows_high _ _ _ landing_shown) by assumption.
    destruct (Nat.lt_ge_cases n 63) as [small |]; [| now apply bit_high].
    rewrite bit_left by assumption. change (Z.to_nat (to_Z 1)) with 1.
    destruct (Nat.ltb_spec n 1); [reflexivity |]. simpl.
    destruct (Nat.lt_ge_cases (n - 1) 49) as [last |];
      [| now apply (shows_high _ _ _ landing_shown)].
    replace (n - 1) with (7 * 6 + 6) by lia.
    rewrite (shows_at _ _ _ _ landing_shown) by lia.
    now rewrite andb_false_r.
  - intros i y left_of up_to. unfold filled. rewrite bit_lor, bit_lxor.
    rewrite (shows_at _ _ _ _ shown), (shows_at _ _ _ _ landing_shown) by assumption.
    rewrite bit_left by lia. change (Z.to_nat (to_Z 1)) with 1.
    rewrite (height_after _ _ _ _ _ dropped).
    assert (shifted : (if 7 * i + y <? 1 then false else bit (landing free column) (7 * i + y - 1))
      = (i =? x) && (y =? S (height x b))).
    { destruct y as [| y].
      - rewrite andb_false_r. destruct i as [| i]; [reflexivity |].
        destruct (Nat.ltb_spec (7 * S i + 0) 1); [reflexivity |].
        replace (7 * S i + 0 - 1) with (7 * i + 6) by lia.
        rewrite (shows_at _ _ _ _ landing_shown) by lia. apply andb_false_r.
      - destruct (Nat.ltb_spec (7 * i + S y) 1); [lia |].
        replace (7 * i + S y - 1) with (7 * i + y) by lia.
        rewrite (shows_at _ _ _ _ landing_shown) by lia.
        change (S y =? S (height x b)) with (y =? height x b).
        destruct (Nat.eqb_spec y (height x b)) as [-> |]; [| now rewrite !andb_false_r].
        destruct (Nat.ltb_spec (height x b) 6); [now rewrite andb_true_r | lia]. }
    rewrite shifted. clear shifted.
    destruct (Nat.eqb_spec i x) as [-> |]; simpl.
    + destruct (Nat.eqb_spec y (height x b)) as [-> |]; simpl.
      * destruct (Nat.ltb_spec (height x b) 6); [reflexivity | lia].
      * reflexivity.
    + now rewrite xorb_false_r, orb_false_r.
Qed.

End Move.

Lemma represents_move : forall p b own other free column x after,
  represents p b own other free ->
  to_Z column = Z.of_nat x -> x < 7 ->
  drop p x b = Some after ->
  let square := landing free column in
  represents p after (own lor square)%uint63 other (filled free square).
Proof.
  intros p b own other free column x after [] value inside dropped square.
  split.
  - eapply drop_well_formed; eassumption.
  - eapply mover_shown; eassumption.
  - eapply waiting_shown; eassumption.
  - eapply filled_shown; eassumption.
Qed.

(** The same position, seen by the other player. *)
Lemma represents_opponent : forall p b own other free,
  represents p b own other free -> represents (opponent p) b other own free.
Proof.
  intros p b own other free [].
  split; try assumption. now rewrite opponent_opponent.
Qed.

Lemma represents_reply : forall p b own other free column x after,
  represents p b own other free ->
  to_Z column = Z.of_nat x -> x < 7 ->
  drop (opponent p) x b = Some after ->
  let square := landing free column in
  represents p after own (other lor square)%uint63 (filled free square).
Proof.
  intros p b own other free column x after shown value inside dropped square.
  rewrite <- (opponent_opponent p).
  apply represents_opponent, represents_move with b x; try assumption.
  now apply represents_opponent.
Qed.

Lemma not_full : forall p b own other free,
  represents p b own other free ->
  ((free land squares) =? 0)%uint63 = false -> full b = false.
Proof.
  intros p b own other free [formed _ _ shown] some.
  rewrite is_not_zero in some. destruct some as [n set].
  rewrite bit_land, andb_true_iff in set. destruct set as [is_free on_board].
  destruct (shows_inversion _ _ _ shown is_free) as [x [y [-> [left_of [up_to top]]]]].
  rewrite squares_bits in on_board by lia.
  replace ((7 * x + y) mod 7) with y in on_board by (apply Nat.mod_unique with x; lia).
  apply Nat.ltb_lt in on_board. apply Nat.eqb_eq in top.
  apply not_true_iff_false. unfold full. rewrite forallb_forall. intros all.
  destruct formed as [width _]. unfold columns in width.
  assert (listed : In (column_of x b) b) by (apply nth_In; lia).
  specialize (all _ listed).
  apply Nat.eqb_eq in all. unfold height in top. unfold rows in all. lia.
Qed.

(** * Keys tell positions apart *)

(** What a key shows of a column: a bit for each disc, and one above them. *)
Definition column_key (p : player) (discs : list player) (y : nat) : bool :=
  match nth_error discs y with
  | Some q => same p q
  | None => y =? length discs
  end.

Lemma column_key_top : forall p discs, column_key p discs (length discs) = true.
Proof.
  intros p discs. unfold column_key.
  rewrite (proj2 (nth_error_None _ _)) by lia. apply Nat.eqb_refl.
Qed.

Lemma column_key_unique : forall p discs discs' limit,
  length discs <= limit -> length discs' <= limit ->
  (forall y, y <= limit -> column_key p discs y = column_key p discs' y) ->
  discs = discs'.
Proof.
  intros p discs.
  induction discs as [| q discs IH]; intros [| q' discs'] limit short short' agree;
    simpl in short, short'.
  - reflexivity.
  - exfalso. specialize (agree (length (q' :: discs')) short').
    rewrite column_key_top in agree. now unfold column_key in agree.
  - exfalso. specialize (agree (length (q :: discs)) short).
    rewrite column_key_top in agree. now unfold column_key in agree.
  - f_equal.
    + specialize (agree 0 (Nat.le_0_l limit)). unfold column_key in agree.
      simpl in agree. destruct p, q, q'; simpl in agree; congruence.
    + apply IH with (limit - 1); try lia.
      intros y small. apply (agree (S y)). lia.
Qed.

Lemma key_shown : forall p b own other free x y,
  represents p b own other free -> x < 7 -> y < 7 ->
  bit (key own free) (7 * x + y) = column_key p (column_of x b) y.
Proof.
  intros p b own other free x y [_ shown _ top] left_of up_to.
  unfold key. rewrite bit_lor, (shows_at _ _ _ _ shown), (shows_at _ _ _ _ top) by assumption.
  unfold owns, column_key, height. fold (column_of x b).
  destruct (nth_error (column_of x b) y) eqn:disc; [| reflexivity].
  assert (y < length (column_of x b)) by (apply nth_error_Some; congruence).
  destruct (Nat.eqb_spec y (length (column_of x b))); [lia | apply orb_false_r].
Qed.

Lemma key_unique : forall p b own other free b' own' other' free',
  represents p b own other free -> represents p b' own' other' free' ->
  key own free = key own' free' -> b = b'.
Proof.
  intros p b own other free b' own' other' free' shown shown' same_key.
  pose proof (board_formed _ _ _ _ _ shown) as [width low].
  pose proof (board_formed _ _ _ _ _ shown') as [width' low'].
  unfold columns in *. unfold rows in *.
  apply nth_ext with [] []; [congruence |].
  intros x inside. rewrite width in inside.
  apply column_key_unique with p 6; [apply low | apply low' |].
  intros y small.
  fold (column_of x b) (column_of x b').
  rewrite <- (key_shown _ _ _ _ _ _ _ shown), <- (key_shown _ _ _ _ _ _ _ shown') by lia.
  now rewrite same_key.
Qed.

(** Keys are not 0, so an empty slot is not mistaken for a position. *)
Lemma key_not_zero : forall p b own other free,
  represents p b own other free -> key own free <> 0%uint63.
Proof.
  intros p b own other free shown zero.
  pose proof (board_formed _ _ _ _ _ shown) as [_ low].
  specialize (low 0). unfold rows in low.
  pose proof (key_shown _ _ _ _ _ 0 (height 0 b) shown ltac:(lia) ltac:(lia)) as top.
  unfold height in top at 2. rewrite column_key_top, zero, bit_zero in top. discriminate.
Qed.

(** * The table *)

(** All positions whose keys are in the table are won. *)
Definition sound (p : player) (t : table) : Prop :=
  forall i b own other free,
    represents p b own other free -> t.[i] = key own free -> wins p b.

Lemma empty_sound : forall p, sound p empty_table.
Proof.
  intros p i b own other free shown found.
  unfold empty_table in found. rewrite get_make in found.
  symmetry in found. now apply key_not_zero with (1 := shown) in found.
Qed.

Lemma get_set : forall (t : table) i j k, t.[i <- k].[j] = k \/ t.[i <- k].[j] = t.[j].
Proof.
  intros t i j k. destruct (eqbP i j) as [equal | different].
  - apply to_Z_inj in equal. subst j.
    destruct (i <? PArray.length t)%uint63 eqn:inside.
    + left. now apply get_set_same.
    + right. rewrite !get_out_of_bounds; [apply default_set | assumption |].
      now rewrite length_set.
  - right. apply get_set_other. congruence.
Qed.

Lemma set_sound : forall p b own other free t,
  represents p b own other free -> wins p b -> sound p t ->
  sound p t.[slot (key own free) <- key own free].
Proof.
  intros p b own other free t shown won before i b' own' other' free' shown' found.
  destruct (get_set t (slot (key own free)) i (key own free)) as [new | old].
  - rewrite new in found. now rewrite <- (key_unique _ _ _ _ _ _ _ _ _ shown shown' found).
  - rewrite old in found. now apply before with i own' other' free'.
Qed.

(** * The check *)

Lemma small_column : forall column, (column <? 7)%uint63 = true ->
  exists x, to_Z column = Z.of_nat x /\ x < 7.
Proof.
  intros column small. apply ltb_spec in small. change (to_Z 7) with 7%Z in small.
  pose proof (to_Z_bounded column).
  exists (Z.to_nat (to_Z column)). lia.
Qed.

Lemma every_column : forall x, x < 7 -> exists column, In column replies /\ to_Z column = Z.of_nat x.
Proof.
  intros x inside. exists (of_Z (Z.of_nat x)).
  do 7 (destruct x as [| x]; [split; [simpl; tauto | reflexivity] |]).
  lia.
Qed.

Lemma reply_column : forall column, In column replies -> exists x, to_Z column = Z.of_nat x /\ x < 7.
Proof.
  intros column listed. apply small_column.
  unfold replies in listed. simpl in listed.
  decompose [or] listed; subst; reflexivity || contradiction.
Qed.

(** If every step keeps a property of the table and shows [P], all of them do. *)
Lemma for_each_spec : forall (keeps : table -> Prop) (P : int -> Prop) step columns t t',
  (forall column t t', In column columns -> keeps t -> step column t = Some t' -> P column /\ keeps t') ->
  keeps t -> for_each columns step t = Some t' ->
  (forall column, In column columns -> P column) /\ keeps t'.
Proof.
  intros keeps P step columns.
  induction columns as [| column others IH]; intros t t' each before done; simpl in done.
  - injection done as <-. split; [contradiction | assumption].
  - destruct (step column t) as [next |] eqn:first; [| discriminate].
    destruct (each column t next (or_introl eq_refl) before first) as [here between].
    destruct (IH next t') as [there after]; try assumption.
    { intros. eapply each; try eassumption. now right. }
    split; [| assumption].
    intros other [-> | further]; [assumption | now apply there].
Qed.

Section Soundness.

Variable advice : Type.
Variable choose : advice -> int -> int -> int -> int.
Variable follow : advice -> int -> advice.
Variable p : player.

(** What is to be proved of a check. *)
Definition sound_check (checks : position_check advice) : Prop :=
  forall a own other free t t' b,
    represents p b own other free -> sound p t ->
    checks a own other free t = Some t' ->
    wins p b /\ sound p t'.

(** What [wins_later] asks of the replies in a column. *)
Definition answered (b : board) (column : int) : Prop :=
  forall x next,
    to_Z column = Z.of_nat x -> drop (opponent p) x b = Some next ->
    four_in_a_row (opponent p) next = false /\ wins p next.

Lemma check_reply_sound : forall deeper a own other free reply t t' b,
  sound_check deeper ->
  represents p b own other free -> In reply replies -> sound p t ->
  check_reply advice follow deeper a own other free reply t = Some t' ->
  answered b reply /\ sound p t'.
Proof.
  intros deeper a own other free reply t t' b deeper_sound shown listed before checked.
  unfold check_reply in checked. cbv zeta in checked.
  destruct (reply_column _ listed) as [x [value inside]].
  pose proof shown as [formed _ _ top].
  destruct (landing free reply =? 0)%uint63 eqn:no_room.
  - injection checked as <-. split; [| assumption].
    intros x' next value' dropped. exfalso.
    assert (x' = x) as -> by lia.
    pose proof (landing_no_room _ _ _ _ top value inside no_room).
    destruct (drop_inversion _ _ _ _ dropped) as [_ [room_there _]].
    unfold rows in room_there. lia.
  - destruct (four (other lor landing free reply)) eqn:no_line; [discriminate |].
    destruct (drop_exists (opponent p) b x) as [next dropped].
    { destruct formed as [-> _]. assumption. }
    { eapply landing_room; eassumption. }
    pose proof (represents_reply _ _ _ _ _ _ _ _ shown value inside dropped) as shown_next.
    cbv zeta in shown_next.
    destruct (deeper_sound _ _ _ _ _ _ _ shown_next before checked) as [won after].
    split; [| assumption].
    intros x' next' value' dropped'.
    assert (x' = x) as -> by lia.
    assert (next' = next) as -> by congruence.
    split; [| assumption].
    rewrite <- no_line. symmetry. apply four_spec; apply shown_next.
Qed.

Lemma check_move_sound : forall deeper,
  sound_check deeper -> sound_check (check_move advice choose follow deeper).
Proof.
  intros deeper deeper_sound a own other free t t' b shown before checked.
  unfold check_move in checked. cbv zeta in checked.
  destruct (t.[slot (key own free)] =? key own free)%uint63 eqn:known.
  { apply Uint63.eqb_spec in known. injection checked as <-.
    split; [| assumption]. now apply before with (slot (key own free)) own other free. }
  destruct (choose a own other free <? 7)%uint63 eqn:small; cbn [negb] in checked; [| discriminate].
  destruct (small_column _ small) as [x [value inside]].
  set (column := choose a own other free) in *.
  destruct (landing free column =? 0)%uint63 eqn:some_room; [discriminate |].
  pose proof shown as [formed _ _ top].
  destruct (drop_exists p b x) as [after dropped].
  { destruct formed as [-> _]. assumption. }
  { eapply landing_room; eassumption. }
  pose proof (represents_move _ _ _ _ _ _ _ _ shown value inside dropped) as moved.
  cbv zeta in moved.
  set (own' := (own lor landing free column)%uint63) in *.
  set (free' := filled free (landing free column)) in *.
  destruct (four own') eqn:line.
  { injection checked as <-. split; [| assumption].
    apply wins_at_once with x after; [assumption |].
    rewrite <- line. symmetry. apply four_spec; apply moved. }
  destruct ((free' land squares) =? 0)%uint63 eqn:room_left; [discriminate |].
  destruct (for_each replies (check_reply advice follow deeper a own' other free') t)
    as [last |] eqn:all; [| discriminate].
  injection checked as <-.
  assert (each : forall reply now later,
    In reply replies -> sound p now ->
    check_reply advice follow deeper a own' other free' reply now = Some later ->
    answered after reply /\ sound p later).
  { intros. eapply check_reply_sound; eassumption. }
  destruct (for_each_spec (sound p) (answered after) _ replies t last each before all)
    as [replied sound_last].
  assert (won : wins p b).
  { apply wins_later with x after; [assumption | eapply not_full; eassumption |].
    intros y next dropped_y.
    assert (y < 7).
    { destruct (drop_inversion _ _ _ _ dropped_y) as [within _].
      pose proof (board_formed _ _ _ _ _ moved) as [width _]. unfold columns in width. lia. }
    destruct (every_column y) as [reply [listed reply_value]]; [assumption |].
    exact (replied reply listed y next reply_value dropped_y). }
  split; [assumption |]. apply set_sound with b other; assumption.
Qed.

Theorem check_sound : forall moves, sound_check (check advice choose follow moves).
Proof.
  induction moves as [| moves IH].
  - intros a own other free t t' b _ _ checked. discriminate.
  - exact (check_move_sound _ IH).
Qed.

Theorem holds_sound : forall a own other free b,
  represents p b own other free ->
  holds advice choose follow a own other free = true ->
  wins p b.
Proof.
  intros a own other free b shown held. unfold holds in held.
  destruct (check advice choose follow 21 a own other free empty_table) as [t |] eqn:checked;
    [| discriminate].
  now apply (check_sound _ _ _ _ _ _ _ _ shown (empty_sound p) checked).
Qed.

End Soundness.
