(** A repeated state gives an additive period.

    The *state* of rows 0 to a before column b is what later columns depend on: for each row, the values that it has used, and the
    values on the diagonal that enters it in column b, both relative to b. [repeated_state_gives_period] says that if the states
    before columns b and b + P are the same, and the rules are the same in all columns from b on, then G(r, c + P) = G(r, c) + P for
    all rows r <= a and all columns c >= b. *)

From Coq Require Import NArith ZArith List Lia Bool.
From Grundy Require Import Games.
Import ListNotations.
Open Scope N_scope.

(** * Games whose options lie on the row, the column and the diagonal of a cell *)

Record lines := Lines {
  row_open : N -> N -> bool;      (** may the second number be lowered in the cell (r, b)? *)
  column_open : N -> N -> bool;   (** may the first number be lowered there? *)
  has_diagonals : bool;           (** may both be lowered alike? *)
  is_position : N -> N -> bool;   (** is the cell a position? *)
}.

Definition describes (l : lines) (g : game) : Prop :=
  forall r b r' b', move g (r, b) (r', b') <->
    is_position l r' b' = true /\
    (row_open l r b = true /\ lowers_second (r, b) (r', b') \/
     column_open l r b = true /\ lowers_first (r, b) (r', b') \/
     has_diagonals l = true /\ lowers_both (r, b) (r', b')).

(** In rows 0 to [a] the rules are the same in all columns from [c] on. *)
Definition is_regular_from (l : lines) (a c : N) : Prop :=
  forall r b, r <= a -> c <= b ->
    row_open l r b = true /\ is_position l r b = true /\ column_open l r b = column_open l r c.

(** [f] is additively periodic from [from] on. *)
Definition additive_period (f : N -> N) (from period : N) : Prop :=
  forall b, from <= b -> f (b + period) = f b + period.

(** * The four games *)

Definition always (_ _ : N) : bool := true.
Definition is_not_zero_zero (r b : N) : bool := negb (is_zero_zero (r, b)).

Definition nim_lines := Lines always always false always.
Definition star_nim_lines := Lines always always false is_not_zero_zero.
Definition wythoff_lines := Lines always always true always.
Definition r_wythoff_lines := Lines (fun r b => r <=? b) (fun r b => b <=? r) true always.

Lemma nim_lines_describe_nim : describes nim_lines nim.
Proof. intros r b r' b'. cbn. unfold nim_move, always. intuition discriminate. Qed.

Lemma star_nim_lines_describe_star_nim : describes star_nim_lines star_nim.
Proof.
  intros r b r' b'. cbn. unfold star_nim_move, always, is_not_zero_zero.
  rewrite negb_true_iff, <- not_true_iff_false, is_zero_zero_spec. intuition discriminate.
Qed.

Lemma wythoff_lines_describe_wythoff : describes wythoff_lines wythoff.
Proof. intros r b r' b'. cbn. unfold wythoff_move, always. tauto. Qed.

Lemma r_wythoff_lines_describe_r_wythoff : describes r_wythoff_lines r_wythoff.
Proof. intros r b r' b'. cbn. unfold r_wythoff_move, always. rewrite !N.leb_le. cbn. tauto. Qed.

Lemma nim_is_regular a : is_regular_from nim_lines a 0.
Proof. now repeat split. Qed.

Lemma star_nim_is_regular a : is_regular_from star_nim_lines a 1.
Proof.
  intros r b _ L. repeat split. cbn. unfold is_not_zero_zero.
  rewrite negb_true_iff, <- not_true_iff_false, is_zero_zero_spec. intros [= -> ->]. lia.
Qed.

Lemma wythoff_is_regular a : is_regular_from wythoff_lines a 0.
Proof. now repeat split. Qed.

Lemma r_wythoff_is_regular a : is_regular_from r_wythoff_lines a (a + 1).
Proof.
  intros r b L C. cbn. repeat split.
  - apply N.leb_le. lia.
  - destruct (N.leb_spec b r), (N.leb_spec (a + 1) r); lia.
Qed.

(** * States *)

Section State.
  Open Scope Z_scope.
  Variables (g : game) (l : lines).
  Hypothesis D : describes l g.

  Definition val (r b : N) : Z := Z.of_N (G g r b).

  (** The value [z] is in row [r] before column [b]. Negative numbers count as used. *)
  Definition is_used (r b : N) (z : Z) : Prop :=
    z < 0 \/ exists j, (j < b)%N /\ is_position l r j = true /\ val r j = z.

  (** The value [z] is on the diagonal of the cell (r, b), before it. *)
  Definition is_on_diagonal (r b : N) (z : Z) : Prop :=
    has_diagonals l = true /\
    exists r' b', lowers_both (r, b) (r', b') /\ is_position l r' b' = true /\ val r' b' = z.

  (** The value [z] is in column [b] below row [r]. *)
  Definition is_below (r b : N) (z : Z) : Prop :=
    exists i, (i < r)%N /\ is_position l i b = true /\ val i b = z.

  (** The value [z] is that of an option of the cell (r, b), or negative. *)
  Definition is_excluded (r b : N) (z : Z) : Prop :=
    z < 0 \/ row_open l r b = true /\ is_used r b z \/
    column_open l r b = true /\ is_below r b z \/ is_on_diagonal r b z.

  Definition is_least_outside (S : Z -> Prop) (v : Z) : Prop := ~ S v /\ forall z, z < v -> S z.

  Lemma least_outside_is_unique S v w : is_least_outside S v -> is_least_outside S w -> v = w.
  Proof.
    intros [Hv Bv] [Hw Bw]. destruct (Z.lt_trichotomy v w) as [H | [H | H]]; auto.
    - destruct (Hv (Bw _ H)).
    - destruct (Hw (Bv _ H)).
  Qed.

  (** What the options of a cell are, by value. *)
  Lemma options_by_value r b v :
    (exists q, move g (r, b) q /\ value g q = v) <->
    (row_open l r b = true /\ (exists j, (j < b)%N /\ is_position l r j = true /\ val r j = Z.of_N v)) \/
    column_open l r b = true /\ is_below r b (Z.of_N v) \/ is_on_diagonal r b (Z.of_N v).
  Proof.
    unfold is_below, is_on_diagonal, val, G. split.
    - intros ((r' & b') & M & <-). apply D in M. destruct M as (I & [(O & [E L]) | [(O & [L E]) | (O & M)]]);
        cbn in *; subst.
      + left. split; auto. now exists b'.
      + right; left. split; auto. now exists r'.
      + right; right. split; auto. now exists r', b'.
    - intros [(O & j & L & I & E) | [(O & i & L & I & E) | (O & r' & b' & M & I & E)]]; apply N2Z.inj in E.
      + exists (r, j). split; auto. apply D. split; auto. left. split; auto. now split.
      + exists (i, b). split; auto. apply D. split; auto. right; left. split; auto. now split.
      + exists (r', b'). split; auto. apply D. split; auto.
  Qed.

  Lemma value_is_least r b : is_least_outside (is_excluded r b) (val r b).
  Proof.
    destruct (value_is_mex g (r, b)) as [H B]. split.
    - intros X. apply H, options_by_value. unfold val, G in *.
      destruct X as [N | [(O & [N | U]) | X]]; [lia | lia | auto | auto].
    - intros z L. destruct (Z.lt_ge_cases z 0) as [N | N]; [now left | right].
      assert (E : Z.of_N (Z.to_N z) = z) by lia.
      specialize (B (Z.to_N z)). rewrite options_by_value, E in B. unfold val, G in L.
      destruct B as [(O & U) | X]; [lia | left; split; auto; now right | now right].
  Qed.

  (** The states of rows 0 to [a] before columns [b] and [b'] are the same: all numbers below some bound are used, and from there on
      the sets are the same, relative to the column. *)
  Definition same_state (a b b' : N) : Prop :=
    exists s, forall r, (r <= a)%N ->
      (forall z, z < - s -> is_used r b (Z.of_N b + z) /\ is_used r b' (Z.of_N b' + z)) /\
      (forall z, - s <= z ->
        (is_used r b (Z.of_N b + z) <-> is_used r b' (Z.of_N b' + z)) /\
        (is_on_diagonal r b (Z.of_N b + z) <-> is_on_diagonal r b' (Z.of_N b' + z))).

  Lemma same_state_gives_same_values a c b b' :
    is_regular_from l a c -> (c <= b)%N -> (c <= b')%N -> same_state a b b' ->
    forall r, (r <= a)%N -> val r b - Z.of_N b = val r b' - Z.of_N b'.
  Proof.
    intros R Lb Lb' (s & SS). induction r as [r IH] using (well_founded_induction N.lt_wf_0). intros L.
    destruct (R r b L Lb) as (O & _ & C). destruct (R r b' L Lb') as (O' & _ & C').
    pose proof (value_is_least r b) as V. pose proof (value_is_least r b') as V'.
    destruct (SS r L) as (Low & High).
    assert (Bl : forall x y, (c <= x)%N -> (c <= y)%N ->
      (forall i, (i < r)%N -> val i x - Z.of_N x = val i y - Z.of_N y) ->
      forall z, is_below r x (Z.of_N x + z) -> is_below r y (Z.of_N y + z)).
    { intros x y Lx Ly E z (i & Li & I & Vi). exists i. split; auto.
      destruct (R i y) as (_ & Iy & _); try lia. split; auto. specialize (E i Li). lia. }
    assert (E : forall z, is_excluded r b (Z.of_N b + z) <-> is_excluded r b' (Z.of_N b' + z)).
    { intros z. destruct (Z.lt_ge_cases z (- s)) as [Lz | Lz].
      - destruct (Low z Lz). unfold is_excluded. tauto.
      - destruct (High z Lz) as [Us Dg]. unfold is_excluded. rewrite Us, Dg, C, C', O, O'.
        assert (Nb : Z.of_N b + z < 0 -> is_used r b' (Z.of_N b' + z)) by (intros; apply Us; now left).
        assert (Nb' : Z.of_N b' + z < 0 -> is_used r b' (Z.of_N b' + z)) by (intros; now left).
        assert (W : is_below r b (Z.of_N b + z) <-> is_below r b' (Z.of_N b' + z)); [| tauto].
        split; apply Bl; auto; intros i Li; [| symmetry]; apply IH; lia. }
    apply Z.add_reg_l with (Z.of_N b'). transitivity (val r b'); [| lia].
    apply least_outside_is_unique with (is_excluded r b'); auto.
    destruct V as [H B]. split.
    - intros X. apply E in X. apply H. now replace (Z.of_N b + (val r b - Z.of_N b)) with (val r b) in X by lia.
    - intros z Lz. replace z with (Z.of_N b' + (z - Z.of_N b')) by lia. apply E, B. lia.
  Qed.

  Lemma used_in_the_next_column r b z :
    is_used r (b + 1) z <-> is_used r b z \/ is_position l r b = true /\ val r b = z.
  Proof.
    unfold is_used. split.
    - intros [N | (j & L & I & V)]; auto. destruct (N.eq_dec j b) as [-> | Ne]; auto.
      left; right. exists j. split; auto. lia.
    - intros [[N | (j & L & I & V)] | (I & V)]; auto; right; [exists j | exists b]; (split; [lia | auto]).
  Qed.

  Lemma nothing_on_the_diagonal_of_row_0 b z : ~ is_on_diagonal 0 b z.
  Proof. intros (_ & r' & b' & (k & L & E & _) & _). cbn in E. lia. Qed.

  Lemma on_diagonal_in_the_next_row_and_column r b z :
    is_on_diagonal (r + 1) (b + 1) z <->
    is_on_diagonal r b z \/ has_diagonals l = true /\ is_position l r b = true /\ val r b = z.
  Proof.
    unfold is_on_diagonal, lowers_both. cbn. split.
    - intros (H & r' & b' & (k & L & Er & Eb) & I & V).
      destruct (N.eq_dec k 1) as [-> | Ne].
      + right. assert (r' = r) by lia. assert (b' = b) by lia. subst. auto.
      + left. split; auto. exists r', b'. split; auto. exists (k - 1)%N. lia.
    - intros [(H & r' & b' & (k & L & Er & Eb) & I & V) | (H & I & V)]; split; auto.
      + exists r', b'. split; auto. exists (k + 1)%N. lia.
      + exists r, b. split; auto. exists 1%N. lia.
  Qed.

  Lemma same_state_in_the_next_column a c b b' :
    is_regular_from l a c -> (c <= b)%N -> (c <= b')%N -> same_state a b b' -> same_state a (b + 1) (b' + 1).
  Proof.
    intros R Lb Lb' SS. pose proof (same_state_gives_same_values a c b b' R Lb Lb' SS) as V.
    destruct SS as (s & SS). exists (s + 1). intros r L. destruct (SS r L) as (Low & High). split.
    - intros z Lz. destruct (Low (z + 1)) as [U U']; [lia |].
      split; apply used_in_the_next_column; left; [now replace (Z.of_N (b + 1) + z) with (Z.of_N b + (z + 1)) by lia |
        now replace (Z.of_N (b' + 1) + z) with (Z.of_N b' + (z + 1)) by lia].
    - intros z Lz.
      replace (Z.of_N (b + 1) + z) with (Z.of_N b + (z + 1)) by lia.
      replace (Z.of_N (b' + 1) + z) with (Z.of_N b' + (z + 1)) by lia.
      assert (P : forall i, (i <= a)%N -> is_position l i b = true /\ is_position l i b' = true).
      { intros i Li. destruct (R i b Li Lb) as (_ & ? & _), (R i b' Li Lb') as (_ & ? & _). auto. }
      split.
      + rewrite !used_in_the_next_column. destruct (High (z + 1)) as [U _]; [lia |].
        specialize (V r L). destruct (P r L). split; (intros [X | (_ & X)]; [left; tauto | right; split; auto; lia]).
      + destruct (N.eq_dec r 0) as [-> | Nz].
        * split; intros X; now apply nothing_on_the_diagonal_of_row_0 in X.
        * assert (Lr : (r - 1 <= a)%N) by lia. replace r with ((r - 1) + 1)%N by lia.
          rewrite !on_diagonal_in_the_next_row_and_column.
          destruct (SS (r - 1)%N Lr) as (_ & High'). destruct (High' (z + 1)) as [_ W]; [lia |].
          specialize (V (r - 1)%N Lr). destruct (P (r - 1)%N Lr).
          split; (intros [X | (? & _ & X)]; [left; tauto | right; repeat split; auto; lia]).
  Qed.

  Theorem repeated_state_gives_period a c b P :
    is_regular_from l a c -> (c <= b)%N -> same_state a b (b + P) ->
    forall r, (r <= a)%N -> additive_period (G g r) b P.
  Proof.
    intros R Lb SS r L.
    assert (S : forall n, same_state a (b + n) (b + n + P)).
    { induction n as [| n IH] using N.peano_ind; [now rewrite N.add_0_r |].
      replace (b + N.succ n)%N with (b + n + 1)%N by lia.
      replace (b + n + 1 + P)%N with (b + n + P + 1)%N by lia.
      apply same_state_in_the_next_column with c; auto; lia. }
    intros d Ld. specialize (S (d - b)%N). replace (b + (d - b))%N with d in S by lia.
    apply (same_state_gives_same_values a c) with (r := r) in S; auto; try lia. unfold val in S. lia.
  Qed.
End State.
