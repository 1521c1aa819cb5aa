//! Many memories and many grants by chance: what a guest sees is what the grants say, by every way
//! in, no more and no less.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::Neighbours;
use crate::support::{Random, ids, segmented};

const TAGS: [&str; 4] = ["red", "green", "blue", "grey"];
const AGENTS: [&str; 3] = ["ann", "bela", "chidi"];
const MEMORIES: usize = 40;
const ROUNDS: usize = 12;

/// What one grant admits; empty is anything.
struct Filter {
    tags: Vec<&'static str>,
    agents: Vec<&'static str>,
}

struct Fact {
    id: String,
    tags: Vec<&'static str>,
    agent: Option<&'static str>,
}

fn some<const N: usize>(random: &mut Random, of: [&'static str; N]) -> Vec<&'static str> {
    of.into_iter().filter(|_| random.below(3) == 0).collect()
}

impl Filter {
    fn admits(&self, fact: &Fact) -> bool {
        let tagged = self.tags.is_empty() || fact.tags.iter().any(|tag| self.tags.contains(tag));
        let told = fact.agent.is_some_and(|agent| self.agents.contains(&agent));
        tagged && (self.agents.is_empty() || told)
    }

    fn grant(&self) -> Value {
        let mut body = json!({});
        if !self.tags.is_empty() {
            body["tag_filter"] = json!(self.tags);
        }
        if !self.agents.is_empty() {
            body["agent_filter"] = json!(self.agents);
        }
        body
    }
}

fn filled(both: &mut Neighbours, random: &mut Random) -> Vec<Fact> {
    let mut facts = Vec::new();
    for n in 0..MEMORIES {
        let tags = some(random, TAGS);
        let agent = AGENTS.get(random.below(4) as usize).copied();
        let mut body =
            json!({ "content": format!("The lantern of number {n} is lit."), "tags": tags });
        if let Some(agent) = agent {
            body["agent"] = json!(agent);
        }
        if random.below(2) == 0 {
            body["session"] = json!("watch");
        }
        let id = both.owner.store(&body);
        facts.push(Fact { id, tags, agent });
    }
    facts
}

#[test]
fn g_179_a_grant_never_opens_more_or_less_than_it_says() {
    let mut random = Random::new();
    let seed = random.seed;
    let server = segmented();
    let mut both = Neighbours::new(server);
    let facts = filled(&mut both, &mut random);
    let space = both.space.clone();
    for round in 0..ROUNDS {
        if round == ROUNDS / 2 {
            // From now on they are found in the segments of the index.
            server.settled();
        }
        let filters: Vec<Filter> = (0..=random.below(2))
            .map(|_| Filter {
                tags: some(&mut random, TAGS),
                agents: some(&mut random, AGENTS),
            })
            .collect();
        let grants: Vec<String> = filters.iter().map(|one| both.let_in(one.grant())).collect();
        let open = |fact: &&Fact| filters.iter().any(|one| one.admits(fact));
        let expected: BTreeSet<String> = facts
            .iter()
            .filter(open)
            .map(|fact| fact.id.clone())
            .collect();
        let why = format!("MNEME_SEED={seed}, round {round}");
        for ranking in ["mneme", "memoryoss"] {
            let question = json!({ "query": "lantern lit", "namespace": space, "limit": 100, "ranking": ranking });
            let told: BTreeSet<String> = ids(&both.guest.recall(&question)).into_iter().collect();
            assert_eq!(told, expected, "{ranking}, {why}");
        }
        let joined = json!({ "query": "lantern lit", "shared": true, "limit": 100 });
        let told: BTreeSet<String> = ids(&both.guest.recall(&joined)).into_iter().collect();
        assert_eq!(told, expected, "joined, {why}");
        let listed = both
            .guest
            .get(&format!("/v1/memories?namespace={space}"))
            .ok();
        let told = listed["memories"].as_array().unwrap().iter();
        let told: BTreeSet<String> = told
            .map(|one| one["id"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(told, expected, "listed, {why}");
        for fact in &facts {
            let status = both.guest.get(&format!("/v1/peek/{}", fact.id)).status;
            let wanted = if expected.contains(&fact.id) {
                200
            } else {
                404
            };
            assert_eq!(status, wanted, "{}, {why}", fact.id);
        }
        grants.iter().for_each(|id| both.put_out(id));
    }
    both.refused();
}
