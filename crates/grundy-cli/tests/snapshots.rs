//! What a user sees: commands with their output, exit status included. `TRYCMD=overwrite cargo test -p grundy-cli
//! --test snapshots` rewrites them; read the difference before you commit it.

#[test]
fn commands_print_what_is_written_down() {
    let cases = trycmd::TestCases::new();
    cases.case("tests/cmd/*.md").case("../../README.md").case("../../docs/*.md");
}
