//! The control protocol: one JSON object a line, over a Unix socket only its owner may open.
//!
//! A client sends `{"op": name, "args": {…}}`; the server answers any number of
//! `{"progress": [done, all]}` lines and then one `{"ok": …}` or `{"fault": …}`. With
//! `"on_behalf": {"subject": …, "namespace": …, "role": …}` it asks as the holder of that key, who may
//! no more than the key.
//!
//! After `{"op": "timeline", "args": {"namespace": …}}` and its `{"ok": …}` the connection speaks gRPC,
//! as the timeline's door does. `{"op": "alive"}` is answered at once, whatever the store is at work on.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Fault;
use crate::shapes::OnBehalf;

/// Longest line either side accepts. The longest event fits, however much of it has to be escaped.
pub const MAX_LINE_BYTES: usize = 128 * 1024 * 1024;

/// Where the socket of a data directory is: inside it, or, when that path is longer than the
/// system allows for a socket, in the directory for temporary files under a name made from it.
pub fn socket_path(data_dir: &Path) -> PathBuf {
    const MAX_PATH_BYTES: usize = 100;
    let dir = data_dir
        .canonicalize()
        .unwrap_or_else(|_| data_dir.to_path_buf());
    let inside = dir.join("control.sock");
    if inside.as_os_str().len() <= MAX_PATH_BYTES {
        return inside;
    }
    let hash = dir
        .as_os_str()
        .as_encoded_bytes()
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
        });
    std::env::temp_dir().join(format!("mneme-{hash:016x}.sock"))
}

/// The call after which the connection is the timeline's.
pub const TIMELINE: &str = "timeline";

/// The call that asks for a sign of life.
pub const ALIVE: &str = "alive";

/// Where the timeline is asked about.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Timeline {
    #[serde(default)]
    pub namespace: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Call {
    pub op: String,
    #[serde(default)]
    pub args: Value,
    /// For whom the owner of the machine asks, where that is not the owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_behalf: Option<OnBehalf>,
}

// === impl Call ===

impl Call {
    /// As the owner of the machine, with nothing to say.
    pub fn new(op: &str) -> Self {
        Self {
            op: op.to_owned(),
            args: Value::Null,
            on_behalf: None,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    Progress(u64, u64),
    Ok(Value),
    Fault(Fault),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_read_as_documented() {
        let line = |reply: &Reply| serde_json::to_string(reply).unwrap();
        assert_eq!(line(&Reply::Progress(1, 2)), r#"{"progress":[1,2]}"#);
        assert_eq!(line(&Reply::Ok(Value::Null)), r#"{"ok":null}"#);
        let call: Call = serde_json::from_str(r#"{"op":"stats"}"#).unwrap();
        assert_eq!(call.op, "stats");
        assert!(call.on_behalf.is_none(), "the owner of the machine");
    }
}
