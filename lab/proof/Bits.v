(** The bits of machine integers.  [bit x n] is bit [n] of [x]. *)

From Coq Require Import Arith Bool Lia List ZArith Uint63.

Definition bit (x : int) (n : nat) : bool := Z.testbit (to_Z x) (Z.of_nat n).

Lemma bit_land : forall x y n, bit (x land y) n = bit x n && bit y n.
Proof. intros. unfold bit. now rewrite land_spec', Z.land_spec. Qed.

Lemma bit_lor : forall x y n, bit (x lor y) n = bit x n || bit y n.
Proof. intros. unfold bit. now rewrite lor_spec', Z.lor_spec. Qed.

Lemma bit_lxor : forall x y n, bit (x lxor y) n = xorb (bit x n) (bit y n).
Proof. intros. unfold bit. now rewrite lxor_spec', Z.lxor_spec. Qed.

Lemma bit_zero : forall n, bit 0 n = false.
Proof. intros. unfold bit. now rewrite to_Z_0, Z.testbit_0_l. Qed.

Lemma bit_right : forall x k n, bit (x >> k) n = bit x (n + Z.to_nat (to_Z k)).
Proof.
  intros. unfold bit.
  pose proof (to_Z_bounded k).
  rewrite lsr_spec, <- Z.shiftr_div_pow2, Z.shiftr_spec by lia.
  f_equal. lia.
Qed.

(** A number has 63 bits. *)
Lemma bit_left : forall x k n, n < 63 ->
  bit (x << k) n = if n <? Z.to_nat (to_Z k) then false else bit x (n - Z.to_nat (to_Z k)).
Proof.
  intros x k n small. unfold bit.
  pose proof (to_Z_bounded k).
  rewrite lsl_spec.
  change wB with (2 ^ 63)%Z.
  rewrite Z.mod_pow2_bits_low by lia.
  rewrite <- Z.shiftl_mul_pow2, Z.shiftl_spec by lia.
  destruct (Nat.ltb_spec n (Z.to_nat (to_Z k))).
  - apply Z.testbit_neg_r. lia.
  - f_equal. lia.
Qed.

Lemma bit_high : forall x n, 63 <= n -> bit x n = false.
Proof.
  intros x n large. unfold bit.
  pose proof (to_Z_bounded x) as bounded.
  change wB with (2 ^ 63)%Z in bounded.
  destruct (Z.eq_dec (to_Z x) 0) as [zero | positive].
  - now rewrite zero, Z.testbit_0_l.
  - apply Z.bits_above_log2; [lia |].
    apply Z.log2_lt_pow2; [lia |].
    apply Z.lt_le_trans with (2 ^ 63)%Z; [lia |].
    apply Z.pow_le_mono_r; lia.
Qed.

Lemma bits_equal : forall x y, (forall n, bit x n = bit y n) -> x = y.
Proof.
  intros x y same. apply to_Z_inj. apply Z.bits_inj'. intros n positive.
  specialize (same (Z.to_nat n)). unfold bit in same.
  now rewrite Z2Nat.id in same.
Qed.

(** A number is 0 if and only if all its bits are. *)

Lemma is_zero : forall x, (x =? 0)%uint63 = true <-> (forall n, bit x n = false).
Proof.
  intros x. rewrite eqb_spec. split.
  - intros -> n. apply bit_zero.
  - intros none. apply bits_equal. intros n. now rewrite none, bit_zero.
Qed.

Lemma is_not_zero : forall x, (x =? 0)%uint63 = false <-> (exists n, bit x n = true).
Proof.
  intros x. split.
  - intros nonzero.
    destruct (existsb (bit x) (seq 0 63)) eqn:search.
    + apply existsb_exists in search. destruct search as [n [_ set]]. now exists n.
    + assert (zero : (x =? 0)%uint63 = true); [| congruence].
      apply is_zero. intros n.
      destruct (Nat.lt_ge_cases n 63) as [small | large]; [| now apply bit_high].
      destruct (bit x n) eqn:set; [| reflexivity].
      assert (existsb (bit x) (seq 0 63) = true); [| congruence].
      apply existsb_exists. exists n. split; [| assumption].
      apply in_seq. lia.
  - intros [n set].
    destruct ((x =? 0)%uint63) eqn:zero; [| reflexivity].
    rewrite is_zero in zero. now rewrite zero in set.
Qed.
