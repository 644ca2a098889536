(** Small tables, computed by the definition. A test of the library compares them with its own rules
    (crates/grundy/tests/all/formal.rs), so that both state the same games. *)

From Coq Require Import NArith List.
From Grundy Require Import Games.
Import ListNotations.
Open Scope N_scope.

(** Row a, column b: the value of (a, b). The cell (0, 0) is not a position of Star Nim; by the definition it has value 0. *)
Definition table (g : game) (n : N) : list (list N) := map (fun a => map (G g a) (below n)) (below n).

Example nim_table : table nim 7 = [
  [0; 1; 2; 3; 4; 5; 6];
  [1; 0; 3; 2; 5; 4; 7];
  [2; 3; 0; 1; 6; 7; 4];
  [3; 2; 1; 0; 7; 6; 5];
  [4; 5; 6; 7; 0; 1; 2];
  [5; 4; 7; 6; 1; 0; 3];
  [6; 7; 4; 5; 2; 3; 0]].
Proof. vm_compute. reflexivity. Qed.

Example star_nim_table : table star_nim 7 = [
  [0; 0; 1; 2; 3; 4; 5];
  [0; 1; 2; 3; 4; 5; 6];
  [1; 2; 0; 4; 5; 3; 7];
  [2; 3; 4; 0; 1; 6; 8];
  [3; 4; 5; 1; 0; 2; 9];
  [4; 5; 3; 6; 2; 0; 1];
  [5; 6; 7; 8; 9; 1; 0]].
Proof. vm_compute. reflexivity. Qed.

Example wythoff_table : table wythoff 7 = [
  [0; 1; 2; 3; 4; 5; 6];
  [1; 2; 0; 4; 5; 3; 7];
  [2; 0; 1; 5; 3; 4; 8];
  [3; 4; 5; 6; 2; 0; 1];
  [4; 5; 3; 2; 7; 6; 9];
  [5; 3; 4; 0; 6; 8; 10];
  [6; 7; 8; 1; 9; 10; 3]].
Proof. vm_compute. reflexivity. Qed.

Example r_wythoff_table : table r_wythoff 7 = [
  [0; 1; 2; 3; 4; 5; 6];
  [1; 2; 0; 3; 4; 5; 6];
  [2; 0; 1; 3; 4; 5; 6];
  [3; 3; 3; 4; 2; 0; 1];
  [4; 4; 4; 2; 3; 5; 1];
  [5; 5; 5; 0; 5; 6; 4];
  [6; 6; 6; 1; 1; 4; 5]].
Proof. vm_compute. reflexivity. Qed.
