//! `mneme key`

mod data;

pub(super) use data::sentence as sealed_sentence;

use std::process::ExitCode;

use mneme_access::key_id;
use mneme_model::Code;
use mneme_wire::Fault;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{
    KeyReply, ListKeysRequest, NewKeyRequest, NewTokenRequest, RevokeKeyRequest,
};

use super::Outcome;
use crate::args::{KeyArgs, KeyVerb};
use crate::confirm::confirmed;
use crate::output::{dim, json, note};
use crate::settings::Settings;
use crate::{compose, port};

pub async fn run(settings: &Settings, args: KeyArgs) -> Outcome {
    match args.verb {
        None => show(settings).await,
        Some(KeyVerb::New {
            role,
            namespace,
            json,
        }) => new(settings, role, namespace, json).await,
        Some(KeyVerb::Token {
            role,
            namespace,
            expires,
            json,
        }) => token(settings, role, namespace, &expires, json).await,
        Some(KeyVerb::List { json }) => list(settings, json).await,
        Some(KeyVerb::Rotate { namespace, json }) => data::rotate(settings, namespace, json).await,
        Some(KeyVerb::Data { json }) => data::show(settings, json).await,
        Some(KeyVerb::Revoke { key_id, .. }) if key_id.starts_with("dk_") => {
            data::revoke(settings, key_id).await
        }
        Some(KeyVerb::Revoke { key_id, yes }) => revoke(settings, key_id, yes).await,
    }
}

/// The store's own key; opening the store makes it, and makes another after it was revoked.
async fn show(settings: &Settings) -> Outcome {
    let path = compose::key_file(&settings.data_dir);
    let port = port::find(settings).await?;
    let key = std::fs::read_to_string(&path).map_err(|error| {
        Fault::new(
            Code::BadCredential,
            format!("{} cannot be read: {error}", path.display()),
        )
    })?;
    let known = ask(&*port, &ListKeysRequest::default()).await?.keys;
    if !known.iter().any(|known| known.key_id == key_id(key.trim())) {
        let mut fault = Fault::new(Code::BadCredential, "the store's own key was revoked");
        fault.hint = String::from(
            "starting the server again makes another; until then `mneme key new --role admin` does",
        );
        return Err(fault);
    }
    say!("{}", key.trim());
    Ok(ExitCode::SUCCESS)
}

async fn new(settings: &Settings, role: String, namespace: String, as_json: bool) -> Outcome {
    let port = port::find(settings).await?;
    let made = ask(&*port, &NewKeyRequest { role, namespace }).await?;
    if as_json {
        return Ok(json(&made));
    }
    say!("{}", made.key.as_deref().unwrap_or_default());
    beside!(
        "{} of namespace {}; the key is shown this once, its id is {}",
        made.role,
        made.namespace,
        made.key_id
    );
    Ok(ExitCode::SUCCESS)
}

async fn token(
    settings: &Settings,
    role: String,
    namespace: String,
    expires: &str,
    as_json: bool,
) -> Outcome {
    let request = NewTokenRequest {
        role,
        namespace: Some(namespace),
        expires_in_secs: Some(seconds(expires)?),
    };
    let port = port::find(settings).await?;
    let made = ask(&*port, &request).await.map_err(helpful)?;
    if as_json {
        return Ok(json(&made));
    }
    say!("{}", made.token);
    beside!(
        "{} of namespace {} for {expires}; it ends with the key it belongs to",
        made.role,
        made.namespace
    );
    Ok(ExitCode::SUCCESS)
}

/// A token belongs to a key; where there is none, one can be made.
fn helpful(mut fault: Fault) -> Fault {
    if fault.known_code() == Code::NoSuchKey {
        fault.hint = String::from(
            "`mneme key new --role admin --namespace NAME` makes one, and then a token can be made",
        );
    }
    fault
}

/// A number and its unit.
pub(crate) fn seconds(text: &str) -> Result<u64, Fault> {
    let wrong = || {
        let message = format!("--expires: '{text}' is no time such as 90s, 30m, 24h or 7d");
        Fault::new(Code::BadLifetime, message)
    };
    let (number, unit) = text
        .split_at_checked(text.len().saturating_sub(1))
        .ok_or_else(wrong)?;
    let secs = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3_600,
        "d" => 86_400,
        _ => return Err(wrong()),
    };
    let number: u64 = number.parse().map_err(|_| wrong())?;
    number.checked_mul(secs).ok_or_else(wrong)
}

async fn list(settings: &Settings, as_json: bool) -> Outcome {
    let port = port::find(settings).await?;
    let keys = ask(&*port, &ListKeysRequest::default()).await?;
    if as_json {
        return Ok(json(&keys));
    }
    for key in keys.keys {
        let made = key.created_at.as_deref().and_then(|at| at.get(..10));
        let made = made.map_or_else(
            || String::from("in the settings"),
            |day| format!("made {day}"),
        );
        let place = dim(&format!("{}  {made}", key.namespace));
        say!("{}  {:<7} {place}", key.key_id, key.role);
    }
    Ok(ExitCode::SUCCESS)
}

async fn revoke(settings: &Settings, key_id: String, yes: bool) -> Outcome {
    let port = port::find(settings).await?;
    let keys = ask(&*port, &ListKeysRequest::default()).await?.keys;
    if let Some(namespace) = last_admin(&keys, &key_id).filter(|_| !yes)
        && !sure(&key_id, namespace)?
    {
        note("no key was revoked");
        return Ok(ExitCode::FAILURE);
    }
    let gone = ask(&*port, &RevokeKeyRequest { key_id }).await?;
    say!("revoked {}", gone.key_id);
    Ok(ExitCode::SUCCESS)
}

/// The namespace whose last admin key this is.
fn last_admin<'k>(keys: &'k [KeyReply], key_id: &str) -> Option<&'k str> {
    let admin = |key: &&KeyReply| key.role == "admin";
    let key = keys.iter().filter(admin).find(|key| key.key_id == key_id)?;
    let of_namespace = |other: &&KeyReply| other.namespace == key.namespace;
    let admins = keys.iter().filter(admin).filter(of_namespace).count();
    (admins == 1).then_some(key.namespace.as_str())
}

fn sure(key_id: &str, namespace: &str) -> Result<bool, Fault> {
    let next = match namespace {
        "default" => "this store makes itself another when it is opened next".to_owned(),
        _ => format!("`mneme key new --role admin --namespace {namespace}` makes another"),
    };
    note(&format!(
        "{key_id} is the last admin key of namespace {namespace}: without it nobody administers it over HTTP,\n\
         and every token made from it ends now. On this machine the mneme command still may;\n{next}."
    ));
    confirmed("Revoke it?", "revoke it with --yes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lives_are_read_with_their_unit() {
        for (text, secs) in [
            ("90s", 90),
            ("30m", 1_800),
            ("24h", 86_400),
            ("7d", 604_800),
            ("0s", 0),
        ] {
            assert_eq!(seconds(text).unwrap(), secs);
        }
        for text in [
            "",
            "h",
            "24",
            "24 h",
            "-1h",
            "1w",
            "1.5h",
            "1é",
            "999999999999999999999d",
            "18446744073709551615d",
        ] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
