//! `mneme key`

use std::process::ExitCode;

use mneme_access::key_id;
use mneme_model::Code;
use mneme_wire::Fault;
use mneme_wire::operations::ask;
use mneme_wire::shapes::{ListKeysRequest, NewKeyRequest, RevokeKeyRequest};

use super::Outcome;
use crate::args::{KeyArgs, KeyVerb};
use crate::output::{dim, json};
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
        Some(KeyVerb::List { json }) => list(settings, json).await,
        Some(KeyVerb::Revoke { key_id }) => revoke(settings, key_id).await,
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
        fault.hint =
            String::from("`mneme key new` makes another; so does starting the server again");
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
    eprintln!(
        "{} of namespace {}; the key is shown this once, its id is {}",
        made.role, made.namespace, made.key_id
    );
    Ok(ExitCode::SUCCESS)
}

async fn list(settings: &Settings, as_json: bool) -> Outcome {
    let port = port::find(settings).await?;
    let keys = ask(&*port, &ListKeysRequest::default()).await?;
    if as_json {
        return Ok(json(&keys));
    }
    for key in keys.keys {
        say!("{}  {:<7} {}", key.key_id, key.role, dim(&key.namespace));
    }
    Ok(ExitCode::SUCCESS)
}

async fn revoke(settings: &Settings, key_id: String) -> Outcome {
    let port = port::find(settings).await?;
    let gone = ask(&*port, &RevokeKeyRequest { key_id }).await?;
    say!("revoked {}", gone.key_id);
    Ok(ExitCode::SUCCESS)
}
