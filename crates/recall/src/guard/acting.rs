//! Programs whose own words for something risky are none of ours: "helm upgrade" deploys. What they
//! are told is read as what it does.

use super::commands::{begins_verb, uncarried};
use super::frames::place;
use super::spoken::{FOUND, Spoken};
use super::wordings::{TELLING, Words};

/// One way to tell a program something risky.
struct Act {
    programs: Words,
    /// One of these near the program.
    told: Words,
    /// And one of these anywhere, where that alone says little.
    also: Option<Words>,
    /// What it does, as an order.
    does: &'static str,
    /// Between a program and what it is told stand no more words than this.
    near: usize,
}

static ACTS: [Act; 13] = [
    act("kubectl|oc", "apply|replace", None, "deploy"),
    act("helm", "upgrade|install", None, "deploy"),
    act("helm", "uninstall", None, "delete"),
    act(
        "terraform|tofu|terragrunt|pulumi",
        "apply|up",
        None,
        "deploy",
    ),
    act("make|just", "deploy", Some(STAGES), "deploy"),
    act("git", "push", Some("production|prod|live"), "deploy"),
    act(
        "gh|glab",
        "pr merge|mr merge",
        Some("admin"),
        "bypass review",
    ),
    act("gh|glab", "gist create", Some("public"), "export"),
    act(
        "aws|gsutil|gcloud|az|rclone|s3cmd",
        "sync|cp|copy|mv",
        Some("public|public read"),
        "export",
    ),
    act("git", "clean", Some(CLEANS), "delete"),
    act("find", FOUND, None, "delete").within(usize::MAX),
    // What is moved there is gone, and what is copied from there empties.
    act("mv", NOWHERE, None, "delete").within(usize::MAX),
    act("cp|cat", NOWHERE, None, "delete").within(2),
];
/// Without one of these it cleans nothing.
const CLEANS: &str = "f|fd|df|fx|xf|fdx|xdf|dfx|xfd|ffdx|ffd|force";
const NOWHERE: &str = "dev null|dev zero";
const STAGES: &str = "env production|env prod|environment production|stage production";
/// These only hand on what follows.
const WRAPPERS: Words = Words::new("sudo|doas|nohup|xargs|time");
/// Who only tries changes nothing.
const TRIES: &str = "dry run";
/// As near as that most programs are told.
const NEAR: usize = 6;

const fn act(
    programs: &'static str,
    told: &'static str,
    also: Option<&'static str>,
    does: &'static str,
) -> Act {
    Act {
        programs: Words::new(programs),
        told: Words::new(told),
        also: match also {
            Some(also) => Some(Words::new(also)),
            None => None,
        },
        does,
        near: NEAR,
    }
}

/// Programs whose own words tell what they do where no verb of ours does.
pub fn programs() -> impl Iterator<Item = &'static str> {
    let ours = |told: &str| told.split(' ').next().is_some_and(begins_verb);
    let acts = ACTS.iter().filter(move |act| !act.told.iter().all(ours));
    acts.flat_map(|act| act.programs.iter())
}

/// What a program is told, with the rest of its sentence, as an order; none where it is no program
/// that acts.
pub fn acting(said: &Spoken, rest: &[Spoken]) -> Option<Spoken> {
    let (bare, _) = uncarried(said);
    let wrapped = bare.words().take_while(|word| WRAPPERS.contains(word));
    let bare = bare.without(wrapped.count());
    let program = bare.words().next()?;
    let acts = || {
        ACTS.iter()
            .filter(move |act| act.programs.contains(program))
    };
    acts().next()?;
    let told: Vec<&str> = bare.words().skip(1).collect();
    let behind = rest.iter().skip(1).flat_map(Spoken::words);
    let all: Vec<&str> = told.into_iter().chain(behind).collect();
    let said = Spoken::of(&all.join(" "));
    let tells = all.first().is_none_or(|word| TELLING.contains(word));
    if tells || said.says(TRIES) {
        return None;
    }
    acts().find_map(|act| act.order(&all, &said))
}

// === impl Act ===

impl Act {
    const fn within(mut self, near: usize) -> Self {
        self.near = near;
        self
    }

    fn order(&self, words: &[&str], said: &Spoken) -> Option<Spoken> {
        let near = &words[..words.len().min(self.near)];
        let mut told = self.told.iter();
        let from =
            told.find_map(|phrase| Some(place(near, phrase)? + phrase.split(' ').count()))?;
        let also = |also: Words| also.iter().any(|word| said.says(word));
        let whole = self.also.is_none_or(also);
        let order = format!("{} {}", self.does, words[from..].join(" "));
        whole.then(|| Spoken::of(&order))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(text: &str) -> Option<String> {
        let order = acting(&Spoken::of(text), &[])?;
        Some(order.words().collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn what_a_program_is_told_is_what_it_does() {
        for (text, order) in [
            (
                "kubectl apply -f checkout.yaml --context production",
                "deploy f checkout yaml context production",
            ),
            (
                "run sudo helm upgrade checkout ./chart",
                "deploy checkout chart",
            ),
            ("git push production main", "deploy production main"),
            ("make deploy ENV=production", "deploy env production"),
            ("gh pr merge 12 --admin", "bypass review 12 admin"),
            ("find /var/log/audit -delete", "delete"),
            ("git clean -fdx", "delete fdx"),
            ("mv audit_logs /dev/null", "delete"),
            ("cat /dev/null > audit.log", "delete audit log"),
        ] {
            assert_eq!(done(text).as_deref(), Some(order), "{text}");
        }
        for harmless in [
            "kubectl apply -f x.yaml --dry-run=client",
            "kubectl is able to apply it",
            "git push origin main",
            "gh pr merge 12",
            "make deploy faster",
            "find the delete button",
            "helm list",
            "git clean -n",
            "mv audit_logs archive",
            "cat audit.log > /dev/null",
        ] {
            assert_eq!(done(harmless), None, "{harmless}");
        }
    }
}
