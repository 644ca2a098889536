(** The positions of one value of R-Wythoff.

    [on g p d] says that the position (p, p + d) has value g: row p, diagonal d. No two positions of value g lie in one row or on one
    diagonal, and every row is either the smaller or the larger number of one of them (Gu 2015). The positions of value g are counted
    by rows, from 0; [member g n p d] says that number n is (p, p + d), and [every_number_has_a_member] that the list never ends. *)

From Coq Require Import NArith List Lia Bool.
From Grundy Require Import Games.
Import ListNotations.
Open Scope N_scope.

Notation value_at := (G r_wythoff).

Definition on (g p d : N) : Prop := value_at p (p + d) = g.

(** The row [p] is the larger number of a position of value [g], and not the smaller one. *)
Definition is_second (g p : N) : Prop := exists i e, 0 < e /\ i + e = p /\ on g i e.

(** * Options *)

Lemma value_is_symmetric a b : value_at a b = value_at b a.
Proof.
  unfold G. set (f := fun p : pos => value r_wythoff (snd p, fst p)).
  change (value r_wythoff (b, a)) with (f (a, b)). symmetry. apply value_is_unique. intros [x y].
  eapply mex_of_same_set; [| apply (value_is_mex r_wythoff (y, x))]. intros u. unfold f. cbn.
  unfold r_wythoff_move, lowers_first, lowers_second, lowers_both.
  split; intros ([x' y'] & M & E); exists (y', x'); cbn in *; (split; [| exact E]);
    (destruct M as [M | [M | (k & M)]]; [right; left | left | right; right; exists k]; lia).
Qed.

(** The values of the options of (p, p + d). *)
Lemma options_of_a_cell p d v :
  (exists q, move r_wythoff (p, p + d) q /\ value r_wythoff q = v) <->
  (exists j, j < p + d /\ value_at p j = v) \/ (exists i, i < p /\ on v i d).
Proof.
  unfold on, G. cbn [move r_wythoff]. unfold r_wythoff_move, lowers_first, lowers_second, lowers_both.
  cbn [fst snd]. split.
  - intros ([x y] & M & E). cbn [fst snd] in M. destruct M as [(L & Lx & ->) | [(L & -> & Ly) | (k & Lk & Ex & Ey)]].
    + left. exists x. split; [lia |]. rewrite <- E. assert (p + d = p) as -> by lia. apply value_is_symmetric.
    + left. now exists y.
    + right. exists x. split; [lia |]. rewrite <- E. f_equal. f_equal. lia.
  - intros [(j & L & E) | (i & L & E)].
    + exists (p, j). split; [| exact E]. right; left. cbn [fst snd]. lia.
    + exists (i, i + d). split; [| exact E]. right; right. exists (p - i). cbn [fst snd]. lia.
Qed.

Lemma no_option_has_the_same_value p d j : j < p + d -> value_at p j <> value_at p (p + d).
Proof.
  intros L E. destruct (value_is_mex r_wythoff (p, p + d)) as [H _]. apply H, options_of_a_cell. left. now exists j.
Qed.

Lemma one_diagonal_in_a_row g p d d' : on g p d -> on g p d' -> d = d'.
Proof.
  unfold on. intros H H'. destruct (N.lt_trichotomy d d') as [L | [L | L]]; auto; exfalso.
  - apply (no_option_has_the_same_value p d' (p + d)); [lia | congruence].
  - apply (no_option_has_the_same_value p d (p + d')); [lia | congruence].
Qed.

Lemma one_row_on_a_diagonal g p p' d : on g p d -> on g p' d -> p = p'.
Proof.
  assert (H : forall x y, x < y -> on g x d -> ~ on g y d).
  { intros x y L X Y. destruct (value_is_mex r_wythoff (y, y + d)) as [H _]. apply H, options_of_a_cell.
    right. exists x. split; auto. unfold on in *. fold (value_at y (y + d)). now rewrite Y. }
  intros X X'. destruct (N.lt_trichotomy p p') as [L | [L | L]]; auto; exfalso; eapply H; eauto.
Qed.

Lemma second_rows_are_not_first g p d : is_second g p -> ~ on g p d.
Proof.
  intros (i & e & Le & <- & X) Y. unfold on in *.
  apply (no_option_has_the_same_value (i + e) d i); [lia |]. rewrite value_is_symmetric. congruence.
Qed.

(** If (p, p + d) has no value below [g], row [p] is not second, no earlier diagonal of the row has value [g], and neither does an earlier
    row of the diagonal, then (p, p + d) has value [g]. *)
Lemma value_by_exclusion g p d :
  ~ is_second g p -> (forall h, h < g -> ~ on h p d) -> (forall e, e < d -> ~ on g p e) ->
  (forall i, i < p -> ~ on g i d) -> on g p d.
Proof.
  intros S Small Row Dg. unfold on. destruct (N.lt_trichotomy (value_at p (p + d)) g) as [L | [L | L]]; auto; exfalso.
  - now apply (Small _ L).
  - destruct (value_is_mex r_wythoff (p, p + d)) as [_ H]. apply H, options_of_a_cell in L.
    destruct L as [(j & L & E) | (i & L & E)]; [| now apply (Dg i)].
    destruct (N.lt_ge_cases j p) as [Lj | Lj].
    + apply S. exists j, (p - j). repeat split; try lia. unfold on.
      rewrite value_is_symmetric. now replace (j + (p - j)) with p by lia.
    + apply (Row (j - p)); [lia |]. unfold on. now replace (p + (j - p)) with j by lia.
Qed.

(** * Every row is first or second *)

Lemma search (P : N -> Prop) n : (forall i, P i \/ ~ P i) -> (exists i, i < n /\ P i) \/ forall i, i < n -> ~ P i.
Proof.
  intros Dec. induction n as [| n [(i & L & H) | IH]] using N.peano_ind;
    [right; lia | left; exists i; split; auto; lia |].
  destruct (Dec n) as [H | H]; [left; exists n; split; auto; lia |].
  right. intros i L. destruct (N.eq_dec i n) as [-> |]; auto. apply IH. lia.
Qed.

Lemma pigeonhole (rel : N -> N -> Prop) n m :
  (forall d, d < n -> exists c, c < m /\ rel d c) -> (forall d d' c, rel d c -> rel d' c -> d = d') -> n <= m.
Proof.
  intros Total Inj.
  assert (H : forall k, k <= n -> exists l, length l = N.to_nat k /\ NoDup l /\
    forall c, In c l -> c < m /\ exists d, d < k /\ rel d c).
  { induction k as [| k IH] using N.peano_ind; intros L.
    - exists []. repeat split; [constructor | destruct H | destruct H].
    - destruct IH as (l & Len & Nd & H); [lia |]. destruct (Total k) as (c & Lc & Rc); [lia |].
      exists (c :: l). split; [cbn; lia |]. split.
      + constructor; auto. intros I. destruct (H c I) as (_ & d & Ld & Rd).
        assert (d = k) by eauto. lia.
      + intros c' [<- | I]; [split; auto; exists k; split; auto; lia |].
        destruct (H c' I) as (Lc' & d & Ld & Rd). split; auto. exists d. split; auto. lia. }
  destruct (H n) as (l & Len & Nd & I); [lia |].
  assert (Le : (length l <= length (below m))%nat).
  { apply NoDup_incl_length; auto. intros c X. apply in_below. now apply I. }
  rewrite length_below in Le. lia.
Qed.

Lemma on_is_decidable g p d : on g p d \/ ~ on g p d.
Proof. unfold on. destruct (N.eq_dec (value_at p (p + d)) g); auto. Qed.

Lemma is_second_is_decidable g p : is_second g p \/ ~ is_second g p.
Proof.
  destruct (search (fun i => on g i (p - i)) p) as [(i & L & H) | H]; [intros; apply on_is_decidable | |].
  - left. exists i, (p - i). repeat split; auto; lia.
  - right. intros (i & e & Le & <- & X). apply (H i); [lia |]. now replace (i + e - i) with e by lia.
Qed.

Theorem every_row_is_first_or_second g p : (exists d, d < p + g + 1 /\ on g p d) \/ is_second g p.
Proof.
  destruct (is_second_is_decidable g p) as [S | S]; auto.
  destruct (search (on g p) (p + g + 1)) as [H | H]; [intros; apply on_is_decidable | auto |].
  exfalso.
  (* Each diagonal d has a smaller value, or meets an earlier row. *)
  pose (rel := fun d c => on c p d /\ c < g \/ g <= c /\ on g (c - g) d).
  assert (p + g + 1 <= g + p); [| lia].
  apply (pigeonhole rel).
  - intros d Ld. destruct (N.lt_ge_cases (value_at p (p + d)) g) as [L | L].
    { exists (value_at p (p + d)). split; [lia |]. left. now split. }
    destruct (search (fun i => on g i d) p) as [(i & Li & X) | X]; [intros; apply on_is_decidable | |].
    + exists (g + i). split; [lia |]. right. split; [lia |]. now replace (g + i - g) with i by lia.
    + exfalso. apply (H d Ld). apply value_by_exclusion; auto.
      * intros h Lh E. unfold on in E. lia.
      * intros e Le. apply H. lia.
  - intros d d' c [(X & L) | (L & X)] [(Y & L') | (L' & Y)]; try lia; eapply one_diagonal_in_a_row; eauto.
Qed.

(** * The list of positions of one value *)

(** The row [p] is the smaller number of a position of value [g]; [is_first_spec] says that the bound is no restriction. *)
Definition is_first (g p : N) : bool := existsb (fun d => value_at p (p + d) =? g) (below (p + g + 1)).

(** How many rows before [p] are first. *)
Definition index (g p : N) : N := N.of_nat (length (filter (is_first g) (below p))).

(** The positions of value [g] are counted by increasing row, from 0. Number [n] is (p, p + d). *)
Definition member (g n p d : N) : Prop := on g p d /\ index g p = n.

Lemma is_first_spec g p : is_first g p = true <-> exists d, on g p d.
Proof.
  unfold is_first. rewrite existsb_exists. split.
  - intros (d & _ & E). exists d. now apply N.eqb_eq.
  - intros (d & X). destruct (every_row_is_first_or_second g p) as [(d' & L & X') | S].
    + exists d'. split; [now apply in_below | now apply N.eqb_eq].
    + destruct (second_rows_are_not_first g p d S X).
Qed.

Lemma is_first_or_second g p : is_first g p = false <-> is_second g p.
Proof.
  rewrite <- not_true_iff_false, is_first_spec. split.
  - intros H. destruct (every_row_is_first_or_second g p) as [(d & _ & X) | S]; auto. destruct H. eauto.
  - intros S (d & X). now apply second_rows_are_not_first in X.
Qed.

Lemma below_succ n : below (n + 1) = below n ++ [n].
Proof.
  unfold below. replace (N.to_nat (n + 1)) with (S (N.to_nat n)) by lia.
  rewrite seq_S, map_app. cbn. now rewrite N2Nat.id.
Qed.

Lemma index_succ g p : index g (p + 1) = index g p + if is_first g p then 1 else 0.
Proof.
  unfold index. rewrite below_succ, filter_app, app_length. cbn. destruct (is_first g p); cbn; lia.
Qed.

Lemma index_0 g : index g 0 = 0.
Proof. reflexivity. Qed.

Lemma index_after_first g p d : on g p d -> index g (p + 1) = index g p + 1.
Proof. intros X. rewrite index_succ. now rewrite (proj2 (is_first_spec g p)) by eauto. Qed.

Lemma index_after_second g p : is_second g p -> index g (p + 1) = index g p.
Proof. intros S. apply is_first_or_second in S. rewrite index_succ, S. lia. Qed.

Lemma index_is_monotone g p q : p <= q -> index g p <= index g q.
Proof.
  intros L. replace q with (p + (q - p)) by lia.
  induction (q - p) as [| n IH] using N.peano_ind; [rewrite N.add_0_r; lia |].
  replace (p + N.succ n) with (p + n + 1) by lia. rewrite index_succ. destruct (is_first g (p + n)); lia.
Qed.

Lemma index_increases_after_first g p d q : on g p d -> p < q -> index g p < index g q.
Proof.
  intros X L. pose proof (index_is_monotone g (p + 1) q ltac:(lia)). rewrite (index_after_first g p d X) in H. lia.
Qed.

Lemma index_is_at_most_the_row g p : index g p <= p.
Proof.
  induction p as [| p IH] using N.peano_ind; [reflexivity |].
  rewrite <- N.add_1_r, index_succ. destruct (is_first g p); lia.
Qed.

Lemma index_is_less_after_second g p q : is_second g q -> q < p -> index g p < p.
Proof.
  intros S L. replace p with (q + 1 + (p - q - 1)) by lia.
  induction (p - q - 1) as [| n IH] using N.peano_ind.
  - rewrite N.add_0_r, index_after_second by auto. pose proof (index_is_at_most_the_row g q). lia.
  - replace (q + 1 + N.succ n) with (q + 1 + n + 1) by lia. rewrite index_succ. destruct (is_first g _); lia.
Qed.

Lemma member_is_unique g n p d p' d' : member g n p d -> member g n p' d' -> p = p' /\ d = d'.
Proof.
  intros (X & E) (X' & E'). assert (p = p') as <-.
  { destruct (N.lt_trichotomy p p') as [L | [L | L]]; auto.
    - apply index_increases_after_first with (d := d) (g := g) in L; auto. lia.
    - apply index_increases_after_first with (d := d') (g := g) in L; auto. lia. }
  split; auto. eapply one_diagonal_in_a_row; eauto.
Qed.

Lemma rows_increase g n p d n' p' d' : member g n p d -> member g n' p' d' -> n < n' -> p < p'.
Proof.
  intros (_ & E) (_ & E') L. destruct (N.lt_ge_cases p p') as [H | H]; auto. apply (index_is_monotone g) in H. lia.
Qed.

(** Every number below the index of a row has its member in an earlier row. *)
Lemma member_below_an_index g p : forall n, n < index g p -> exists q d, q < p /\ member g n q d.
Proof.
  induction p as [| p IH] using N.peano_ind; intros n L; [rewrite index_0 in L; lia |].
  rewrite <- N.add_1_r in *. destruct (N.lt_ge_cases n (index g p)) as [Ln | Ln].
  - destruct (IH n Ln) as (q & d & Lq & M). exists q, d. split; auto. lia.
  - rewrite index_succ in L. destruct (is_first g p) eqn:F; [| lia].
    apply is_first_spec in F. destruct F as (d & X). exists p, d. split; [lia |]. split; auto. lia.
Qed.

(** Rows that are all first are counted one by one. *)
Lemma index_of_consecutive_first_rows g p n :
  (forall i, p <= i -> i < p + n -> ~ is_second g i) -> index g (p + n) = index g p + n.
Proof.
  induction n as [| n IH] using N.peano_ind; intros H; [now rewrite !N.add_0_r |].
  replace (p + N.succ n) with (p + n + 1) by lia. rewrite index_succ.
  rewrite IH by (intros; apply H; lia).
  destruct (is_first g (p + n)) eqn:F; [lia |]. apply is_first_or_second in F. exfalso. eapply H; [| | exact F]; lia.
Qed.

(** Each position of value [g] has two numbers, and every row is one of them. *)
Lemma half_of_the_rows_are_first g p : p <= 2 * index g p.
Proof.
  pose (rel := fun q c => exists i e, on g i e /\ i < p /\
    (q = i /\ c = index g i \/ q = i + e /\ 0 < e /\ c = index g p + index g i)).
  apply (pigeonhole rel).
  - intros q L. destruct (every_row_is_first_or_second g q) as [(d & _ & X) | (i & e & Le & <- & X)].
    + pose proof (index_increases_after_first g q d p X L). exists (index g q). split; [lia |]. exists q, d. auto.
    + pose proof (index_increases_after_first g i e p X ltac:(lia)).
      exists (index g p + index g i). split; [lia |]. exists i, e. repeat split; auto; lia.
  - intros q q' c (i & e & X & L & H) (i' & e' & X' & L' & H').
    pose proof (index_increases_after_first g i e p X L). pose proof (index_increases_after_first g i' e' p X' L').
    assert (index g i = index g i') by lia.
    destruct (member_is_unique g (index g i) i e i' e') as [<- <-]; [now split | now split |]. lia.
Qed.

Theorem every_number_has_a_member g n : exists p d, member g n p d.
Proof.
  pose proof (half_of_the_rows_are_first g (2 * n + 2)).
  destruct (member_below_an_index g (2 * n + 2) n ltac:(lia)) as (p & d & _ & M). eauto.
Qed.
