//! The interface of the text and JSON output of a game.

use grundy::theorem::UBig;
use grundy::{InputError, Position};
use grundy_answers::session::{Best, Block, Move, Plan, Player, Session};

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The opponent of this player has no move, or only blocked ones.
    Won(Player),
    /// The player quit.
    Quit,
    /// The input ended.
    EndOfInput,
}

/// Renders events of a game as complete lines.
pub trait Screen {
    /// The rules and the first position; `random` if it was chosen at random.
    fn opening(&self, session: &Session, value: Option<&UBig>, random: bool) -> String;
    /// The position, its value if known, and whose turn it is.
    fn position(&self, session: &Session, value: Option<&UBig>) -> String;
    /// A move that has just been made.
    fn moved(&self, session: &Session, made: &Move) -> String;
    /// The moves that the player has selected to block.
    fn blocking(&self, session: &Session) -> String;
    /// The moves that a player has blocked, and whether this wins.
    fn blocked(&self, session: &Session, by: Player, wins: bool) -> String;
    /// No move can be blocked.
    fn nothing_to_block(&self) -> String;
    /// Moves that have been taken back; empty if the player has made none.
    fn taken_back(&self, session: &Session, moves: &[Move]) -> String;
    /// An error in a line of input.
    fn refused(&self, error: &InputError) -> String;
    /// The legal moves: all, or a limited number.
    fn moves(&self, session: &Session, all: bool) -> String;
    /// A good move. With blocking, if it wins, also what to block after it.
    fn hint(&self, session: &Session, best: Best, then_block: Option<&[Position]>) -> String;
    /// A good move where options are not listed.
    fn hint_planned(&self, session: &Session, plan: &Plan) -> String;
    /// The best moves to block.
    fn hint_block(&self, session: &Session, best: &Block) -> String;
    /// A text that answers `help`, `why` or `value`.
    fn told(&self, topic: &'static str, text: &str) -> String;
    /// The end of the game.
    fn over(&self, session: &Session, ending: Ending) -> String;
}
