//! What a user sees: commands with their output, exit status included. `TRYCMD=overwrite cargo test -p grundy-cli
//! --test all snapshots` rewrites them; read the difference before you commit it.

#[test]
fn commands_print_what_is_written_down() {
    let cases = trycmd::TestCases::new();
    // Nothing is kept: what a command says must not depend on what was asked before.
    cases.env("GRUNDY_STORE", "").env("GRUNDY_CONFIG", "");
    cases
        .case("tests/cmd/*.md")
        .case("../../README.md")
        .case("../../docs/*.md")
        .case("../../docs/guide/*.md");
}
