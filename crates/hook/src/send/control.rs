//! To the server of the data directory: one line there, one line back.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;

use super::{Deadline, Outcome, Why};
use crate::json::{self, Value};

/// More than a reply to one event can have.
const MAX_REPLY_BYTES: u64 = 1024 * 1024;

/// Codes of `mneme_model::Code` that find fault with the event. With any other one the event
/// may be taken later.
const REFUSALS: [&str; 13] = [
    "bad_request",
    "bad_json",
    "content_empty",
    "content_too_large",
    "bad_name",
    "bad_id",
    "bad_time",
    "bad_kind",
    "bad_role",
    "bad_metadata",
    "bad_batch",
    "body_too_large",
    "session_full",
];

pub fn send(socket: &Path, line: &str, until: Deadline) -> Outcome {
    let Ok(stream) = UnixStream::connect(socket) else {
        return Outcome::Nobody;
    };
    talk(stream, line, until).unwrap_or(Outcome::Later)
}

fn talk(mut stream: UnixStream, line: &str, until: Deadline) -> io::Result<Outcome> {
    let call = format!("{{\"op\":\"ingest\",\"args\":{{\"hooked\":true,\"events\":[{line}]}}}}\n");
    stream.set_write_timeout(until.left())?;
    stream.write_all(call.as_bytes())?;
    // No time left is no timeout to the socket; the thread that waits for this one has it.
    stream.set_read_timeout(until.left())?;
    let mut lines = BufReader::new(stream.take(MAX_REPLY_BYTES)).lines();
    let verdict = lines.find_map(|line| line.map_or(Some(Outcome::Later), |line| verdict(&line)));
    Ok(verdict.unwrap_or(Outcome::Later))
}

/// What a reply says; nothing yet, if it only tells how far the work is.
pub(crate) fn verdict(line: &str) -> Option<Outcome> {
    let reply = json::read(line).unwrap_or(Value::Null);
    let Value::Object(fields) = &reply else {
        return Some(Outcome::Later);
    };
    if fields.contains_key("progress") {
        return None;
    }
    if fields.contains_key("ok") {
        return Some(Outcome::Taken);
    }
    let fault = reply.get("fault");
    let said = |name| {
        fault
            .and_then(|fault| fault.get(name))
            .map(Value::words)
            .unwrap_or_default()
    };
    let (code, said) = (said("code"), said("error"));
    Some(match REFUSALS.contains(&code.as_str()) {
        true => Outcome::Refused(Why { code, said }),
        false => Outcome::Later,
    })
}

#[cfg(test)]
mod tests {
    use mneme_model::{Code, ErrorKind};
    use mneme_wire::Fault;
    use mneme_wire::control::Reply;

    use super::*;

    fn told(reply: &Reply) -> Option<Outcome> {
        verdict(&serde_json::to_string(reply).unwrap())
    }

    #[test]
    fn replies_are_understood() {
        assert_eq!(told(&Reply::Progress(1, 2)), None);
        assert_eq!(
            told(&Reply::Ok(serde_json::Value::Null)),
            Some(Outcome::Taken)
        );
        let fault = |code| told(&Reply::Fault(Fault::new(code, "because")));
        assert_eq!(
            fault(Code::BadName),
            Some(Outcome::Refused(Why {
                code: "bad_name".into(),
                said: "because".into()
            }))
        );
        assert_eq!(fault(Code::StorageFull), Some(Outcome::Later));
        assert_eq!(verdict("nonsense"), Some(Outcome::Later));
    }

    #[test]
    fn refusals_are_codes_of_the_product() {
        for name in REFUSALS {
            let code = Code::ALL.iter().find(|code| code.name() == name);
            let kind = code.unwrap().kind();
            assert!(
                matches!(kind, ErrorKind::Invalid | ErrorKind::TooLarge),
                "{name}"
            );
        }
    }
}
