//! A time zone by its IANA name. The rules are compiled in, so every machine knows the same ones.

use std::str::FromStr;

use jiff::tz::TimeZone;

/// Where a clock on the wall hangs. Decides which moment a day or an hour begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone(TimeZone);

/// Nobody knows a zone of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown time zone: {0}; give an IANA name such as UTC or Europe/Vienna")]
pub struct NoSuchZone(pub String);

// === impl Zone ===

impl Zone {
    pub fn utc() -> Self {
        Self(TimeZone::UTC)
    }

    /// The zone of an IANA name, in any case of letters.
    pub fn named(name: &str) -> Option<Self> {
        // jiff knows `Etc/Unknown` as a zone that means "none was found": for us that is no zone.
        let zone = TimeZone::get(name).ok().filter(|zone| !zone.is_unknown());
        zone.map(Self)
    }

    /// The name as IANA writes it.
    pub fn name(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }

    /// What jiff calculates with.
    pub fn rules(&self) -> &TimeZone {
        &self.0
    }
}

impl Default for Zone {
    fn default() -> Self {
        Self::utc()
    }
}

impl FromStr for Zone {
    type Err = NoSuchZone;

    /// As [`Zone::named`], with an error that names what was asked for.
    fn from_str(name: &str) -> Result<Self, NoSuchZone> {
        Self::named(name).ok_or_else(|| NoSuchZone(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zone_is_known_by_its_iana_name() {
        for name in ["UTC", "Europe/Vienna", "America/New_York", "Asia/Kathmandu"] {
            assert_eq!(Zone::named(name).unwrap().name(), name);
        }
        assert_eq!(Zone::named("europe/vienna"), Zone::named("Europe/Vienna"));
        assert_eq!(Zone::named("UTC"), Some(Zone::utc()));
        assert_eq!(Zone::default().name(), "UTC");
    }

    #[test]
    fn an_unknown_zone_is_refused_by_name() {
        for name in ["", "Mars/Base", "Etc/Unknown", "../etc/passwd", " UTC"] {
            assert_eq!(Zone::named(name), None, "{name}");
        }
        let error = "Mars/Base".parse::<Zone>().unwrap_err().to_string();
        assert!(error.contains("Mars/Base"), "{error}");
    }
}
