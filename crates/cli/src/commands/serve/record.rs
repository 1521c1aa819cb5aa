//! The recorder of desktop sessions beside everything else. Its troubles are its own: a server
//! that cannot record serves all the same, and says so.

use std::path::PathBuf;

use mneme_model::Code;
use mneme_surfaces::desk::Desk;
use mneme_wire::Fault;

use crate::archive::{Config, Recording, Role};
use crate::settings::{Ipc, Settings};

/// The recorder, if it is to be opened here, or why it could not be.
pub async fn open(
    settings: &Settings,
    desk: &Desk,
    ipc: &Ipc,
    alone: bool,
) -> Result<(Option<Recording>, Option<Fault>), Fault> {
    let named = match ipc {
        Ipc::Off => return Ok((None, None)),
        Ipc::Usual => None,
        Ipc::At(path) => Some(path.clone()),
    };
    let is_named = named.is_some();
    let fault = match try_open(settings, desk, named, alone).await {
        Ok(recording) => return Ok((Some(recording), None)),
        Err(fault) => fault,
    };
    let taken = fault.known_code() == Code::StoreInUse;
    // A recorder alone has nothing else to serve, and who names a place means that place.
    if alone || is_named && (taken || fault.known_code() == Code::PortTaken) {
        return Err(fault);
    }
    if taken {
        tracing::warn!(
            error = fault.error,
            "desktop sessions are recorded by another process"
        );
        return Ok((None, None));
    }
    tracing::error!(
        code = fault.code,
        error = fault.error,
        hint = fault.hint,
        "desktop sessions are NOT recorded; everything else is served"
    );
    Ok((None, Some(fault)))
}

async fn try_open(
    settings: &Settings,
    desk: &Desk,
    socket: Option<PathBuf>,
    alone: bool,
) -> Result<Recording, Fault> {
    let config = Config::load()?;
    let socket = socket.unwrap_or_else(|| config.ipc_socket_path.clone());
    let role = match alone {
        true => Role::Alone,
        false => Role::Serve,
    };
    Recording::open(settings, desk, &config, (socket, role)).await
}
