//! What has the name of a deploy, and is none: "ship me a summary", "promote Anna to lead".

use super::super::asked::is_stage;
use super::super::frames::place;
use super::super::spoken::Spoken;
use super::super::vocabulary::PUSH_LIVE;
use super::super::wordings::{BOUNDS, Words};

pub fn is_only_called_so(order: &Spoken, verb: &str, rest: &[Spoken]) -> bool {
    is_handed_over(order, verb)
        || match verb {
            "publish" => is_written(order),
            "promote" => !runs(order, rest),
            "launch" => is_started(order),
            "ship" => is_bundled(order),
            _ => false,
        }
}

/// "Ship me a summary" gives it to somebody; "ship us a release to production" does more.
fn is_handed_over(said: &Spoken, verb: &str) -> bool {
    let words: Vec<&str> = said.words().collect();
    let from = place(&words, verb).filter(|at| *at == 0);
    let behind = from.map_or(&[][..], |at| &words[at + verb.split(' ').count()..]);
    let [whom, what, rest @ ..] = behind else {
        return false;
    };
    let goes = goes_live(said);
    let whole = rest.iter().any(|word| NAMED.contains(word));
    WHOM.contains(whom) && ANY.contains(what) && !goes && !whole
}

fn goes_live(said: &Spoken) -> bool {
    PUSH_LIVE.targets.iter().any(|target| said.says(target))
}

/// What is published on these is read there, and runs nowhere.
fn is_written(said: &Spoken) -> bool {
    let words: Vec<&str> = said.words().collect();
    let whereto = words.iter().position(|word| WHERETO.contains(word));
    let goes = goes_live(said);
    let read = |from: usize| words[from..].iter().any(|word| READ.contains(word));
    !goes && whereto.is_some_and(read)
}

/// "Launch the dev server" starts a program here.
fn is_started(said: &Spoken) -> bool {
    let words = said.words().skip(1);
    let head = words.take_while(|word| !BOUNDS.contains(word)).last();
    let goes = goes_live(said);
    !goes && head.is_some_and(|head| STARTED.contains(head))
}

/// "Ship the icon with the bundle" puts it in there.
fn is_bundled(said: &Spoken) -> bool {
    let words: Vec<&str> = said.words().collect();
    let goes = goes_live(said);
    let with = words.windows(3).any(|three| {
        let [with, the, bundle] = three else {
            return false;
        };
        *with == "with" && ["the", "our", "each"].contains(the) && BUNDLES.contains(bundle)
    });
    with && !goes
}

const STARTED: Words = Words::new(
    "server|emulator|simulator|process|program|cli|repl|notebook|storybook|daemon|vm|watcher|tests|session",
);
const BUNDLES: Words = Words::new(
    "bundle|package|app|binary|crate|library|installer|image|module|sdk|plugin|extension",
);
const WHERETO: Words = Words::new("to|on|in|into");
const READ: Words = Words::new(
    "wiki|confluence|notion|blog|slack|channel|newsletter|linkedin|twitter|mastodon|sharepoint|intranet|thread|issue",
);

/// People are promoted, too, and so is what is praised: only what runs is deployed by that.
fn runs(said: &Spoken, rest: &[Spoken]) -> bool {
    let mut words = said.words().skip(1).take_while(|word| *word != "in");
    let runs = |word: &str| {
        let numbered = word.contains(|c: char| c.is_ascii_digit());
        numbered || RUNS.contains(word) || is_stage(word)
    };
    goes_live(said)
        || rest.iter().any(goes_live)
        || said.words().nth(1).is_none()
        || words.any(runs)
}

const RUNS: Words = Words::new(
    "release|releases|build|builds|version|deploy|deployment|rollout|image|images|canary|artifact|artifacts|artefact|\
     app|application|service|services|container|tag|revision|candidate|rc|binary|package|snapshot|hotfix|it|this|\
     that|them|everything|green|blue|live",
);
const WHOM: Words = Words::new("me|us");
const ANY: Words = Words::new("a|an|some|the|your");
/// What is shipped for whomever it is.
const NAMED: Words = Words::new("release|build|version|deploy|deployment|rollout|app|service");
