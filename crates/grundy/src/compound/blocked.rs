use crate::error::Limit;
use crate::notation::{InputError, RawPosition};
use crate::ruleset::{Board, Budget, Draw, Game, NormalForm, Plane, Position, Ruleset, Stop, Visitor};

/// A game in which the previous player may block any q-1 options before the next player moves. The block lasts for one move
/// (Gurvich, sec. 11). A player without an unblocked move loses.
#[derive(Clone, Debug)]
pub struct Blocked {
    inner: Game,
    q: u64,
}

impl Blocked {
    /// `inner` with `q - 1` options to block.
    ///
    /// # Panics
    /// When q is 0, or when `inner` has a blocking rule of its own or is in misère play.
    pub fn new(inner: Game, q: u64) -> Self {
        assert!(q > 0, "q - 1 options can be blocked");
        assert!(inner.blocking().is_none(), "the game has a blocking rule");
        assert!(!inner.is_misere(), "the game is in misère play");
        Self { inner, q }
    }
}

impl Ruleset for Blocked {
    fn name(&self) -> String {
        format!("{}@block={}", self.inner.name(), self.q)
    }

    fn position(&self, raw: &RawPosition) -> Result<Position, InputError> {
        self.inner.position(raw)
    }

    fn visit_options(&self, position: &Position, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        self.inner.visit_options(position, visit)
    }

    fn is_option(&self, from: &Position, to: &Position) -> Result<bool, Limit> {
        self.inner.is_option(from, to)
    }

    fn draw_option(&self, from: &Position, draw: &mut Draw<'_>) -> Result<Option<Position>, Limit> {
        self.inner.draw_option(from, draw)
    }

    fn board(&self) -> Board {
        self.inner.board()
    }

    fn sample(&self, size: u64, draw: &mut dyn FnMut(u64) -> u64) -> Position {
        self.inner.sample(size, draw)
    }

    fn show(&self, position: &Position) -> String {
        let shown = self.inner.show(position);
        // A compound shows the names of its games, so `@block` follows here.
        if position.parts().is_some() { format!("{shown}@block={}", self.q) } else { shown }
    }

    fn allow(&self, budget: Budget) {
        self.inner.allow(budget);
    }

    /// The slice is the same. Its values are not, so there is no geometry, and they are computed by definition.
    fn plane(&self) -> Option<Plane> {
        self.inner.plane()
    }

    fn blocking(&self) -> Option<String> {
        let options = if self.q == 2 { "option" } else { "options" };
        Some(format!("up to {} {options} may be blocked", self.q - 1))
    }

    fn blocked(&self) -> Option<(&Game, u64)> {
        Some((&self.inner, self.q))
    }

    fn can_block(&self, _: &Position, options: &[&Position]) -> bool {
        u64::try_from(options.len()).is_ok_and(|count| count < self.q)
    }

    fn normal_form(&self) -> Option<NormalForm> {
        let inner = self.inner.normal_form()?;
        Some(NormalForm::new(format!("({inner})@block={}", self.q)))
    }

    fn components(&self) -> &[Game] {
        self.inner.components()
    }
}
