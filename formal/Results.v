(** What the certificates of atlas/ claim, proved. Generated from them by `UPDATE=1 cargo xtask formal`. *)

From Coq Require Import NArith List.
From Grundy Require Import Games Rows RowChecker Certificates RWythoff Descent Repeats Settled SettledChecker.
Import ListNotations.
Open Scope N_scope.

Theorem star_nim_row_1 :
  claim (RowCertificate StarNim 1 0 1 1 1 []).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary star_nim_row_1_period :
  forall b, 0 <= b -> G star_nim 1 (b + 1) = G star_nim 1 b + 1.
Proof. exact (proj1 star_nim_row_1). Qed.

Theorem star_nim_row_2 :
  claim (RowCertificate StarNim 2 0 3 1 3 [(3, 1)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary star_nim_row_2_period :
  forall b, 0 <= b -> G star_nim 2 (b + 3) = G star_nim 2 b + 3.
Proof. exact (proj1 star_nim_row_2). Qed.

Theorem star_nim_row_3 :
  claim (RowCertificate StarNim 3 5 9 5 9 [(3, 6)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary star_nim_row_3_period :
  forall b, 5 <= b -> G star_nim 3 (b + 9) = G star_nim 3 b + 9.
Proof. exact (proj1 star_nim_row_3). Qed.

Theorem star_nim_row_4 :
  claim (RowCertificate StarNim 4 10 36 10 36 [(2, 10); (3, 10)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary star_nim_row_4_period :
  forall b, 10 <= b -> G star_nim 4 (b + 36) = G star_nim 4 b + 36.
Proof. exact (proj1 star_nim_row_4). Qed.

Theorem star_nim_row_5 :
  claim (RowCertificate StarNim 5 25 144 25 144 [(2, 25); (3, 25)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary star_nim_row_5_period :
  forall b, 25 <= b -> G star_nim 5 (b + 144) = G star_nim 5 b + 144.
Proof. exact (proj1 star_nim_row_5). Qed.

Theorem star_nim_row_6 :
  claim (RowCertificate StarNim 6 25 720 25 720 [(2, 25); (3, 26); (5, 27)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary star_nim_row_6_period :
  forall b, 25 <= b -> G star_nim 6 (b + 720) = G star_nim 6 b + 720.
Proof. exact (proj1 star_nim_row_6). Qed.

Theorem star_nim_row_7 :
  claim (RowCertificate StarNim 7 21 5040 25 5040 [(2, 24); (3, 22); (5, 21); (7, 21)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary star_nim_row_7_period :
  forall b, 21 <= b -> G star_nim 7 (b + 5040) = G star_nim 7 b + 5040.
Proof. exact (proj1 star_nim_row_7). Qed.

Theorem star_nim_row_8 :
  claim (RowCertificate StarNim 8 68 10080 68 10080 [(2, 68); (3, 68); (5, 68); (7, 68)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary star_nim_row_8_period :
  forall b, 68 <= b -> G star_nim 8 (b + 10080) = G star_nim 8 b + 10080.
Proof. exact (proj1 star_nim_row_8). Qed.

Theorem star_nim_row_9 :
  claim (RowCertificate StarNim 9 68 151200 68 151200 [(2, 68); (3, 72); (5, 68); (7, 68)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary star_nim_row_9_period :
  forall b, 68 <= b -> G star_nim 9 (b + 151200) = G star_nim 9 b + 151200.
Proof. exact (proj1 star_nim_row_9). Qed.

Theorem wythoff_row_0 :
  claim (RowCertificate Wythoff 0 0 1 0 1 []).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary wythoff_row_0_period :
  forall b, 0 <= b -> G wythoff 0 (b + 1) = G wythoff 0 b + 1.
Proof. exact (proj1 wythoff_row_0). Qed.

Theorem wythoff_row_1 :
  claim (RowCertificate Wythoff 1 0 3 1 3 [(3, 1)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary wythoff_row_1_period :
  forall b, 0 <= b -> G wythoff 1 (b + 3) = G wythoff 1 b + 3.
Proof. exact (proj1 wythoff_row_1). Qed.

Theorem wythoff_row_2 :
  claim (RowCertificate Wythoff 2 0 3 2 3 [(3, 0)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary wythoff_row_2_period :
  forall b, 0 <= b -> G wythoff 2 (b + 3) = G wythoff 2 b + 3.
Proof. exact (proj1 wythoff_row_2). Qed.

Theorem wythoff_row_3 :
  claim (RowCertificate Wythoff 3 8 6 8 6 [(2, 8); (3, 8)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary wythoff_row_3_period :
  forall b, 8 <= b -> G wythoff 3 (b + 6) = G wythoff 3 b + 6.
Proof. exact (proj1 wythoff_row_3). Qed.

Theorem wythoff_row_4 :
  claim (RowCertificate Wythoff 4 9 12 9 12 [(2, 9); (3, 9)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary wythoff_row_4_period :
  forall b, 9 <= b -> G wythoff 4 (b + 12) = G wythoff 4 b + 12.
Proof. exact (proj1 wythoff_row_4). Qed.

Theorem wythoff_row_5 :
  claim (RowCertificate Wythoff 5 27 24 27 24 [(2, 33); (3, 27)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary wythoff_row_5_period :
  forall b, 27 <= b -> G wythoff 5 (b + 24) = G wythoff 5 b + 24.
Proof. exact (proj1 wythoff_row_5). Qed.

Theorem wythoff_row_6 :
  claim (RowCertificate Wythoff 6 37 12 37 24 [(2, 37); (3, 38)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary wythoff_row_6_period :
  forall b, 37 <= b -> G wythoff 6 (b + 12) = G wythoff 6 b + 12.
Proof. exact (proj1 wythoff_row_6). Qed.

Theorem wythoff_row_7 :
  claim (RowCertificate Wythoff 7 92 24 92 24 [(2, 93); (3, 92)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary wythoff_row_7_period :
  forall b, 92 <= b -> G wythoff 7 (b + 24) = G wythoff 7 b + 24.
Proof. exact (proj1 wythoff_row_7). Qed.

Theorem wythoff_row_8 :
  claim (RowCertificate Wythoff 8 102 24 102 24 [(2, 102); (3, 102)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary wythoff_row_8_period :
  forall b, 102 <= b -> G wythoff 8 (b + 24) = G wythoff 8 b + 24.
Proof. exact (proj1 wythoff_row_8). Qed.

Theorem wythoff_row_9 :
  claim (RowCertificate Wythoff 9 127 24 127 24 [(2, 127); (3, 127)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary wythoff_row_9_period :
  forall b, 127 <= b -> G wythoff 9 (b + 24) = G wythoff 9 b + 24.
Proof. exact (proj1 wythoff_row_9). Qed.

Theorem wythoff_row_10 :
  claim (RowCertificate Wythoff 10 224 24 224 24 [(2, 224); (3, 224)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary wythoff_row_10_period :
  forall b, 224 <= b -> G wythoff 10 (b + 24) = G wythoff 10 b + 24.
Proof. exact (proj1 wythoff_row_10). Qed.

Theorem wythoff_row_11 :
  claim (RowCertificate Wythoff 11 277 48 277 48 [(2, 282); (3, 277)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary wythoff_row_11_period :
  forall b, 277 <= b -> G wythoff 11 (b + 48) = G wythoff 11 b + 48.
Proof. exact (proj1 wythoff_row_11). Qed.

Theorem wythoff_row_12 :
  claim (RowCertificate Wythoff 12 347 48 347 48 [(2, 347); (3, 347)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary wythoff_row_12_period :
  forall b, 347 <= b -> G wythoff 12 (b + 48) = G wythoff 12 b + 48.
Proof. exact (proj1 wythoff_row_12). Qed.

Theorem wythoff_row_13 :
  claim (RowCertificate Wythoff 13 382 96 382 96 [(2, 383); (3, 382)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary wythoff_row_13_period :
  forall b, 382 <= b -> G wythoff 13 (b + 96) = G wythoff 13 b + 96.
Proof. exact (proj1 wythoff_row_13). Qed.

Theorem wythoff_row_14 :
  claim (RowCertificate Wythoff 14 613 96 613 96 [(2, 613); (3, 613)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary wythoff_row_14_period :
  forall b, 613 <= b -> G wythoff 14 (b + 96) = G wythoff 14 b + 96.
Proof. exact (proj1 wythoff_row_14). Qed.

Theorem wythoff_row_15 :
  claim (RowCertificate Wythoff 15 693 96 693 96 [(2, 693); (3, 693)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary wythoff_row_15_period :
  forall b, 693 <= b -> G wythoff 15 (b + 96) = G wythoff 15 b + 96.
Proof. exact (proj1 wythoff_row_15). Qed.

Theorem wythoff_row_16 :
  claim (RowCertificate Wythoff 16 771 192 771 192 [(2, 778); (3, 771)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary wythoff_row_16_period :
  forall b, 771 <= b -> G wythoff 16 (b + 192) = G wythoff 16 b + 192.
Proof. exact (proj1 wythoff_row_16). Qed.

Theorem wythoff_row_17 :
  claim (RowCertificate Wythoff 17 865 192 865 192 [(2, 865); (3, 866)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary wythoff_row_17_period :
  forall b, 865 <= b -> G wythoff 17 (b + 192) = G wythoff 17 b + 192.
Proof. exact (proj1 wythoff_row_17). Qed.

Theorem wythoff_row_18 :
  claim (RowCertificate Wythoff 18 919 384 919 384 [(2, 922); (3, 919)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary wythoff_row_18_period :
  forall b, 919 <= b -> G wythoff 18 (b + 384) = G wythoff 18 b + 384.
Proof. exact (proj1 wythoff_row_18). Qed.

Theorem wythoff_row_19 :
  claim (RowCertificate Wythoff 19 1032 384 1032 384 [(2, 1032); (3, 1032)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary wythoff_row_19_period :
  forall b, 1032 <= b -> G wythoff 19 (b + 384) = G wythoff 19 b + 384.
Proof. exact (proj1 wythoff_row_19). Qed.

Theorem wythoff_row_20 :
  claim (RowCertificate Wythoff 20 1165 384 1165 384 [(2, 1165); (3, 1165)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary wythoff_row_20_period :
  forall b, 1165 <= b -> G wythoff 20 (b + 384) = G wythoff 20 b + 384.
Proof. exact (proj1 wythoff_row_20). Qed.

Theorem r_wythoff_row_0 :
  claim (RowCertificate RWythoff 0 0 1 1 1 []).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary r_wythoff_row_0_period :
  forall b, 0 <= b -> G r_wythoff 0 (b + 1) = G r_wythoff 0 b + 1.
Proof. exact (proj1 r_wythoff_row_0). Qed.

Theorem r_wythoff_row_1 :
  claim (RowCertificate RWythoff 1 3 1 3 1 []).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary r_wythoff_row_1_period :
  forall b, 3 <= b -> G r_wythoff 1 (b + 1) = G r_wythoff 1 b + 1.
Proof. exact (proj1 r_wythoff_row_1). Qed.

Theorem r_wythoff_row_2 :
  claim (RowCertificate RWythoff 2 3 1 4 1 []).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary r_wythoff_row_2_period :
  forall b, 3 <= b -> G r_wythoff 2 (b + 1) = G r_wythoff 2 b + 1.
Proof. exact (proj1 r_wythoff_row_2). Qed.

Theorem r_wythoff_row_3 :
  claim (RowCertificate RWythoff 3 7 4 7 4 [(2, 7)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary r_wythoff_row_3_period :
  forall b, 7 <= b -> G r_wythoff 3 (b + 4) = G r_wythoff 3 b + 4.
Proof. exact (proj1 r_wythoff_row_3). Qed.

Theorem r_wythoff_row_4 :
  claim (RowCertificate RWythoff 4 14 12 14 12 [(2, 14); (3, 16)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary r_wythoff_row_4_period :
  forall b, 14 <= b -> G r_wythoff 4 (b + 12) = G r_wythoff 4 b + 12.
Proof. exact (proj1 r_wythoff_row_4). Qed.

Theorem r_wythoff_row_5 :
  claim (RowCertificate RWythoff 5 15 12 15 12 [(2, 16); (3, 16)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary r_wythoff_row_5_period :
  forall b, 15 <= b -> G r_wythoff 5 (b + 12) = G r_wythoff 5 b + 12.
Proof. exact (proj1 r_wythoff_row_5). Qed.

Theorem r_wythoff_row_6 :
  claim (RowCertificate RWythoff 6 13 36 15 36 [(2, 14); (3, 13)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary r_wythoff_row_6_period :
  forall b, 13 <= b -> G r_wythoff 6 (b + 36) = G r_wythoff 6 b + 36.
Proof. exact (proj1 r_wythoff_row_6). Qed.

Theorem r_wythoff_row_7 :
  claim (RowCertificate RWythoff 7 32 180 32 180 [(2, 33); (3, 32); (5, 36)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary r_wythoff_row_7_period :
  forall b, 32 <= b -> G r_wythoff 7 (b + 180) = G r_wythoff 7 b + 180.
Proof. exact (proj1 r_wythoff_row_7). Qed.

Theorem r_wythoff_row_8 :
  claim (RowCertificate RWythoff 8 33 360 33 360 [(2, 34); (3, 34); (5, 33)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary r_wythoff_row_8_period :
  forall b, 33 <= b -> G r_wythoff 8 (b + 360) = G r_wythoff 8 b + 360.
Proof. exact (proj1 r_wythoff_row_8). Qed.

Theorem r_wythoff_row_9 :
  claim (RowCertificate RWythoff 9 40 2520 40 2520 [(2, 40); (3, 41); (5, 40); (7, 40)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary r_wythoff_row_9_period :
  forall b, 40 <= b -> G r_wythoff 9 (b + 2520) = G r_wythoff 9 b + 2520.
Proof. exact (proj1 r_wythoff_row_9). Qed.

Theorem r_wythoff_row_10 :
  claim (RowCertificate RWythoff 10 41 12600 41 12600 [(2, 41); (3, 42); (5, 44); (7, 41)]).
Proof. apply check_row_is_correct. vm_cast_no_check (eq_refl true). Qed.

Corollary r_wythoff_row_10_period :
  forall b, 41 <= b -> G r_wythoff 10 (b + 12600) = G r_wythoff 10 b + 12600.
Proof. exact (proj1 r_wythoff_row_10). Qed.

Definition r_wythoff_settled_10_levels : list level := [
  Level 0 0 1 2 (distance 0 0) 3;
  Level 4 1 4 10 (distance 0 0) 11;
  Level 10 3 10 27 (distance 17 10) 28;
  Level 22 5 22 58 (distance 45 27) 97;
  Level 81 12 81 217 (distance 151 90) 218;
  Level 242 9 242 633 (distance 572 353) 634;
  Level 151 22 151 400 (distance 260 157) 401;
  Level 638 52 638 1698 (distance 1065 641) 1699;
  Level 734 33 734 1919 (distance 1848 1140) 2777;
  Level 1456 86 1456 3852 (distance 2396 1456) 4521;
  Level 3712 143 3712 9789 (distance 6081 3714) 10192].

Lemma r_wythoff_settled_10_checked : check_settled r_wythoff_settled_10_levels = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem r_wythoff_settled_10_value_0 : settled_claim 0 0 0.
Proof. exact (check_settled_is_correct r_wythoff_settled_10_levels r_wythoff_settled_10_checked 0 _ eq_refl). Qed.

Corollary r_wythoff_settled_10_value_0_diagonals :
  forall n p d, member 0 n p d -> 0 <= n -> d = n.
Proof. exact (proj1 r_wythoff_settled_10_value_0). Qed.

Theorem r_wythoff_settled_10_value_1 : settled_claim 1 4 1.
Proof. exact (check_settled_is_correct r_wythoff_settled_10_levels r_wythoff_settled_10_checked 1 _ eq_refl). Qed.

Corollary r_wythoff_settled_10_value_1_diagonals :
  forall n p d, member 1 n p d -> 4 <= n -> d = n.
Proof. exact (proj1 r_wythoff_settled_10_value_1). Qed.

Theorem r_wythoff_settled_10_value_2 : settled_claim 2 10 3.
Proof. exact (check_settled_is_correct r_wythoff_settled_10_levels r_wythoff_settled_10_checked 2 _ eq_refl). Qed.

Corollary r_wythoff_settled_10_value_2_diagonals :
  forall n p d, member 2 n p d -> 10 <= n -> d = n.
Proof. exact (proj1 r_wythoff_settled_10_value_2). Qed.

Theorem r_wythoff_settled_10_value_3 : settled_claim 3 22 5.
Proof. exact (check_settled_is_correct r_wythoff_settled_10_levels r_wythoff_settled_10_checked 3 _ eq_refl). Qed.

Corollary r_wythoff_settled_10_value_3_diagonals :
  forall n p d, member 3 n p d -> 22 <= n -> d = n.
Proof. exact (proj1 r_wythoff_settled_10_value_3). Qed.

Theorem r_wythoff_settled_10_value_4 : settled_claim 4 81 12.
Proof. exact (check_settled_is_correct r_wythoff_settled_10_levels r_wythoff_settled_10_checked 4 _ eq_refl). Qed.

Corollary r_wythoff_settled_10_value_4_diagonals :
  forall n p d, member 4 n p d -> 81 <= n -> d = n.
Proof. exact (proj1 r_wythoff_settled_10_value_4). Qed.

Theorem r_wythoff_settled_10_value_5 : settled_claim 5 242 9.
Proof. exact (check_settled_is_correct r_wythoff_settled_10_levels r_wythoff_settled_10_checked 5 _ eq_refl). Qed.

Corollary r_wythoff_settled_10_value_5_diagonals :
  forall n p d, member 5 n p d -> 242 <= n -> d = n.
Proof. exact (proj1 r_wythoff_settled_10_value_5). Qed.

Theorem r_wythoff_settled_10_value_6 : settled_claim 6 151 22.
Proof. exact (check_settled_is_correct r_wythoff_settled_10_levels r_wythoff_settled_10_checked 6 _ eq_refl). Qed.

Corollary r_wythoff_settled_10_value_6_diagonals :
  forall n p d, member 6 n p d -> 151 <= n -> d = n.
Proof. exact (proj1 r_wythoff_settled_10_value_6). Qed.

Theorem r_wythoff_settled_10_value_7 : settled_claim 7 638 52.
Proof. exact (check_settled_is_correct r_wythoff_settled_10_levels r_wythoff_settled_10_checked 7 _ eq_refl). Qed.

Corollary r_wythoff_settled_10_value_7_diagonals :
  forall n p d, member 7 n p d -> 638 <= n -> d = n.
Proof. exact (proj1 r_wythoff_settled_10_value_7). Qed.

Theorem r_wythoff_settled_10_value_8 : settled_claim 8 734 33.
Proof. exact (check_settled_is_correct r_wythoff_settled_10_levels r_wythoff_settled_10_checked 8 _ eq_refl). Qed.

Corollary r_wythoff_settled_10_value_8_diagonals :
  forall n p d, member 8 n p d -> 734 <= n -> d = n.
Proof. exact (proj1 r_wythoff_settled_10_value_8). Qed.

Theorem r_wythoff_settled_10_value_9 : settled_claim 9 1456 86.
Proof. exact (check_settled_is_correct r_wythoff_settled_10_levels r_wythoff_settled_10_checked 9 _ eq_refl). Qed.

Corollary r_wythoff_settled_10_value_9_diagonals :
  forall n p d, member 9 n p d -> 1456 <= n -> d = n.
Proof. exact (proj1 r_wythoff_settled_10_value_9). Qed.

Theorem r_wythoff_settled_10_value_10 : settled_claim 10 3712 143.
Proof. exact (check_settled_is_correct r_wythoff_settled_10_levels r_wythoff_settled_10_checked 10 _ eq_refl). Qed.

Corollary r_wythoff_settled_10_value_10_diagonals :
  forall n p d, member 10 n p d -> 3712 <= n -> d = n.
Proof. exact (proj1 r_wythoff_settled_10_value_10). Qed.

Definition all_corollaries := (
  star_nim_row_1_period,
  star_nim_row_2_period,
  star_nim_row_3_period,
  star_nim_row_4_period,
  star_nim_row_5_period,
  star_nim_row_6_period,
  star_nim_row_7_period,
  star_nim_row_8_period,
  star_nim_row_9_period,
  wythoff_row_0_period,
  wythoff_row_1_period,
  wythoff_row_2_period,
  wythoff_row_3_period,
  wythoff_row_4_period,
  wythoff_row_5_period,
  wythoff_row_6_period,
  wythoff_row_7_period,
  wythoff_row_8_period,
  wythoff_row_9_period,
  wythoff_row_10_period,
  wythoff_row_11_period,
  wythoff_row_12_period,
  wythoff_row_13_period,
  wythoff_row_14_period,
  wythoff_row_15_period,
  wythoff_row_16_period,
  wythoff_row_17_period,
  wythoff_row_18_period,
  wythoff_row_19_period,
  wythoff_row_20_period,
  r_wythoff_row_0_period,
  r_wythoff_row_1_period,
  r_wythoff_row_2_period,
  r_wythoff_row_3_period,
  r_wythoff_row_4_period,
  r_wythoff_row_5_period,
  r_wythoff_row_6_period,
  r_wythoff_row_7_period,
  r_wythoff_row_8_period,
  r_wythoff_row_9_period,
  r_wythoff_row_10_period,
  r_wythoff_settled_10_value_0_diagonals,
  r_wythoff_settled_10_value_1_diagonals,
  r_wythoff_settled_10_value_2_diagonals,
  r_wythoff_settled_10_value_3_diagonals,
  r_wythoff_settled_10_value_4_diagonals,
  r_wythoff_settled_10_value_5_diagonals,
  r_wythoff_settled_10_value_6_diagonals,
  r_wythoff_settled_10_value_7_diagonals,
  r_wythoff_settled_10_value_8_diagonals,
  r_wythoff_settled_10_value_9_diagonals,
  r_wythoff_settled_10_value_10_diagonals).

Print Assumptions all_corollaries.
