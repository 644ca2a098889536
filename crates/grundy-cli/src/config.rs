//! `grundy config`: the defaults of flags, from environment variables and the configuration file.
//!
//! A flag takes precedence over its environment variable, that over the file, and the file over the default.

use crate::args::{Format, Output};
use crate::colour::When;
use crate::failure::Failure;
use crate::limits::Time;
use crate::memory::Size;
use crate::number::whole;
use clap::ValueEnum as _;
use etcetera::BaseStrategy as _;
use grundy::InputError;
use grundy::notation::Span;
use grundy_answers::column;
use grundy_export::picture::PALETTES;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use toml::de::{DeTable, DeValue};

/// The arguments of `grundy config`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy config                      where the file is, and what holds
  GRUNDY_THREADS=2 grundy config     a variable takes precedence over the file

The file has lines such as these; all of them are optional:
  store = \"/data/results.sqlite\"     \"\" for none
  palette = \"cividis\"
  threads = 4
  color = \"never\"                    auto, always or never
  time = \"2m\"
  memory = \"4GB\"

A flag takes precedence over its environment variable, that over the file, and the file over the default. \
GRUNDY_CONFIG names another file; if it is empty, no file is read.")]
pub struct Arguments {
    #[command(flatten)]
    format: Output<Format>,
}

/// A setting.
struct Setting {
    name: &'static str,
    variable: &'static str,
    /// The default, in words.
    default: &'static str,
    check: fn(&str) -> Result<(), String>,
}

const SETTINGS: [Setting; 6] = [
    Setting {
        name: "store",
        variable: "GRUNDY_STORE",
        default: "results.sqlite in the user's data directory",
        check: |_| Ok(()),
    },
    Setting {
        name: "palette",
        variable: "GRUNDY_PALETTE",
        default: PALETTES[0].name,
        check: |text| one_of(text, &PALETTES.map(|palette| palette.name)),
    },
    Setting {
        name: "threads",
        variable: "GRUNDY_THREADS",
        default: "all cores",
        check: |text| threads_of(text).map(drop),
    },
    Setting {
        name: "color",
        variable: "GRUNDY_COLOR",
        default: "auto",
        check: |text| one_of(text, &["auto", "always", "never"]),
    },
    Setting {
        name: "time",
        variable: "GRUNDY_TIME",
        default: "30s for value, explain and play",
        check: |text| text.parse::<Time>().map(drop),
    },
    Setting {
        name: "memory",
        variable: "GRUNDY_MEMORY",
        default: "90 % of free memory",
        check: |text| text.parse::<Size>().map(drop),
    },
];

fn one_of(text: &str, names: &[&str]) -> Result<(), String> {
    if names.contains(&text) {
        return Ok(());
    }
    Err(format!("unknown name `{text}`\nhint: the names are {}", names.join(", ")))
}

fn threads_of(text: &str) -> Result<usize, String> {
    whole::<usize>(1..=256)(text)
}

/// Where the value of a setting comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    Environment,
    File,
}

/// The settings that are given.
#[derive(Debug, Default)]
struct Config {
    file: Option<PathBuf>,
    is_there: bool,
    given: BTreeMap<&'static str, (String, Source)>,
}

static CONFIG: OnceLock<Config> = OnceLock::new();

/// Reads the environment and the file. Without it, all settings have their defaults.
pub fn load() -> Result<(), Failure> {
    let mut config = Config { file: file(), ..Config::default() };
    if let Some(path) = &config.file {
        match std::fs::read_to_string(path) {
            Ok(text) => {
                config.is_there = true;
                config.given = parse(path, &text)?;
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(Failure::Unreadable(format!("{}: {error}", path.display()))),
        }
    }
    for setting in &SETTINGS {
        let Ok(value) = std::env::var(setting.variable) else { continue };
        // An empty variable counts as unset, but an empty GRUNDY_STORE means no store.
        if value.is_empty() && setting.name != "store" {
            continue;
        }
        let text = format!("{}={value}", setting.variable);
        let span = Some(Span { start: setting.variable.len() + 1, end: text.len() });
        (setting.check)(&value).map_err(|message| InputError {
            span,
            text,
            ..wrong(&message, setting.variable)
        })?;
        config.given.insert(setting.name, (value, Source::Environment));
    }
    let _ = CONFIG.set(config);
    Ok(())
}

/// The folder of the user's own games, beside the configuration file.
pub fn games() -> Option<PathBuf> {
    Some(file()?.parent()?.join("games"))
}

/// The configuration file.
fn file() -> Option<PathBuf> {
    match std::env::var_os("GRUNDY_CONFIG") {
        Some(path) if path.is_empty() => None,
        Some(path) => Some(path.into()),
        None => Some(etcetera::choose_base_strategy().ok()?.config_dir().join("grundy/config.toml")),
    }
}

/// The error for a bad value; the message may have a hint.
fn wrong(message: &str, name: &str) -> InputError {
    let first = message.lines().next().unwrap_or_default();
    let error = InputError::whole(format!("{name}: {first}"));
    match message.lines().find_map(|line| line.strip_prefix("hint: ")) {
        Some(hint) => error.hint(hint),
        None => error,
    }
}

/// The settings of a file.
fn parse(path: &Path, text: &str) -> Result<BTreeMap<&'static str, (String, Source)>, InputError> {
    let located = |error: InputError, place| {
        let error = error.in_lines(text, place);
        InputError { message: format!("{}: {}", path.display(), error.message), ..error }
    };
    let table = DeTable::parse(text)
        .map_err(|error| located(InputError::whole(error.message()), error.span().unwrap_or_default()))?;
    let mut given = BTreeMap::new();
    for (key, value) in table.into_inner() {
        let Some(setting) = SETTINGS.iter().find(|setting| setting.name == key.get_ref().as_ref()) else {
            let names = SETTINGS.map(|setting| setting.name).join(", ");
            let error = InputError::whole(format!("unknown setting `{}`", key.get_ref()));
            return Err(located(error.hint(format!("the settings are {names}")), key.span()));
        };
        let written = match value.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            DeValue::Integer(number) => Ok(number.as_str().to_owned()),
            _ => Err("expected a text or a number".to_owned()),
        };
        let checked = written.and_then(|written| (setting.check)(&written).map(|()| written));
        let checked = checked.map_err(|message| located(wrong(&message, setting.name), value.span()))?;
        given.insert(setting.name, (checked, Source::File));
    }
    Ok(given)
}

/// The value of a setting, unless it has its default.
fn given(name: &str) -> Option<&'static str> {
    CONFIG.get_or_init(Config::default).given.get(name).map(|(value, _)| value.as_str())
}

/// The result store; an empty path means none.
pub fn store() -> Option<PathBuf> {
    given("store").map(PathBuf::from)
}

/// The palette of heat maps.
pub fn palette() -> Option<&'static str> {
    given("palette")
}

/// The number of threads.
pub fn threads() -> Option<usize> {
    given("threads").and_then(|text| threads_of(text).ok())
}

/// When to use colours.
pub fn color() -> Option<When> {
    given("color").and_then(|text| When::from_str(text, false).ok())
}

/// The time limit.
pub fn time() -> Option<Time> {
    given("time").and_then(|text| text.parse().ok())
}

/// The memory limit.
pub fn memory() -> Option<Size> {
    given("memory").and_then(|text| text.parse().ok())
}

#[derive(Serialize)]
struct Shown {
    file: Option<String>,
    exists: bool,
    settings: Vec<Held>,
}

#[derive(Serialize)]
struct Held {
    name: &'static str,
    value: String,
    from: &'static str,
    variable: &'static str,
}

/// Prints the settings.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let config = CONFIG.get_or_init(Config::default);
    let held = |setting: &Setting| {
        let (value, from) = match config.given.get(setting.name) {
            Some((value, Source::Environment)) => (value.clone(), "environment"),
            Some((value, Source::File)) => (value.clone(), "file"),
            None => (setting.default.to_owned(), "default"),
        };
        Held { name: setting.name, value, from, variable: setting.variable }
    };
    let shown = Shown {
        file: config.file.as_ref().map(|file| file.display().to_string()),
        exists: config.is_there,
        settings: SETTINGS.iter().map(held).collect(),
    };
    arguments.format.print(&shown, &text(&shown))
}

fn text(Shown { file, exists, settings }: &Shown) -> String {
    let mut text = match (file, exists) {
        (Some(file), true) => format!("file     {file}\n"),
        (Some(file), false) => format!("file     {file} (does not exist)\n"),
        (None, _) => "file     none: GRUNDY_CONFIG is empty\n".to_owned(),
    };
    let shown = |value: &String| if value.is_empty() { "none".to_owned() } else { value.clone() };
    let values: Vec<String> = settings.iter().map(|held| shown(&held.value)).collect();
    let width = column::width(values.iter());
    for (Held { name, from, variable, .. }, value) in settings.iter().zip(&values) {
        let from = if *from == "environment" { *variable } else { *from };
        let _ = writeln!(text, "{name:<8} {value:<width$}  {from}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<BTreeMap<&'static str, (String, Source)>, String> {
        parse(Path::new("config.toml"), text).map_err(|error| error.render())
    }

    #[test]
    fn a_file_gives_settings() {
        let given = read("threads = 4\ntime = \"2m\"\nmemory = 1_000_000\nstore = \"\"\n").unwrap();
        let value = |name| given.get(name).map(|(value, _)| value.as_str());
        assert_eq!((value("threads"), value("time"), value("store")), (Some("4"), Some("2m"), Some("")));
        assert_eq!(value("memory").unwrap().parse::<Size>().unwrap().0, 1_000_000);
        assert_eq!(value("palette"), None);
    }

    #[test]
    fn errors_of_a_file_have_a_line_and_a_place() {
        let cases = [
            (
                "threads = 0\n",
                "config.toml: line 1: threads: 0 is less than 1\n  threads = 0\n            ^\n",
            ),
            (
                "\n\ncolour = \"never\"",
                "line 3: unknown setting `colour`\n  colour = \"never\"\n  ^^^^^^\nhint: the settings are store, ",
            ),
            (
                "# x\ncolor = \"red\"\n",
                "line 2: color: unknown name `red`\n  color = \"red\"\n          ^^^^^\nhint: the names are auto",
            ),
            ("time = \"soon\"", "line 1: time: "),
            ("palette = [1]", "expected a text or a number"),
            ("threads = \n", "line 1: "),
            ("threads = 1\nthreads = 2\n", "line 2: "),
            ("é = \"", "line 1: "),
        ];
        for (text, message) in cases {
            let error = read(text).unwrap_err();
            assert!(error.contains(message), "{text:?}: {error}");
        }
    }
}
