(** The main theorems, and that none of them depends on an axiom. `cargo xtask formal` tests what this file prints. *)

From Grundy Require Import Games Rows RowChecker RowCorrect Certificates RWythoff Golden
  Descent Repeats Settled SettledChecker Automatic.

(* The Grundy value exists and is unique. *)
Print Assumptions value_is_mex.
Print Assumptions value_is_unique.

(* A repeated state gives an additive period. *)
Print Assumptions repeated_state_gives_period.

(* What the checker of row certificates accepts is true. *)
Print Assumptions check_row_is_correct.

(* The positions of each value of R-Wythoff form an endless list. *)
Print Assumptions every_number_has_a_member.

(* The shift of Lemma 2 is the number of repeats. *)
Print Assumptions repeats_before_X_are_the_shift.

(* H1 to H4 imply that a value is settled. *)
Print Assumptions finite_run_settles.

(* What the checker of settled-values certificates accepts is true. *)
Print Assumptions check_settled_is_correct.

(* The conditions that automata decide determine the positions of each value. *)
Print Assumptions conditions_determine_the_values.
Print Assumptions equation_determines_the_values.
Print Assumptions lines_determine_the_values_of_wythoff.
