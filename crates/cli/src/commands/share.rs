//! `mneme share`

use std::process::ExitCode;

use mneme_model::sharing::Few;
use mneme_wire::operations::ask;
use mneme_wire::shapes::*;
use mneme_wire::{Fault, Port};
use serde::Serialize;

use super::Outcome;
use crate::args::{GrantArgs, ShareArgs, ShareVerb};
use crate::output::{bold, dim, json, plain};

pub async fn run(port: &dyn Port, args: ShareArgs) -> Outcome {
    let (namespace, as_json) = (args.namespace, args.json);
    match args.verb {
        ShareVerb::Create { name, webhook } => {
            create(port, namespace, name, webhook, as_json).await
        }
        ShareVerb::List => {
            let reply = ask(port, &ListSharedRequest { namespace }).await?;
            told(&reply, as_json, |reply| {
                reply.shared_namespaces.iter().for_each(show);
                nothing(reply.shared_namespaces.is_empty(), "nothing is shared");
            })
        }
        ShareVerb::Delete { name } => {
            let reply = ask(port, &UnshareRequest { name, namespace }).await?;
            told(&reply, as_json, |reply| say!("deleted {}", reply.name))
        }
        ShareVerb::Grant(grant) => {
            let reply = ask(port, &request(grant, namespace)).await?;
            told(&reply, as_json, |reply| say!("{}", line(reply)))
        }
        ShareVerb::Grants { name } => {
            let reply = ask(port, &ListGrantsRequest { name, namespace }).await?;
            told(&reply, as_json, |reply| {
                reply
                    .grants
                    .iter()
                    .for_each(|grant| say!("{}", line(grant)));
                nothing(reply.grants.is_empty(), "nobody was let in");
            })
        }
        ShareVerb::Revoke { name, id } => {
            let request = UngrantRequest {
                name,
                grant_id: id,
                namespace,
            };
            let reply = ask(port, &request).await?;
            told(&reply, as_json, |_| say!("revoked"))
        }
        ShareVerb::Accessible => {
            let reply = ask(port, &AccessibleRequest { namespace }).await?;
            told(&reply, as_json, |reply| {
                reply.accessible.iter().for_each(|name| say!("{name}"));
                nothing(reply.accessible.is_empty(), "nothing is open to it");
            })
        }
    }
}

async fn create(
    port: &dyn Port,
    namespace: Option<String>,
    name: String,
    webhook_url: Option<String>,
    as_json: bool,
) -> Result<ExitCode, Fault> {
    let request = ShareRequest {
        name,
        webhook_url,
        namespace,
    };
    let reply = ask(port, &request).await?;
    told(&reply, as_json, |made| {
        say!("{} of {}", bold(&made.name), made.owner_namespace);
        if let Some(secret) = &made.webhook_secret {
            say!("calls of the webhook are signed with {secret}");
            say!("{}", dim("it is not shown again"));
        }
    })
}

fn request(args: GrantArgs, namespace: Option<String>) -> GrantRequest {
    let few = |words: Vec<String>| (!words.is_empty()).then_some(Few::Many(words));
    GrantRequest {
        name: args.name,
        grantee_namespace: args.grantee,
        permission: args.permission,
        tag_filter: few(args.tags),
        agent_filter: few(args.agents),
        expires_at: args.expires,
        namespace,
    }
}

fn told<T: Serialize>(reply: &T, as_json: bool, show: impl FnOnce(&T)) -> Outcome {
    if as_json {
        return Ok(json(reply));
    }
    show(reply);
    Ok(ExitCode::SUCCESS)
}

fn nothing(is_empty: bool, sentence: &str) {
    if is_empty {
        say!("{}", dim(sentence));
    }
}

fn show(space: &SharedNamespace) {
    say!("{} of {}", bold(&space.name), space.owner_namespace);
    for grant in &space.grants {
        say!("  {}", line(grant));
    }
}

fn line(grant: &GrantShape) -> String {
    let mut told = vec![
        grant.id.clone(),
        grant.grantee_namespace.clone(),
        grant.permission.clone(),
    ];
    let mut filter = |what: &str, few: Option<&Few>| {
        if let Some(few) = few {
            told.push(format!("{what} {}", plain(&few.words().join(" or "))));
        }
    };
    filter("tagged", grant.tag_filter.as_ref());
    filter("by", grant.agent_filter.as_ref());
    if let Some(end) = &grant.expires_at {
        told.push(format!("until {end}"));
    }
    told.join("  ")
}
