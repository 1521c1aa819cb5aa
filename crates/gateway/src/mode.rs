//! What memory may do in a call: told by the operator, and by the client where it may.

use axum::http::HeaderMap;
use mneme_model::Moment;

use crate::headers;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Inject, and learn.
    Full,
    ReadOnly,
    /// As full, with nothing older than a day.
    After,
    Off,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode {
    pub kind: Kind,
    /// Nothing older is injected.
    pub after: Option<Moment>,
}

/// What is wrong with a header. Whoever mistypes `off` does not get memory for it.
#[derive(Debug, PartialEq, Eq)]
pub enum Bad {
    Date,
    Mode,
}

// === impl Bad ===

impl Bad {
    pub fn told(&self) -> &'static str {
        match self {
            Self::Date => "X-Memory-After is no date such as 2026-01-30",
            Self::Mode => "X-Memory-Mode is none of full, readonly, after, off",
        }
    }
}

// === impl Kind ===

impl Kind {
    pub fn parse(text: &str) -> Option<Self> {
        match text.trim().to_ascii_lowercase().as_str() {
            "full" => Some(Self::Full),
            "readonly" | "read-only" | "read_only" | "ro" => Some(Self::ReadOnly),
            "after" => Some(Self::After),
            "off" | "none" | "disabled" => Some(Self::Off),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::ReadOnly => "readonly",
            Self::After => "after",
            Self::Off => "off",
        }
    }
}

// === impl Mode ===

impl Mode {
    pub fn of(kind: Kind) -> Self {
        Self { kind, after: None }
    }

    pub fn recalls(self) -> bool {
        self.kind != Kind::Off
    }

    pub fn stores(self) -> bool {
        matches!(self.kind, Kind::Full | Kind::After)
    }

    /// The operator's date counts in its own mode only.
    fn settled(kind: Kind, operator: Self) -> Self {
        let after = operator.after.filter(|_| kind == Kind::After);
        Self { kind, after }
    }

    /// What a client's headers make of the operator's mode.
    pub fn told(self, headers: &HeaderMap, may: bool) -> Result<Self, Bad> {
        if !may {
            return Ok(Self::settled(self.kind, self));
        }
        if headers::is_yes(headers, headers::BYPASS) {
            return Ok(Self::of(Kind::Off));
        }
        let kind = said(headers, headers::MODE, Bad::Mode)?;
        let kind = kind.filter(|text| !text.trim().is_empty());
        let kind = kind.map(|text| Kind::parse(text).ok_or(Bad::Mode));
        let kind = kind.transpose()?;
        let Some(text) = said(headers, headers::AFTER, Bad::Date)? else {
            return Ok(Self::settled(kind.unwrap_or(self.kind), self));
        };
        let after = Some(Moment::parse(text.trim()).ok_or(Bad::Date)?);
        // A date alone asks for what it says, and for no more writing than there was.
        let kind = kind.unwrap_or(match self.kind {
            Kind::Full => Kind::After,
            other => other,
        });
        Ok(Self { kind, after })
    }
}

/// What a header says. One that is no text is none of the words it could be.
fn said<'h>(headers: &'h HeaderMap, name: &str, bad: Bad) -> Result<Option<&'h str>, Bad> {
    let value = headers.get(name);
    value
        .map(|value| value.to_str().map_err(|_| bad))
        .transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(mode: Kind, headers: &[(&'static str, &str)], may: bool) -> Result<Mode, Bad> {
        let pairs = headers
            .iter()
            .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
        Mode::of(mode).told(&pairs.collect(), may)
    }

    #[test]
    fn a_client_chooses_where_it_may() {
        for (text, kind) in [
            ("full", Kind::Full),
            ("read-only", Kind::ReadOnly),
            ("RO", Kind::ReadOnly),
            ("disabled", Kind::Off),
            ("", Kind::ReadOnly),
        ] {
            let mode = told(Kind::ReadOnly, &[("x-memory-mode", text)], true).unwrap();
            assert_eq!(mode.kind, kind, "{text}");
            let mode = told(Kind::ReadOnly, &[("x-memory-mode", text)], false).unwrap();
            assert_eq!(mode.kind, Kind::ReadOnly, "{text}");
        }
        let slip = [("x-memory-mode", "offf")];
        assert_eq!(told(Kind::Full, &slip, true), Err(Bad::Mode));
        assert_eq!(told(Kind::Full, &slip, false).unwrap().kind, Kind::Full);
        let bypass = [("x-memory-bypass", "1"), ("x-memory-mode", "full")];
        assert_eq!(told(Kind::Full, &bypass, true).unwrap().kind, Kind::Off);
        assert_eq!(told(Kind::Full, &bypass, false).unwrap().kind, Kind::Full);
    }

    #[test]
    fn what_is_no_text_is_refused_like_any_other_slip() {
        let odd = |name: &'static str| -> HeaderMap {
            let value = axum::http::HeaderValue::from_bytes("öff".as_bytes()).unwrap();
            HeaderMap::from_iter([(axum::http::HeaderName::from_static(name), value)])
        };
        let full = Mode::of(Kind::Full);
        assert_eq!(full.told(&odd("x-memory-mode"), true), Err(Bad::Mode));
        assert_eq!(full.told(&odd("x-memory-after"), true), Err(Bad::Date));
        assert!(full.told(&odd("x-memory-mode"), false).is_ok());
    }

    #[test]
    fn a_date_is_read_or_refused() {
        let after = |text| [("x-memory-mode", "after"), ("x-memory-after", text)];
        for good in ["2026-01-30", "2026-01-30T10:00:00Z"] {
            let mode = told(Kind::Full, &after(good), true).unwrap();
            assert!(mode.after.is_some() && mode.stores(), "{good}");
        }
        assert_eq!(told(Kind::Full, &after("soon"), true), Err(Bad::Date));
        assert!(told(Kind::Full, &after("soon"), false).is_ok());
        let alone = [("x-memory-after", "2026-01-30")];
        assert!(!told(Kind::Off, &alone, true).unwrap().recalls());
        assert_eq!(told(Kind::Full, &alone, true).unwrap().kind, Kind::After);
    }
}
