use super::silver_dollar::{Gaps, reason};
use super::{Strips, changing, zero_taken};
use crate::theorem::nim::nim_sum;
use crate::theorem::{Winning, short, shorts};
use dashu_int::UBig;

/// A position of Star Silver Dollar as a sum of the star of its heads and of its tails (Farr & Ho, Definition 1 and
/// Theorem 2): the value is the nim-sum of both.
///
/// The head of a strip is its lowest token if the number of tokens is odd, its two lowest tokens if it is even, and
/// nothing if it has none. The tail is the rest. It has an even number of tokens, and each pair of them counts as a pile
/// of Nim, the gap between the two.
///
/// Every move of the position is a move of one token. If that is a head token, it is a move of the star of the heads
/// and the tails stay; all moves of that star arise so, because tokens move away from the tails. If it is a tail
/// token, the heads stay and one gap that counts changes. So the winning moves are those of the heads to the
/// value of the tails, and those of tail tokens that change the nim-sum of the tails by the value of the position.
/// A token on square 0 makes no difference to this: it belongs to a head.
///
/// ```
/// use grundy::theorem::{UBig, farr_ho::HeadsAndTails};
/// let strips = [vec![2u8], vec![2, 4, 7], vec![1, 4, 6, 10, 12, 17]].map(|strip| strip.into_iter().map(UBig::from).collect());
/// let parts = HeadsAndTails::new(&strips).expect("this is a position");
/// assert_eq!(parts.heads, [vec![2u8], vec![2], vec![1, 4]].map(|strip| strip.into_iter().map(UBig::from).collect::<Vec<_>>()));
/// assert_eq!(parts.tails, UBig::from(5u8));
/// ```
#[derive(Debug)]
pub struct HeadsAndTails<'s> {
    strips: &'s [Vec<UBig>],
    gaps: Vec<Gaps<'s>>,
    /// The heads, one for each strip, in their order.
    pub heads: Strips,
    /// The nim-sum of the gaps of the tails.
    pub tails: UBig,
}

impl<'s> HeadsAndTails<'s> {
    /// One strip or more, tokens in increasing order, at most one token on square 0; `None` for others.
    pub fn new(strips: &'s [Vec<UBig>]) -> Option<Self> {
        zero_taken(strips.iter().filter_map(|strip| strip.first())).filter(|_| !strips.is_empty())?;
        // Square 0 matters to the gap of a lowest token only, which is a head.
        let gaps: Vec<Gaps<'s>> =
            strips.iter().map(|strip| Gaps::new(strip, false)).collect::<Option<_>>()?;
        let heads = strips.iter().map(|strip| strip[..head(strip)].to_vec()).collect();
        let tails = nim_sum(counted(strips, &gaps));
        Some(Self { strips, gaps, heads, tails })
    }

    /// Whether no strip has a tail, so that the heads are the position itself.
    pub fn is_reduced(&self) -> bool {
        self.strips.iter().zip(&self.heads).all(|(strip, head)| strip.len() == head.len())
    }

    /// The value of the position, from the value of the heads.
    pub fn value(&self, heads: &UBig) -> UBig {
        heads ^ &self.tails
    }

    /// The position with other heads.
    pub fn with_heads(&self, heads: &Strips) -> Strips {
        let tails = self.strips.iter().map(|strip| &strip[head(strip)..]);
        heads.iter().zip(tails).map(|(head, tail)| [head, tail].concat()).collect()
    }

    /// The moves of tail tokens that change the nim-sum of the tails by `change`: none if that is 0. Every one, or one
    /// of those from more than a thousand tokens.
    pub fn tail_moves(&self, change: &UBig) -> Winning<Strips> {
        changing(self.strips, &self.gaps, head, change)
    }

    /// The winning moves of the position, from the value of the heads and the moves of the heads to the value
    /// of the tails.
    pub fn winning(&self, heads: &UBig, to_tails: &Winning<Strips>) -> Winning<Strips> {
        let total = self.value(heads);
        if total.is_zero() {
            return Winning::Every(Vec::new());
        }
        let tail_moves = self.tail_moves(&total);
        let mut moves: Vec<Strips> =
            to_tails.positions().iter().map(|heads| self.with_heads(heads)).collect();
        moves.extend_from_slice(tail_moves.positions());
        if to_tails.is_every() && tail_moves.is_every() {
            Winning::Every(moves)
        } else {
            Winning::AtLeast(moves)
        }
    }

    /// The argument, a line each: the tails, the heads, by what they are known and why, and both together if the
    /// value of the heads is known.
    pub fn why(&self, by: &str, reasons: Vec<String>, heads: Option<&UBig>) -> Vec<String> {
        let mut why = vec![
            format!("tails: {}", reason(counted(self.strips, &self.gaps), &self.tails)),
            format!("heads: {}, by {by}", self.star()),
        ];
        why.extend(reasons);
        why.extend(heads.map(|heads| format!("together {}", short(&self.value(heads)))));
        why
    }

    /// The star of the heads, in words.
    fn star(&self) -> String {
        const MOST_SHOWN: usize = 12;
        if self.heads.iter().all(|head| head.len() < 2) {
            return format!("Star Nim {}", shorts(self.heads.iter().flatten(), ","));
        }
        let shown: Vec<String> = self.heads.iter().take(MOST_SHOWN).map(|head| shorts(head, ",")).collect();
        let more = self.heads.len() - shown.len();
        let more = if more > 0 { format!(",<{more} more>") } else { String::new() };
        format!("Star Silver Dollar [{}]{more}", shown.join("],["))
    }
}

/// How many tokens are the head of a strip (Definition 1): one, if their number is odd, else two, or none if
/// there are none.
fn head(tokens: &[UBig]) -> usize {
    if tokens.len() % 2 == 1 { 1 } else { tokens.len().min(2) }
}

/// The gaps of the tails that count.
fn counted<'g>(strips: &'g [Vec<UBig>], gaps: &'g [Gaps<'_>]) -> impl Iterator<Item = &'g UBig> {
    strips.iter().zip(gaps).flat_map(|(strip, gaps)| gaps.counted(head(strip)))
}
