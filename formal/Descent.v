(** Lemmas 1 to 3 of docs/r-wythoff.md, about the positions of one value of R-Wythoff.

    The first X members are given: those from M on lie on their own diagonals. R is here the number such that the first entry [b_K - 1] has
    index [a_K + R]; [Repeats] shows that it is the number of repeats. *)

From Coq Require Import NArith ZArith List Lia Bool.
From Grundy Require Import Games RWythoff Golden.
Import ListNotations.
Open Scope N_scope.

(** Members from [M] on and before [X] lie on their own diagonals. *)
Definition settled_before (g M X : N) : Prop := forall n p d, member g n p d -> M <= n -> n < X -> d = n.

(** Members from [M] on lie on their own diagonals. *)
Definition settled (g M : N) : Prop := forall n p d, member g n p d -> M <= n -> d = n.

(** The first [M] members lie on the first [M] diagonals. *)
Definition low_diagonals (g M : N) : Prop := forall n p d, member g n p d -> n < M -> d < M.

(** The members below [M] use all diagonals below [M], because no two of them lie on one diagonal. *)
Lemma low_diagonals_are_used g M d : low_diagonals g M -> d < M -> exists n p, n < M /\ member g n p d.
Proof.
  intros Low Ld.
  assert (H : forall k, k <= M -> exists l, length l = N.to_nat k /\ NoDup l /\
    forall e, In e l -> exists n p, n < k /\ member g n p e).
  { induction k as [| k IH] using N.peano_ind; intros L.
    - exists []. repeat split; [constructor | intros e []].
    - destruct IH as (l & Len & Nd & H); [lia |]. destruct (every_number_has_a_member g k) as (p & e & Mb).
      exists (e :: l). split; [cbn; lia |]. split.
      + constructor; auto. intros I. destruct (H e I) as (n & q & Ln & (X & E)). destruct Mb as (Y & F).
        assert (p = q) as -> by (eapply one_row_on_a_diagonal; eauto). lia.
      + intros e' [<- | I]; [exists k, p; split; auto; lia |].
        destruct (H e' I) as (n & q & Ln & Mb'). exists n, q. split; auto. lia. }
  destruct (H M) as (l & Len & Nd & I); [lia |].
  apply I. apply (NoDup_length_incl Nd (l' := below M)); [rewrite length_below; lia | | now apply in_below].
  intros e Ie. destruct (I e Ie) as (n & p & Ln & Mb). apply in_below. eapply Low; eauto.
Qed.

(** x_n = a_n - φn + R, for the member [n] in row [p]. *)
Definition offset (R p n : N) : golden := Golden.Golden (Z.of_N p + Z.of_N R) (- Z.of_N n).

Section One_value.
  Variables (g M X : N).
  Hypothesis M_is_at_most_X : M <= X.
  Hypothesis Low : low_diagonals g M.
  Hypothesis Settled : settled_before g M X.

  Lemma later_members_have_large_diagonals n p d : member g n p d -> X <= n -> X <= d.
  Proof.
    intros Mb L. destruct (N.lt_ge_cases d X) as [Ld | Ld]; auto. exfalso.
    assert (H : exists n' p', n' < X /\ member g n' p' d).
    { destruct (N.lt_ge_cases d M) as [Lm | Lm].
      - destruct (low_diagonals_are_used g M d Low Lm) as (n' & p' & Ln & Mb'). exists n', p'. split; auto. lia.
      - destruct (every_number_has_a_member g d) as (p' & d' & Mb').
        assert (d' = d) as -> by (eapply Settled; eauto). exists d, p'. split; auto. }
    destruct H as (n' & p' & Ln & (Y & E)). destruct Mb as (Z & F).
    assert (p = p') as <- by (eapply one_row_on_a_diagonal; eauto). lia.
  Qed.

  (** Lemma 1. *)
  Lemma earlier_second_entries_are_smaller n p i q e :
    M <= n -> n < X -> member g n p n -> member g i q e -> i < n -> q + e + 2 <= p + n.
  Proof.
    intros Ln Lx Mb Mb' L. pose proof (rows_increase _ _ _ _ _ _ _ Mb' Mb L).
    destruct (N.lt_ge_cases i M) as [Li | Li]; [specialize (Low _ _ _ Mb' Li); lia |].
    assert (e = i) by (eapply Settled; eauto; lia). lia.
  Qed.

  Lemma later_second_entries_are_larger n p i q e :
    M <= n -> n < X -> member g n p n -> member g i q e -> n < i -> p + n + 2 <= q + e.
  Proof.
    intros Ln Lx Mb Mb' L. pose proof (rows_increase _ _ _ _ _ _ _ Mb Mb' L).
    destruct (N.lt_ge_cases i X) as [Li | Li].
    - assert (e = i) by (eapply Settled; eauto; lia). lia.
    - pose proof (later_members_have_large_diagonals _ _ _ Mb' Li). lia.
  Qed.

  Lemma second_rows_near_a_member n p r :
    M <= n -> n < X -> member g n p n -> is_second g r -> r + 2 <= p + n \/ r = p + n \/ p + n + 2 <= r.
  Proof.
    intros Ln Lx Mb (i & e & Le & <- & Y). assert (Mb' : member g (index g i) i e) by (split; auto).
    destruct (N.lt_trichotomy (index g i) n) as [L | [L | L]].
    - left. eapply earlier_second_entries_are_smaller; eauto.
    - right; left. rewrite L in Mb'. destruct (member_is_unique _ _ _ _ _ _ Mb Mb'). lia.
    - right; right. eapply later_second_entries_are_larger; eauto.
  Qed.

  (** From here on, R is given by member K. *)
  Variables (K R pK : N).
  Hypothesis K_is_positive : 0 < K.
  Hypothesis M_is_at_most_K : M <= K.
  Hypothesis Member_K : member g K pK K.
  Hypothesis R_is_the_shift : index g (pK + K - 1) = pK + R.

  Lemma own_diagonal n p d : member g n p d -> K <= n -> n < X -> member g n p n.
  Proof. intros Mb L Lx. assert (d = n) as <- by (eapply Settled; eauto; lia). exact Mb. Qed.

  (** Lemma 2, for the row before [b_n]. *)
  Lemma index_before_a_second_entry : forall n p, K <= n -> n < X -> member g n p n -> index g (p + n - 1) = p + R.
  Proof.
    intros n p L. revert p. replace n with (K + (n - K)) by lia.
    induction (n - K) as [| k IH] using N.peano_ind; intros p Lx Mb.
    - rewrite N.add_0_r in *. destruct (member_is_unique _ _ _ _ _ _ Mb Member_K) as (-> & _). exact R_is_the_shift.
    - set (m := K + k) in *. replace (K + N.succ k) with (m + 1) in * by lia.
      destruct (every_number_has_a_member g m) as (q & e & Mb').
      apply own_diagonal in Mb'; [| lia | lia]. pose proof (rows_increase _ _ _ _ _ _ _ Mb' Mb ltac:(lia)).
      specialize (IH q ltac:(lia) Mb').
      assert (Before : ~ is_second g (q + m - 1)).
      { intros S. apply (second_rows_near_a_member m q) in S; auto; lia. }
      assert (At : is_second g (q + m)) by (exists q, m; repeat split; try apply Mb'; lia).
      assert (Far : index g (q + m + 1 + (p - q - 1)) = index g (q + m + 1) + (p - q - 1)).
      { apply index_of_consecutive_first_rows. intros r Lr Ur (i & f & Lf & E & Y).
        assert (Mi : member g (index g i) i f) by (split; auto).
        destruct (N.lt_ge_cases (index g i) (m + 1)) as [Li | Li].
        - destruct (N.eq_dec (index g i) m) as [Em | Nm].
          + rewrite Em in Mi. destruct (member_is_unique _ _ _ _ _ _ Mi Mb'). lia.
          + pose proof (earlier_second_entries_are_smaller m q (index g i) i f ltac:(lia) ltac:(lia) Mb' Mi
              ltac:(lia)). lia.
        - destruct (N.eq_dec (index g i) (m + 1)) as [Em | Nm].
          + rewrite Em in Mi. destruct (member_is_unique _ _ _ _ _ _ Mi Mb). lia.
          + pose proof (later_second_entries_are_larger (m + 1) p (index g i) i f ltac:(lia) ltac:(lia) Mb Mi
              ltac:(lia)). lia. }
      replace (q + m + 1 + (p - q - 1)) with (p + (m + 1) - 1) in Far by lia.
      rewrite index_after_second in Far by auto.
      replace (q + m) with (q + m - 1 + 1) in Far by lia.
      rewrite index_succ, IH in Far.
      destruct (is_first g (q + m - 1)) eqn:F; [lia |]. apply is_first_or_second in F. contradiction.
  Qed.

  Lemma first_row_is_a_member r : ~ is_second g r -> exists d, member g (index g r) r d.
  Proof.
    intros S. destruct (every_row_is_first_or_second g r) as [(d & _ & Y) | ?]; [| contradiction].
    exists d. now split.
  Qed.

  (** Lemma 2: members [a_n + R] and [a_n + R + 1] are in the rows before and after [b_n]. *)
  Lemma members_next_to_a_second_entry n p :
    K <= n -> n < X -> member g n p n ->
    (exists d, member g (p + R) (p + n - 1) d) /\ (exists d, member g (p + R + 1) (p + n + 1) d).
  Proof.
    intros L Lx Mb. pose proof (index_before_a_second_entry n p L Lx Mb) as E.
    assert (Before : ~ is_second g (p + n - 1)) by (intros S; apply (second_rows_near_a_member n p) in S; auto; lia).
    assert (After : ~ is_second g (p + n + 1)) by (intros S; apply (second_rows_near_a_member n p) in S; auto; lia).
    apply first_row_is_a_member in Before, After. destruct Before as (d & B), After as (d' & A). split.
    - exists d. now rewrite <- E.
    - exists d'. destruct A as (Y & A). split; auto. clear A.
      assert (S : is_second g (p + n)) by (exists p, n; repeat split; try apply Mb; lia).
      rewrite index_after_second by auto.
      replace (p + n) with (p + n - 1 + 1) at 1 by lia. destruct B as (B & _).
      rewrite (index_after_first g _ d B). lia.
  Qed.

  (** Lemma 3, the descent. *)
  Lemma descent m p d : K < X -> pK + K + R < m -> m <= X -> member g m p d ->
    exists n q, K < n /\ n < m /\ member g n q n /\ (m = q + R /\ p = q + n - 1 \/ m = q + R + 1 /\ p = q + n + 1).
  Proof.
    intros Lk Lm Lx Mb. set (v := m - R).
    assert (Second_K : is_second g (pK + K)) by (exists pK, K; repeat split; try apply Member_K; lia).
    assert (Lv : v < p).
    { destruct Mb as (_ & E). pose proof (index_is_at_most_the_row g p).
      destruct (N.eq_dec R 0) as [Z | Z]; [| lia].
      assert (pK + K < p) by lia.
      pose proof (index_is_less_after_second g p _ Second_K ltac:(lia)). lia. }
    (* A first row between b_K and the row of m is the row of a parent. *)
    assert (Parent : forall r, pK + K <= r -> r < p -> ~ is_second g r -> exists n, K < n /\ n < m /\ member g n r n).
    { intros r Lr Ur S. apply first_row_is_a_member in S. destruct S as (e & S). exists (index g r).
      assert (K < index g r).
      { destruct Member_K as (Y & E). rewrite <- E. apply index_increases_after_first with K; auto. lia. }
      assert (index g r < m).
      { destruct Mb as (_ & E). rewrite <- E. apply index_increases_after_first with e; auto. apply S. }
      repeat split; auto. apply own_diagonal in S; [apply S | lia | lia]. }
    destruct (is_second_is_decidable g v) as [S | S].
    - assert (S' : ~ is_second g (v - 1)).
      { intros S'. destruct S as (i & e & Le & E & Y), S' as (i' & e' & Le' & E' & Y').
        assert (Mi : member g (index g i) i e) by (split; auto).
        assert (Mi' : member g (index g i') i' e') by (split; auto).
        assert (Near : forall j q f, member g j q f -> pK + K <= q + f -> q < p -> K <= j /\ j < X).
        { intros j q f Mj Lj Uj. split.
          - destruct (N.lt_ge_cases j K) as [Lj' | Lj']; auto.
            pose proof (earlier_second_entries_are_smaller K pK j q f ltac:(lia) ltac:(lia) Member_K Mj Lj'). lia.
          - destruct Mj as (Yj & <-). apply N.lt_le_trans with m; auto. destruct Mb as (_ & <-).
            now apply index_increases_after_first with f. }
        destruct (Near _ _ _ Mi) as (A & B); [lia | lia |].
        apply own_diagonal in Mi; auto. destruct (Near _ _ _ Mi') as (A' & B'); [lia | lia |].
        assert (e = index g i) by (eapply one_diagonal_in_a_row; [exact Y | apply Mi]).
        assert (Second : is_second g (v - 1)) by (exists i', e'; auto).
        apply (second_rows_near_a_member (index g i) i) in Second; auto; lia. }
      destruct (Parent (v - 1)) as (n & Ln & Un & Mn); auto; [lia | lia |].
      destruct (members_next_to_a_second_entry n (v - 1)) as (_ & (e & A)); auto; [lia | lia |].
      exists n, (v - 1). repeat split; auto; try apply Mn. right.
      assert (Em : v - 1 + R + 1 = m) by lia. rewrite Em in A.
      destruct (member_is_unique _ _ _ _ _ _ Mb A). lia.
    - destruct (Parent v) as (n & Ln & Un & Mn); auto; [lia |].
      destruct (members_next_to_a_second_entry n v) as ((e & B) & _); auto; [lia | lia |].
      exists n, v. repeat split; auto; try apply Mn. left.
      assert (Em : v + R = m) by lia. rewrite Em in B.
      destruct (member_is_unique _ _ _ _ _ _ Mb B). lia.
  Qed.

  (** ** Bounds *)

  Variable P : golden.
  Notation E := (pK + K + R).
  Hypothesis P_is_not_negative : le (integer 0) P.
  Hypothesis Window : forall n p d, member g n p d -> K <= n -> n <= E -> within P (offset R p n).

  (** A parent within [Q] has children within Q/φ. *)
  Lemma child_is_closer Q n q m p : K < n ->
    m = q + R /\ p = q + n - 1 \/ m = q + R + 1 /\ p = q + n + 1 ->
    within Q (offset R q n) -> within (over_phi Q) (offset R p m).
  Proof.
    intros L [(-> & ->) | (-> & ->)] W; unfold offset in *.
    - apply descent_to_f in W.
      replace (Z.of_N (q + n - 1) + Z.of_N R)%Z with (Z.of_N q + Z.of_N R + Z.of_N n - 1)%Z by lia.
      now replace (Z.of_N (q + R)) with (Z.of_N q + Z.of_N R)%Z by lia.
    - apply descent_to_f_plus_1 in W.
      replace (Z.of_N (q + n + 1) + Z.of_N R)%Z with (Z.of_N q + Z.of_N R + Z.of_N n + 1)%Z by lia.
      now replace (Z.of_N (q + R + 1)) with (Z.of_N q + Z.of_N R + 1)%Z by lia.
  Qed.

  (** Members from [from] on, up to member [X], are within [Q]. *)
  Definition within_from (from : N) (Q : golden) : Prop :=
    forall n p d, member g n p d -> from <= n -> n <= X -> within Q (offset R p n).

  Lemma all_members_are_within_P : K < X -> within_from K P.
  Proof.
    intros Lk n. induction n as [n IH] using (well_founded_induction N.lt_wf_0). intros p d Mb L Lx.
    destruct (N.lt_ge_cases E n) as [Far | Near]; [| eapply Window; eauto].
    destruct (descent n p d Lk Far Lx Mb) as (n' & q & Ln & Un & Mq & C).
    apply within_over_phi_is_within; auto. eapply child_is_closer; eauto. eapply IH; eauto; lia.
  Qed.

  Lemma first_generation : K < X -> within_from (E + 1) (over_phi P).
  Proof.
    intros Lk n p d Mb L Lx. destruct (descent n p d Lk ltac:(lia) Lx Mb) as (n' & q & Ln & Un & Mq & C).
    eapply child_is_closer; eauto. eapply all_members_are_within_P; eauto; lia.
  Qed.

  (** If members after [e] are within [Q], then members after [e'] are within Q/φ, where φe + P < e'. *)
  Lemma next_generation e e' Q : K < X -> E <= e' -> lt (add (Golden.Golden 0 (Z.of_N e)) P) (integer (Z.of_N e')) ->
    within_from (e + 1) Q -> within_from (e' + 1) (over_phi Q).
  Proof.
    intros Lk Le Lt W n p d Mb L Lx. destruct (descent n p d Lk ltac:(lia) Lx Mb) as (n' & q & Ln & Un & Mq & C).
    eapply child_is_closer; eauto. eapply W; eauto; [| lia].
    destruct (N.lt_ge_cases e n') as [H | H]; [lia |]. exfalso.
    assert (B : within P (offset R q n')) by (eapply all_members_are_within_P; eauto; lia).
    apply (bound_on_an_integer P _ _ (Z.of_N e) (Z.of_N e')) in B; auto; lia.
  Qed.
End One_value.
