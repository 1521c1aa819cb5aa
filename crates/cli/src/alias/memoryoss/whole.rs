//! What only mneme has, under this name too: on the store and with the settings of its file. So what
//! a hint names can be done by the program that gave it.

use std::ffi::OsString;
use std::iter::once;
use std::path::PathBuf;

use clap::{CommandFactory, FromArgMatches};

use crate::args::Args;
use crate::output::in_own_words;

/// What would speak of mneme's own settings, whatever this file says.
const NOT_HERE: [&str; 4] = ["connect", "disconnect", "install-aliases", "bench"];

/// The commands there are.
pub fn names() -> Vec<String> {
    let all = Args::command();
    let names = all.get_subcommands().map(|one| one.get_name().to_owned());
    let names = names.filter(|name| !NOT_HERE.contains(&name.as_str()));
    names.chain(once(String::from("help"))).collect()
}

/// A command line of mneme, and the settings file it names; `None` for one that nobody has. What is
/// wrong with it is said, and the process ends.
pub fn read(name: &'static str, words: &[OsString]) -> Option<(Args, Option<PathBuf>)> {
    let first = words.first().and_then(|word| word.to_str())?;
    if !names().iter().any(|known| known == first) {
        return None;
    }
    let (words, config) = without_config(words);
    let command = in_own_words(Args::command().name(name).bin_name(name));
    let matches = command.get_matches_from(once(name.into()).chain(words));
    let args = Args::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let config = config.or(args.global.config.clone());
    Some((args, config))
}

/// The file may stand behind the command, as it may behind its own.
fn without_config(words: &[OsString]) -> (Vec<OsString>, Option<PathBuf>) {
    let (mut left, mut config) = (Vec::new(), None);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word == "-c" {
            true => config = words.next().map(PathBuf::from),
            false => left.push(word.clone()),
        }
    }
    (left, config)
}
