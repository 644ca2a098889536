//! Fuzz targets: properties that must hold for every input. A target panics if its property fails.
//!
//! `cargo xtask fuzz` runs them with libFuzzer, guided by coverage. The tests of this crate run them on the seeds and on random
//! changes of them.

mod api;
mod certificates;
mod notation;
mod rules;
mod states;

/// A property of an input.
pub type Target = fn(&[u8]);

/// The targets by their names, which are also the names of the folders of their seeds.
pub const TARGETS: &[(&str, Target)] = &[
    ("notation-reads-back", notation::reads_back),
    ("rules-read-back", rules::read_back),
    ("rules-give-positions", rules::give_positions),
    ("certificates-altered-are-rejected", certificates::altered_are_rejected),
    ("certificates-never-stall", certificates::never_stall),
    ("states-from-bytes", states::from_bytes),
    ("api-bodies", api::bodies),
];

/// The target with this name.
pub fn target(name: &str) -> Option<Target> {
    TARGETS.iter().find(|(other, _)| *other == name).map(|&(_, target)| target)
}

/// Whether an error points into its text, at whole characters. An error without a place is about the whole text.
fn is_placed(error: &grundy::InputError) -> bool {
    error.span.is_none_or(|span| error.text.get(span.start..span.end).is_some()) && !error.render().is_empty()
}
