//! The timeline: its door, its segments, its jobs.

use mneme_model::ids;
use mneme_surfaces::grpc;
use mneme_wire::Fault;

use super::bad;
use super::file::DoorsSection;

pub fn door(section: &DoorsSection) -> Result<grpc::Settings, Fault> {
    let default = grpc::Settings::default();
    let namespace = section.grpc_namespace.clone();
    let namespace = namespace.unwrap_or(default.namespace);
    if !ids::is_namespace(&namespace) {
        return Err(bad(format!(
            "doors.grpc_namespace: '{namespace}' is not a namespace (letters, digits, '-' and '_')"
        )));
    }
    let message_bytes = section.grpc_message_bytes;
    Ok(grpc::Settings {
        namespace,
        message_bytes: message_bytes.unwrap_or(default.message_bytes),
    })
}
