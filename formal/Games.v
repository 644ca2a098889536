(** Games of two numbers, their rules, and the Grundy value.

    A game is given by its moves. The value of a position is the mex of the values of its options: the least number that is not
    among them. [value_is_mex] says that [G] satisfies this, and [value_is_unique] that nothing else does. *)

From Coq Require Import NArith List Lia Bool Wf_nat FinFun.
Import ListNotations.
Open Scope N_scope.

(** * The minimum excludant *)

Definition is_mex (S : N -> Prop) (v : N) : Prop := ~ S v /\ forall u, u < v -> S u.

Lemma mex_is_unique S v w : is_mex S v -> is_mex S w -> v = w.
Proof.
  intros [Hv Bv] [Hw Bw]. destruct (N.lt_trichotomy v w) as [H | [H | H]]; auto.
  - destruct (Hv (Bw _ H)).
  - destruct (Hw (Bv _ H)).
Qed.

Lemma mex_of_same_set S T v : (forall u, S u <-> T u) -> is_mex S v -> is_mex T v.
Proof. intros E [H B]. split; [rewrite <- E; auto | intros u L; apply E; auto]. Qed.

Fixpoint mex_from (fuel : nat) (v : N) (l : list N) : N :=
  match fuel with
  | O => v
  | S fuel => if existsb (N.eqb v) l then mex_from fuel (v + 1) l else v
  end.

Definition mex (l : list N) : N := mex_from (length l) 0 l.

Lemma existsb_is_In v l : existsb (N.eqb v) l = true <-> In v l.
Proof.
  rewrite existsb_exists. split.
  - intros (x & I & E). apply N.eqb_eq in E. now subst.
  - intros I. exists v. now rewrite N.eqb_refl.
Qed.

(** The numbers below [n]. *)
Definition below (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).

Lemma in_below n i : In i (below n) <-> i < n.
Proof.
  unfold below. rewrite in_map_iff. split.
  - intros (x & E & I). apply in_seq in I. lia.
  - intros L. exists (N.to_nat i). rewrite in_seq. lia.
Qed.

Lemma length_below n : length (below n) = N.to_nat n.
Proof. unfold below. now rewrite map_length, seq_length. Qed.

Lemma below_has_no_duplicates n : NoDup (below n).
Proof.
  unfold below. apply Injective_map_NoDup; [| apply seq_NoDup].
  intros x y E. lia.
Qed.

(** A list of [n] numbers does not contain all of 0, .., n. *)
Lemma no_list_contains_more_numbers_than_its_length l n :
  (forall u, u < n -> In u l) -> (N.to_nat n <= length l)%nat.
Proof.
  intros H. rewrite <- length_below. apply NoDup_incl_length; [apply below_has_no_duplicates |].
  intros u I. apply H, in_below, I.
Qed.

Lemma mex_from_is_mex l : forall fuel v,
  (forall u, u < v -> In u l) -> (N.to_nat v + fuel = length l)%nat ->
  is_mex (fun u => In u l) (mex_from fuel v l).
Proof.
  induction fuel as [| fuel IH]; intros v B E; cbn [mex_from].
  - split; auto. intros I.
    assert (N.to_nat (v + 1) <= length l)%nat; [| lia].
    apply no_list_contains_more_numbers_than_its_length. intros u L.
    destruct (N.eq_dec u v); [now subst | apply B; lia].
  - destruct (existsb (N.eqb v) l) eqn:X.
    + apply existsb_is_In in X. apply IH; [| lia].
      intros u L. destruct (N.eq_dec u v); [now subst | apply B; lia].
    + split; auto. rewrite <- existsb_is_In. congruence.
Qed.

Lemma mex_is_mex l : is_mex (fun u => In u l) (mex l).
Proof. apply mex_from_is_mex; [intros; lia | reflexivity]. Qed.

(** * Games *)

Definition pos : Type := N * N.

Definition size (p : pos) : N := fst p + snd p.

(** The moves of a game, the list of options of a position, and that every game ends. *)
Record game := Game {
  move : pos -> pos -> Prop;
  options : pos -> list pos;
  options_are_moves : forall p q, In q (options p) <-> move p q;
  moves_decrease : forall p q, move p q -> size q < size p;
}.

Section Value.
  Variable g : game.

  Fixpoint value_with (fuel : nat) (p : pos) : N :=
    match fuel with
    | O => 0
    | S fuel => mex (map (value_with fuel) (options g p))
    end.

  Definition value (p : pos) : N := value_with (S (N.to_nat (size p))) p.

  Lemma value_with_enough_fuel : forall n m p,
    (N.to_nat (size p) < n)%nat -> (N.to_nat (size p) < m)%nat -> value_with n p = value_with m p.
  Proof.
    induction n as [| n IH]; intros [| m] p Ln Lm; try lia. cbn [value_with]. f_equal.
    apply map_ext_in. intros q I. apply options_are_moves, moves_decrease in I. apply IH; lia.
  Qed.

  (** [f] gives every position the least number that is not the value of an option. *)
  Definition is_value (f : pos -> N) : Prop :=
    forall p, is_mex (fun v => exists q, move g p q /\ f q = v) (f p).

  Theorem value_is_mex : is_value value.
  Proof.
    intros p. unfold value at 2. cbn [value_with].
    eapply mex_of_same_set; [| apply mex_is_mex]. intros u. cbv beta. rewrite in_map_iff. split.
    - intros (q & E & I). exists q. apply options_are_moves in I. split; auto.
      rewrite <- E. apply moves_decrease in I. apply value_with_enough_fuel; lia.
    - intros (q & I & E). exists q. split; [| now apply options_are_moves].
      rewrite <- E. apply moves_decrease in I. apply value_with_enough_fuel; lia.
  Qed.

  Theorem value_is_unique f : is_value f -> forall p, f p = value p.
  Proof.
    intros F. induction p as [p IH] using (induction_ltof1 _ (fun p => N.to_nat (size p))).
    eapply mex_is_unique; [apply F |].
    eapply mex_of_same_set; [| apply value_is_mex]. intros u. cbv beta.
    split; intros (q & M & E); exists q; (split; [exact M |]);
      rewrite <- E; [| symmetry]; apply IH; apply moves_decrease in M; unfold ltof; lia.
  Qed.
End Value.

(** The value of the position (a, b). *)
Definition G (g : game) (a b : N) : N := value g (a, b).

(** * Rules *)

Definition lowers_first (p q : pos) : Prop := fst q < fst p /\ snd q = snd p.
Definition lowers_second (p q : pos) : Prop := fst q = fst p /\ snd q < snd p.
Definition lowers_both (p q : pos) : Prop :=
  exists k, 0 < k /\ fst p = fst q + k /\ snd p = snd q + k.

(** Nim with two piles. *)
Definition nim_move (p q : pos) : Prop := lowers_first p q \/ lowers_second p q.

(** Two strips that share square 0, with a token each; a token moves to a lower square, and square 0 holds at most one token. So
    (0,0) is not a position. *)
Definition star_nim_move (p q : pos) : Prop := (lowers_first p q \/ lowers_second p q) /\ q <> (0, 0).

(** Wythoff's game: take any number from one pile, or the same number from both. *)
Definition wythoff_move (p q : pos) : Prop := lowers_first p q \/ lowers_second p q \/ lowers_both p q.

(** R-Wythoff: take from the larger pile (from either if they are equal), or the same number from both. *)
Definition r_wythoff_move (p q : pos) : Prop :=
  snd p <= fst p /\ lowers_first p q \/ fst p <= snd p /\ lowers_second p q \/ lowers_both p q.

(** ** Lists of options *)

Definition rows_below (p : pos) : list pos := map (fun i => (i, snd p)) (below (fst p)).
Definition columns_before (p : pos) : list pos := map (fun j => (fst p, j)) (below (snd p)).
Definition diagonal_before (p : pos) : list pos :=
  map (fun k => (fst p - (k + 1), snd p - (k + 1))) (below (N.min (fst p) (snd p))).

Lemma in_rows_below p q : In q (rows_below p) <-> lowers_first p q.
Proof.
  destruct p as [a b], q as [c d]. unfold rows_below, lowers_first. rewrite in_map_iff. cbn. split.
  - intros (i & [= <- <-] & I). apply in_below in I. lia.
  - intros [L ->]. exists c. now rewrite in_below.
Qed.

Lemma in_columns_before p q : In q (columns_before p) <-> lowers_second p q.
Proof.
  destruct p as [a b], q as [c d]. unfold columns_before, lowers_second. rewrite in_map_iff. cbn. split.
  - intros (i & [= <- <-] & I). apply in_below in I. lia.
  - intros [-> L]. exists d. now rewrite in_below.
Qed.

Lemma in_diagonal_before p q : In q (diagonal_before p) <-> lowers_both p q.
Proof.
  destruct p as [a b], q as [c d]. unfold diagonal_before, lowers_both. rewrite in_map_iff. cbn. split.
  - intros (i & [= <- <-] & I). apply in_below in I. exists (i + 1). lia.
  - intros (k & L & -> & ->). exists (k - 1). rewrite in_below. split; [f_equal |]; lia.
Qed.

Lemma lowering_decreases p q :
  lowers_first p q \/ lowers_second p q \/ lowers_both p q -> size q < size p.
Proof.
  unfold lowers_first, lowers_second, lowers_both, size.
  intros [H | [H | (k & H)]]; lia.
Qed.

Definition is_zero_zero (p : pos) : bool := (fst p =? 0) && (snd p =? 0).

Lemma is_zero_zero_spec p : is_zero_zero p = true <-> p = (0, 0).
Proof.
  destruct p as [a b]. unfold is_zero_zero. cbn. rewrite andb_true_iff, !N.eqb_eq. split.
  - now intros [-> ->].
  - now intros [= -> ->].
Qed.

#[local] Obligation Tactic := intros.

Program Definition nim : game := {|
  move := nim_move;
  options := fun p => rows_below p ++ columns_before p;
|}.
Next Obligation. now rewrite in_app_iff, in_rows_below, in_columns_before. Qed.
Next Obligation. apply lowering_decreases. unfold nim_move in H. tauto. Qed.

Program Definition star_nim : game := {|
  move := star_nim_move;
  options := fun p => filter (fun q => negb (is_zero_zero q)) (rows_below p ++ columns_before p);
|}.
Next Obligation.
  rewrite filter_In, in_app_iff, in_rows_below, in_columns_before, negb_true_iff.
  unfold star_nim_move. rewrite <- is_zero_zero_spec, not_true_iff_false. tauto.
Qed.
Next Obligation. apply lowering_decreases. unfold star_nim_move in H. tauto. Qed.

Program Definition wythoff : game := {|
  move := wythoff_move;
  options := fun p => rows_below p ++ columns_before p ++ diagonal_before p;
|}.
Next Obligation. now rewrite !in_app_iff, in_rows_below, in_columns_before, in_diagonal_before. Qed.
Next Obligation. now apply lowering_decreases. Qed.

Program Definition r_wythoff : game := {|
  move := r_wythoff_move;
  options := fun p =>
    (if snd p <=? fst p then rows_below p else []) ++
    (if fst p <=? snd p then columns_before p else []) ++ diagonal_before p;
|}.
Next Obligation.
  rewrite !in_app_iff, in_diagonal_before. unfold r_wythoff_move.
  rewrite <- in_rows_below, <- in_columns_before.
  destruct (N.leb_spec (snd p) (fst p)), (N.leb_spec (fst p) (snd p)); cbn [In]; intuition lia.
Qed.
Next Obligation. apply lowering_decreases. unfold r_wythoff_move in H. tauto. Qed.
