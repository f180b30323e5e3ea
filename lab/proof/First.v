(** The first player wins at Connect 4. *)

From Coq Require Import Uint63.
Require Import Rules Checker Sound Guide First_data.

Lemma certificate_holds :
  holds int (choose certificate) (follow certificate) root 0 0 bottom = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem first_player_wins : wins First empty_board.
Proof.
  apply holds_sound with (2 := certificate_holds).
  apply represents_computed_spec. reflexivity.
Qed.
