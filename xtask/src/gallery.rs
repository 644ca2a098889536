//! Regenerates the pictures of docs/gallery.md with the commands on that page.

use crate::layers::root;
use std::fs;
use std::process::Command;

/// Runs every `grundy plot` command of the page in the root of the workspace.
pub fn remake() -> Result<(), String> {
    let page = root().join("docs/gallery.md");
    let text = fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
    let folder = root().join("docs/gallery");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    for line in text.lines() {
        let Some(words) = line.strip_prefix("grundy plot ") else { continue };
        println!("== gallery: grundy plot {words}");
        let status = Command::new(&cargo)
            .args(["run", "--quiet", "--release", "--locked", "--package", "grundy-cli", "--", "plot"])
            .args(words.split_whitespace().map(|word| word.trim_matches('\'')))
            .current_dir(root())
            // Pictures do not depend on the user's configuration.
            .env("GRUNDY_CONFIG", "")
            .status()
            .map_err(|error| format!("gallery: cargo did not start: {error}"))?;
        if !status.success() {
            return Err(format!("gallery: failed: grundy plot {words}"));
        }
    }
    Ok(())
}
