//! Backups.

use std::path::PathBuf;

use mneme_access::Caller;
use mneme_engine::{BackupOrder, Error, Result};
use mneme_model::Code;
use mneme_wire::shapes::*;

use super::{Desk, Told};

impl Desk {
    pub async fn backup(
        &self,
        caller: &Caller,
        request: BackupRequest,
        told: Told,
    ) -> Result<BackupReply> {
        let file = PathBuf::from(&request.path);
        if !file.is_absolute() {
            // Relative to where? The one who asks and the one who writes stand in two places.
            let message = format!("'{}' is not an absolute path", request.path);
            return Err(Error::refused(Code::BadRequest, message));
        }
        let order = BackupOrder {
            file,
            include_key: request.include_key,
            force: request.force,
        };
        // What hooks left would else be in neither.
        self.take_in_spools().await;
        let made = self.engine.backup(caller, order, told).await?;
        let written = made.written;
        Ok(BackupReply {
            path: request.path,
            created_at: written.created_at,
            bytes: written.bytes,
            data_bytes: written.data_bytes,
            files: written.files,
            key_included: request.include_key,
            key_file: written.key_file.display().to_string(),
            damaged: made.damaged.iter().map(|one| one.sentence()).collect(),
        })
    }
}
