//! From the file to what the recorder is told.

use std::time::Duration;

use mneme_capture::frames::eyes::{Place as Eyes, Unit};
use mneme_capture::frames::timing::Delays;
use mneme_capture::recorder;
use mneme_capture::sources::{Security, Target};
use mneme_wire::Fault;

use super::{Config, bad, variable};

impl Config {
    pub fn metrics_addr(&self) -> String {
        let (host, port) = (
            &self.observability.metrics_bind_addr,
            self.observability.metrics_port,
        );
        match host.contains(':') {
            true => format!("[{host}]:{port}"),
            false => format!("{host}:{port}"),
        }
    }

    /// What to log, target by target.
    pub fn log_levels(&self) -> String {
        let levels = &self.observability.log_levels;
        if let [(target, level)] = &levels[..]
            && target.is_empty()
        {
            return level.clone();
        }
        let each = levels
            .iter()
            .map(|(target, level)| format!("{target}={level}"));
        let each = std::iter::once(String::from("info")).chain(each);
        each.collect::<Vec<_>>().join(",")
    }

    fn control_center(&self) -> Result<Target, Fault> {
        let told = &self.control_center;
        let security = Security::named(&told.security)
            .ok_or_else(|| bad("control_center_security must be auto, strict or legacy"))?;
        Ok(Target {
            security,
            tls_ca: told.tls_ca.clone(),
            token: told.token.find(&variable, &self.place)?,
            max_version: Some(told.max_version.clone()).filter(|text| !text.is_empty()),
            allow_unsupported: told.allow_unsupported,
            silence: Duration::from_secs(self.silence_timeout_s),
            idle: Duration::from_secs(self.idle_timeout_s),
            ..Target::new(&told.addr)
        })
    }

    fn the_eyes(&self) -> Result<Eyes, Fault> {
        let told = &self.the_eyes;
        Ok(Eyes {
            token: told.token.find(&variable, &self.place)?,
            unit: Unit::named(&told.timestamp_unit).unwrap_or_default(),
            ..Eyes::new(&told.addr)
        })
    }

    fn delays(&self) -> Delays {
        let ms = |ms: u64| u32::try_from(ms).unwrap_or(u32::MAX);
        Delays {
            press_ms: ms(self.offsets.press_fetch_delay_ms),
            type_ms: ms(self.offsets.type_fetch_delay_ms),
            before_ms: ms(self.offsets.before_fetch_offset_ms),
            after_ms: ms(self.offsets.after_fetch_delay_ms),
        }
    }

    pub fn recorder(&self, longest_text: usize) -> Result<recorder::Settings, Fault> {
        Ok(recorder::Settings {
            storage_path: self.storage_path.clone(),
            namespace: String::from("default"),
            control_center: self.control_center()?,
            the_eyes: self.the_eyes()?,
            the_eyes_poll: Duration::from_secs(self.the_eyes.poll_interval_s),
            delays: self.delays(),
            silence: Duration::from_secs(self.silence_timeout_s),
            checkpoint_steps: u32::try_from(self.metadata_flush_interval).unwrap_or(u32::MAX),
            checkpoint_every: Duration::from_secs(5),
            connect: Duration::from_secs(self.control_center.connect_s),
            drain: Duration::from_secs(self.drain_timeout_s),
            longest_text,
            beat: Duration::from_secs(10),
            sweep: Duration::from_secs(self.reconcile_s),
            retention: self.retention,
            tenant_id: self.tenant_id.clone(),
            ma_core_addr: self.ipc_socket_path.display().to_string(),
        })
    }
}
