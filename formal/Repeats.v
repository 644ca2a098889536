(** The shift R of [Descent] is the number of repeats: of second entries that occur earlier in the list. *)

From Coq Require Import NArith List Lia Bool.
From Grundy Require Import Games RWythoff Descent.
Import ListNotations.
Open Scope N_scope.

(** The second entry of member [j] is that of an earlier member. *)
Definition is_repeat (g j : N) : Prop :=
  exists p d i q e, member g j p d /\ i < j /\ member g i q e /\ q + e = p + d.

(** There are just [R] repeats among the first [n] members. *)
Definition repeats (g n R : N) : Prop :=
  exists l, NoDup l /\ length l = N.to_nat R /\ forall j, In j l <-> j < n /\ is_repeat g j.

Lemma is_repeat_is_decidable g j : is_repeat g j \/ ~ is_repeat g j.
Proof.
  destruct (every_number_has_a_member g j) as (p & d & Mb).
  destruct (search (fun i => exists q e, member g i q e /\ q + e = p + d) j) as [(i & L & q & e & Mi & E) | H].
  - intros i. destruct (every_number_has_a_member g i) as (q & e & Mi).
    destruct (N.eq_dec (q + e) (p + d)) as [E | E]; [left; eauto | right].
    intros (q' & e' & Mi' & E'). destruct (member_is_unique _ _ _ _ _ _ Mi Mi'). lia.
  - left. exists p, d, i, q, e. auto.
  - right. intros (p' & d' & i & q & e & Mb' & L & Mi & E). apply (H i L). exists q, e. split; auto.
    destruct (member_is_unique _ _ _ _ _ _ Mb Mb'). lia.
Qed.

Lemma repeats_exist g n : exists R, repeats g n R.
Proof.
  induction n as [| n (R & l & Nd & Len & H)] using N.peano_ind.
  - exists 0, []. split; [constructor |]. split; [reflexivity |]. intros j. split; [intros [] | lia].
  - destruct (is_repeat_is_decidable g n) as [Y | Y].
    + exists (R + 1), (n :: l). split; [constructor; auto; intros I; apply H in I; lia |].
      split; [cbn; lia |]. intros j. cbn. rewrite H. split.
      * intros [<- | (L & X)]; split; auto; lia.
      * intros (L & X). destruct (N.eq_dec n j); auto. right. split; auto. lia.
    + exists R, l. split; auto. split; auto. intros j. rewrite H.
      split; intros (L & X); (split; [| exact X]); [lia |].
      destruct (N.eq_dec j n) as [-> |]; [contradiction | lia].
Qed.

Lemma repeats_are_unique g n R R' : repeats g n R -> repeats g n R' -> R = R'.
Proof.
  intros (l & Nd & Len & H) (l' & Nd' & Len' & H').
  assert (length l <= length l')%nat by (apply NoDup_incl_length; auto; intros j; rewrite H, H'; auto).
  assert (length l' <= length l)%nat by (apply NoDup_incl_length; auto; intros j; rewrite H, H'; auto).
  lia.
Qed.

(** Choosing a partner for each element of a list. *)
Lemma choose (rel : N -> N -> Prop) l : (forall x, In x l -> exists y, rel x y) ->
  exists l', length l' = length l /\ (forall y, In y l' -> exists x, In x l /\ rel x y) /\
    (forall x, In x l -> exists y, In y l' /\ rel x y) /\
    ((forall x x' y, rel x y -> rel x' y -> x = x') -> NoDup l -> NoDup l').
Proof.
  induction l as [| x l IH]; intros H.
  - exists []. repeat split; auto; intros y [].
  - destruct (H x) as (y & R); [now left |]. destruct IH as (l' & Len & A & B & C); [intros; apply H; now right |].
    exists (y :: l'). split; [cbn; lia |]. split; [| split].
    + intros z [<- | I]; [exists x; split; auto; now left |]. destruct (A z I) as (w & Iw & Rw). exists w.
      split; auto. now right.
    + intros z [<- | I]; [exists y; split; auto; now left |]. destruct (B z I) as (w & Iw & Rw). exists w.
      split; auto. now right.
    + intros Inj Nd. inversion Nd as [| ? ? Nx Nl]; subst. constructor; auto.
      intros I. destruct (A y I) as (w & Iw & Rw). assert (w = x) by eauto. now subst.
Qed.

(** The rows before [p] that are second. *)
Definition second_rows (g p : N) : list N := filter (fun r => negb (is_first g r)) (below p).

Lemma first_and_second_rows g p : index g p + N.of_nat (length (second_rows g p)) = p.
Proof.
  induction p as [| p IH] using N.peano_ind; [reflexivity |].
  rewrite <- N.add_1_r, index_succ. unfold second_rows in *. rewrite below_succ, filter_app, app_length. cbn.
  destruct (is_first g p); cbn; lia.
Qed.

Lemma in_second_rows g p r : In r (second_rows g p) <-> r < p /\ is_second g r.
Proof. unfold second_rows. now rewrite filter_In, in_below, negb_true_iff, is_first_or_second. Qed.

Section Count.
  Variables (g M X K pK : N).
  Hypothesis M_is_at_most_X : M <= X.
  Hypothesis Low : low_diagonals g M.
  Hypothesis Settled : settled_before g M X.
  Hypothesis K_is_positive : 0 < K.
  Hypothesis M_is_at_most_K : M <= K.
  Hypothesis K_is_before_X : K < X.
  Hypothesis Member_K : member g K pK K.

  Lemma no_repeats_from_K j : K <= j -> j < X -> ~ is_repeat g j.
  Proof.
    intros L Lx (p & d & i & q & e & Mb & Li & Mi & E).
    assert (d = j) as -> by (eapply Settled; eauto; lia).
    pose proof (earlier_second_entries_are_smaller g M X M_is_at_most_X Low Settled j p i q e ltac:(lia) Lx Mb
      Mi Li). lia.
  Qed.

  Lemma repeats_before_K_or_X R : repeats g K R <-> repeats g X R.
  Proof.
    assert (H : forall j, j < K /\ is_repeat g j <-> j < X /\ is_repeat g j).
    { intros j. split; intros (L & Y); (split; [| exact Y]); [lia |].
      destruct (N.lt_ge_cases j K); auto. exfalso. eapply no_repeats_from_K; eauto. }
    split; intros (l & Nd & Len & I); exists l; (split; [exact Nd | split; [exact Len |]]); intros j; rewrite I;
      [| symmetry]; apply H.
  Qed.

  (** Diagonal 0 has a member before [K]. *)
  Lemma diagonal_0_is_used_before_K : exists n p, n < K /\ member g n p 0.
  Proof.
    destruct (N.eq_dec M 0) as [Z | Z].
    - destruct (every_number_has_a_member g 0) as (p & d & Mb). exists 0, p. split; auto.
      assert (d = 0) as -> by (eapply Settled; eauto; lia). exact Mb.
    - destruct (low_diagonals_are_used g M 0 Low ltac:(lia)) as (n & p & L & Mb). exists n, p. split; auto. lia.
  Qed.

  (** The member on diagonal 0 is not a repeat. *)
  Lemma diagonal_0_is_not_a_repeat j p : member g j p 0 -> ~ is_repeat g j.
  Proof.
    intros Mb (p' & d & i & q & e & Mb' & L & Mi & E).
    destruct (member_is_unique _ _ _ _ _ _ Mb Mb') as (<- & <-).
    pose proof (rows_increase g _ _ _ _ _ _ Mi Mb L).
    apply (second_rows_are_not_first g p 0); [| apply Mb]. exists q, e. repeat split; try apply Mi; lia.
  Qed.

  (** Member [j] is the first one with second entry [r]. *)
  Definition begins (r j : N) : Prop := j < K /\ ~ is_repeat g j /\ exists p d, member g j p d /\ 0 < d /\ p + d = r.

  Lemma second_rows_begin r : In r (second_rows g (pK + K - 1)) -> exists j, begins r j.
  Proof.
    rewrite in_second_rows. intros (Lr & i & e & Le & E & Y).
    assert (H : forall n i e, index g i = n -> 0 < e -> i + e = r -> on g i e -> exists j, begins r j).
    { intros n. induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros i' e' En Le' E' Y'.
      assert (Mb : member g n i' e') by (split; auto).
      destruct (is_repeat_is_decidable g n) as [Rp | Rp].
      - destruct Rp as (p & d & k & q & f & Mb' & L & Mk & F).
        destruct (member_is_unique _ _ _ _ _ _ Mb Mb') as (<- & <-).
        pose proof (rows_increase g _ _ _ _ _ _ Mk Mb L). apply (IH k L q f); try apply Mk; lia.
      - exists n. split; [| split; eauto]. destruct (N.lt_trichotomy n K) as [L | [L | L]]; auto; exfalso.
        + rewrite L in Mb. destruct (member_is_unique _ _ _ _ _ _ Mb Member_K). lia.
        + pose proof (later_second_entries_are_larger g M X M_is_at_most_X Low Settled K pK n i' e' ltac:(lia)
            ltac:(lia) Member_K Mb L). lia. }
    eapply H; eauto.
  Qed.

  Theorem shift_is_the_number_of_repeats R : repeats g K R -> index g (pK + K - 1) = pK + R.
  Proof.
    intros (l & Nd & Len & Rep). destruct diagonal_0_is_used_before_K as (j0 & p0 & L0 & M0).
    destruct (choose begins _ second_rows_begin) as (l' & Len' & A & B & C).
    assert (Inj : forall r r' j, begins r j -> begins r' j -> r = r').
    { intros r r' j (_ & _ & p & d & Mb & _ & E) (_ & _ & p' & d' & Mb' & _ & E').
      destruct (member_is_unique _ _ _ _ _ _ Mb Mb'). lia. }
    assert (Nd' : NoDup l') by (apply C; auto; unfold second_rows; apply NoDup_filter, below_has_no_duplicates).
    assert (NotBoth : forall j, In j l' -> ~ is_repeat g j /\ j < K /\ j <> j0).
    { intros j I. destruct (A j I) as (r & _ & L & Rp & p & d & Mb & Ld & _). repeat split; auto. intros ->.
      destruct (member_is_unique _ _ _ _ _ _ Mb M0). lia. }
    (* The members before K: that on diagonal 0, the repeats, and those that begin a second row. *)
    set (all := j0 :: l ++ l').
    assert (NdAll : NoDup all).
    { constructor.
      - rewrite in_app_iff. intros [I | I].
        + apply Rep in I. now apply (diagonal_0_is_not_a_repeat j0 p0).
        + now apply NotBoth in I.
      - clear all. assert (Disjoint : forall j, In j l -> ~ In j l').
        { intros j I I'. apply NotBoth in I'. now apply Rep in I. }
        clear - Nd Nd' Disjoint. induction l as [| x l IH]; cbn; auto. inversion Nd; subst. constructor.
        + rewrite in_app_iff. intros [I | I]; [contradiction |]. apply (Disjoint x); auto. now left.
        + apply IH; auto. intros j I. apply Disjoint. now right. }
    assert (Le : (length all <= N.to_nat K)%nat).
    { rewrite <- length_below. apply NoDup_incl_length; auto. intros j [<- | I]; apply in_below; auto.
      apply in_app_iff in I. destruct I as [I | I]; [apply Rep in I; lia | apply NotBoth in I; lia]. }
    assert (Ge : (N.to_nat K <= length all)%nat).
    { rewrite <- length_below. apply NoDup_incl_length; [apply below_has_no_duplicates |].
      intros j I. apply in_below in I. unfold all. cbn. rewrite in_app_iff.
      destruct (every_number_has_a_member g j) as (p & d & Mb).
      destruct (N.eq_dec d 0) as [-> | Nz].
      { left. assert (p = p0) as -> by (eapply one_row_on_a_diagonal; [apply Mb | apply M0]).
        destruct Mb as (_ & <-), M0 as (_ & <-). reflexivity. }
      right. destruct (is_repeat_is_decidable g j) as [Rp | Rp]; [left; now apply Rep | right].
      pose proof (earlier_second_entries_are_smaller g M X M_is_at_most_X Low Settled K pK j p d ltac:(lia)
        K_is_before_X Member_K Mb I).
      destruct (B (p + d)) as (j' & I' & L' & Rp' & p' & d' & Mb' & Ld' & E').
      { apply in_second_rows. split; [lia |]. exists p, d. repeat split; try apply Mb. lia. }
      replace j with j'; auto. destruct (N.lt_trichotomy j j') as [L | [L | L]]; auto; exfalso.
      - apply Rp'. exists p', d', j, p, d. auto.
      - apply Rp. exists p, d, j', p', d'. auto. }
    unfold all in *. cbn in Le, Ge. rewrite app_length in Le, Ge.
    pose proof (first_and_second_rows g (pK + K - 1)). lia.
  Qed.

  Theorem repeats_before_X_are_the_shift R : repeats g X R <-> index g (pK + K - 1) = pK + R.
  Proof.
    rewrite <- repeats_before_K_or_X. split; [apply shift_is_the_number_of_repeats |].
    intros E. destruct (repeats_exist g K) as (R' & H). pose proof (shift_is_the_number_of_repeats R' H).
    now replace R with R' by lia.
  Qed.
End Count.
