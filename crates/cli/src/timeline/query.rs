//! Questions about what happened and what it was about.

use mneme_model::Code;
use mneme_wire::Fault;
use mneme_wire::proto::*;
use tonic::{Response, Status};

use super::{Client, json, lines, refused, show};
use crate::args::{BrowseArgs, ExpandArgs, HappenedArgs, Part, Question, SearchArgs};
use crate::commands::Outcome;

/// How to answer.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    pub as_json: bool,
    pub missing: Missing,
}

/// What becomes of a question about something that is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// It is said, and that is an answer: so the reference has it.
    Said,
    Refused,
}

pub async fn run(client: &mut Client, question: Question, form: Form) -> Outcome {
    let as_json = form.as_json;
    match question {
        Question::Root => root(client, as_json).await,
        Question::Node { id } => node(client, id, form).await,
        Question::Browse(args) => browse(client, args, form).await,
        Question::Events(args) => events(client, &args, form).await,
        Question::Expand(args) => expand(client, args, form).await,
        Question::Search(args) => search(client, args, as_json).await,
    }
}

// === impl Form ===

impl Form {
    fn refuse(self, code: Code, is_there: bool, told: impl Fn() -> String) -> Result<(), Fault> {
        match is_there || self.missing == Missing::Said {
            true => Ok(()),
            false => Err(Fault::new(code, told())),
        }
    }
}

fn answer<T>(reply: Result<Response<T>, Status>) -> Result<T, Fault> {
    reply.map(Response::into_inner).map_err(refused)
}

async fn root(client: &mut Client, as_json: bool) -> Outcome {
    let reply = answer(client.get_toc_root(GetTocRootRequest {}).await)?;
    match as_json {
        true => json(&reply),
        false => lines(&show::root(&reply)),
    }
}

async fn node(client: &mut Client, node_id: String, form: Form) -> Outcome {
    let asked = GetNodeRequest {
        node_id: node_id.clone(),
    };
    let reply = answer(client.get_node(asked).await)?;
    let told = || show::node(&node_id, reply.node.as_ref());
    form.refuse(Code::NoSuchNode, reply.node.is_some(), told)?;
    match form.as_json {
        true => json(&reply),
        false => lines(&told()),
    }
}

async fn browse(client: &mut Client, args: BrowseArgs, form: Form) -> Outcome {
    let asked = BrowseTocRequest {
        parent_id: args.parent.clone(),
        limit: args.limit,
        continuation_token: args.token.clone(),
    };
    let reply = answer(client.browse_toc(asked).await)?;
    // How many pages there are, only the parent knows.
    let asked = GetNodeRequest {
        node_id: args.parent.clone(),
    };
    let parent = answer(client.get_node(asked).await)?.node;
    let told = || show::children(&args, &reply, parent.as_ref());
    form.refuse(Code::NoSuchNode, parent.is_some(), told)?;
    match form.as_json {
        true => json(&reply),
        false => lines(&told()),
    }
}

async fn events(client: &mut Client, args: &HappenedArgs, form: Form) -> Outcome {
    let told = || String::from("--from is later than --to");
    form.refuse(Code::BadTime, args.from <= args.to, told)?;
    let asked = GetEventsRequest {
        from_timestamp_ms: args.from,
        to_timestamp_ms: args.to,
        limit: args.limit,
        page_token: None,
    };
    let reply = answer(client.get_events(asked).await)?;
    match form.as_json {
        true => json(&reply),
        false => lines(&show::events(args, &reply)),
    }
}

async fn expand(client: &mut Client, args: ExpandArgs, form: Form) -> Outcome {
    let asked = ExpandGripRequest {
        grip_id: args.grip.clone(),
        events_before: Some(args.before),
        events_after: Some(args.after),
    };
    let reply = answer(client.expand_grip(asked).await)?;
    let told = || show::grip(&args.grip, &reply);
    form.refuse(Code::NoSuchGrip, reply.grip.is_some(), told)?;
    match form.as_json {
        true => json(&reply),
        false => lines(&told()),
    }
}

async fn search(client: &mut Client, args: SearchArgs, as_json: bool) -> Outcome {
    let fields = args.fields.iter().map(|part| field(*part) as i32).collect();
    if let Some(node_id) = args.node {
        let asked = SearchNodeRequest {
            node_id,
            query: args.query.clone(),
            fields,
            limit: args.limit,
            token_budget: 0,
        };
        let reply = answer(client.search_node(asked).await)?;
        return match as_json {
            true => json(&reply),
            false => lines(&show::matches(&args.query, &reply)),
        };
    }
    let asked = SearchChildrenRequest {
        parent_id: args.parent.unwrap_or_default(),
        query: args.query.clone(),
        child_level: 0,
        fields,
        limit: args.limit,
        token_budget: 0,
    };
    let reply = answer(client.search_children(asked).await)?;
    match as_json {
        true => json(&reply),
        false => lines(&show::found(&args.query, &reply)),
    }
}

fn field(part: Part) -> SearchField {
    match part {
        Part::Title => SearchField::Title,
        Part::Summary => SearchField::Summary,
        Part::Bullets => SearchField::Bullets,
        Part::Keywords => SearchField::Keywords,
    }
}
