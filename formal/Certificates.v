(** What a row certificate claims, and that [check_row] accepts only certificates whose claim is true. *)

From Coq Require Import NArith Arith List Lia Bool.
From Grundy Require Import Games Rows RowChecker RowCorrect.
Import ListNotations.
Open Scope N_scope.

(** * The claim *)

(** [p] divides every additive period of [f]. *)
Definition is_least_period (f : N -> N) (p : N) : Prop :=
  forall from q, 0 < q -> additive_period f from q -> (p | q).

Definition row_values (c : row_certificate) : N -> N := G (rules (cert_game c)) (cert_row c).

(** The period holds from the preperiod on; it fails in the column before, or there is no position; and the period is least. *)
Definition claim (c : row_certificate) : Prop :=
  additive_period (row_values c) (preperiod c) (period c) /\
  (preperiod c = 0 \/
   is_position (rule_lines (cert_game c)) (cert_row c) (preperiod c - 1) = false \/
   row_values c (preperiod c - 1 + period c) <> row_values c (preperiod c - 1) + period c) /\
  is_least_period (row_values c) (period c).

(** * Least periods *)

Lemma additive_period_repeats f from p : additive_period f from p ->
  forall n b, from <= b -> f (b + n * p) = f b + n * p.
Proof.
  intros H. induction n as [| n IH] using N.peano_ind; intros b L; [now rewrite !N.add_0_r |].
  replace (b + N.succ n * p) with (b + n * p + p) by lia. rewrite H, IH by lia. lia.
Qed.

Lemma multiple_of_a_period_is_a_period f from p n : additive_period f from p -> additive_period f from (n * p).
Proof. intros H b L. now apply additive_period_repeats with from. Qed.

(** Two periods have their greatest common divisor as a period. It holds from where the first one does. *)
Lemma gcd_of_periods_is_a_period f from p from' q :
  0 < p -> 0 < q -> additive_period f from p -> additive_period f from' q -> additive_period f from (N.gcd q p).
Proof.
  intros Lp Lq P Q b L. destruct (N.gcd_bezout_pos q p Lq) as (u & v & E).
  pose proof (additive_period_repeats f from p P) as Ps.
  pose proof (additive_period_repeats f from' q Q) as Qs.
  set (d := N.gcd q p) in *. set (k := from').
  assert (Far : from' <= b + k * p) by nia.
  pose proof (Ps (v + k) (b + d)) as A. pose proof (Ps k b) as B. pose proof (Qs u (b + k * p) Far) as C.
  replace (b + k * p + u * q) with (b + d + (v + k) * p) in C by lia.
  specialize (A ltac:(lia)). specialize (B ltac:(lia)). lia.
Qed.

(** ** Prime factors *)

Lemma has_no_divisor_from_spec q : forall fuel d, 0 < d -> has_no_divisor_from fuel d q = true ->
  forall e, d <= e -> e * e <= q -> ~ (e | q).
Proof.
  induction fuel as [| fuel IH]; intros d Ld H e Le Se Dv; cbn [has_no_divisor_from] in H; [discriminate |].
  destruct (N.ltb_spec q (d * d)) as [L | L]; [nia |].
  destruct (N.eqb_spec (q mod d) 0) as [E | E]; [discriminate |].
  destruct (N.eq_dec e d) as [-> | Ne]; [apply E, N.mod_divide; auto; lia |].
  apply (IH (d + 1)) with e in H; auto; lia.
Qed.

Lemma is_prime_spec q : is_prime q = true -> 1 < q /\ forall d, (d | q) -> d = 1 \/ d = q.
Proof.
  unfold is_prime. rewrite andb_true_iff, N.ltb_lt. intros (L & H). split; auto.
  pose proof (has_no_divisor_from_spec q _ 2 ltac:(lia) H) as No.
  intros d Dv. pose proof Dv as (k & E).
  destruct (N.eq_dec d 1) as [| N1]; auto. destruct (N.eq_dec d q) as [| Nq]; auto. exfalso.
  assert (Dk : (k | q)) by (exists d; lia).
  assert (d <> 0) by (intros ->; lia). assert (k <> 0) by (intros ->; lia). assert (k <> 1) by (intros ->; lia).
  destruct (N.le_gt_cases d k) as [Le | Le].
  - apply (No d); auto; [lia |]. rewrite E. now apply N.mul_le_mono_r.
  - apply (No k); auto; [lia |]. rewrite E. apply N.mul_le_mono_l. lia.
Qed.

Lemma divisor_survives_dividing_out q m : is_prime q = true -> ~ (q | m) ->
  forall fuel n, (m | n) -> (m | divide_out fuel q n).
Proof.
  intros Pr Nd. apply is_prime_spec in Pr. destruct Pr as (L & Pr).
  assert (Co : N.gcd m q = 1).
  { destruct (Pr (N.gcd m q) (N.gcd_divide_r m q)) as [E | E]; auto.
    destruct Nd. rewrite <- E. apply N.gcd_divide_l. }
  induction fuel as [| fuel IH]; intros n H; cbn [divide_out]; auto.
  destruct (N.eqb_spec (n mod q) 0) as [E | _]; auto. apply IH.
  apply N.gauss with q; auto. apply N.div_exact in E; [now rewrite <- E | lia].
Qed.

(** If dividing by the primes [qs] leaves 1, every divisor greater than 1 is a multiple of one of them. *)
Lemma prime_factors_are_complete qs : forallb is_prime qs = true ->
  forall n m, divide_out_all qs n = 1 -> (m | n) -> 1 < m -> exists q, In q qs /\ (q | m).
Proof.
  induction qs as [| q qs IH]; intros Pr n m E Dv L; cbn in *.
  - subst n. apply N.divide_1_r in Dv. lia.
  - apply andb_true_iff in Pr. destruct Pr as (Pq & Pr).
    destruct (N.eq_dec (m mod q) 0) as [Dm | Dm].
    + exists q. split; auto. apply N.mod_divide; auto. apply is_prime_spec in Pq. lia.
    + destruct (IH Pr _ m E) as (q' & I & Dq); eauto.
      apply divisor_survives_dividing_out; auto. intros X. apply Dm.
      apply N.mod_divide; auto. apply is_prime_spec in Pq. lia.
Qed.

Lemma period_is_least_if_its_quotients_fail f from p qs :
  0 < p -> additive_period f from p -> forallb is_prime qs = true -> divide_out_all qs p = 1 ->
  (forall q, In q qs -> ~ additive_period f from (p / q)) -> is_least_period f p.
Proof.
  intros Lp P Pr All Fail from' q Lq Q.
  pose proof (gcd_of_periods_is_a_period f from p from' q Lp Lq P Q) as Dp.
  destruct (N.gcd_divide_r q p) as (m & E).
  destruct (N.eq_dec m 1) as [-> | Nm].
  - rewrite N.mul_1_l in E. rewrite E. apply N.gcd_divide_l.
  - exfalso. set (d := N.gcd q p) in *.
    destruct (prime_factors_are_complete qs Pr p m All) as (r & I & (k & Ek)).
    + exists d. lia.
    + destruct m; lia.
    + apply (Fail r I). rewrite forallb_forall in Pr. apply Pr, is_prime_spec in I. destruct I as (Lr & _).
      replace (p / r) with (k * d); [now apply multiple_of_a_period_is_a_period |].
      rewrite E, Ek. replace (k * r * d) with (k * d * r) by lia. now rewrite N.div_mul by lia.
Qed.

(** * The checker *)

Lemma rule_lines_describe_rules x : describes (rule_lines x) (rules x).
Proof.
  destruct x;
    [apply nim_lines_describe_nim | apply star_nim_lines_describe_star_nim |
     apply wythoff_lines_describe_wythoff | apply r_wythoff_lines_describe_r_wythoff].
Qed.

Lemma rule_lines_are_regular x a : is_regular_from (rule_lines x) a (regular_from x a).
Proof.
  destruct x; [apply nim_is_regular | apply star_nim_is_regular |
    apply wythoff_is_regular | apply r_wythoff_is_regular].
Qed.

Lemma closed_rows_are_within_reach x a r b :
  r <= a -> row_open (rule_lines x) r b = false -> b <= reach_of x a.
Proof. destruct x; try discriminate. cbn [rule_lines row_open reach_of]. rewrite N.leb_gt. lia. Qed.

Section Check.
  Variable c : row_certificate.
  Notation f := (row_values c).
  Notation a := (cert_row c).
  Notation x := (cert_game c).
  Notation e := (state_from c + state_period c).
  Variable row : list N.
  Hypothesis State : additive_period f (state_from c) (state_period c).
  Hypothesis Len : length row = N.to_nat e.
  Hypothesis Notes : forall b, b < e ->
    note_represents (rules x) (rule_lines x) (reach_of x a) b a (nth (N.to_nat b) row 0).

  Lemma note_in_is_nth b : note_in row b = nth (N.to_nat b) row 0.
  Proof.
    unfold note_in. rewrite skip_is_skipn. pose proof (nth_skipn (N.to_nat b) 0 row) as E.
    rewrite Nat.add_0_r in E. rewrite <- E. now destruct (skipn _ row).
  Qed.

  Lemma fails_at_is_correct b p : 0 < state_period c -> p <= state_period c ->
    fails_at row c b p = true -> f (b + p) <> f b + p.
  Proof.
    intros LP Lp. unfold fails_at. rewrite !andb_true_iff, !negb_true_iff, !N.eqb_neq, N.ltb_lt, !note_in_is_nth.
    intros (((Lb & Nz) & Nz') & Ne) E.
    destruct (N.ltb_spec (b + p) e) as [L | L].
    - eapply different_notes_are_different_values with (b := b) (b' := b + p); try exact Ne; auto.
      unfold row_values in E. lia.
    - set (b' := b + p - state_period c) in *.
      assert (Back : f (b + p) = f b' + state_period c).
      { unfold b'. rewrite <- (State (b + p - state_period c)) by lia. f_equal. lia. }
      eapply different_notes_are_different_values with (b := b) (b' := b'); try exact Ne; auto.
      + apply Notes. lia.
      + unfold row_values in E, Back. lia.
  Qed.

  Lemma agreeing_notes_give_the_period from p : 
    agree (skip from row) (skip (from + p) row) = true ->
    forall b, from <= b -> b + p < e -> f (b + p) = f b + p.
  Proof.
    intros A b Lb Ub. rewrite !skip_is_skipn in A.
    destruct (agree_spec _ _ A (N.to_nat (b - from))) as (Eq & Nz).
    { rewrite skipn_length. lia. }
    rewrite nth_skipn in Nz. rewrite !nth_skipn in Eq.
    replace (N.to_nat from + N.to_nat (b - from))%nat with (N.to_nat b) in Eq by lia.
    replace (N.to_nat (from + p) + N.to_nat (b - from))%nat with (N.to_nat (b + p)) in Eq, Nz by lia.
    assert (E : f (b + p) + b = f b + (b + p)); [| lia].
    eapply equal_notes_are_equal_values; [| apply Notes; lia | exact Nz]. rewrite <- Eq. apply Notes. lia.
  Qed.
End Check.

Theorem check_row_is_correct c : check_row c = true -> claim c.
Proof.
  intros H. unfold check_row in H. destruct c as [x a from p start length quotients] eqn:C.
  rewrite !andb_true_iff, N.leb_le, !N.ltb_lt, N.eqb_eq in H. destruct H as ((((Lf & Lp) & LP) & Div) & H).
  destruct (repeating_row _ _ _ _ _ _) as [row |] eqn:Row; [| discriminate].
  rewrite !andb_true_iff in H. destruct H as ((Agree & LeastFrom) & LeastPeriod).
  apply repeating_row_is_correct with (g := rules x) in Row;
    auto using rule_lines_describe_rules, rule_lines_are_regular;
    [| intros; now apply closed_rows_are_within_reach with r].
  destruct Row as (State & Len & Notes). specialize (State a (N.le_refl a)).
  rewrite <- C in *. change start with (state_from (RowCertificate x a from p start length quotients)) in *.
  assert (Period : additive_period (row_values c) from p).
  { subst c. eapply period_from_finite_range; eauto. now apply agreeing_notes_give_the_period with row. }
  assert (Ple : p <= length) by (apply N.divide_pos_le; auto; apply N.mod_divide; auto; lia).
  assert (Fails : forall b q, q <= p -> fails_at row c b q = true -> row_values c (b + q) <> row_values c b + q).
  { intros b q Lq. apply fails_at_is_correct; subst c; auto; cbn; lia. }
  subst c. split; [exact Period | split]; cbn [preperiod period cert_game cert_row].
  - unfold preperiod_is_least in LeastFrom. rewrite !orb_true_iff, N.eqb_eq, negb_true_iff in LeastFrom.
    destruct LeastFrom as [[E | E] | E]; auto. right; right. apply Fails; [apply N.le_refl | exact E].
  - unfold period_is_least in LeastPeriod.
    rewrite !andb_true_iff, N.eqb_eq, (forallb_forall _ quotients) in LeastPeriod.
    destruct LeastPeriod as ((Primes & All) & Q).
    apply period_is_least_if_its_quotients_fail with from (map fst quotients); auto.
    intros q I. apply in_map_iff in I. destruct I as ([q' at_] & <- & I). cbn [fst].
    specialize (Q _ I). cbn [fst snd preperiod period] in Q. rewrite !andb_true_iff, N.leb_le in Q.
    destruct Q as ((La & _) & F). intros P. apply (Fails at_ (p / q')); auto.
    rewrite forallb_forall in Primes. apply (in_map fst) in I. apply Primes, is_prime_spec in I. cbn [fst] in I.
    apply N.div_le_upper_bound; nia.
Qed.
