(** The second player wins if the first player begins in the leftmost column. *)

From Coq Require Import Uint63.
Require Import Rules Checker Sound Guide Second_data.

Lemma certificate_holds :
  holds int (choose certificate) (follow certificate) root 0 1 (bottom + 1) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem second_player_wins_after_1 :
  forall b, drop First 0 empty_board = Some b -> wins Second b.
Proof.
  intros b dropped. injection dropped as <-.
  apply holds_sound with (2 := certificate_holds).
  apply represents_computed_spec. reflexivity.
Qed.
