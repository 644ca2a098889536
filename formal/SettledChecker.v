(** A checker of settled-values certificates of R-Wythoff, proved correct.

    The run is Algorithm RWSG of Gu: in each row p, each value g in turn takes the least diagonal that it has not used and that no smaller
    value takes in this row, unless p is the larger number of an earlier position of value g. *)

From Coq Require Import NArith ZArith List Lia Bool FMapPositive.
From Grundy Require Import Games RWythoff Golden Descent Repeats Settled.
Import ListNotations.
Open Scope N_scope.

(* The comparisons are long computations, which no conversion test should start. *)
#[local] Strategy opaque [leb ltb withinb].

(** * Sets of numbers *)

Definition set := PositiveMap.t unit.

Definition has (s : set) (n : N) : bool :=
  match PositiveMap.find (N.succ_pos n) s with Some _ => true | None => false end.

Definition insert (s : set) (n : N) : set := PositiveMap.add (N.succ_pos n) tt s.

Definition nothing : set := PositiveMap.empty unit.

Lemma has_insert s n m : has (insert s n) m = (m =? n) || has s m.
Proof.
  unfold has, insert. destruct (N.eqb_spec m n) as [-> | Ne].
  - now rewrite PositiveMap.gss.
  - rewrite PositiveMap.gso; auto. intros E. apply Ne. pose proof (N.succ_pos_spec m). pose proof (N.succ_pos_spec n).
    rewrite E in *. lia.
Qed.

Lemma has_nothing n : has nothing n = false.
Proof. unfold has, nothing. now rewrite PositiveMap.gempty. Qed.

(** * The run *)

(** The positions of one value in the rows so far. *)
Record sequence := Sequence {
  members : list (N * N * N);   (** number, row and diagonal *)
  count : N;
  second : set;                 (** larger numbers, where they are not the smaller ones *)
  used : set;                   (** diagonals *)
  free : N;                     (** all diagonals below this one are used *)
}.

Fixpoint least_free (fuel : nat) (used : set) (taken : list N) (d : N) : option N :=
  match fuel with
  | O => None
  | S fuel => if has used d || existsb (N.eqb d) taken then least_free fuel used taken (d + 1) else Some d
  end.

Fixpoint advance (fuel : nat) (used : set) (d : N) : N :=
  match fuel with
  | O => d
  | S fuel => if has used d then advance fuel used (d + 1) else d
  end.

(** The position of this value in row [p]. [taken] are the diagonals of smaller values in this row. *)
Definition place (fuel : nat) (p : N) (taken : list N) (s : sequence) : option (sequence * list N) :=
  if has (second s) p then Some (s, taken)
  else
    match least_free fuel (used s) taken (free s) with
    | None => None
    | Some d =>
        let used := insert (used s) d in
        let second := if d =? 0 then second s else insert (second s) (p + d) in
        let members := (count s, p, d) :: members s in
        Some (Sequence members (count s + 1) second used (advance fuel used (free s)), d :: taken)
    end.

Fixpoint place_all (fuel : nat) (p : N) (taken : list N) (l : list sequence) : option (list sequence) :=
  match l with
  | [] => Some []
  | s :: l =>
      match place fuel p taken s with
      | None => None
      | Some (s, taken) =>
          match place_all fuel p taken l with
          | None => None
          | Some l => Some (s :: l)
          end
      end
  end.

Definition next_row (fuel : nat) (x : option (N * list sequence)) : option (N * list sequence) :=
  match x with
  | None => None
  | Some (p, l) => match place_all fuel p [] l with None => None | Some l => Some (p + 1, l) end
  end.

Definition empty : sequence := Sequence [] 0 nothing nothing 0.

(** The positions of the first [values] values in the first [rows] rows. *)
Definition run (fuel : nat) (values : nat) (rows : N) : option (N * list sequence) :=
  N.iter rows (next_row fuel) (Some (0, repeat empty values)).

(** ** The run is correct *)

Definition sequence_is_correct (g p : N) (s : sequence) : Prop :=
  (forall n i d, In (n, i, d) (members s) <-> i < p /\ member g n i d) /\
  count s = index g p /\
  (forall q, has (second s) q = true <-> exists i e, i < p /\ 0 < e /\ i + e = q /\ on g i e) /\
  (forall d, has (used s) d = true <-> exists i, i < p /\ on g i d) /\
  (forall e, e < free s -> has (used s) e = true).

Definition taken_is_correct (g p : N) (taken : list N) : Prop := forall d, In d taken <-> exists h, h < g /\ on h p d.

Lemma least_free_is_correct used taken : forall fuel start d,
  least_free fuel used taken start = Some d ->
  start <= d /\ has used d = false /\ ~ In d taken /\
  forall e, start <= e -> e < d -> has used e = true \/ In e taken.
Proof.
  induction fuel as [| fuel IH]; intros start d E; cbn [least_free] in E; [discriminate |].
  destruct (has used start || existsb (N.eqb start) taken) eqn:T.
  - apply IH in E. destruct E as (L & U & Tk & H). split; [lia |]. repeat split; auto.
    intros e Le Ue. destruct (N.eq_dec e start) as [-> | Ne]; [| apply H; lia].
    apply orb_true_iff in T. now rewrite existsb_is_In in T.
  - injection E as <-. apply orb_false_iff in T. destruct T as (U & Tk). repeat split; auto; try lia.
    intros I. apply existsb_is_In in I. congruence.
Qed.

Lemma advance_is_correct used : forall fuel d,
  (forall e, e < d -> has used e = true) -> forall e, e < advance fuel used d -> has used e = true.
Proof.
  induction fuel as [| fuel IH]; intros d H e L; cbn [advance] in L; auto.
  destruct (has used d) eqn:U; auto. apply IH with (d + 1); auto.
  intros e' L'. destruct (N.eq_dec e' d) as [-> |]; auto. apply H. lia.
Qed.

Lemma place_is_correct fuel g p taken s s' taken' :
  sequence_is_correct g p s -> taken_is_correct g p taken -> place fuel p taken s = Some (s', taken') ->
  sequence_is_correct g (p + 1) s' /\ taken_is_correct (g + 1) p taken'.
Proof.
  intros (Mb & Ct & Sc & Us & Fr) Tk. unfold place. destruct (has (second s) p) eqn:S.
  - intros [= <- <-]. apply Sc in S. destruct S as (i & e & _ & Le & E & Y).
    assert (S : is_second g p) by (exists i, e; auto).
    assert (No : forall d, ~ on g p d) by (intros; now apply second_rows_are_not_first).
    assert (Row : forall q (A : Prop), (q = p -> ~ A) -> (q < p /\ A <-> q < p + 1 /\ A)).
    { intros q A H. split; intros (L & a); split; auto; [lia |].
      destruct (N.eq_dec q p) as [-> |]; [now destruct H | lia]. }
    split.
    + repeat split; auto.
      * apply Mb in H. lia.
      * apply Mb in H. apply H.
      * apply Mb in H. apply H.
      * intros H. apply Mb, Row; auto. intros -> (Y' & _). now apply (No d).
      * now rewrite index_after_second.
      * intros H. apply Sc in H. destruct H as (i' & e' & L & H). exists i', e'. split; auto. lia.
      * intros (i' & e' & L & Le' & E' & Y'). apply Sc. exists i', e'. repeat split; auto.
        destruct (N.eq_dec i' p) as [-> |]; [now apply No in Y' | lia].
      * intros H. apply Us in H. destruct H as (i' & L & Y'). exists i'. split; auto. lia.
      * intros (i' & L & Y'). apply Us. exists i'. split; auto.
        destruct (N.eq_dec i' p) as [-> |]; [now apply No in Y' | lia].
    + intros d. rewrite (Tk d). split; intros (h & L & Y'); exists h; split; auto; [lia |].
      destruct (N.eq_dec h g) as [-> |]; [now apply No in Y' | lia].
  - destruct (least_free fuel (used s) taken (free s)) as [d |] eqn:E; [| discriminate]. intros [= <- <-].
    apply least_free_is_correct in E. destruct E as (Ld & Ud & Td & Before).
    assert (NotUsed : forall e, has (used s) e = true -> ~ on g p e).
    { intros e H Y. apply Us in H. destruct H as (i & L & Y').
      assert (i = p) by (eapply one_row_on_a_diagonal; eauto). lia. }
    assert (Y : on g p d).
    { apply value_by_exclusion.
      - intros (i & e & Le & E & Y). enough (has (second s) p = true) by congruence.
        apply Sc. exists i, e. repeat split; auto. lia.
      - intros h L Y. apply Td, Tk. eauto.
      - intros e Le Y. destruct (N.lt_ge_cases e (free s)) as [Lf | Lf]; [now apply (NotUsed e); auto |].
        destruct (Before e Lf Le) as [U | T]; [now apply (NotUsed e) |].
        apply Tk in T. destruct T as (h & Lh & Yh). unfold on in *. lia.
      - intros i L Y. enough (has (used s) d = true) by congruence. apply Us. eauto. }
    assert (One : forall e, on g p e -> e = d) by (intros; eapply one_diagonal_in_a_row; eauto).
    split.
    + unfold sequence_is_correct. cbn [members count second used free]. repeat split.
      * destruct H as [[= <- <- <-] | I]; [lia |]. apply Mb in I. lia.
      * destruct H as [[= <- <- <-] | I]; [exact Y |]. apply Mb in I. apply I.
      * destruct H as [[= <- <- <-] | I]; [now rewrite Ct |]. apply Mb in I. apply I.
      * intros (L & (Y' & I)). destruct (N.eq_dec i p) as [-> | Ne].
        -- left. rewrite (One d0 Y'), Ct, I. reflexivity.
        -- right. apply Mb. repeat split; auto. lia.
      * now rewrite (index_after_first g p d Y), Ct.
      * intros H.
        assert (C : q = p + d /\ d <> 0 \/ has (second s) q = true).
        { destruct (N.eqb_spec d 0); auto. rewrite has_insert, orb_true_iff, N.eqb_eq in H. tauto. }
        destruct C as [(-> & Nz) | C]; [exists p, d; repeat split; auto; lia |].
        apply Sc in C. destruct C as (i & e & L & C). exists i, e. split; auto. lia.
      * intros (i & e & L & Le & E & Y'). destruct (N.eq_dec i p) as [-> | Ne].
        -- rewrite (One e Y') in *. destruct (N.eqb_spec d 0); [lia |].
           rewrite has_insert, orb_true_iff, N.eqb_eq. auto.
        -- assert (C : has (second s) q = true) by (apply Sc; exists i, e; repeat split; auto; lia).
           destruct (d =? 0); auto. now rewrite has_insert, C, orb_true_r.
      * rewrite has_insert, orb_true_iff, N.eqb_eq. intros [-> | H]; [exists p; split; auto; lia |].
        apply Us in H. destruct H as (i & L & Y'). exists i. split; auto. lia.
      * intros (i & L & Y'). rewrite has_insert, orb_true_iff, N.eqb_eq.
        destruct (N.eq_dec i p) as [-> |]; [left; auto | right]. apply Us. exists i. split; auto. lia.
      * apply advance_is_correct. intros e Le. rewrite has_insert, (Fr e Le). apply orb_true_r.
    + intros e. cbn [In]. rewrite (Tk e). split.
      * intros [<- | (h & L & Yh)]; [exists g; split; auto; lia | exists h; split; auto; lia].
      * intros (h & L & Yh).
        destruct (N.eq_dec h g) as [-> |]; [left; symmetry; auto | right; exists h; split; auto; lia].
Qed.

Fixpoint sequences_are_correct (g p : N) (l : list sequence) : Prop :=
  match l with
  | [] => True
  | s :: l => sequence_is_correct g p s /\ sequences_are_correct (g + 1) p l
  end.

Lemma place_all_is_correct fuel p : forall l g taken l',
  sequences_are_correct g p l -> taken_is_correct g p taken -> place_all fuel p taken l = Some l' ->
  sequences_are_correct g (p + 1) l'.
Proof.
  induction l as [| s l IH]; intros g taken l' H Tk E; cbn [place_all] in E; [injection E as <-; exact I |].
  destruct H as (Hs & Hl). destruct (place fuel p taken s) as [[s' taken'] |] eqn:Es; [| discriminate].
  destruct (place_all fuel p taken' l) as [l'' |] eqn:El; [| discriminate]. injection E as <-.
  apply (place_is_correct fuel g) in Es; auto. destruct Es as (Hs' & Tk'). split; eauto.
Qed.

Lemma run_is_correct fuel values rows p l :
  run fuel values rows = Some (p, l) -> p = rows /\ sequences_are_correct 0 rows l.
Proof.
  unfold run. revert p l. induction rows as [| rows IH] using N.peano_ind; intros p l E.
  - cbn in E. injection E as <- <-. split; auto.
    assert (H : forall n g, sequences_are_correct g 0 (repeat empty n)); [| apply H].
    induction n as [| n IHn]; intros g; cbn; auto. split; auto.
    unfold sequence_is_correct, empty. cbn [members count second used free].
    split; [intros n' i d; split; [intros [] | intros (L & _); lia] |]. split; [reflexivity |].
    split; [intros q; rewrite has_nothing; split; [discriminate | intros (i & e & L & _); lia] |].
    split; [intros d; rewrite has_nothing; split; [discriminate | intros (i & L & _); lia] |]. intros; lia.
  - rewrite N.iter_succ in E. destruct (N.iter rows _ _) as [[p' l'] |]; [| discriminate].
    destruct (IH p' l' eq_refl) as (-> & H). cbn [next_row] in E.
    destruct (place_all fuel rows [] l') as [l'' |] eqn:El; [| discriminate]. injection E as <- <-.
    rewrite N.add_1_r. split; auto. rewrite <- N.add_1_r. eapply place_all_is_correct; eauto.
    intros d. split; [intros [] | intros (h & L & _); lia].
Qed.

(** * The checks *)

(** |u - vφ|. *)
Definition distance (u v : N) : golden :=
  let x := Golden.Golden (Z.of_N u) (- Z.of_N v) in if leb (integer 0) x then x else opp x.

(** H1 and H2 for one member. *)
Definition check_member (l : level) (x : N * N * N) : bool :=
  let '(n, p, d) := x in
  (if n <? lM l then d <? lM l else (lX l <=? n) || (d =? n)) &&
  (if (lK l <=? n) && (n <=? lE l) then withinb (lP l) (offset (lR l) p n) else true).

Definition has_number (n : N) (x : N * N * N) : bool := fst (fst x) =? n.

(** H1 and H2, and that M is least. *)
Definition check_level (l : level) (s : sequence) : bool :=
  (lX l <=? count s) && (lK l =? N.max (lM l) 1) && (lE l <? lX l) && leb (integer 0) (lP l) &&
  forallb (check_member l) (members s) &&
  match find (has_number (lK l)) (members s) with
  | None => false
  | Some (_, p, d) =>
      (d =? lK l) && (lE l =? p + lK l + lR l) &&
      existsb (fun x => has_number (p + lR l) x && (snd (fst x) =? p + lK l - 1)) (members s)
  end &&
  ((lM l =? 0) || existsb (fun x => has_number (lM l - 1) x && negb (snd x =? lM l - 1)) (members s)).

Definition same_golden (x y : golden) : bool := (whole x =? whole y)%Z && (phis x =? phis y)%Z.

(** H4. *)
Definition check_separate (x : N) (l l' : level) : bool :=
  let apart := Z.abs (Z.of_N (lR l) - Z.of_N (lR l')) in
  ltb (add (add (bound_at l x) (bound_at l' x)) (integer 1)) (integer apart) ||
  (apart =? 1)%Z && same_golden (bound_at l x) (integer 0) && same_golden (bound_at l' x) (integer 0).

(** H3 and H4 for one smaller value. *)
Definition check_pair (l l' : level) : bool := (lK l' <=? lX l) && check_separate (lX l) l l'.

Fixpoint check_levels (smaller : list level) (levels : list level) (l : list sequence) : bool :=
  match levels, l with
  | [], _ => true
  | x :: levels, s :: l => check_level x s && forallb (check_pair x) smaller && check_levels (x :: smaller) levels l
  | _ :: _, [] => false
  end.

(** Checks the levels of values 0, 1, .. Twice as many rows as members suffice, because half of the rows are first. *)
Definition check_settled (levels : list level) : bool :=
  let most := fold_right (fun l => N.max (lX l)) 0 levels in
  match run (N.to_nat (most + 2)) (length levels) (2 * most) with
  | None => false
  | Some (_, l) => check_levels [] levels l
  end.

(** Member n lies on diagonal n from M on, M is least, and R is the number of all repeats. *)
Definition settled_claim (g M R : N) : Prop :=
  settled g M /\ (M = 0 \/ exists p d, member g (M - 1) p d /\ d <> M - 1) /\ forall n, M < n -> repeats g n R.

Lemma check_level_is_correct g rows l s : sequence_is_correct g rows s -> check_level l s = true ->
  run_of_length (lX l) g l /\ (lM l = 0 \/ exists p d, member g (lM l - 1) p d /\ d <> lM l - 1).
Proof.
  intros (Mb & Ct & _) H. unfold check_level in H. rewrite !andb_true_iff in H.
  destruct H as ((((((H1 & H3) & H4) & H5) & H6) & H7) & H8).
  apply N.leb_le in H1. apply N.eqb_eq in H3. apply N.ltb_lt in H4. apply leb_is_correct in H5.
  rewrite forallb_forall in H6.
  destruct (find (has_number (lK l)) (members s)) as [[[n p] d] |] eqn:F; [| discriminate].
  apply find_some in F. destruct F as (F & Fn). unfold has_number in Fn. cbn [fst snd] in Fn.
  apply N.eqb_eq in Fn. subst n.
  rewrite !andb_true_iff, !N.eqb_eq in H7. destruct H7 as ((-> & H9) & H10).
  apply Mb in F. destruct F as (_ & F).
  assert (In_list : forall n q e, member g n q e -> n < lX l -> In (n, q, e) (members s)).
  { intros n q e M L. apply Mb. split; auto. destruct (N.lt_ge_cases q rows) as [Lq | Lq]; auto.
    apply (index_is_monotone g) in Lq. destruct M as (_ & E). lia. }
  assert (Checked : forall n q e, member g n q e -> n < lX l -> check_member l (n, q, e) = true) by auto.
  unfold check_member in Checked.
  assert (Low : low_diagonals g (lM l)).
  { intros n q e M L. specialize (Checked n q e M ltac:(lia)). apply andb_true_iff in Checked.
    destruct Checked as (C & _).
    rewrite (proj2 (N.ltb_lt _ _) L) in C. now apply N.ltb_lt. }
  assert (Before : settled_before g (lM l) (lX l)).
  { intros n q e M L U. specialize (Checked n q e M U). apply andb_true_iff in Checked. destruct Checked as (C & _).
    rewrite (proj2 (N.ltb_ge _ _) L), (proj2 (N.leb_gt _ _) U) in C. now apply N.eqb_eq. }
  assert (Shift : index g (p + lK l - 1) = p + lR l).
  { apply existsb_exists in H10. destruct H10 as ([[n q] e] & I & E). unfold has_number in E. cbn [fst snd] in E.
    rewrite andb_true_iff, !N.eqb_eq in E. destruct E as (-> & ->). apply Mb in I. apply I. }
  split.
  - split; [exact Low |]. split; [exact Before |].
    split; [apply (repeats_before_X_are_the_shift g (lM l) (lX l) (lK l) p); auto; lia |].
    split; [exact H3 |]. split; [exact H4 |]. split; [exact H5 |]. exists p. split; auto. split; auto.
    intros n q e M L U. specialize (Checked n q e M ltac:(lia)). apply andb_true_iff in Checked.
    destruct Checked as (_ & C).
    rewrite (proj2 (N.leb_le _ _) L), (proj2 (N.leb_le _ _) U) in C. now apply withinb_is_correct.
  - apply orb_true_iff in H8. destruct H8 as [Z | H8]; [left; now apply N.eqb_eq | right].
    apply existsb_exists in H8. destruct H8 as ([[n q] e] & I & E). unfold has_number in E. cbn [fst snd] in E.
    rewrite andb_true_iff, negb_true_iff, N.eqb_eq, N.eqb_neq in E. destruct E as (-> & Ne).
    apply Mb in I. exists q, e. split; auto. apply I.
Qed.

Lemma check_separate_is_correct x l l' : check_separate x l l' = true -> are_separate x l l'.
Proof.
  unfold check_separate, are_separate, same_golden. rewrite orb_true_iff, !andb_true_iff, !Z.eqb_eq.
  intros [H | ((H & (A & B)) & (C & D))]; [left; now apply ltb_is_correct | right].
  split; auto. destruct (bound_at l x), (bound_at l' x). unfold integer in *. cbn in *. now subst.
Qed.

Lemma check_levels_is_correct rows : forall levels l smaller g,
  sequences_are_correct g rows l -> check_levels smaller levels l = true ->
  (forall h, h < g -> exists l', In l' smaller /\ level_holds h l') ->
  forall k x, nth_error levels k = Some x ->
    level_holds (g + N.of_nat k) x /\ settled_claim (g + N.of_nat k) (lM x) (lR x).
Proof.
  induction levels as [| y levels IH]; intros l smaller g H C Smaller k x E; [now destruct k |].
  destruct l as [| s l]; [discriminate |]. destruct H as (Hs & Hl).
  cbn [check_levels] in C. rewrite !andb_true_iff, forallb_forall in C. destruct C as ((C1 & C2) & C3).
  apply (check_level_is_correct g rows) in C1; auto. destruct C1 as (R & Least).
  assert (Y : level_holds g y).
  { split; auto. apply finite_run_settles; auto. intros h Lh. destruct (Smaller h Lh) as (l' & I & H').
    exists l'. specialize (C2 l' I). unfold check_pair in C2. rewrite andb_true_iff, N.leb_le in C2.
    split; auto. split; [apply C2 |]. now apply check_separate_is_correct. }
  destruct k as [| k]; cbn in E.
  - injection E as <-. cbn [N.of_nat]. rewrite N.add_0_r. split; auto.
    split; [apply Y | split; auto]. intros n L. now apply level_holds_gives_repeats.
  - replace (g + N.of_nat (S k)) with (g + 1 + N.of_nat k) by lia.
    apply IH with (l := l) (smaller := y :: smaller); auto.
    intros h Lh. destruct (N.eq_dec h g) as [-> | Ne]; [exists y; split; auto; now left |].
    destruct (Smaller h ltac:(lia)) as (l' & I & H'). exists l'. split; auto. now right.
Qed.

Theorem check_settled_is_correct levels : check_settled levels = true ->
  forall g x, nth_error levels (N.to_nat g) = Some x -> settled_claim g (lM x) (lR x).
Proof.
  unfold check_settled. intros H g x E.
  destruct (run _ _ _) as [[p l] |] eqn:R; [| discriminate]. apply run_is_correct in R. destruct R as (_ & R).
  pose proof (check_levels_is_correct _ levels l [] 0 R H ltac:(intros; lia) (N.to_nat g) x E) as (_ & C).
  now rewrite N.add_0_l, N2Nat.id in C.
Qed.
