//! A life: each act in the world and in the model, and both compared.

use std::fmt::Debug;

use serde_json::{Value, json};

use super::act::{Act, COLOURS, Door, PLACES, THINGS};
use super::model::{Grant, Model, refused, shown_to_guest};
use super::world::{NAMES, SPACE, World};

/// Where world and model parted: at which act, and how.
#[derive(Debug)]
pub struct Difference {
    pub at: usize,
    pub what: String,
}

type Same = Result<(), String>;

pub fn live(acts: &[Act]) -> Result<(), Difference> {
    let (mut world, mut model) = (World::new(), Model::default());
    for (at, act) in acts.iter().enumerate() {
        let same =
            carry_out(&mut world, &mut model, act).and_then(|()| compare(&mut world, &model));
        same.map_err(|what| Difference { at, what })?;
    }
    let last = |what: String| Difference {
        at: acts.len(),
        what,
    };
    look_everywhere(&mut world, &model).map_err(last)?;
    match world.verified() {
        true => Ok(()),
        false => Err(last(String::from("verify finds a fault"))),
    }
}

fn same<T: PartialEq + Debug>(what: &str, model: &T, world: &T) -> Same {
    match model == world {
        true => Ok(()),
        false => Err(format!("{what}\n  model: {model:?}\n  store: {world:?}")),
    }
}

fn carry_out(world: &mut World, model: &mut Model, act: &Act) -> Same {
    match act {
        Act::Store {
            place,
            words,
            tags,
            door,
        } => {
            let real = match door {
                Door::Rest => world.store(*place, words, tags),
                Door::Batch => world.store_batch(*place, words, tags),
                Door::Command => world.remember(*place, words, tags),
            };
            let id = real["id"].as_str().unwrap_or_default();
            same("stored", &model.rooms[*place].store(words, tags, id), &real)
        }
        Act::Reword { place, pick, words } => {
            let id = model.rooms[*place].id(*pick);
            let real = world.update(*place, &json!({ "id": id, "content": words }));
            same(
                "reworded",
                &model.change(*place, &id, Some(words), None),
                &real,
            )
        }
        Act::Retag { place, pick, tags } => {
            let id = model.rooms[*place].id(*pick);
            let real = world.update(*place, &json!({ "id": id, "tags": tags }));
            same(
                "retagged",
                &model.change(*place, &id, None, Some(tags)),
                &real,
            )
        }
        Act::Judge {
            place,
            pick,
            confirm,
        } => {
            let id = model.rooms[*place].id(*pick);
            let action = if *confirm { "confirm" } else { "reject" };
            let real = world.feedback(*place, &json!({ "id": id, "action": action }));
            same(action, &model.judge(*place, &id, *confirm), &real)
        }
        Act::Follow {
            place,
            old,
            new,
            door,
        } => follow(world, model, *place, (*old, *new), *door),
        Act::Forget { place, pick } => {
            let id = model.rooms[*place].id(*pick);
            let real = world.forget(*place, &json!({ "id": id }));
            let gone = model.rooms[*place].forget(|fact| fact.id == id);
            same("forgot", &json!(gone), &real)
        }
        Act::ForgetTagged { place, tag } => {
            let real = world.forget(*place, &json!({ "tags": [tag] }));
            let gone = model.rooms[*place].forget(|fact| fact.tags.iter().any(|one| one == tag));
            same("forgot what is tagged", &json!(gone), &real)
        }
        other => share_or_ask(world, model, other),
    }
}

fn follow(
    world: &mut World,
    model: &mut Model,
    place: usize,
    picks: (u64, u64),
    door: Door,
) -> Same {
    let [old, new] = [picks.0, picks.1].map(|pick| model.rooms[place].id(pick));
    if door == Door::Command {
        let real = world.supersede(place, &old, &new);
        return same(
            "superseded by command",
            &model.replace(place, &old, &new),
            &real,
        );
    }
    let word = json!({ "id": old, "action": "supersede", "superseded_by": new });
    let real = world.feedback(place, &word);
    same("superseded", &model.follow(place, &old, &new), &real)
}

fn share_or_ask(world: &mut World, model: &mut Model, act: &Act) -> Same {
    match act {
        Act::Share { tag } => {
            let (id, tag) = (world.share(*tag), tag.map(str::to_owned));
            model.grants.push(Grant { id, tag });
            Ok(())
        }
        Act::Revoke { pick } => {
            if model.grants.is_empty() {
                let real = world.revoke("nobody");
                return same("revoked nothing", &refused(404, "no_such_grant"), &real);
            }
            let taken = model.grants.remove(*pick as usize % model.grants.len());
            same(
                "revoked",
                &json!({ "removed": true }),
                &world.revoke(&taken.id),
            )
        }
        Act::Recall { place, word } => recall(world, model, *place, word),
        Act::Visit { word } => visit(world, model, word),
        Act::Restart => {
            world.restart();
            Ok(())
        }
        Act::Kill => {
            world.kill();
            Ok(())
        }
        Act::KillAmidst { place, words } => kill_amidst(world, model, *place, words),
        _ => Ok(()),
    }
}

/// What was not acknowledged may be there or not, and nothing in between.
fn kill_amidst(world: &mut World, model: &mut Model, place: usize, words: &str) -> Same {
    world.kill_amidst(place, words);
    let there = world.list(place);
    if there != model.listed(place) {
        let last = there.last().and_then(|one| one["id"].as_str());
        let id = last.unwrap_or_default().to_owned();
        model.rooms[place].store(words, &[], &id);
    }
    same("after a kill amidst", &model.listed(place), &there)
}

fn recall(world: &mut World, model: &Model, place: usize, word: &str) -> Same {
    let wanted = Ok(model.found(place, word));
    let real = world.recall(place, word, NAMES[place]);
    same(&format!("'{word}' in {}", NAMES[place]), &wanted, &real)
}

fn visit(world: &mut World, model: &Model, word: &str) -> Same {
    let wanted: Result<Vec<String>, Value> = model
        .visited(word)
        .ok_or_else(|| refused(403, "foreign_namespace"));
    let real = world.recall(1, word, SPACE);
    same(&format!("'{word}' as a guest"), &wanted, &real)
}

/// Everything that is there, as its owners and as the guest see it.
fn compare(world: &mut World, model: &Model) -> Same {
    for (place, name) in NAMES.iter().enumerate() {
        same(
            &format!("there is in {name}"),
            &model.listed(place),
            &world.list(place),
        )?;
    }
    let shared = model.visible();
    let shared = shared.map(|facts| facts.into_iter().map(shown_to_guest).collect::<Vec<_>>());
    let shared = shared.ok_or_else(|| refused(403, "foreign_namespace"));
    same("is open to the guest", &shared, &world.list_shared())
}

/// Every word there is, in every place.
fn look_everywhere(world: &mut World, model: &Model) -> Same {
    world.assert_sound();
    for word in COLOURS.into_iter().chain(THINGS).chain(PLACES) {
        for place in 0..NAMES.len() {
            recall(world, model, place, word)?;
        }
        visit(world, model, word)?;
    }
    Ok(())
}
