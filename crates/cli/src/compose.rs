//! Opening the house.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use mneme_access::{Peer, Role};
use mneme_engine::Engine;
use mneme_model::Door;
use mneme_store::seal::master::write_secret;
use mneme_surfaces::desk::{Desk, House, fault, local_caller};
use mneme_wire::Fault;

use crate::clock::WallClock;
use crate::settings::Settings;
use crate::spools;

/// Where the store's own key is kept.
pub fn key_file(data_dir: &Path) -> PathBuf {
    data_dir.join("keys").join("api.key")
}

/// Opens the engine, and makes the store's own key if it has none yet.
pub async fn open(settings: &Settings, lock_wait_ms: u64) -> Result<Desk, Fault> {
    let store = mneme_store::Settings {
        lock_wait_ms,
        ..settings.store.clone()
    };
    let opened = Engine::open(&store, settings.engine.clone(), Arc::new(WallClock)).await;
    let engine = opened.map_err(|error| fault(&error))?;
    own_key(&engine, &settings.data_dir).await?;
    let house = House {
        version: env!("CARGO_PKG_VERSION").into(),
        data_dir: settings.data_dir.display().to_string(),
        ..House::default()
    };
    Ok(Desk {
        engine: Arc::new(engine),
        house,
        notebook: Arc::new(settings.notebook.clone()),
        spools: Arc::new(spools::of(&settings.data_dir, &settings.doors.ports())),
    })
}

/// The key file holds a key that opens the door. One that was revoked does not come back: it is
/// replaced by a new one, as is a file that is missing.
async fn own_key(engine: &Engine, data_dir: &Path) -> Result<(), Fault> {
    let path = key_file(data_dir);
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    if engine.admit(kept.trim(), Door::Control, Peer::Here).is_ok() {
        return Ok(());
    }
    let made = engine
        .new_key(&local_caller(Door::Control), Role::Admin, "default")
        .await;
    let made = made.map_err(|error| fault(&error))?;
    write_secret(&path, &made.secret).map_err(|error| fault(&error.into()))
}
