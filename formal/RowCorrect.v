(** The checker of [RowChecker] is correct: what it accepts is true. *)

From Coq Require Import NArith ZArith List Lia Bool.
From Grundy Require Import Games Rows RowChecker.
Import ListNotations.
Open Scope N_scope.

(** * From a range of columns to all *)

(** If [f] repeats with period [P] from [start] on, and [p] divides [P], then the columns up to [start] + [P] decide about [p]. *)
Lemma period_from_finite_range f start P from p :
  additive_period f start P -> 0 < p -> 0 < P -> P mod p = 0 -> from <= start ->
  (forall b, from <= b -> b + p < start + P -> f (b + p) = f b + p) -> additive_period f from p.
Proof.
  intros HP Lp LP Hd Lf Near. apply N.mod_divide in Hd; [| lia]. destruct Hd as (k & ->).
  assert (Lk : 0 < k) by nia.
  (* Around the period in steps of p. *)
  assert (Steps : forall j c, start <= c -> c < start + p -> j < k -> f (c + j * p) = f c + j * p).
  { induction j as [| j IH] using N.peano_ind; intros c Lc Uc Lj; [now rewrite !N.add_0_r |].
    replace (c + N.succ j * p) with (c + j * p + p) by lia.
    rewrite Near, IH by nia. lia. }
  assert (Last : forall b, start + k * p <= b + p -> b < start + k * p -> f (b + p) = f b + p).
  { intros b L U. assert (E : b = b + p - k * p + (k - 1) * p) by nia.
    assert (F : f b = f (b + p - k * p) + (k - 1) * p) by (rewrite E at 1; apply Steps; nia).
    assert (H : f (b + p - k * p + k * p) = f (b + p - k * p) + k * p) by (apply HP; nia).
    replace (b + p - k * p + k * p) with (b + p) in H by nia. rewrite H, F. nia. }
  intros b. induction b as [b IH] using (well_founded_induction N.lt_wf_0). intros Lb.
  destruct (N.lt_ge_cases (b + p) (start + k * p)) as [L | L]; [now apply Near |].
  destruct (N.lt_ge_cases b (start + k * p)) as [U | U]; [now apply Last |].
  assert (A : f (b - k * p + k * p) = f (b - k * p) + k * p) by (apply HP; lia).
  assert (B : f (b + p - k * p + k * p) = f (b + p - k * p) + k * p) by (apply HP; lia).
  replace (b - k * p + k * p) with b in A by lia.
  replace (b + p - k * p + k * p) with (b + p) in B by lia.
  rewrite A, B. replace (b + p - k * p) with (b - k * p + p) by lia. rewrite IH by nia. lia.
Qed.

(** * Lists *)

Lemma skip_is_skipn n x : skip n x = skipn (N.to_nat n) x.
Proof.
  unfold skip. induction n as [| n IH] using N.peano_ind; [reflexivity |].
  rewrite N.iter_succ, IH, N2Nat.inj_succ. clear.
  revert x. induction (N.to_nat n) as [| k IH]; intros [| y x]; cbn; auto.
  apply IH.
Qed.

Lemma nth_skipn n k (x : list N) : nth k (skipn n x) 0 = nth (n + k) x 0.
Proof.
  revert x. induction n as [| n IH]; intros [| y x]; cbn; auto. now destruct k.
Qed.

Lemma agree_spec x y : agree x y = true ->
  forall k, (k < length y)%nat -> nth k x 0 = nth k y 0 /\ nth k y 0 <> 0.
Proof.
  revert x. induction y as [| v y IH]; intros [| u x] E k L; cbn in *; try lia; try discriminate.
  rewrite !andb_true_iff, negb_true_iff, N.eqb_eq, N.eqb_neq in E. destruct E as ((-> & Nz) & E).
  destruct k as [| k]; auto. apply IH; auto. lia.
Qed.

Lemma same_masks_are_equal x y : same_masks x y = true -> x = y.
Proof.
  revert y. induction x as [| (u, d) x IH]; intros [| (u', d') y] E; cbn in E; try discriminate; auto.
  rewrite !andb_true_iff, !N.eqb_eq in E. destruct E as ((-> & ->) & E). now rewrite (IH y).
Qed.

(** * Masks represent states *)

Section Correct.
  Open Scope Z_scope.
  Variables (g : game) (l : lines).
  Hypothesis D : describes l g.
  Variables (a regular reach : N).
  Hypothesis R : is_regular_from l a regular.
  Hypothesis closed_rows_are_early : forall r b, (r <= a)%N -> row_open l r b = false -> (b <= reach)%N.

  Notation val := (val g).
  Notation is_used := (is_used g l).
  Notation is_below := (is_below g l).
  Notation is_on_diagonal := (is_on_diagonal g l).

  (** The number that bit [i] stands for before column [b]. *)
  Definition number (b i : N) : Z := Z.of_N b - Z.of_N reach + Z.of_N i.

  Definition represents (b m : N) (S : Z -> Prop) : Prop := forall i, N.testbit m i = true <-> S (number b i).

  Definition row_represents (b r : N) (row : N * N) : Prop :=
    (forall z, z < number b 0 -> is_used r b z) /\
    represents b (fst row) (is_used r b) /\ represents b (snd row) (is_on_diagonal r b).

  Fixpoint rows_represent (b r : N) (state : list (N * N)) : Prop :=
    match state with
    | [] => True
    | row :: state => row_represents b r row /\ rows_represent b (r + 1) state
    end.

  Definition note_represents (b r note : N) : Prop :=
    represents b note (fun z => is_position l r b = true /\ val r b = z) /\
    (is_position l r b = true -> note <> 0%N).

  Definition cell_describes (b r : N) (c : cell) : Prop :=
    open_row c = row_open l r b /\ open_column c = column_open l r b /\ is_there c = is_position l r b /\
    (row_open l r b = false -> (b <= reach)%N /\ represents b (negative c) (fun z => z < 0)).

  Fixpoint cells_describe (b r : N) (cells : list cell) : Prop :=
    match cells with
    | [] => True
    | c :: cells => cell_describes b r c /\ cells_describe b (r + 1) cells
    end.

  Lemma union_represents b m n S T :
    represents b m S -> represents b n T -> represents b (N.lor m n) (fun z => S z \/ T z).
  Proof. intros M N i. rewrite N.lor_spec, orb_true_iff, (M i), (N i). tauto. Qed.

  Lemma half_represents b m S : represents b m S -> represents (b + 1) (N.div2 m) S.
  Proof.
    intros M i. rewrite testbit_of_half, (M (i + 1)%N). unfold number.
    now replace (Z.of_N (b + 1) - Z.of_N reach + Z.of_N i) with (Z.of_N b - Z.of_N reach + Z.of_N (i + 1)) by lia.
  Qed.

  Lemma represents_same b m S T : (forall z, S z <-> T z) -> represents b m S -> represents b m T.
  Proof. intros E M i. rewrite (M i). apply E. Qed.

  (** The mask of the options, as [fill] computes it. *)
  Definition options_mask (c : cell) (row : N * N) (standing : N) : N :=
    N.lor (if open_row c then fst row else negative c) (N.lor (if open_column c then standing else 0) (snd row)).

  Lemma options_mask_is_excluded b r c row standing :
    cell_describes b r c -> row_represents b r row -> represents b standing (is_below r b) ->
    (forall z, z < number b 0 -> is_excluded g l r b z) /\
    represents b (options_mask c row standing) (is_excluded g l r b).
  Proof.
    intros (Er & Ec & _ & Closed) (Low & Used & Dg) St. split.
    - intros z L. destruct (row_open l r b) eqn:O.
      + right; left. auto.
      + left. destruct (Closed eq_refl) as [Lb _]. unfold number in L. lia.
    - unfold options_mask, is_excluded. rewrite Er, Ec. intros i.
      rewrite !N.lor_spec, !orb_true_iff, (Dg i).
      assert (Row : N.testbit (if row_open l r b then fst row else negative c) i = true <->
        number b i < 0 \/ row_open l r b = true /\ is_used r b (number b i)).
      { destruct (row_open l r b).
        - rewrite (Used i). unfold Rows.is_used. tauto.
        - destruct (Closed eq_refl) as [_ N]. rewrite (N i). intuition discriminate. }
      assert (Column : N.testbit (if column_open l r b then standing else 0)%N i = true <->
        column_open l r b = true /\ is_below r b (number b i)).
      { destruct (column_open l r b).
        - rewrite (St i). tauto.
        - rewrite N.bits_0. intuition discriminate. }
      tauto.
  Qed.

  Lemma lowest_zero_represents_the_value b r c row standing :
    cell_describes b r c -> row_represents b r row -> represents b standing (is_below r b) ->
    note_represents b r (if is_there c then lowest_zero (options_mask c row standing) else 0).
  Proof.
    intros C Row St. destruct (options_mask_is_excluded b r c row standing C Row St) as (Low & M).
    destruct C as (_ & _ & -> & _). destruct (is_position l r b) eqn:I.
    - destruct (lowest_zero_spec (options_mask c row standing)) as (t & -> & Zero & Ones).
      assert (V : val r b = number b t).
      { apply least_outside_is_unique with (is_excluded g l r b); [now apply value_is_least |]. split.
        - intros X. apply M in X. congruence.
        - intros z L. destruct (Z.lt_ge_cases z (number b 0)) as [Lz | Lz]; auto.
          assert (E : z = number b (Z.to_N (z - number b 0))) by (unfold number in *; lia).
          rewrite E. apply M, Ones. unfold number in *. lia. }
      split.
      + intros i. rewrite N.pow2_bits_eqb, N.eqb_eq, V, I. unfold number. intuition lia.
      + intros _. apply N.pow_nonzero. discriminate.
    - split; [| congruence]. intros i. rewrite N.bits_0, I. intuition discriminate.
  Qed.

  Lemma below_in_the_next_row r b z :
    is_below (r + 1) b z <-> is_below r b z \/ is_position l r b = true /\ val r b = z.
  Proof.
    unfold Rows.is_below. split.
    - intros (i & L & I & V). destruct (N.eq_dec i r) as [-> | Ne]; auto. left. exists i. split; auto. lia.
    - intros [(i & L & I & V) | (I & V)]; [exists i | exists r]; (split; [lia | auto]).
  Qed.

  Theorem fill_is_correct : forall cells state b r standing entering note state' note',
    fill (has_diagonals l) cells state standing entering note = Some (state', note') ->
    cells_describe b r cells -> rows_represent b r state ->
    represents b standing (is_below r b) -> represents (b + 1) entering (is_on_diagonal r (b + 1)) ->
    (state = [] -> note_represents b (r - 1) note) ->
    rows_represent (b + 1) r state' /\ length state' = length state /\
    note_represents b (r + N.of_nat (length state) - 1) note'.
  Proof.
    induction cells as [| c cells IH]; intros [| row state] b r standing entering note state' note' F C Rows St En No;
      cbn in F; try discriminate.
    - injection F as <- <-. split; [exact I |]. split; [reflexivity |].
      cbn [length N.of_nat]. rewrite N.add_0_r. now apply No.
    - destruct row as [used diagonal]. destruct C as (C & Cs), Rows as (Row & Rows').
      pose proof (lowest_zero_represents_the_value b r c _ standing C Row St) as V.
      unfold options_mask in V. cbn [fst snd] in V.
      set (v := if is_there c then _ else _) in *.
      destruct (N.odd (N.lor used v)) eqn:Odd; [| discriminate].
      destruct (fill _ cells state _ _ v) as [[st n] |] eqn:F'; [| discriminate].
      injection F as <- <-. destruct Row as (Low & Used & Dg). cbn [fst snd] in *.
      assert (Used' : represents b (N.lor used v) (is_used r (b + 1))).
      { eapply represents_same; [| apply union_represents; [exact Used | apply V]].
        intros z. now rewrite used_in_the_next_column. }
      assert (Below' : represents b (N.lor standing v) (is_below (r + 1) b)).
      { eapply represents_same; [| apply union_represents; [exact St | apply V]].
        intros z. now rewrite below_in_the_next_row. }
      apply IH with (b := b) (r := (r + 1)%N) in F'; auto.
      + destruct F' as (Rows'' & Len & Last). split; [| split; [now cbn; rewrite Len |]].
        * split; auto. split; [| split; cbn [fst snd]; [now apply half_represents | exact En]].
          intros z L. destruct (Z.eq_dec z (number b 0)) as [-> | Ne].
          -- apply Used'. rewrite N.bit0_odd. exact Odd.
          -- apply used_in_the_next_column. left. apply Low. unfold number in *. lia.
        * cbn [length].
          now replace (r + N.of_nat (S (length state)) - 1)%N with (r + 1 + N.of_nat (length state) - 1)%N by lia.
      + destruct (has_diagonals l) eqn:H.
        * apply half_represents.
          eapply represents_same; [| apply union_represents; [exact Dg | apply V]].
          intros z. rewrite on_diagonal_in_the_next_row_and_column, H. tauto.
        * intros i. rewrite N.bits_0. unfold Rows.is_on_diagonal. rewrite H. intuition discriminate.
      + intros _. now replace (r + 1 - 1)%N with r by lia.
  Qed.

  (** ** Runs *)

  Lemma cell_at_describes b r : (r <= a)%N -> cell_describes b r (cell_at l reach b r).
  Proof.
    intros L. do 3 (split; [reflexivity |]). intros O. split; [now apply closed_rows_are_early with r |].
    intros i. cbn [negative cell_at]. rewrite N.ones_spec_iff. unfold number. lia.
  Qed.

  Lemma cells_from_describe b : forall n r,
    (r + N.of_nat n <= a + 1)%N -> cells_describe b r (cells_from l reach n b r).
  Proof.
    induction n as [| n IH]; intros r L; cbn; auto. split; [apply cell_at_describes; lia | apply IH; lia].
  Qed.

  Lemma cells_describe_their_column b : cells_describe b 0 (cells l a reach b).
  Proof. apply cells_from_describe. lia. Qed.

  Lemma regular_cells_describe_later_columns b : (regular <= b)%N -> cells_describe b 0 (cells l a reach regular).
  Proof.
    intros Lb. unfold cells.
    assert (H : forall n r, (r + N.of_nat n <= a + 1)%N -> cells_describe b r (cells_from l reach n regular r)).
    { induction n as [| n IH]; intros r L; cbn; auto. split; [| apply IH; lia].
      destruct (R r b) as (O & P & C), (R r regular) as (O' & P' & _); try lia.
      repeat split; cbn; congruence. }
    apply H. lia.
  Qed.

  (** What a run before column [b] knows. *)
  Definition run_is_correct (b : N) (x : run) : Prop :=
    rows_represent b 0 (fst x) /\ length (fst x) = N.to_nat (a + 1) /\ length (snd x) = N.to_nat b /\
    forall k, (k < N.to_nat b)%nat -> note_represents (b - 1 - N.of_nat k) a (nth k (snd x) 0%N).

  Lemma fill_next_is_correct b cells x y :
    cells_describe b 0 cells -> run_is_correct b x ->
    fill_next (has_diagonals l) cells (Some x) = Some y -> run_is_correct (b + 1) y.
  Proof.
    destruct x as [state notes]. intros C (Rows & Len & LenN & Notes) F. cbn in F.
    destruct (fill _ cells state 0 0 0) as [[state' note] |] eqn:E; [| discriminate]. injection F as <-.
    apply fill_is_correct with (b := b) (r := 0%N) in E; auto.
    - destruct E as (Rows' & Len' & Last). cbn [fst snd] in *.
      split; [exact Rows' |]. split; [cbn [fst]; congruence |]. split; [cbn [snd length]; lia |].
      intros [| k] Lk; cbn [snd nth].
      + replace (b + 1 - 1 - N.of_nat 0)%N with b by lia.
        now replace (0 + N.of_nat (length state) - 1)%N with a in Last by lia.
      + replace (b + 1 - 1 - N.of_nat (S k))%N with (b - 1 - N.of_nat k)%N by lia. apply Notes. lia.
    - intros i. rewrite N.bits_0. split; [discriminate |]. intros (j & L & _). lia.
    - intros i. rewrite N.bits_0. split; [discriminate |]. intros X. now apply nothing_on_the_diagonal_of_row_0 in X.
    - intros ->. cbn in Len. lia.
  Qed.

  Lemma first_run_is_correct : run_is_correct 0 (repeat (N.ones reach, 0%N) (N.to_nat (a + 1)), []).
  Proof.
    split; [| split; [apply repeat_length |]; split; [reflexivity | cbn; lia]]. cbn [fst].
    assert (Row : forall r, row_represents 0 r (N.ones reach, 0%N)).
    { intros r. split; [intros z L; left; unfold number in L; lia |]. split; intros i; cbn [fst snd].
      - rewrite N.ones_spec_iff. unfold number. split; [left; lia | intros [L | (j & L & _)]; lia].
      - rewrite N.bits_0. split; [discriminate |]. intros (_ & r' & b' & (k & L & _ & E) & _). cbn in E. lia. }
    assert (Rows : forall n r, rows_represent 0 r (repeat (N.ones reach, 0%N) n)).
    { induction n as [| n IH]; intros r; cbn; auto. }
    apply Rows.
  Qed.

  Lemma early_columns_are_correct n x : early_columns l a reach n = Some x -> run_is_correct (N.of_nat n) x.
  Proof.
    revert x. induction n as [| n IH]; intros x E; cbn [early_columns] in E.
    - injection E as <-. apply first_run_is_correct.
    - destruct (early_columns l a reach n) as [y |]; [| discriminate].
      replace (N.of_nat (S n)) with (N.of_nat n + 1)%N by lia.
      eapply fill_next_is_correct; [| apply IH; reflexivity | exact E]. apply cells_describe_their_column.
  Qed.

  Lemma regular_columns_are_correct n b x y : (regular <= b)%N -> run_is_correct b x ->
    regular_columns l a regular reach n (Some x) = Some y -> run_is_correct (b + n) y.
  Proof.
    intros L X. unfold regular_columns. cbv zeta. revert y.
    induction n as [| n IH] using N.peano_ind; intros y E.
    - cbn in E. injection E as <-. now rewrite N.add_0_r.
    - rewrite N.iter_succ in E. destruct (N.iter n _ (Some x)) as [z |] eqn:Z; [| discriminate].
      replace (b + N.succ n)%N with (b + n + 1)%N by lia.
      eapply fill_next_is_correct; [| apply IH; reflexivity | exact E].
      apply regular_cells_describe_later_columns. lia.
  Qed.

  Lemma no_columns_after_a_failure n : regular_columns l a regular reach n None = None.
  Proof.
    unfold regular_columns. cbv zeta. induction n as [| n IH] using N.peano_ind; [reflexivity |].
    now rewrite N.iter_succ, IH.
  Qed.

  (** ** Equal masks are equal states *)

  Lemma rows_represent_each b : forall state r i, rows_represent b r state -> (i < length state)%nat ->
    row_represents b (r + N.of_nat i) (nth i state (0%N, 0%N)).
  Proof.
    induction state as [| row state IH]; intros r i H L; cbn in L; [lia |].
    destruct H as (H & Rows). destruct i as [| i]; cbn [nth]; [now rewrite N.add_0_r |].
    replace (r + N.of_nat (S i))%N with (r + 1 + N.of_nat i)%N by lia. apply IH; auto. lia.
  Qed.

  Lemma equal_masks_are_equal_states b b' state :
    length state = N.to_nat (a + 1) -> rows_represent b 0 state -> rows_represent b' 0 state ->
    same_state g l a b b'.
  Proof.
    intros Len S S'. exists (Z.of_N reach). intros r L.
    assert (Li : (N.to_nat r < length state)%nat) by lia.
    apply rows_represent_each with (i := N.to_nat r) in S, S'; auto.
    rewrite N.add_0_l, N2Nat.id in S, S'.
    destruct S as (Low & Used & Dg), S' as (Low' & Used' & Dg'). split.
    - intros z Lz. split; [apply Low | apply Low']; unfold number; lia.
    - intros z Lz.
      assert (E : forall x, Z.of_N x + z = number x (Z.to_N (z + Z.of_N reach))) by (unfold number; lia).
      rewrite !E, <- (Used _), <- (Used' _), <- (Dg _), <- (Dg' _). tauto.
  Qed.

  (** ** The row *)

  Theorem repeating_row_is_correct start length row :
    repeating_row l a regular reach start length = Some row ->
    (forall r, (r <= a)%N -> additive_period (G g r) start length) /\
    Datatypes.length row = N.to_nat (start + length) /\
    forall c, (c < start + length)%N -> note_represents c a (nth (N.to_nat c) row 0%N).
  Proof.
    unfold repeating_row. destruct (N.leb_spec regular start) as [Lr | _]; [| discriminate].
    destruct (regular_columns _ _ _ _ (start - regular) _) as [[state notes] |] eqn:E1; [| discriminate].
    destruct (regular_columns _ _ _ _ length _) as [[state' notes'] |] eqn:E2; [| discriminate].
    destruct (same_masks state state') eqn:Same; [| discriminate]. intros [= <-].
    apply same_masks_are_equal in Same. subst state'.
    assert (X1 : run_is_correct start (state, notes)).
    { destruct (early_columns l a reach (N.to_nat regular)) as [x |] eqn:E0.
      - apply early_columns_are_correct in E0. rewrite N2Nat.id in E0.
        replace start with (regular + (start - regular))%N by lia.
        apply regular_columns_are_correct with x; auto. lia.
      - now rewrite no_columns_after_a_failure in E1. }
    assert (X2 : run_is_correct (start + length) (state, notes'))
      by (apply regular_columns_are_correct with (state, notes); auto).
    destruct X1 as (Rows1 & Len & _), X2 as (Rows2 & _ & LenN & Notes). cbn [fst snd] in *.
    rewrite rev_append_rev, app_nil_r. split; [| split; [now rewrite rev_length |]].
    - apply repeated_state_gives_period with (l := l) (c := regular); auto.
      now apply equal_masks_are_equal_states with state.
    - intros c Lc. rewrite rev_nth by lia.
      set (k := (Datatypes.length notes' - S (N.to_nat c))%nat).
      replace c with (start + length - 1 - N.of_nat k)%N by lia. apply Notes. lia.
  Qed.

  Lemma equal_notes_are_equal_values b b' note :
    note_represents b a note -> note_represents b' a note -> note <> 0%N -> (G g a b' + b = G g a b + b')%N.
  Proof.
    intros (H & _) (H' & _) Nz. destruct (some_bit_is_set note Nz) as (i & B).
    apply H in B as B1. apply H' in B as B2. unfold number, Rows.val in *. lia.
  Qed.

  (** Only one bit of a note is set. *)
  Lemma different_notes_are_different_values b b' note note' :
    note_represents b a note -> note_represents b' a note' -> note <> 0%N -> note' <> 0%N -> note <> note' ->
    (G g a b' + b <> G g a b + b')%N.
  Proof.
    intros (H & _) (H' & _) Nz Nz' Ne E. apply Ne, N.bits_inj. intros i.
    destruct (some_bit_is_set note Nz) as (j & B). apply H in B. destruct B as [I B].
    destruct (some_bit_is_set note' Nz') as (j' & B'). apply H' in B'. destruct B' as [I' B'].
    apply eq_true_iff_eq. rewrite (H i), (H' i). unfold number, Rows.val in *. intuition lia.
  Qed.
End Correct.
