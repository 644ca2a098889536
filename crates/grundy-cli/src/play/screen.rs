//! What a game says of itself.

use grundy::theorem::UBig;
use grundy::{InputError, Position};
use grundy_answers::session::{Best, Block, Move, Plan, Player, Session};

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// There is no move left, or none that is not blocked, and this player has made the last one.
    Won(Player),
    /// The person has had enough.
    Quit,
    /// The input has come to its end.
    EndOfInput,
}

/// Writes what happens, in whole lines.
pub trait Screen {
    /// The game, where it starts, and whether that was drawn by lot.
    fn opening(&self, session: &Session, value: Option<&UBig>, by_lot: bool) -> String;
    /// Where the game stands, its value if that is known, and whose turn it is.
    fn position(&self, session: &Session, value: Option<&UBig>) -> String;
    /// A move that has just been made.
    fn moved(&self, session: &Session, made: &Move) -> String;
    /// What the person is about to block.
    fn blocking(&self, session: &Session) -> String;
    /// What this player has blocked, and whether it wins for all to see.
    fn blocked(&self, session: &Session, by: Player, wins: bool) -> String;
    /// The person might have blocked, but there is nothing that can be.
    fn nothing_to_block(&self) -> String;
    /// Moves that have been taken back; none, if there was none of the person's.
    fn taken_back(&self, session: &Session, moves: &[Move]) -> String;
    /// A line that could not be done.
    fn refused(&self, error: &InputError) -> String;
    /// The legal moves, all or the first of them.
    fn moves(&self, session: &Session, all: bool) -> String;
    /// A good move and, if it wins in a game with blocking, what to block after it.
    fn hint(&self, session: &Session, best: Best, then_block: Option<&[Position]>) -> String;
    /// A good move where options are not listed.
    fn hint_planned(&self, session: &Session, plan: &Plan) -> String;
    /// What is best blocked.
    fn hint_block(&self, session: &Session, best: &Block) -> String;
    /// An answer in prose to `help`, `why` or `value`.
    fn told(&self, topic: &'static str, text: &str) -> String;
    /// The end.
    fn over(&self, session: &Session, ending: Ending) -> String;
}
