//! Whether a history can be replayed somewhere, and what of it.

use std::collections::{BTreeSet, HashMap, HashSet};

use mneme_model::MemoryStatus;
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::{journal, memories};

use super::PastMemory;
use crate::learn::repeats;
use crate::{Result, said};

/// What would be done, or why not.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Places in the bundle, whatever something was made of before it.
    pub order: Vec<usize>,
    /// What was forgotten, and what was made of that: it does not come back.
    pub forgotten: BTreeSet<usize>,
    pub blocked: Option<String>,
}

/// Where a history is to go and where it comes from, as far as each is known here.
#[derive(Clone, Default)]
pub struct Places {
    pub target: Option<Namespace>,
    pub source: Option<Namespace>,
}

impl Plan {
    pub fn make(view: &View<'_>, places: &Places, root: &str, past: &[PastMemory]) -> Result<Self> {
        let mut plan = match ordered(past) {
            Ok(order) => Self {
                order,
                ..Self::default()
            },
            Err(why) => return Ok(Self::blocked(why)),
        };
        let Some(root) = past.iter().position(|one| one.id == root) else {
            return Ok(Self::blocked(format!("the bundle has no memory {root}")));
        };
        if let Some(why) = occupied(view, places.target.as_ref(), past)? {
            return Ok(Self::blocked(why));
        }
        let ids: HashMap<&str, usize> = ids(past).collect();
        for at in plan.order.clone() {
            let mut from = past[at].derived_from.iter();
            let lost = from.any(|id| {
                let known = ids.get(id.as_str());
                known.is_some_and(|source| plan.forgotten.contains(source))
            });
            if lost || is_forgotten(view, places, &past[at])? {
                plan.forgotten.insert(at);
            }
        }
        if plan.forgotten.contains(&root) {
            plan.blocked = Some(String::from("the root of this history was forgotten"));
        }
        Ok(plan)
    }

    fn blocked(why: String) -> Self {
        Self {
            blocked: Some(why),
            ..Self::default()
        }
    }

    /// The memories as they come: what gave way to something that does not come, and that was made of it,
    /// is believed anew.
    pub fn freed(&self, past: &[PastMemory]) -> Vec<PastMemory> {
        let lost: Vec<&PastMemory> = self.forgotten.iter().map(|at| &past[*at]).collect();
        let unmade = |one: &PastMemory| {
            let by = one.superseded_by.as_ref();
            let mut made = lost.iter().filter(|made| Some(&made.id) == by);
            made.any(|made| made.derived_from.contains(&one.id) && !is_corrected(made, one, &lost))
        };
        let free = |one: &PastMemory| match unmade(one) {
            true => one.believed(),
            false => one.clone(),
        };
        past.iter().map(free).collect()
    }

    /// Places of what comes, in order.
    pub fn coming(&self) -> impl Iterator<Item = usize> + '_ {
        let forgotten = |at: &usize| self.forgotten.contains(at);
        self.order.iter().copied().filter(move |at| !forgotten(at))
    }
}

/// Whether somebody said since that what was made of one is otherwise: then that one stays away.
fn is_corrected(made: &PastMemory, one: &PastMemory, lost: &[&PastMemory]) -> bool {
    let remade = |by: &String| {
        let mut lost = lost.iter().filter(|other| other.id == *by);
        lost.any(|other| other.derived_from.contains(&one.id))
    };
    let followed = made.superseded_by.as_ref().is_some_and(|by| !remade(by));
    let refused = made.status == MemoryStatus::Rejected;
    followed || refused || made.version > 1 && !repeats(&made.content, &one.content)
}

fn ids(past: &[PastMemory]) -> impl Iterator<Item = (&str, usize)> {
    past.iter().enumerate().map(|(n, one)| (one.id.as_str(), n))
}

/// Every memory behind what it was made of.
fn ordered(past: &[PastMemory]) -> Result<Vec<usize>, String> {
    let known: HashSet<&str> = past.iter().map(|one| one.id.as_str()).collect();
    if known.len() < past.len() {
        return Err(String::from("the bundle has a memory twice"));
    }
    // How many it still waits for, and who waits for each.
    let mut missing = vec![0_usize; past.len()];
    let mut waiting: HashMap<&str, Vec<usize>> = HashMap::new();
    for (n, one) in past.iter().enumerate() {
        for id in one
            .derived_from
            .iter()
            .filter(|id| known.contains(id.as_str()))
        {
            missing[n] += 1;
            waiting.entry(id).or_default().push(n);
        }
    }
    let mut order: Vec<usize> = (0..past.len()).filter(|n| missing[*n] == 0).collect();
    let mut at = 0;
    while let Some(placed) = order.get(at).copied() {
        at += 1;
        for n in waiting.remove(past[placed].id.as_str()).unwrap_or_default() {
            missing[n] -= 1;
            if missing[n] == 0 {
                order.push(n);
            }
        }
    }
    match order.len() == past.len() {
        true => Ok(order),
        false => Err(String::from("a memory of the bundle is made of itself")),
    }
}

/// Why there is no room.
fn occupied(
    view: &View<'_>,
    target: Option<&Namespace>,
    past: &[PastMemory],
) -> Result<Option<String>> {
    let Some(target) = target else {
        return Ok(None);
    };
    let standing = memories::standing(view, target.ns)?.into_iter();
    let there: u64 = standing.map(|(_, count)| count).sum();
    if there > 0 {
        let name = &target.name;
        let why = format!("target namespace '{name}' is not empty: it has {there} memories");
        return Ok(Some(why));
    }
    for one in past {
        let seq = journal::find(view, target.ns, &one.id)?;
        if seq.is_some_and(|seq| journal::is_live(view, seq).unwrap_or(true)) {
            let why = format!("something in the target namespace has the id {}", one.id);
            return Ok(Some(why));
        }
    }
    Ok(None)
}

/// By its name where it goes, or by its words there or where it comes from.
fn is_forgotten(view: &View<'_>, places: &Places, one: &PastMemory) -> Result<bool> {
    if let Some(target) = &places.target
        && journal::find(view, target.ns, &one.id)?.is_some()
    {
        return Ok(true);
    }
    let known = [&places.target, &places.source];
    for space in known.into_iter().flatten() {
        if said::is_forgotten(view, space, &one.content)? {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn past(id: &str, from: &[&str]) -> PastMemory {
        PastMemory {
            id: id.to_owned(),
            derived_from: from.iter().map(|id| (*id).to_owned()).collect(),
            ..PastMemory::default()
        }
    }

    #[test]
    fn sources_come_before_what_was_made_of_them() {
        let all = [past("c", &["b"]), past("b", &["a", "gone"]), past("a", &[])];
        assert_eq!(ordered(&all).unwrap(), [2, 1, 0]);
    }

    /// What comes of `b`, which gave way to something that was forgotten.
    fn freed(made: PastMemory) -> Option<String> {
        let b = PastMemory {
            content: String::from("the ferry captain is Odalys!"),
            superseded_by: Some(String::from("d")),
            ..past("b", &[])
        };
        let plan = Plan {
            forgotten: BTreeSet::from([0]),
            ..Plan::default()
        };
        let made = PastMemory {
            id: String::from("d"),
            derived_from: vec![String::from("a"), String::from("b")],
            ..made
        };
        plan.freed(&[made, b]).remove(1).superseded_by
    }

    #[test]
    fn what_was_corrected_stays_away_when_what_was_made_of_it_does_not_come() {
        let said = |content: &str, version| PastMemory {
            content: content.to_owned(),
            version,
            ..PastMemory::default()
        };
        let odalys = "The ferry captain is Odalys.";
        assert_eq!(freed(said(odalys, 1)), None, "believed anew");
        assert_eq!(freed(said(odalys, 2)), None, "other tags are no correction");
        let away = Some(String::from("d"));
        assert_eq!(freed(said("The ferry captain is Berit.", 2)), away);
        let followed = PastMemory {
            superseded_by: Some(String::from("c")),
            ..said(odalys, 1)
        };
        assert_eq!(freed(followed), away);
    }

    #[test]
    fn circles_and_twins_are_refused() {
        let circle = [past("a", &["b"]), past("b", &["a"])];
        assert!(ordered(&circle).unwrap_err().contains("made of itself"));
        let twins = [past("a", &[]), past("a", &[])];
        assert!(ordered(&twins).unwrap_err().contains("twice"));
    }
}
