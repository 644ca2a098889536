(** Numbers a + bφ with integers a and b, where φ is the golden ratio, without real numbers.

    F(k+1)/F(k) tends to φ, so a + bφ >= 0 if and only if a F(k) + b F(k+1) >= 0 for all large k. Here the right-hand side is the
    definition of the order. So multiplication by φ is a shift of k, and sums are compared term by term. *)

From Coq Require Import ZArith Lia Bool.
Open Scope Z_scope.

(** The Fibonacci numbers F(k) and F(k+1). *)
Fixpoint fib_pair (k : nat) : Z * Z :=
  match k with
  | O => (0, 1)
  | S k => let (x, y) := fib_pair k in (y, x + y)
  end.

Definition fib (k : nat) : Z := fst (fib_pair k).

Lemma fib_0 : fib 0 = 0. Proof. reflexivity. Qed.
Lemma fib_1 : fib 1 = 1. Proof. reflexivity. Qed.

Lemma fib_next k : fib (S (S k)) = fib k + fib (S k).
Proof. unfold fib. cbn. destruct (fib_pair k). reflexivity. Qed.

Lemma fib_bounds k : 0 <= fib k <= fib (S (S k)) /\ 0 < fib (S k).
Proof.
  assert (H : 0 <= fib k /\ 0 < fib (S k)).
  { induction k as [| k (A & B)]; [rewrite fib_0, fib_1; lia |]. rewrite fib_next. lia. }
  rewrite fib_next. lia.
Qed.

(** The number a + bφ. *)
Record golden := Golden { whole : Z; phis : Z }.

Definition at_fib (x : golden) (k : nat) : Z := whole x * fib k + phis x * fib (S k).

(** [P k] for all large [k]. *)
Definition eventually (P : nat -> Prop) : Prop := exists k0, forall k, (k0 <= k)%nat -> P k.

Lemma eventually_and P Q : eventually P -> eventually Q -> eventually (fun k => P k /\ Q k).
Proof. intros (a & A) (b & B). exists (max a b). intros k L. split; [apply A | apply B]; lia. Qed.

Lemma eventually_next P : eventually P -> eventually (fun k => P (S k)).
Proof. intros (a & A). exists a. intros k L. apply A. lia. Qed.

Lemma eventually_previous (P : nat -> Prop) : eventually (fun k => P (S k)) -> eventually P.
Proof. intros (a & A). exists (S a). intros [| k] L; [lia | apply A; lia]. Qed.

Lemma eventually_implies (P Q : nat -> Prop) : eventually P -> (forall k, P k -> Q k) -> eventually Q.
Proof. intros (a & A) H. exists a. auto. Qed.

Definition le (x y : golden) : Prop := eventually (fun k => at_fib x k <= at_fib y k).
Definition lt (x y : golden) : Prop := eventually (fun k => at_fib x k < at_fib y k).

Definition add (x y : golden) : golden := Golden (whole x + whole y) (phis x + phis y).
Definition sub (x y : golden) : golden := Golden (whole x - whole y) (phis x - phis y).
Definition opp (x : golden) : golden := Golden (- whole x) (- phis x).
Definition integer (n : Z) : golden := Golden n 0.

(** x/φ, with 1/φ = φ - 1. *)
Definition over_phi (x : golden) : golden := Golden (phis x - whole x) (whole x).

Lemma at_fib_next x k : at_fib x (S (S k)) = at_fib x k + at_fib x (S k).
Proof. unfold at_fib. rewrite !fib_next. lia. Qed.

Lemma over_phi_is_a_shift x k : at_fib (over_phi x) (S k) = at_fib x k.
Proof. unfold at_fib, over_phi. cbn. rewrite fib_next. lia. Qed.

(** φ is irrational: if both differences are at least 0, the numbers are the same. *)
Lemma zero_only_if_both_parts_are_zero x : le x (integer 0) -> le (integer 0) x -> whole x = 0 /\ phis x = 0.
Proof.
  intros A B. destruct (eventually_and _ _ A B) as (k0 & H).
  assert (Z : forall k, at_fib x (k0 + k) = 0).
  { intros k. specialize (H (k0 + k)%nat ltac:(lia)). unfold at_fib, integer in *. cbn [whole phis] in *. lia. }
  assert (Down : forall n, (n <= k0)%nat -> at_fib x (k0 - n) = 0 /\ at_fib x (S (k0 - n)) = 0).
  { induction n as [| n IH]; intros L.
    - pose proof (Z 0%nat) as Z0. pose proof (Z 1%nat) as Z1.
      rewrite Nat.add_0_r in Z0. rewrite Nat.add_1_r in Z1. now rewrite Nat.sub_0_r.
    - destruct IH as (Z0 & Z1); [lia |]. pose proof (at_fib_next x (k0 - S n)) as E.
      replace (S (k0 - S n)) with (k0 - n)%nat in * by lia. lia. }
  destruct (Down k0 (le_n k0)) as (Z0 & Z1). rewrite Nat.sub_diag in *.
  unfold at_fib in *. change (fib 0) with 0 in *. change (fib 1) with 1 in *. change (fib 2) with 1 in *. lia.
Qed.

(** * Deciding signs *)

(** Goes along the sequence a F(k) + b F(k+1) until two successive members are at least 0; the second is positive if [strict]. *)
Fixpoint settles (fuel : nat) (strict : bool) (u v : Z) : bool :=
  match fuel with
  | O => false
  | S fuel => if (0 <=? u) && (if strict then 0 <? v else 0 <=? v) then true else settles fuel strict v (u + v)
  end.

(** Enough for numbers of 60 bits. With too few steps the answer is [false], which proves nothing. *)
Definition steps : nat := 200.

Definition leb (x y : golden) : bool := let d := sub y x in settles steps false (phis d) (whole d + phis d).
Definition ltb (x y : golden) : bool := let d := sub y x in settles steps true (phis d) (whole d + phis d).

Lemma settles_is_correct strict x : forall fuel k,
  settles fuel strict (at_fib x k) (at_fib x (S k)) = true ->
  eventually (fun k => if strict then 0 < at_fib x k else 0 <= at_fib x k).
Proof.
  induction fuel as [| fuel IH]; intros k; cbn [settles]; [discriminate |].
  destruct ((0 <=? at_fib x k) && _) eqn:UV; intros H.
  - apply andb_true_iff in UV. destruct UV as (U & V). apply Z.leb_le in U. exists (S k).
    assert (Up : forall n, 0 <= at_fib x (k + n) /\
      if strict then 0 < at_fib x (S (k + n)) else 0 <= at_fib x (S (k + n))).
    { induction n as [| n IHn].
      - rewrite Nat.add_0_r. split; auto. destruct strict; lia.
      - replace (k + S n)%nat with (S (k + n)) by lia. rewrite at_fib_next. destruct strict; lia. }
    intros j L. destruct (Up (j - S k)%nat) as (_ & Up'). now replace (S (k + (j - S k))) with j in Up' by lia.
  - apply IH with (S k). now rewrite at_fib_next.
Qed.

Lemma first_members x : phis x = at_fib x 0 /\ whole x + phis x = at_fib x 1.
Proof. unfold at_fib. change (fib 0) with 0. change (fib 1) with 1. change (fib 2) with 1. lia. Qed.

Lemma at_fib_sub x y k : at_fib (sub y x) k = at_fib y k - at_fib x k.
Proof. unfold at_fib, sub. cbn. lia. Qed.

Lemma leb_is_correct x y : leb x y = true -> le x y.
Proof.
  unfold leb. destruct (first_members (sub y x)) as (-> & ->). intros H.
  eapply eventually_implies; [eapply (settles_is_correct false); exact H |].
  intros k. cbn beta iota. rewrite at_fib_sub. lia.
Qed.

Lemma ltb_is_correct x y : ltb x y = true -> lt x y.
Proof.
  unfold ltb. destruct (first_members (sub y x)) as (-> & ->). intros H.
  eapply eventually_implies; [eapply (settles_is_correct true); exact H |].
  intros k. cbn beta iota. rewrite at_fib_sub. lia.
Qed.

(** * Distance to the interval from -1 to 0 *)

(** -1 - P <= x <= P. *)
Definition within (P x : golden) : Prop :=
  eventually (fun k => - fib k - at_fib P k <= at_fib x k <= at_fib P k).

Definition withinb (P x : golden) : bool := leb (sub (integer (-1)) P) x && leb x P.

Lemma withinb_is_correct P x : withinb P x = true -> within P x.
Proof.
  unfold withinb. rewrite andb_true_iff. intros (A & B). apply leb_is_correct in A, B.
  eapply eventually_implies; [exact (eventually_and _ _ A B) |].
  intros k. cbn beta. rewrite at_fib_sub. unfold at_fib, integer. cbn [whole phis]. lia.
Qed.

Lemma over_phi_of_nonnegative P : le (integer 0) P -> le (integer 0) (over_phi P).
Proof.
  intros H. apply eventually_previous. eapply eventually_implies; [exact H |].
  intros k. cbn beta. rewrite over_phi_is_a_shift. unfold at_fib, integer. cbn [whole phis]. lia.
Qed.

Lemma within_over_phi_is_within P x : le (integer 0) P -> within (over_phi P) x -> within P x.
Proof.
  intros N W. apply eventually_next in W. apply eventually_previous, eventually_previous.
  apply eventually_next in W. pose proof (eventually_and _ _ N W) as H.
  eapply eventually_implies; [exact H |]. intros k. cbn beta.
  rewrite over_phi_is_a_shift, (at_fib_next P). unfold integer at 1. unfold at_fib at 1. cbn [whole phis]. lia.
Qed.

(** The two maps of the descent take x to -x/φ - 1 and to -(x + 1)/φ. With x = y - nφ these are y + n - 1 - yφ and
    y + n + 1 - (y + 1)φ. *)
Lemma descent_to_f P y n : within P (Golden y (- n)) -> within (over_phi P) (Golden (y + n - 1) (- y)).
Proof.
  intros W. apply eventually_next in W. apply eventually_previous, eventually_previous.
  eapply eventually_implies; [exact W |]. intros k. cbn beta. rewrite over_phi_is_a_shift.
  unfold at_fib. cbn [whole phis]. rewrite (fib_next (S k)), (fib_next k). pose proof (fib_bounds k). nia.
Qed.

Lemma descent_to_f_plus_1 P y n : within P (Golden y (- n)) -> within (over_phi P) (Golden (y + n + 1) (- (y + 1))).
Proof.
  intros W. apply eventually_next in W. apply eventually_previous, eventually_previous.
  eapply eventually_implies; [exact W |]. intros k. cbn beta. rewrite over_phi_is_a_shift.
  unfold at_fib. cbn [whole phis]. rewrite (fib_next (S k)), (fib_next k). pose proof (fib_bounds k). nia.
Qed.

(** ** What a bound says of integers *)

(** If y - nφ <= P, n <= m and mφ + P < e, then y < e. *)
Lemma bound_on_an_integer P y n m e :
  within P (Golden y (- n)) -> n <= m -> lt (add (Golden 0 m) P) (integer e) -> y < e.
Proof.
  intros W L H. destruct (eventually_next _ (eventually_and _ _ W H)) as (k & A).
  specialize (A k (le_n k)). cbn beta in A. unfold at_fib, add, integer in A. cbn [whole phis] in A.
  pose proof (fib_bounds k). rewrite (fib_next k) in A.
  assert (y * fib (S k) < e * fib (S k)) by nia. nia.
Qed.

(** Two numbers within their bounds that differ by [r] are less than |r| apart. *)
Lemma far_integers_separate P Q x y r :
  within P x -> within Q y -> lt (add (add P Q) (integer 1)) (integer (Z.abs r)) -> sub x y <> integer r.
Proof.
  intros A B C E. destruct (eventually_next _ (eventually_and _ _ (eventually_and _ _ A B) C)) as (k & H).
  specialize (H k (le_n k)). cbn beta in H.
  assert (D : at_fib x (S k) - at_fib y (S k) = r * fib (S k)).
  { rewrite <- at_fib_sub, E. unfold at_fib, integer. cbn [whole phis]. lia. }
  assert (Sum : at_fib (add (add P Q) (integer 1)) (S k) = at_fib P (S k) + at_fib Q (S k) + fib (S k)).
  { unfold at_fib, add, integer. cbn [whole phis]. lia. }
  assert (T : at_fib (integer (Z.abs r)) (S k) = Z.abs r * fib (S k)).
  { unfold at_fib, integer. cbn [whole phis]. lia. }
  rewrite Sum, T in H. pose proof (fib_bounds k). nia.
Qed.

(** If both bounds are 0, a difference of 1 is impossible too: one of the numbers would be 0. *)
Lemma irrational_numbers_separate x y r :
  within (integer 0) x -> within (integer 0) y -> Z.abs r = 1 -> sub x y = integer r ->
  (whole x = 0 /\ phis x = 0) \/ (whole y = 0 /\ phis y = 0).
Proof.
  intros A B R E.
  assert (D : forall k, at_fib x k - at_fib y k = r * fib k).
  { intros k. rewrite <- at_fib_sub, E. unfold at_fib, integer. cbn [whole phis]. lia. }
  assert (Z : forall k, at_fib (integer 0) k = 0) by (intros; unfold at_fib, integer; cbn [whole phis]; lia).
  pose proof (eventually_and _ _ A B) as H.
  destruct (Z.abs_spec r) as [(_ & Er) | (_ & Er)]; rewrite R in Er.
  - left. apply zero_only_if_both_parts_are_zero; (eapply eventually_implies; [exact H |]);
      intros k; cbn beta; specialize (D k); rewrite !Z; replace r with 1 in D by lia; lia.
  - right. apply zero_only_if_both_parts_are_zero; (eapply eventually_implies; [exact H |]);
      intros k; cbn beta; specialize (D k); rewrite !Z; replace r with (-1) in D by lia; lia.
Qed.
