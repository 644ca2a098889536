(** A checker of row certificates, proved correct.

    The state of rows 0 to a before column b is kept as bit masks: bit i of a mask stands for the number b - s + i, where s, the reach,
    is fixed. All numbers below b - s are used; the checker tests this. It fills S + P columns, compares the states before columns S and
    S + P, and compares the last row with itself, moved by its period. *)

From Coq Require Import NArith ZArith List Lia Bool.
From Grundy Require Import Games Rows.
Import ListNotations.
Open Scope N_scope.

(** * Masks *)

(** The power of two at the lowest zero of a mask. *)
Fixpoint lowest_zero_of_positive (p : positive) : positive :=
  match p with
  | xH => 2
  | xO _ => 1
  | xI p => xO (lowest_zero_of_positive p)
  end.

Definition lowest_zero (m : N) : N :=
  match m with
  | N0 => 1
  | Npos p => Npos (lowest_zero_of_positive p)
  end.

Lemma testbit_xI_succ p t : N.testbit (Npos (xI p)) (N.succ t) = N.testbit (Npos p) t.
Proof. apply (N.testbit_odd_succ (Npos p)), N.le_0_l. Qed.

Lemma lowest_zero_of_positive_spec p :
  exists t, Npos (lowest_zero_of_positive p) = 2 ^ t /\ N.testbit (Npos p) t = false /\
    forall i, i < t -> N.testbit (Npos p) i = true.
Proof.
  induction p as [p (t & E & Z & O) | p _ |]; cbn [lowest_zero_of_positive].
  - exists (N.succ t). rewrite testbit_xI_succ. repeat split; auto.
    + rewrite N.pow_succ_r', <- E. reflexivity.
    + intros i L. destruct (N.zero_or_succ i) as [-> | (j & ->)]; [reflexivity |].
      rewrite testbit_xI_succ. apply O. lia.
  - exists 0. repeat split; auto. lia.
  - exists 1. repeat split; auto. intros i L. now replace i with 0 by lia.
Qed.

Lemma lowest_zero_spec m :
  exists t, lowest_zero m = 2 ^ t /\ N.testbit m t = false /\ forall i, i < t -> N.testbit m i = true.
Proof.
  destruct m as [| p]; [| apply lowest_zero_of_positive_spec]. exists 0. repeat split; auto. lia.
Qed.

Lemma testbit_of_half m i : N.testbit (N.div2 m) i = N.testbit m (i + 1).
Proof. rewrite N.add_1_r. symmetry. apply N.testbit_succ_r_div2, N.le_0_l. Qed.

Lemma some_bit_is_set m : m <> 0 -> exists i, N.testbit m i = true.
Proof. intros H. exists (N.log2 m). now apply N.bit_log2. Qed.

(** * Columns *)

(** What the rules say of a cell. [negative] is the mask of negative numbers; it is used only where the row is closed. *)
Record cell := Cell { open_row : bool; open_column : bool; is_there : bool; negative : N }.

(** Fills a column. [standing] are the values in the rows before, [entering] those on the diagonal that enters this row in the next
    column. Returns the next state and the *note* of the last row: the power of two that stands for its value, or 0 if the cell is not
    a position. *)
Fixpoint fill (diagonals : bool) (cells : list cell) (state : list (N * N)) (standing entering note : N)
  : option (list (N * N) * N) :=
  match cells, state with
  | [], [] => Some ([], note)
  | c :: cells, (used, diagonal) :: state =>
      let along_row := if open_row c then used else negative c in
      let along_column := if open_column c then standing else 0 in
      let note := if is_there c then lowest_zero (N.lor along_row (N.lor along_column diagonal)) else 0 in
      let used := N.lor used note in
      let leaving := if diagonals then N.div2 (N.lor diagonal note) else 0 in
      if N.odd used then
        match fill diagonals cells state (N.lor standing note) leaving note with
        | Some (state, last) => Some ((N.div2 used, entering) :: state, last)
        | None => None
        end
      else None
  | _, _ => None
  end.

(** A run: the state, and the notes of the last row, last column first. *)
Definition run : Type := list (N * N) * list N.

Definition fill_next (diagonals : bool) (cells : list cell) (x : option run) : option run :=
  match x with
  | None => None
  | Some (state, notes) =>
      match fill diagonals cells state 0 0 0 with
      | None => None
      | Some (state, note) => Some (state, note :: notes)
      end
  end.

Section Run.
  Variables (l : lines) (a regular reach : N).

  Definition cell_at (b r : N) : cell :=
    Cell (row_open l r b) (column_open l r b) (is_position l r b) (N.ones (reach - b)).

  Fixpoint cells_from (n : nat) (b r : N) : list cell :=
    match n with
    | O => []
    | S n => cell_at b r :: cells_from n b (r + 1)
    end.

  Definition cells (b : N) : list cell := cells_from (N.to_nat (a + 1)) b 0.

  (** The columns before [regular], where the rules may depend on the column. *)
  Fixpoint early_columns (n : nat) : option run :=
    match n with
    | O => Some (repeat (N.ones reach, 0) (N.to_nat (a + 1)), [])
    | S n => fill_next (has_diagonals l) (cells (N.of_nat n)) (early_columns n)
    end.

  (** Fills [n] columns, all with the rules of column [regular]. *)
  Definition regular_columns (n : N) (x : option run) : option run :=
    let same_cells := cells regular in N.iter n (fill_next (has_diagonals l) same_cells) x.

  Fixpoint same_masks (x y : list (N * N)) : bool :=
    match x, y with
    | [], [] => true
    | (u, d) :: x, (u', d') :: y => (u =? u') && (d =? d') && same_masks x y
    | _, _ => false
    end.

  (** Do the notes agree as far as the second list goes? *)
  Fixpoint agree (x y : list N) : bool :=
    match y, x with
    | [], _ => true
    | v :: y, u :: x => (u =? v) && negb (v =? 0) && agree x y
    | _ :: _, [] => false
    end.

  Definition skip (n : N) (x : list N) : list N := N.iter n (@tl N) x.

  (** The notes of columns 0, .., [start] + [length] - 1, if the states before the columns [start] and [start] + [length] are the same
      and the rules do not change from [start] on. *)
  Definition repeating_row (start length : N) : option (list N) :=
    if regular <=? start then
      match regular_columns (start - regular) (early_columns (N.to_nat regular)) with
      | None => None
      | Some (state, notes) =>
          match regular_columns length (Some (state, notes)) with
          | None => None
          | Some (state', notes') => if same_masks state state' then Some (rev_append notes' []) else None
          end
      end
    else None.
End Run.

(** * Certificates *)

(** The game of a certificate. *)
Inductive row_game := Nim | StarNim | Wythoff | RWythoff.

Definition rules (x : row_game) : game :=
  match x with Nim => nim | StarNim => star_nim | Wythoff => wythoff | RWythoff => r_wythoff end.

Definition rule_lines (x : row_game) : lines :=
  match x with
  | Nim => nim_lines | StarNim => star_nim_lines | Wythoff => wythoff_lines | RWythoff => r_wythoff_lines
  end.

(** The first column from which on the rules are the same in rows 0 to [row]. *)
Definition regular_from (x : row_game) (row : N) : N :=
  match x with Nim => 0 | StarNim => 1 | Wythoff => 0 | RWythoff => row + 1 end.

(** How far below the column a row may have unused values. *)
Definition reach_of (x : row_game) (row : N) : N :=
  match x with Nim | StarNim => N.max row 1 | Wythoff | RWythoff => 2 * N.max row 1 end.

(** The lines of a certificate, as docs/certificates.md defines them. *)
Record row_certificate := RowCertificate {
  cert_game : row_game;
  cert_row : N;
  preperiod : N;
  period : N;
  state_from : N;
  state_period : N;
  quotients : list (N * N);   (** a prime factor q of the period, and a column where period/q fails *)
}.

(** ** The parts of the check *)

Definition note_in (row : list N) (b : N) : N := hd 0 (skip b row).

(** Do the notes of [b] and of [b] + [p] differ? Beyond the end of the row, go back by one period of the state. *)
Definition fails_at (row : list N) (c : row_certificate) (b p : N) : bool :=
  let e := state_from c + state_period c in
  let here := note_in row b in
  let there := note_in row (if b + p <? e then b + p else b + p - state_period c) in
  (b <? e) && negb (here =? 0) && negb (there =? 0) && negb (here =? there).

Definition preperiod_is_least (row : list N) (c : row_certificate) : bool :=
  (preperiod c =? 0) || negb (is_position (rule_lines (cert_game c)) (cert_row c) (preperiod c - 1)) ||
  fails_at row c (preperiod c - 1) (period c).

(** Has [q] no divisor from [d] on whose square is at most [q]? *)
Fixpoint has_no_divisor_from (fuel : nat) (d q : N) : bool :=
  match fuel with
  | O => false
  | S fuel => if q <? d * d then true else if q mod d =? 0 then false else has_no_divisor_from fuel (d + 1) q
  end.

Definition is_prime (q : N) : bool := (1 <? q) && has_no_divisor_from (N.to_nat (N.sqrt q)) 2 q.

(** Divides [n] by [q] as often as possible, at most [fuel] times. *)
Fixpoint divide_out (fuel : nat) (q n : N) : N :=
  match fuel with
  | O => n
  | S fuel => if n mod q =? 0 then divide_out fuel q (n / q) else n
  end.

Fixpoint divide_out_all (qs : list N) (n : N) : N :=
  match qs with
  | [] => n
  | q :: qs => divide_out_all qs (divide_out (N.to_nat (N.size n)) q n)
  end.

Definition period_is_least (row : list N) (c : row_certificate) : bool :=
  let qs := map fst (quotients c) in
  forallb is_prime qs && (divide_out_all qs (period c) =? 1) &&
  forallb (fun x => (preperiod c <=? snd x) && (period c mod fst x =? 0) &&
    fails_at row c (snd x) (period c / fst x)) (quotients c).

Definition check_row (c : row_certificate) : bool :=
  let (x, a, from, p, start, length, _) := c in
  (from <=? start) && (0 <? p) && (0 <? length) && (length mod p =? 0) &&
  match repeating_row (rule_lines x) a (regular_from x a) (reach_of x a) start length with
  | None => false
  | Some row =>
      agree (skip from row) (skip (from + p) row) && preperiod_is_least row c && period_is_least row c
  end.
