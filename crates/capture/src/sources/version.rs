//! Which versions are listened to.

/// Major, minor, patch.
pub type Version = (u64, u64, u64);

const OLDEST: Version = (1, 0, 0);
const NEWEST: Version = (1, 3, 0);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Supported,
    /// It said nothing that can be read.
    Unknown,
    Unsupported(String),
}

/// Reads `1.2.3`, also with a `v` before it and `-pre` or `+build` behind.
pub fn parse(text: &str) -> Option<Version> {
    let text = text.trim();
    let text = text.strip_prefix(['v', 'V']).unwrap_or(text);
    let core = text.split(['-', '+']).next()?;
    let mut parts = core.split('.').map(|part| {
        let digits = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| part.parse().ok()).flatten()
    });
    let version = (parts.next()??, parts.next()??, parts.next()??);
    parts.next().is_none().then_some(version)
}

/// A setting may raise the newest version, never lower it.
pub fn judge(server: &str, max: Option<&str>) -> Verdict {
    let Some(version) = parse(server) else {
        return Verdict::Unknown;
    };
    let newest = max.and_then(parse).map_or(NEWEST, |max| max.max(NEWEST));
    if (OLDEST..=newest).contains(&version) {
        return Verdict::Supported;
    }
    Verdict::Unsupported(format!(
        "it is version {}, supported are {} to {}",
        show(version),
        show(OLDEST),
        show(newest)
    ))
}

pub fn show((major, minor, patch): Version) -> String {
    format!("{major}.{minor}.{patch}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_050_versions_are_compared_as_numbers() {
        for text in [
            "1.0.0",
            "1.3.0",
            "v1.2.9",
            "1.2.2-rc1",
            "1.1.0+7",
            " 1.0.10 ",
        ] {
            assert_eq!(judge(text, None), Verdict::Supported, "{text}");
        }
        for text in ["1.4.0", "1.3.1", "0.9.9", "2.0.0", "1.10.0"] {
            assert!(
                matches!(judge(text, None), Verdict::Unsupported(_)),
                "{text}"
            );
        }
        for text in [
            "",
            "garbage",
            "1.2",
            "1.x.0",
            "1.2.3.4",
            "99999999999999999999.0.0",
        ] {
            assert_eq!(judge(text, None), Verdict::Unknown, "{text}");
        }
    }

    #[test]
    fn a_050_the_ceiling_is_raised_and_never_lowered() {
        assert_eq!(judge("1.4.0", Some("1.4.0")), Verdict::Supported);
        assert_eq!(judge("1.3.0", Some("1.1.0")), Verdict::Supported);
        assert_eq!(judge("1.3.0", Some("nonsense")), Verdict::Supported);
        assert!(matches!(
            judge("1.5.0", Some("1.4.0")),
            Verdict::Unsupported(_)
        ));
    }
}
