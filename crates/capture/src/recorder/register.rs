//! Registering a recording: checked, listed, and given its directory.

use mneme_model::archive::{Metadata, Mode, Os, OsNames, Session};
use mneme_model::with_causes;
use mneme_wire::ipc::{Refusal, Register, SessionConfig, Trouble};

use super::{Inner, Recorder, Result, internal, on_disk, registry};
use crate::files::{self, names};
use crate::sessions::Move;
use crate::signals;

/// Where the two peers of a recording are.
#[derive(Debug, Default, PartialEq, Eq)]
struct Addresses {
    control_center: String,
    eyes: String,
}

// === impl Recorder ===

impl Recorder {
    /// Gives the id of a new recording whose directory exists.
    pub async fn register(&self, new: Register) -> Result<String> {
        let inner = &self.inner;
        let session = inner.checked(new)?;
        let id = session.id().to_owned();
        let registered = inner.parts.registry.register(&session).await;
        registered.map_err(registry)?;
        if let Err(refusal) = inner.make_dir(&session).await {
            inner.give_up(&id).await;
            return Err(refusal);
        }
        let source = match session.get("actuation_server_addr").is_empty() {
            true => &signals::ADDRESS_GLOBAL,
            false => &signals::ADDRESS_SESSION,
        };
        source.add(1);
        signals::REGISTERED.add(1);
        signals::ROUTED.add(1);
        tracing::info!(target: "ma_core::capture", session_id = id, "a session was registered");
        Ok(id)
    }
}

// === impl Inner ===

impl Inner {
    fn checked(&self, new: Register) -> Result<Session> {
        let refuse = |trouble, message: String| Refusal::new(trouble, message);
        let mode = Mode::named(&new.mode).ok_or_else(|| {
            let message = format!("mode is '{}'; it must be manual or automated", new.mode);
            refuse(Trouble::Mode, message)
        })?;
        let os = Os::named(&new.os_type).ok_or_else(|| {
            let message = format!(
                "os_type is '{}'; it must be LINUX, WINDOWS or MACOS",
                new.os_type
            );
            refuse(Trouble::Payload, message)
        })?;
        names::memory_name(&new.memory_name)
            .map_err(|why| refuse(Trouble::MemoryName, why.to_string()))?;
        let tenant = match &new.tenant_id {
            Some(given) => names::tenant_id(given)
                .map_err(|why| refuse(Trouble::TenantId, why.to_string()))?
                .to_owned(),
            None => self.parts.settings.tenant_id.clone(),
        };
        let addresses = addresses(&new)?;
        let mut session = Session::default();
        session.set("session_id", new_id()?);
        session.set("mode", mode.name());
        session.set("status", "active");
        session.set("os_type", os.name());
        session.set("os_version", new.os_version);
        session.set("os_architecture", new.os_architecture);
        session.set("os_environment_id", new.os_environment_id);
        session.set("capture_server_id", new.capture_server_id);
        session.set("actuation_server_id", new.actuation_server_id);
        session.set("actuation_server_addr", addresses.control_center);
        session.set("capture_server_addr", addresses.eyes.clone());
        session.set("the_eyes_addr", addresses.eyes);
        session.set("tenant_id", tenant);
        session.set("memory_name", new.memory_name.clone());
        let path = self.parts.settings.storage_path.join(&new.memory_name);
        session.set("memory_path", path.display().to_string());
        session.set("storage_backend", "local");
        for counter in ["total_steps", "annotated_steps", "skipped_steps"] {
            session.set(counter, "0");
        }
        let now = self.now();
        session.set("created_at", now.clone());
        session.set("updated_at", now);
        session.set("ma_core_addr", self.parts.settings.ma_core_addr.clone());
        self.parts.instance.sign(&mut session.fields);
        if let Some(model) = new.reasoning_model_id {
            session.set("reasoning_model_id", model);
        }
        if let Some(region) = new.region_tag {
            session.set("region_tag", region);
        }
        if let Some(config) = new.session_config {
            explained_by(&mut session, config)?;
        }
        Ok(session)
    }

    /// The directory of a recording is new: one that is there belongs to somebody.
    async fn make_dir(&self, session: &Session) -> Result<()> {
        let (path, writer) = (super::dir(session), super::writer(session));
        let metadata = started(session);
        let made = on_disk(move || {
            writer.create()?;
            files::metadata::write(&path, &metadata)
        });
        made.await?
            .map_err(|error| Refusal::new(Trouble::DirInit, with_causes(&error)))
    }

    async fn give_up(&self, id: &str) {
        let lost = Move::new(mneme_model::archive::Turn::Lost, self.now_ms());
        if let Err(error) = self.parts.registry.turn(id, lost).await {
            tracing::warn!(target: "ma_core::capture", session_id = id, %error, "a session without a directory stays registered");
        }
    }
}

/// The record as it stands before anything happened.
pub fn started(session: &Session) -> Metadata {
    let field = |name: &str| session.get(name).to_owned();
    let model = field("reasoning_model_id");
    Metadata {
        memory_name: field("memory_name"),
        session_id: field("session_id"),
        mode: field("mode"),
        status: String::from("active"),
        lifecycle_status: field("status"),
        os: OsNames {
            os_type: field("os_type"),
            os_version: field("os_version"),
            os_architecture: field("os_architecture"),
            os_environment_id: field("os_environment_id"),
        },
        capture_server_id: field("capture_server_id"),
        actuation_server_id: field("actuation_server_id"),
        reasoning_model_id: Some(model).filter(|model| !model.is_empty()),
        ma_core_addr: field("ma_core_addr"),
        actuation_agent_version: field("actuation_agent_version"),
        actuation_transport: field("actuation_transport"),
        actuation_server_version: field("actuation_server_version"),
        created_at: field("created_at"),
        tenant_id: field("tenant_id"),
        model_provider: field("model_provider"),
        fallback_model_provider: field("fallback_model_provider"),
        fallback_model_endpoint: field("fallback_model_endpoint"),
        capture_server_addr: field("capture_server_addr"),
        the_eyes_addr: field("the_eyes_addr"),
        ..Metadata::default()
    }
}

/// Clients name the two peers in three ways. Those that know `actuation_server_addr` mean the
/// capture peer by `capture_server_addr`; older ones mean the actuation peer by it when they name
/// the capture peer as `the_eyes_addr`.
fn addresses(new: &Register) -> Result<Addresses> {
    let capture = new.capture_server_addr.clone();
    let eyes = new.the_eyes_addr.clone();
    let found = match &new.actuation_server_addr {
        Some(control_center) => Addresses {
            control_center: control_center.clone(),
            eyes: if capture.is_empty() { eyes } else { capture },
        },
        None if !eyes.is_empty() => Addresses {
            control_center: capture,
            eyes,
        },
        None => Addresses {
            control_center: String::new(),
            eyes: capture,
        },
    };
    let bad = |why: files::Error| Refusal::new(Trouble::ServerAddr, why.to_string());
    names::http_address(&found.eyes).map_err(bad)?;
    names::grpc_address(&found.control_center).map_err(bad)?;
    Ok(found)
}

const STEPS_SHOWN: u32 = 5;

/// Which model explains the steps.
fn explained_by(session: &mut Session, config: SessionConfig) -> Result<()> {
    let one = [
        ("model_provider", Some(&config.model_provider)),
        ("model_endpoint", Some(&config.model_endpoint)),
        ("model_api_key_ref", Some(&config.model_api_key_ref)),
    ];
    let other = [
        (
            "fallback_model_provider",
            config.fallback_model_provider.as_ref(),
        ),
        (
            "fallback_model_endpoint",
            config.fallback_model_endpoint.as_ref(),
        ),
        ("fallback_api_key_ref", config.fallback_api_key_ref.as_ref()),
    ];
    let given = other.iter().filter(|(_, value)| value.is_some()).count();
    if given != 0 && given != other.len() {
        return Err(bad_config(
            "a fallback needs provider, endpoint and key reference",
        ));
    }
    for (field, value) in one.into_iter().chain(other) {
        let Some(value) = value else { continue };
        in_bounds(field, value)?;
        session.set(field, value.clone());
    }
    let steps = config.context_window_steps.unwrap_or(STEPS_SHOWN);
    session.set("context_window_steps", steps.clamp(1, 50).to_string());
    Ok(())
}

fn in_bounds(field: &str, value: &str) -> Result<()> {
    let (longest, secure) = match field {
        "model_provider" | "fallback_model_provider" => (64, false),
        "model_endpoint" | "fallback_model_endpoint" => (2048, true),
        _ => (512, false),
    };
    if value.is_empty() || value.chars().count() > longest {
        return Err(bad_config(format!(
            "{field} must have 1 to {longest} characters"
        )));
    }
    if secure && !value.starts_with("https://") {
        return Err(bad_config(format!("{field} must start with https://")));
    }
    Ok(())
}

fn bad_config(message: impl Into<String>) -> Refusal {
    Refusal::new(Trouble::SessionConfig, message)
}

/// A fresh random id, as its form demands.
fn new_id() -> Result<String> {
    let bytes = mneme_store::seal::random::<16>().map_err(|error| internal(&error))?;
    Ok(uuid::Builder::from_random_bytes(bytes)
        .into_uuid()
        .to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(actuation: Option<&str>, capture: &str, eyes: &str) -> Addresses {
        let new = Register {
            actuation_server_addr: actuation.map(str::to_owned),
            capture_server_addr: capture.into(),
            the_eyes_addr: eyes.into(),
            ..Register::default()
        };
        addresses(&new).unwrap()
    }

    #[test]
    fn a_019_peers_are_told_apart_however_a_client_names_them() {
        let both = |control_center: &str, eyes: &str| Addresses {
            control_center: control_center.into(),
            eyes: eyes.into(),
        };
        let (cc, eye) = ("http://cc:1", "http://eye:2");
        assert_eq!(told(Some(cc), eye, ""), both(cc, eye));
        assert_eq!(told(Some(cc), "", eye), both(cc, eye));
        assert_eq!(told(None, cc, eye), both(cc, eye));
        assert_eq!(told(None, eye, ""), both("", eye));
        assert_eq!(told(None, "", ""), both("", ""));
        assert_eq!(told(Some("cc:1"), "", ""), both("cc:1", ""));
    }

    #[test]
    fn half_a_fallback_is_none() {
        let mut config = SessionConfig {
            model_provider: "p".into(),
            model_endpoint: "https://m".into(),
            model_api_key_ref: "env:K".into(),
            fallback_model_provider: Some("q".into()),
            ..SessionConfig::default()
        };
        let mut session = Session::default();
        assert!(explained_by(&mut session, config.clone()).is_err());
        config.fallback_model_provider = None;
        config.model_endpoint = "http://m".into();
        assert!(explained_by(&mut session, config.clone()).is_err());
        config.model_endpoint = "https://m".into();
        explained_by(&mut session, config).unwrap();
        assert_eq!(session.get("context_window_steps"), "5");
    }
}
