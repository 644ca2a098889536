(** From a finite run of R-Wythoff to all n: the theorem of docs/r-wythoff.md.

    The list of positions of value g is *settled* from M on if its member n lies on diagonal n for all n >= M. [finite_run_settles] says
    that H1 to H4, which speak of finitely many members, imply this. Names are those of docs/r-wythoff.md. *)

From Coq Require Import NArith ZArith List Lia Bool.
From Grundy Require Import Games RWythoff Golden Descent Repeats.
Import ListNotations.
Open Scope N_scope.

(** * Levels *)

(** The numbers of a certificate about one value, with the names of docs/r-wythoff.md. *)
Record level := Level {
  lM : N;        (** settled from M on *)
  lR : N;        (** the number of repeats *)
  lK : N;        (** the window from K *)
  lE : N;        (** to E *)
  lP : golden;   (** the bound in the window *)
  lX : N;        (** the length of the run *)
}.

(** H1 and H2 for the first [X] members. *)
Definition run_of_length (X g : N) (l : level) : Prop :=
  low_diagonals g (lM l) /\ settled_before g (lM l) X /\ repeats g X (lR l) /\
  lK l = N.max (lM l) 1 /\ lE l < X /\ le (integer 0) (lP l) /\
  exists p, member g (lK l) p (lK l) /\ lE l = p + lK l + lR l /\
    forall n q d, member g n q d -> lK l <= n -> n <= lE l -> within (lP l) (offset (lR l) q n).

(** Lemma 2 gives the shift instead of the repeats. *)
Lemma shift_of_a_run X g l p : run_of_length X g l -> member g (lK l) p (lK l) -> index g (p + lK l - 1) = p + lR l.
Proof.
  intros (Low & S & Rp & EK & EX & _ & pK & MbK & Ee & _) Mb.
  destruct (member_is_unique _ _ _ _ _ _ Mb MbK) as (-> & _).
  apply (repeats_before_X_are_the_shift g (lM l) X (lK l) pK); auto; lia.
Qed.

Lemma run_of_another_length X X' g l :
  run_of_length X g l -> settled_before g (lM l) X' -> lE l < X' -> run_of_length X' g l.
Proof.
  intros H S' EX'. pose proof (shift_of_a_run X g l) as Shift.
  pose proof H as (Low & S & _ & EK & EX & Pn & pK & MbK & Ee & Win).
  split; [exact Low |]. split; [exact S' |]. split; [| repeat split; auto; exists pK; auto].
  apply (repeats_before_X_are_the_shift g (lM l) X' (lK l) pK); auto; lia.
Qed.

(** The least integer greater than φe + P, or any other number: [generation_bound] tests it. *)
Definition next_end (P : golden) (e : N) : N :=
  let b := (phis P + Z.of_N e)%Z in
  Z.to_N (whole P + (b + Z.sqrt (5 * b * b)) / 2 + 1).

(** Divides [Q] by φ once for each further generation that ends before [x]. *)
Fixpoint generation_bound (fuel : nat) (E : N) (P Q : golden) (e x : N) : golden :=
  match fuel with
  | O => Q
  | S fuel =>
      let e' := next_end P e in
      if (E <=? e') && (e' <? x) && ltb (add (Golden.Golden 0 (Z.of_N e)) P) (integer (Z.of_N e'))
      then generation_bound fuel E P (over_phi Q) e' x
      else Q
  end.

(** P(x): a bound for all members from [x] on. *)
Definition bound_at (l : level) (x : N) : golden :=
  if lE l <? x then generation_bound 80 (lE l) (lP l) (over_phi (lP l)) (lE l) x else lP l.

Theorem bound_at_is_correct X g l x n p d :
  run_of_length X g l -> lK l <= x -> member g n p d -> x <= n -> n <= X -> within (bound_at l x) (offset (lR l) p n).
Proof.
  intros H Lx Mb Ln Un. pose proof H as (Low & Set_ & _ & EK & EX & Pn & pK & MbK & Ee & Win).
  pose proof (shift_of_a_run X g l pK H MbK) as Ri. clear H.
  assert (Kp : 0 < lK l) by lia. assert (MK : lM l <= lK l) by lia.
  assert (KX : lK l < X) by lia. assert (MX : lM l <= X) by lia.
  rewrite Ee in Win.
  pose proof (all_members_are_within_P g (lM l) X MX Low Set_ (lK l) (lR l) pK Kp MK MbK Ri (lP l) Pn Win KX) as All.
  pose proof (first_generation g (lM l) X MX Low Set_ (lK l) (lR l) pK Kp MK MbK Ri (lP l) Pn Win KX) as First.
  unfold bound_at. destruct (N.ltb_spec (lE l) x) as [L | L]; [| eapply All; eauto; lia].
  assert (H : forall fuel e Q, e < x -> within_from g X (lR l) (e + 1) Q ->
    within_from g X (lR l) x (generation_bound fuel (lE l) (lP l) Q e x)).
  { induction fuel as [| fuel IH]; intros e Q Le W; cbn [generation_bound].
    - intros n' p' d' Mb' Ln' Un'. eapply W; eauto. lia.
    - destruct ((lE l <=? next_end (lP l) e) && _ && _) eqn:C.
      + rewrite !andb_true_iff, N.leb_le, N.ltb_lt in C. destruct C as ((C1 & C2) & C3).
        apply IH; auto. apply ltb_is_correct in C3.
        apply (next_generation g (lM l) X MX Low Set_ (lK l) (lR l) pK Kp MK MbK Ri (lP l) Pn Win) with e; auto. lia.
      + intros n' p' d' Mb' Ln' Un'. eapply W; eauto. lia. }
  eapply H; eauto. now rewrite Ee.
Qed.

(** H4: from member [x] on, the two lists have no position in common. *)
Definition are_separate (x : N) (l l' : level) : Prop :=
  let apart := Z.abs (Z.of_N (lR l) - Z.of_N (lR l')) in
  lt (add (add (bound_at l x) (bound_at l' x)) (integer 1)) (integer apart) \/
  apart = 1%Z /\ bound_at l x = integer 0 /\ bound_at l' x = integer 0.

(** A value is settled, with the bounds of its level. *)
Definition level_holds (g : N) (l : level) : Prop := settled g (lM l) /\ run_of_length (lX l) g l.

Lemma level_holds_for_every_length g l X : level_holds g l -> lE l < X -> run_of_length X g l.
Proof.
  intros (S & H) L. apply run_of_another_length with (lX l); auto. intros n p d Mb Ln _. eapply S; eauto.
Qed.

(** R is the number of all repeats. *)
Lemma level_holds_gives_repeats g l n : level_holds g l -> lM l < n -> repeats g n (lR l).
Proof.
  intros H L. assert (Far : run_of_length (n + lE l + 1) g l) by (apply level_holds_for_every_length; auto; lia).
  destruct Far as (Low & S & Rp & EK & EX & _ & pK & MbK & Ee & _).
  apply (repeats_before_K_or_X g (lM l) (n + lE l + 1) (lK l)) in Rp; auto; try lia.
  destruct (N.eq_dec n (lK l)) as [-> | Ne]; auto.
  apply (repeats_before_K_or_X g (lM l) n (lK l)); auto; try lia.
  intros m p d Mb Lm Um. eapply S; eauto. lia.
Qed.

Lemma separate_lists_do_not_meet x X g h l l' m p d d' :
  run_of_length X g l -> m <= X -> lK l <= x -> level_holds h l' -> lK l' <= x -> 0 < x -> x <= m ->
  are_separate x l l' -> member g m p d -> ~ member h m p d'.
Proof.
  intros H Lm Lk H' Lk' Lp Lx Sep Mb Mb'.
  assert (W : within (bound_at l x) (offset (lR l) p m)) by (eapply bound_at_is_correct; eauto).
  assert (W' : within (bound_at l' x) (offset (lR l') p m)).
  { eapply bound_at_is_correct with (X := m + lE l' + 1); eauto; [| lia].
    apply level_holds_for_every_length; auto. lia. }
  assert (D : sub (offset (lR l) p m) (offset (lR l') p m) = integer (Z.of_N (lR l) - Z.of_N (lR l'))).
  { unfold sub, offset, integer. cbn [whole phis]. f_equal; lia. }
  destruct Sep as [Far | (One & B & B')].
  - now apply (far_integers_separate _ _ _ _ _ W W' Far).
  - rewrite B in W. rewrite B' in W'.
    destruct (irrational_numbers_separate _ _ _ W W' One D) as [(_ & Z) | (_ & Z)]; cbn [offset phis] in Z; lia.
Qed.

(** The theorem of docs/r-wythoff.md. [run_of_length (lX l) g l] is H1 and H2, the second hypothesis H3 and H4. *)
Theorem finite_run_settles g l :
  run_of_length (lX l) g l ->
  (forall h, h < g -> exists l', level_holds h l' /\ lK l' <= lX l /\ are_separate (lX l) l l') ->
  settled g (lM l).
Proof.
  intros H Smaller. set (M := lM l). set (X := lX l) in *.
  assert (Steps : forall k, settled_before g M (X + k)).
  { induction k as [| k IH] using N.peano_ind; [rewrite N.add_0_r; apply H |].
    intros m p d Mb Lm Um. destruct (N.lt_ge_cases m (X + k)) as [L | L]; [eapply IH; eauto |].
    assert (m = X + k) as Em by lia. clear L Um.
    assert (Hm : run_of_length m g l).
    { apply run_of_another_length with X; auto; [now rewrite Em |]. assert (lE l < X) by apply H. lia. }
    pose proof Hm as (Low & Before & _ & EK & EX & _ & pK & _ & Ee & _).
    pose proof (later_members_have_large_diagonals g M m Lm Low Before m p d Mb (N.le_refl m)) as Ld.
    destruct (N.eq_dec d m) as [-> | Ne]; auto. exfalso.
    (* Diagonal m is free, so a smaller value has it. *)
    assert (Y : exists h, h < g /\ on h p m).
    { exists (value_at p (p + m)). split; [| reflexivity].
      destruct (N.lt_trichotomy (value_at p (p + m)) g) as [L | [L | L]]; auto; exfalso.
      - apply Ne. apply (one_diagonal_in_a_row g p); [apply Mb | exact L].
      - apply Ne. apply (one_diagonal_in_a_row g p); [apply Mb |]. apply value_by_exclusion.
        + intros S. eapply second_rows_are_not_first; [exact S | apply Mb].
        + intros h Lh Yh. unfold on in Yh. lia.
        + intros e Le Ye. assert (e = d) by (eapply one_diagonal_in_a_row; [exact Ye | apply Mb]). lia.
        + intros i Li Yi. assert (Mi : member g (index g i) i m) by (split; auto).
          assert (index g i < m).
          { destruct Mb as (_ & E). rewrite <- E. eapply index_increases_after_first; eauto. }
          destruct (N.lt_ge_cases (index g i) M) as [Lo | Hi].
          * pose proof (Low _ _ _ Mi Lo). lia.
          * assert (m = index g i) by (eapply Before; eauto). lia. }
    destruct Y as (h & Lh & Yh). destruct (Smaller h Lh) as (l' & H' & Lk' & Sep).
    assert (Mh : member h m p m).
    { split; auto. symmetry. assert (Mi : member h (index h p) p m) by (split; auto).
      pose proof H' as (Sh & (Low' & _ & _ & EK' & _)).
      destruct (N.lt_ge_cases (index h p) (lM l')) as [Lo | Hi]; [| eapply Sh; eauto].
      pose proof (Low' _ _ _ Mi Lo). lia. }
    assert (EX' : lE l < X) by apply H.
    revert Mh. eapply separate_lists_do_not_meet with (x := X) (X := m); eauto; lia. }
  intros n p d Mb L. apply (Steps (n + 1) n p d Mb L). lia.
Qed.
