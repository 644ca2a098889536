(** The lemmas of docs/automata.md: sets of positions that satisfy the conditions which automata decide are the positions of the values 0, 1, .., top.

    Nothing is said here about automata: [accepts k p] is any decidable set of positions for each value k. *)

From Coq Require Import NArith List Lia Bool Wf_nat.
From Grundy Require Import Games.
Open Scope N_scope.

Section Sets.
  Variable g : game.
  Variable accepts : N -> pos -> bool.
  Variable top : N.

  (** (i) No position is in two of the sets. *)
  Definition disjoint : Prop :=
    forall j k p, j < k -> k <= top -> accepts k p = true -> accepts j p = false.

  (** (ii) No two positions of a set are a move apart. *)
  Definition independent : Prop :=
    forall k p q, k <= top -> accepts k p = true -> move g p q -> accepts k q = false.

  (** (iii) Every position outside the sets up to k has an option in set k. *)
  Definition complete : Prop :=
    forall k p, k <= top -> (forall j, j <= k -> accepts j p = false) ->
    exists q, move g p q /\ accepts k q = true.

  (** The sets are the positions of their values. *)
  Definition are_the_values : Prop :=
    forall p k, k <= top -> (accepts k p = true <-> value g p = k).

  (** A position is in one of the first sets or in none of them. *)
  Lemma first_set_or_none p k :
    (exists j, j <= k /\ accepts j p = true) \/ (forall j, j <= k -> accepts j p = false).
  Proof.
    induction k as [| k IH] using N.peano_ind.
    - destruct (accepts 0 p) eqn:E; [left; exists 0; split; [lia | auto] |].
      right. intros j L. now replace j with 0 by lia.
    - destruct IH as [(j & L & E) | None]; [left; exists j; split; [lia | auto] |].
      destruct (accepts (N.succ k) p) eqn:E; [left; exists (N.succ k); split; [lia | auto] |].
      right. intros j L. destruct (N.eq_dec j (N.succ k)) as [-> | Ne]; auto. apply None. lia.
  Qed.

  Theorem conditions_determine_the_values : disjoint -> independent -> complete -> are_the_values.
  Proof.
    intros D I C. intros p. induction p as [p IH] using (induction_ltof1 _ (fun p => N.to_nat (size p))).
    assert (Below : forall q, move g p q -> forall k, k <= top -> (accepts k q = true <-> value g q = k)).
    { intros q M. apply IH. apply moves_decrease in M. unfold ltof. lia. }
    destruct (value_is_mex g p) as [Not Smaller].
    assert (Forward : forall k, k <= top -> accepts k p = true -> value g p = k).
    { intros k L A. eapply mex_is_unique; [exact (conj Not Smaller) |]. split.
      - intros (q & M & V). apply (Below q M k L) in V. rewrite (I k p q L A M) in V. discriminate.
      - intros j Lj. destruct (C j p) as (q & M & B); [lia | |].
        + intros i Li. apply (D i k p); auto. lia.
        + exists q. split; auto. apply (Below q M); auto. lia. }
    intros k L. split; [now apply Forward |]. intros V.
    destruct (first_set_or_none p k) as [(j & Lj & A) | None].
    - assert (value g p = j) by (apply Forward; auto; lia). now replace k with j by lia.
    - destruct (C k p L None) as (q & M & A). exfalso. apply Not. exists q. split; auto.
      rewrite V. apply (Below q M); auto.
  Qed.

  (** The equation that is decided for other games: a position is in set k exactly if it is in no smaller set and has no option in set k. *)
  Definition equation : Prop :=
    forall k p, k <= top ->
    (accepts k p = true <->
     (forall j, j < k -> accepts j p = false) /\ (forall q, move g p q -> accepts k q = false)).

  Theorem equation_determines_the_values : equation -> are_the_values.
  Proof.
    intros E. apply conditions_determine_the_values.
    - intros j k p Lj Lk A. apply E in A; [| lia]. now apply A.
    - intros k p q L A M. apply E in A; [| lia]. now apply A.
    - intros k p L None. destruct (existsb (accepts k) (options g p)) eqn:X.
      + apply existsb_exists in X as (q & O & A). exists q. split; auto. now apply options_are_moves.
      + exfalso. assert (A : accepts k p = true); [| rewrite None in A; [discriminate | lia]].
        apply E; [lia |]. split; [intros j Lj; apply None; lia |].
        intros q M. apply options_are_moves in M. destruct (accepts k q) eqn:B; auto.
        rewrite <- X. symmetry. apply existsb_exists. exists q. auto.
  Qed.
End Sets.

(** * Wythoff's game *)

Section Wythoff.
  Variable accepts : N -> pos -> bool.
  Variable top : N.

  (** No two positions of a set are on a common row, column or diagonal. *)
  Definition one_on_a_line : Prop :=
    forall k x y, k <= top -> accepts k (x, y) = true ->
    (forall z, accepts k (x, z) = true -> z = y) /\
    (forall z, accepts k (z, y) = true -> z = x) /\
    (forall d, accepts k (x + d, y + d) = true -> d = 0).

  Theorem lines_determine_the_values_of_wythoff :
    disjoint accepts top -> one_on_a_line -> complete wythoff accepts top -> are_the_values wythoff accepts top.
  Proof.
    intros D O C. apply conditions_determine_the_values; auto.
    intros k [x y] [u v] L A M. destruct (accepts k (u, v)) eqn:B; auto. exfalso.
    destruct (O k u v L B) as (R & Cl & Dg). cbn in M.
    destruct M as [(Lt & E) | [(E & Lt) | (d & Ld & E & F)]]; cbn in *; subst.
    - apply Cl in A. lia.
    - apply R in A. lia.
    - apply Dg in A. lia.
  Qed.
End Wythoff.
