//! Forgetting: a memory, some observations of a session, or all of a session.

use axum::Json;
use mneme_engine::Forget;
use mneme_model::Code;
use serde_json::{Value, json};

use super::enter::Known;
use super::said::Said;
use crate::rest::Refusal;

const KNOWN: &str = "name memoryId, or sessionId with or without observationIds";

/// What is to go. An empty list of observations names none.
#[derive(Debug, PartialEq, Eq)]
enum Wish {
    Nothing,
    Ids(Vec<String>),
    Session(String),
}

pub async fn forget(known: Known, mut said: Said) -> Result<Json<Value>, Refusal> {
    let wish = Wish::read(&mut said)?;
    let deleted = known.forget(wish).await?;
    let mut told = json!({ "success": true, "deleted": deleted });
    let ignored: Vec<&String> = said.0.keys().collect();
    if !ignored.is_empty() {
        told["ignored"] = json!(ignored);
    }
    Ok(Json(told))
}

// === impl Known ===

impl Known {
    /// How much is gone; what is not there is nothing.
    async fn forget(&self, wish: Wish) -> Result<usize, Refusal> {
        let (desk, caller) = (&self.desk, &self.caller);
        let ids = match wish {
            // Whether the caller may is asked all the same.
            Wish::Nothing => Vec::new(),
            Wish::Session(session) => return Ok(desk.forget_session(caller, session).await?),
            Wish::Ids(ids) => ids,
        };
        let wish = Forget {
            ids,
            ..Forget::default()
        };
        match desk.forget_wish(caller, None, wish).await {
            Ok((forgot, _)) => Ok(forgot.records.len()),
            Err(error) if error.code() == Code::NoSuchMemory => Ok(0),
            Err(error) if error.code() == Code::NothingToForget => Ok(0),
            Err(error) => Err(error.into()),
        }
    }
}

// === impl Wish ===

impl Wish {
    /// A field that is not understood may have been what kept the rest of a session: then nothing
    /// goes. Beside a name that says it all it is only told.
    fn read(said: &mut Said) -> Result<Self, Refusal> {
        let memory = named(said, "memoryId")?;
        let session = named(said, "sessionId")?;
        let some = observations(said)?;
        let others = |said: &Said| {
            let names: Vec<&str> = said.0.keys().map(String::as_str).collect();
            names.join(", ")
        };
        match (memory, session, some) {
            (Some(id), _, _) => Ok(Self::Ids(vec![id])),
            (None, Some(_), Some(ids)) if ids.is_empty() => Ok(Self::Nothing),
            (None, Some(_), Some(ids)) => Ok(Self::Ids(ids)),
            (None, None, Some(_)) => Err(refused("observationIds need their sessionId")),
            (None, _, None) if !said.0.is_empty() => {
                Err(refused(&format!("not understood: {}", others(said))))
            }
            (None, Some(session), None) => Ok(Self::Session(session)),
            // As published: nothing that is named is nothing that goes.
            (None, None, None) => Ok(Self::Nothing),
        }
    }
}

/// An empty name names nothing.
fn named(said: &mut Said, field: &str) -> Result<Option<String>, Refusal> {
    said.text(field).map_err(|refusal| refusal.hinting(KNOWN))
}

/// An empty list names none; without a list all are meant.
fn observations(said: &mut Said) -> Result<Option<Vec<String>>, Refusal> {
    let field = "observationIds";
    match said.0.get(field) {
        None | Some(Value::Null) => {
            said.0.remove(field);
            Ok(None)
        }
        Some(Value::Array(ids)) if !ids.iter().all(Value::is_string) => {
            Err(refused("observationIds must be a list of texts"))
        }
        Some(_) => said.list(field).map(Some),
    }
}

fn refused(why: &str) -> Refusal {
    Refusal::new(Code::BadRequest, why).hinting(KNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: Value) -> Option<Wish> {
        let Value::Object(fields) = body else {
            return None;
        };
        Wish::read(&mut Said(fields)).ok()
    }

    #[test]
    fn a_slip_of_the_pen_never_takes_a_whole_session() {
        let session = || Some(Wish::Session("s".into()));
        assert_eq!(read(json!({ "sessionId": "s" })), session());
        assert_eq!(
            read(json!({ "sessionId": "s", "observationIds": null })),
            session()
        );
        for slip in [
            json!({ "sessionId": "s", "observationIDs": ["o"] }),
            json!({ "sessionId": "s", "observationIds": [7] }),
            json!({ "sessionId": ["s"] }),
            json!({ "observationIds": ["o"] }),
            json!({ "memoryID": "m" }),
        ] {
            assert_eq!(read(slip.clone()), None, "{slip}");
        }
        for nothing in [json!({ "memoryId": "" }), json!({})] {
            assert_eq!(read(nothing), Some(Wish::Nothing));
        }
        let none = json!({ "sessionId": "s", "observationIds": [] });
        assert_eq!(read(none), Some(Wish::Nothing));
        let beside = json!({ "memoryId": "m", "why": "old" });
        assert_eq!(read(beside), Some(Wish::Ids(vec!["m".into()])));
    }
}
