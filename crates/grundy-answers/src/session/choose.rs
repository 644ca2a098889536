//! What the program does when it is its turn.

use super::block::{Block, best_block, one_by_one};
use super::{Plan, Session};
use grundy::theorem::UBig;
use grundy::{Limit, Nimber, Position};

/// How the program plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Opponent {
    /// Wins whenever it can
    #[default]
    Perfect,
    /// Makes a random move; where moves cannot be listed, chooses a pile or token, then an amount
    Random,
    /// Plays perfectly or at random, with even chances each time
    Beginner,
}

impl Opponent {
    /// How it plays this time: a beginner is perfect or random, with even chances.
    fn now(self, rng: &mut fastrand::Rng) -> Self {
        match self {
            Self::Beginner if rng.bool() => Self::Perfect,
            Self::Beginner => Self::Random,
            other => other,
        }
    }
}

/// What a move leaves to the other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replies {
    /// Replies that win.
    pub right: usize,
    /// All replies.
    pub all: usize,
}

impl Replies {
    /// Whether a smaller share of these replies wins; when the shares are equal, whether there are more replies.
    fn harder_than(self, other: Self) -> bool {
        let (these, those) = (self.right * other.all, other.right * self.all);
        these < those || these == those && self.all > other.all
    }
}

/// The best that can be done, as the number of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Best {
    /// The first option of value 0.
    Winning(usize),
    /// No option wins; this one is the hardest to answer.
    Losing(usize, Replies),
}

impl Best {
    /// The option.
    pub fn option(self) -> usize {
        match self {
            Self::Winning(option) | Self::Losing(option, _) => option,
        }
    }
}

impl Session {
    /// What the program blocks now: a random set, or the best.
    pub fn choose_block(&self, opponent: Opponent, rng: &mut fastrand::Rng) -> Block {
        /// Upper limit on options that are considered.
        const CONSIDERED: usize = 1000;
        match opponent.now(rng) {
            Opponent::Perfect => self.best_block(),
            Opponent::Random | Opponent::Beginner => {
                let mut order: Vec<usize> = (0..self.options.len()).collect();
                rng.shuffle(&mut order);
                let considered = order.into_iter().take(CONSIDERED);
                let mut options = one_by_one(&self.game, &self.position, &self.options, considered);
                options.truncate(rng.usize(..=options.len()));
                options.sort_unstable();
                Block { options, wins: false }
            }
        }
    }

    /// What the program does now: a random option, or the best.
    pub fn choose(&mut self, opponent: Opponent, rng: &mut fastrand::Rng) -> Result<Option<usize>, Limit> {
        match opponent.now(rng) {
            Opponent::Perfect => Ok(self.best()?.map(Best::option)),
            Opponent::Random | Opponent::Beginner => {
                let open: Vec<usize> = self.open().collect();
                Ok((!open.is_empty()).then(|| open[rng.usize(..open.len())]))
            }
        }
    }

    /// What the program does where options are not listed: a move that wins, and if none is known a smallest one; or any.
    pub fn choose_planned(
        &self,
        opponent: Opponent,
        rng: &mut fastrand::Rng,
    ) -> Result<Option<Position>, Limit> {
        match opponent.now(rng) {
            Opponent::Perfect => Ok(self.plan().and_then(Plan::best).cloned()),
            Opponent::Random | Opponent::Beginner => {
                self.game.draw_option(&self.position, &mut |below| random_below(below, rng))
            }
        }
    }

    /// The best option: the first that wins. When none does, the one of which the smallest share of the
    /// replies wins, where a mistake is most likely; of equals the one with the most replies, which
    /// keeps the game long; of those the first. Nothing when there are no options. Blocked options do not
    /// count, nor do replies that can be blocked.
    pub fn best(&mut self) -> Result<Option<Best>, Limit> {
        if let Some(option) = self.open().find(|&option| self.options[option].value == Nimber::ZERO) {
            return Ok(Some(Best::Winning(option)));
        }
        let mut best: Option<(usize, Replies)> = None;
        let open: Vec<usize> = self.open().step_by(self.stride()).collect();
        for option in open {
            let replies = self.replies(option)?;
            if best.is_none_or(|(_, other)| replies.harder_than(other)) {
                best = Some((option, replies));
            }
        }
        Ok(best.map(|(option, replies)| Best::Losing(option, replies)))
    }

    /// In a lost position every so manieth option is considered, to limit the time: an option has about as many replies as
    /// there are options.
    fn stride(&self) -> usize {
        /// About a second.
        const REPLIES: usize = 2_000_000;
        1 + self.options.len().saturating_mul(self.options.len()) / REPLIES
    }

    fn replies(&mut self, option: usize) -> Result<Replies, Limit> {
        let there = &self.options[option].position;
        let replies = self.strategist.moves(there)?;
        if self.game.is_misere() && replies.is_empty() {
            // The other player cannot move, and wins at once.
            return Ok(Replies { right: 1, all: 1 });
        }
        let blocked = best_block(&self.game, there, &replies).options.len();
        let right = replies.iter().filter(|reply| reply.value == Nimber::ZERO).count();
        Ok(Replies { right: right - blocked, all: replies.len() - blocked })
    }
}

/// A random number below another of any size. 64 bits more are drawn, so that the remainder is uniform for all purposes.
fn random_below(below: &UBig, rng: &mut fastrand::Rng) -> UBig {
    let bytes = below.to_le_bytes().len() + 8;
    let drawn: Vec<u8> = (0..bytes).map(|_| rng.u8(..)).collect();
    UBig::from_le_bytes(&drawn) % below
}
