//! Builds the crate anew when the page has changed.

fn main() {
    println!("cargo::rerun-if-changed=page");
}
