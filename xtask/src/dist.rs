//! Makes what is released, in `target/dist`, and tries each of it in an empty environment.

use crate::book::tool;
use crate::layers::root;
use crate::web::{is_installed, target};
use crate::{package, run};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A question, and a line of the answer.
const QUESTION: (&[&str], &str) = (&["value", "star-nim", "3,7"], "value     5");

/// Makes all, or one part: `crates`, `programs` (tarball and Debian package) or `python` (sdist and wheel), and the checksums.
pub fn make(part: Option<&str>) -> Result<(), String> {
    let version = package::version()?;
    let dist = root().join(target()).join("dist");
    let wanted = |name: &str| part.is_none_or(|part| part == name);
    if part.is_none() {
        remake(&dist)?;
    }
    if wanted("crates") {
        crates(&dist, &version)?;
    }
    if wanted("programs") {
        programs(&dist, &version)?;
    }
    if wanted("python") {
        python(&dist, &version)?;
    }
    let mut files = names(&dist)?;
    files.retain(|name| dist.join(name).is_file() && name != "SHA256SUMS");
    let sums = output(Command::new("sha256sum").args(&files).current_dir(&dist))?;
    write(&dist.join("SHA256SUMS"), &sums)?;
    run("dist", Command::new("sha256sum").args(["--check", "--quiet", "SHA256SUMS"]).current_dir(&dist))?;
    print!("== dist: {}\n{sums}", dist.display());
    Ok(())
}

/// The programs as a tarball and, where there is dpkg, as a Debian package.
fn programs(dist: &Path, version: &str) -> Result<(), String> {
    remove(&dist.join("stage"))?;
    let triple = program(dist)?;
    tarball(dist, version, &triple)?;
    if is_installed("dpkg-deb") {
        return debian(dist, version);
    }
    println!("== dist: no dpkg-deb, so no Debian package");
    Ok(())
}

/// Every published crate as a `.crate` file; each was checked outside of the workspace.
fn crates(dist: &Path, version: &str) -> Result<(), String> {
    package::check()?;
    for name in package::published()? {
        let file = format!("{name}-{version}.crate");
        copy(&root().join(target()).join("package").join(&file), &dist.join(&file))?;
    }
    Ok(())
}

/// The programs, installed by `cargo install --path` into a folder `stage`, with manual pages and completions. Returns the triple
/// of the machine.
fn program(dist: &Path) -> Result<String, String> {
    let about = output(Command::new("rustc").arg("-vV"))?;
    let triple = about.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc has no host")?;
    let stage = dist.join("stage");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    for name in ["grundy-cli", "grundy-check"] {
        let mut install = Command::new(&cargo);
        install.args(["install", "--locked", "--quiet", "--no-track", "--path"]);
        install.arg(root().join("crates").join(name)).arg("--root").arg(&stage).current_dir(root());
        run("program", &mut install)?;
    }
    let grundy = stage.join("bin/grundy");
    run("program", Command::new(&grundy).arg("man").arg(stage.join("share/man/man1")))?;
    for (shell, file) in [
        ("bash", "share/bash-completion/completions/grundy"),
        ("zsh", "share/zsh/vendor-completions/_grundy"),
        ("fish", "share/fish/vendor_completions.d/grundy.fish"),
    ] {
        let script = output(Command::new(&grundy).args(["completions", shell]))?;
        write(&stage.join(file), &script)?;
    }
    copy(&root().join("packaging/grundy.desktop"), &stage.join("share/applications/grundy.desktop"))?;
    let icon = root().join("crates/grundy-web/page/icon.svg");
    copy(&icon, &stage.join("share/icons/hicolor/scalable/apps/grundy.svg"))?;
    for file in ["README.md", "CHANGELOG.md", "CITATION.cff", "LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&root().join(file), &stage.join("share/doc/grundy").join(file))?;
    }
    println!("== program: libraries that it links\n{}", linked(&grundy));
    Ok(triple.to_owned())
}

/// What the dynamic linker says of a program.
fn linked(program: &Path) -> String {
    let said = Command::new("ldd").arg(program).output();
    said.map_or_else(
        |error| error.to_string(),
        |said| String::from_utf8_lossy(&[said.stdout, said.stderr].concat()).trim_end().to_owned(),
    )
}

/// A tarball of the stage; unpacked and run.
fn tarball(dist: &Path, version: &str, triple: &str) -> Result<(), String> {
    let name = format!("grundy-{version}-{triple}");
    let file = dist.join(format!("{name}.tar.gz"));
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
    tar.arg(format!("--transform=s,^stage,{name},")).arg("-czf").arg(&file).arg("-C").arg(dist).arg("stage");
    run("tarball", &mut tar)?;
    let place = dist.join("try-tarball");
    remake(&place)?;
    run("tarball", Command::new("tar").arg("-xzf").arg(&file).arg("-C").arg(&place))?;
    try_programs(&place.join(&name).join("bin"))?;
    remove(&place)
}

/// A Debian package of the stage by cargo-deb; unpacked and run. Its files are those that docs/install.md lists.
fn debian(dist: &Path, version: &str) -> Result<(), String> {
    let program = tool("cargo-deb", &["--version", "3.8.0"])?;
    // The manifest names files as of the folder of built programs, where cargo-deb finds them wherever the target folder is.
    let stage = root().join(target()).join("release/stage");
    remove(&stage)?;
    copy_folder(&dist.join("stage"), &stage)?;
    let file = dist.join(format!("grundy_{version}.deb"));
    let mut deb = Command::new(program);
    deb.args(["--no-build", "--no-strip", "--fast", "--package", "grundy-cli", "--output"]).arg(&file);
    run("Debian package", deb.current_dir(root()))?;
    let place = dist.join("try-deb");
    remake(&place)?;
    run("Debian package", Command::new("dpkg-deb").arg("-x").arg(&file).arg(&place))?;
    try_programs(&place.join("usr/bin"))?;
    let mut installed = Vec::new();
    list(&place, &place, &mut installed)?;
    installed.sort();
    documented(&installed)?;
    remove(&place)
}

/// docs/install.md lists the files of the Debian package; `UPDATE=1` rewrites the list.
fn documented(installed: &[String]) -> Result<(), String> {
    let page = root().join("docs/install.md");
    let text = fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
    let (begin, end) = ("<!-- files: begin -->\n", "<!-- files: end -->");
    let parts = text.split_once(begin).and_then(|(head, rest)| Some((head, rest.split_once(end)?)));
    let (head, (listed, tail)) = parts.ok_or("docs/install.md has no list of files")?;
    let files = format!("```text\n{}\n```\n", installed.join("\n"));
    if std::env::var_os("UPDATE").is_some() {
        return write(&page, &format!("{head}{begin}{files}{end}{tail}"));
    }
    let hint = "UPDATE=1 cargo xtask dist rewrites the list";
    if listed == files { Ok(()) } else { Err(format!("docs/install.md does not list:\n{files}hint: {hint}")) }
}

/// Runs the programs of a folder without an environment.
fn try_programs(folder: &Path) -> Result<(), String> {
    let (words, line) = QUESTION;
    let alone = |name: &str, words: &[&str]| {
        let mut command = Command::new(folder.join(name));
        output(command.args(words).env_clear().env("GRUNDY_STORE", "").current_dir(root()))
    };
    let said = alone("grundy", words)?;
    if !said.lines().any(|said| said == line) {
        return Err(format!("dist: {} says\n{said}", folder.display()));
    }
    let said = alone("grundy-check", &["atlas/star-nim-row-07.cert"])?;
    if !said.starts_with("VERIFIED") {
        return Err(format!("dist: the checker says\n{said}"));
    }
    alone("grundy", &["help", "tutorial"]).map(|_| println!("== dist: {} works", folder.display()))
}

/// sdist and wheel by pip's way of building: in environments of its own, into which it gets maturin. The wheel is built from the sdist,
/// and a script uses it in a new virtual environment.
fn python(dist: &Path, version: &str) -> Result<(), String> {
    let place = dist.join("try-python");
    remake(&place)?;
    let run_in = |folder: &Path, arguments: &[&str]| {
        let mut command = Command::new(folder.join("bin/python"));
        command.args(arguments).current_dir(dist).env_remove("PYTHONPATH").env_remove("RUSTFLAGS");
        run("Python", &mut command)
    };
    let environment = |name: &str| {
        let folder = place.join(name);
        run("Python", Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        Ok::<_, String>(folder)
    };
    let builder = environment("build")?;
    run_in(&builder, &["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "build"])?;
    let (source, to) = (root().join("python"), dist.to_string_lossy().into_owned());
    run_in(&builder, &["-m", "build", "--outdir", &to, &source.to_string_lossy()])?;
    let wheel = names(dist)?
        .into_iter()
        .find(|name| name.rsplit('.').next() == Some("whl"))
        .ok_or("no wheel was made")?;
    let user = environment("use")?;
    run_in(&user, &["-m", "pip", "install", "--quiet", "--disable-pip-version-check", &wheel])?;
    let script = root().join("packaging/try.py");
    run_in(&user, &[&script.to_string_lossy(), version])?;
    remove(&place)
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}

/// The files below a folder, as paths from `top`.
fn list(top: &Path, folder: &Path, found: &mut Vec<String>) -> Result<(), String> {
    for name in names(folder)? {
        let path = folder.join(name);
        if path.is_dir() {
            list(top, &path, found)?;
        } else if let Ok(inside) = path.strip_prefix(top) {
            found.push(format!("/{}", inside.display()));
        }
    }
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), String> {
    for name in names(from)? {
        let (from, to) = (from.join(&name), to.join(&name));
        if from.is_dir() { copy_folder(&from, &to)? } else { copy(&from, &to)? }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    parent(to)?;
    fs::copy(from, to).map_err(|error| format!("{}: {error}", from.display())).map(drop)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    parent(path)?;
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn parent(path: &Path) -> Result<(), String> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// An empty folder.
fn remake(folder: &Path) -> Result<(), String> {
    remove(folder)?;
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn remove(folder: &Path) -> Result<(), String> {
    if !folder.exists() {
        return Ok(());
    }
    fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// The standard output of a command; an error if it fails.
fn output(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let Output { status, stdout, stderr } =
        command.output().map_err(|error| format!("{program} did not start: {error}"))?;
    if status.success() {
        return Ok(String::from_utf8_lossy(&stdout).into_owned());
    }
    Err(format!("{program} failed: {}", String::from_utf8_lossy(&stderr)))
}
