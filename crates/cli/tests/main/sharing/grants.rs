//! Grants: given, listed, taken back.

use serde_json::{Value, json};

use super::{Neighbours, accessible, grant};
use crate::support::{Client, shared, texts, unique};

fn listed(who: &mut Client, space: &str) -> Vec<Value> {
    let mut told = who
        .get(&format!("/v1/admin/sharing/{space}/grants/list"))
        .ok();
    let Value::Array(all) = told["grants"].take() else {
        panic!("no list in {told}");
    };
    all
}

#[test]
fn g_177_a_grant_is_given_listed_in_force_and_taken_back() {
    let mut both = Neighbours::new(shared());
    both.owner.remember("The harbour opens at six.");
    let body = json!({
        "grantee_namespace": both.guest_name, "permission": "read",
        "tag_filter": ["sea", "port"], "agent_filter": "pilot", "expires_at": "2099-01-30T12:00:00Z",
    });
    let given = grant(&mut both.owner, &both.space, &body).ok();
    for name in [
        "grantee_namespace",
        "permission",
        "tag_filter",
        "agent_filter",
    ] {
        assert_eq!(given[name], body[name], "{name}: {given}");
    }
    let expires = given["expires_at"].as_str().unwrap();
    assert!(expires.starts_with("2099-01-30T12:00:00"), "{given}");
    assert!(
        given["created_at"].is_string() && given["id"].is_string(),
        "{given}"
    );
    let plain = both.let_in(json!({}));
    let all = listed(&mut both.owner, &both.space);
    assert_eq!(all.len(), 2);
    assert_eq!(all[0], given);
    assert_eq!(all[1]["tag_filter"], Value::Null, "{all:?}");
    let space = both.space.clone();
    assert_eq!(both.told(&space, "harbour").len(), 1);
    both.put_out(&plain);
    assert_eq!(
        both.told(&space, "harbour"),
        [""; 0],
        "the other has a filter"
    );
    both.put_out(given["id"].as_str().unwrap());
    both.refused();
    assert!(listed(&mut both.owner, &space).is_empty());
}

#[test]
fn g_177_only_the_owner_takes_back_and_nobody_else_lets_in() {
    let mut both = Neighbours::new(shared());
    let id = both.let_in(json!({ "permission": "write" }));
    let mut third = shared().admin(&unique("share-third"));
    let body = json!({ "grantee_namespace": "share-fourth", "permission": "read" });
    let path = format!("/v1/admin/sharing/{}/grants/{id}", both.space);
    let list = format!("/v1/admin/sharing/{}/grants/list", both.space);
    for who in [&mut both.guest, &mut third] {
        grant(who, &both.space, &body).refused(403, "not_owner");
        who.delete(&path, &Value::Null).refused(403, "not_owner");
    }
    third.get(&list).refused(403, "not_owner");
    assert_eq!(listed(&mut both.guest, &both.space).len(), 1, "its own");
    let other = format!("/v1/admin/sharing/{}/grants/nobody", both.space);
    let unknown = both.owner.delete(&other, &Value::Null);
    unknown.refused(404, "no_such_grant");
    let absent = "/v1/admin/sharing/share-nowhere/grants";
    let refused = both.owner.get(&format!("{absent}/list"));
    refused.refused(404, "no_such_space");
    let refused = both.owner.delete(&format!("{absent}/{id}"), &Value::Null);
    refused.refused(404, "no_such_space");
    grant(&mut both.owner, "share-nowhere", &body).refused(404, "no_such_space");
    // A grant of another space is none of this one, whoever owns both.
    let second = unique("share-second");
    super::create(&mut both.owner, &second);
    let crossed = format!("/v1/admin/sharing/{second}/grants/{id}");
    let refused = both.owner.delete(&crossed, &Value::Null);
    refused.refused(404, "no_such_grant");
    assert_eq!(listed(&mut both.owner, &both.space).len(), 1);
}

#[test]
fn g_177_a_grant_that_says_nothing_sound_is_refused_and_not_kept() {
    let mut both = Neighbours::new(shared());
    let (owner_name, space) = (both.owner_name.clone(), both.space.clone());
    for (more, code) in [
        (json!({ "permission": "own" }), "bad_grant"),
        (json!({ "grantee_namespace": owner_name }), "bad_grant"),
        (json!({ "grantee_namespace": "two words" }), "bad_namespace"),
        (json!({ "expires_at": "2001-01-01T00:00:00Z" }), "bad_time"),
        (json!({ "expires_at": "tomorrow" }), "bad_time"),
        (json!({ "tag_filter": [] }), "bad_grant"),
        (json!({ "agent_filter": [] }), "bad_grant"),
        (json!({ "tag_filter": [""] }), "bad_tags"),
        (json!({ "agent_filter": " " }), "bad_name"),
    ] {
        let mut body = json!({ "grantee_namespace": both.guest_name, "permission": "read" });
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        grant(&mut both.owner, &space, &body).refused(400, code);
    }
    for body in [
        json!({ "permission": "read" }),
        json!({ "grantee_namespace": "x" }),
        json!({ "grantee_namespace": "x", "permission": "read", "tag_filter": 7 }),
    ] {
        grant(&mut both.owner, &space, &body).refused(422, "bad_request");
    }
    assert!(listed(&mut both.owner, &space).is_empty());
}

/// Whoever may let in others gives what it has: not more, and not for longer.
#[test]
fn g_177_an_admin_grantee_lets_in_others_within_its_own_grant() {
    let mut both = Neighbours::new(shared());
    let post = |content: &str, tag: &str| json!({ "content": content, "tags": [tag] });
    both.owner.store(&post("The harbour opens at six.", "sea"));
    both.owner
        .store(&post("The harbour master is ill.", "staff"));
    let mine = both.let_in(json!({
        "permission": "admin", "tag_filter": ["sea", "port"], "expires_at": "2099-01-01T00:00:00Z",
    }));
    let third_name = unique("share-third");
    let mut third = shared().admin(&third_name);
    let soon = "2098-01-01T00:00:00Z";
    let to = |grantee: &str, more: Value| {
        let mut body = json!({ "grantee_namespace": grantee, "permission": "read" });
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        body
    };
    for more in [
        json!({}),
        json!({ "tag_filter": ["sea"] }),
        json!({ "tag_filter": ["staff"], "expires_at": soon }),
        json!({ "tag_filter": ["sea", "staff"], "expires_at": soon }),
        json!({ "expires_at": soon }),
        json!({ "tag_filter": ["sea"], "expires_at": "2099-01-01T00:00:01Z" }),
    ] {
        for grantee in [&third_name, &both.guest_name] {
            let wider = grant(&mut both.guest, &both.space, &to(grantee, more.clone()));
            wider.refused(403, "outside_grant");
        }
    }
    let more = json!({ "tag_filter": "sea", "expires_at": soon });
    let given = grant(&mut both.guest, &both.space, &to(&third_name, more)).ok();
    assert_eq!(given["granted_by"], both.guest_name.as_str(), "{given}");
    assert_eq!(accessible(&mut third), json!([both.space]));
    let question = json!({ "query": "harbour", "namespace": both.space });
    assert_eq!(
        texts(&third.recall(&question)),
        ["The harbour opens at six."]
    );
    assert_eq!(listed(&mut both.owner, &both.space).len(), 2);
    assert_eq!(
        listed(&mut both.guest, &both.space).len(),
        2,
        "it sees them all"
    );
    both.put_out(&mine);
    let body = to(
        &third_name,
        json!({ "tag_filter": "sea", "expires_at": soon }),
    );
    grant(&mut both.guest, &both.space, &body).refused(403, "not_owner");
}

#[test]
fn g_178_a_grantee_sees_the_names_of_what_is_open_to_it() {
    let mut both = Neighbours::new(shared());
    assert_eq!(accessible(&mut both.guest), json!([]));
    let id = both.let_in(json!({}));
    both.let_in(json!({ "tag_filter": "x" }));
    let space = json!([both.space]);
    assert_eq!(accessible(&mut both.guest), space);
    let reader = shared().key(&both.guest_name, "reader");
    let mut reader = Client::new(shared().http(), Some(&reader));
    assert_eq!(accessible(&mut reader), space);
    assert_eq!(accessible(&mut both.owner), json!([]), "its own is no news");
    both.put_out(&id);
    assert_eq!(accessible(&mut both.guest), space, "one is left");
    let path = format!("/v1/admin/sharing/{}", both.space);
    both.owner.delete(&path, &Value::Null).ok();
    assert_eq!(accessible(&mut both.guest), json!([]));
    // The same name anew lets nobody in.
    super::create(&mut both.owner, &both.space);
    assert_eq!(accessible(&mut both.guest), json!([]));
    both.refused();
}
