//! Data keys: what the store is sealed under.

use std::process::ExitCode;

use mneme_wire::operations::ask;
use mneme_wire::shapes::{
    DataKeysReply, DataKeysRequest, RevokeDataKeyRequest, RotateKeyRequest, SealedNamespace,
};

use super::Outcome;
use crate::output::{dim, json};
use crate::port;
use crate::settings::Settings;

pub async fn rotate(settings: &Settings, namespace: String, as_json: bool) -> Outcome {
    let port = port::find(settings).await?;
    let namespace = Some(namespace);
    let done = ask(&*port, &RotateKeyRequest { namespace }).await?;
    if as_json {
        return Ok(json(&done));
    }
    say!(
        "namespace {} is sealed under a new key; {} is retired",
        done.namespace,
        done.key_id
    );
    beside!(
        "what it sealed stays readable, and is sealed again while a server runs: `mneme key data` says how far that is"
    );
    Ok(ExitCode::SUCCESS)
}

pub async fn show(settings: &Settings, as_json: bool) -> Outcome {
    let port = port::find(settings).await?;
    let told = ask(&*port, &DataKeysRequest::default()).await?;
    if as_json {
        return Ok(json(&told));
    }
    show_all(&told);
    Ok(ExitCode::SUCCESS)
}

fn show_all(told: &DataKeysReply) {
    say!("wrapped by {}", told.keeper);
    for namespace in &told.namespaces {
        say!("{}  {}", namespace.key_id, sentence(namespace));
    }
    for key in &told.retired_keys {
        let times = format!("retired {}, kept until {}", key.retired_at, key.expires_at);
        say!("{}  {} {}", key.id, key.namespace, dim(&times));
    }
}

/// What a namespace is sealed under, in a few words.
pub fn sentence(told: &SealedNamespace) -> String {
    let SealedNamespace {
        namespace,
        sealed_percent,
        damaged,
        ..
    } = told;
    match (sealed_percent, damaged) {
        (100, _) => format!("{namespace}: everything"),
        (_, 0) => format!("{namespace}: {sealed_percent} % so far"),
        _ => format!("{namespace}: {damaged} rows do not open under any key"),
    }
}

pub async fn revoke(settings: &Settings, id: String) -> Outcome {
    let port = port::find(settings).await?;
    let gone = ask(&*port, &RevokeDataKeyRequest { id }).await?;
    say!("revoked {}", gone.key_id);
    Ok(ExitCode::SUCCESS)
}
