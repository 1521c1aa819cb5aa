//! Who may: the secret of tokens, their life, and addresses.

use mneme_access::{AllowLists, MAX_LIFE_SECS, Range, Secret, Settings};
use mneme_model::ids;
use mneme_wire::Fault;

use super::bad;
use super::file::AuthSection;

/// The environment wins over the file; a secret does not belong on a command line.
pub const SECRET_VARIABLE: &str = "MNEME_JWT_SECRET";
pub const AUDIT_VARIABLE: &str = "MNEME_AUDIT_HMAC_SECRET";

pub fn read(section: &AuthSection) -> Result<Settings, Fault> {
    let either = |setting: &str, variable: &str, said: &Option<String>| {
        let told = std::env::var(variable).ok().or_else(|| said.clone());
        told.map(|text| secret(setting, variable, text)).transpose()
    };
    Ok(Settings {
        jwt_secret: either("auth.jwt_secret", SECRET_VARIABLE, &section.jwt_secret)?,
        audit_secret: either(
            "auth.audit_hmac_secret",
            AUDIT_VARIABLE,
            &section.audit_hmac_secret,
        )?,
        jwt_expiry_secs: life(section.jwt_expiry_secs)?,
        allowed: lists(section)?,
        ..Settings::default()
    })
}

/// The refusal never repeats what it refuses.
fn secret(setting: &str, variable: &str, text: String) -> Result<Secret, Fault> {
    if text.chars().count() < Settings::SECRET_CHARS {
        return Err(bad(format!(
            "{setting} (or {variable}) must have at least {} characters",
            Settings::SECRET_CHARS
        )));
    }
    Ok(Secret(text))
}

fn life(told: Option<u64>) -> Result<u64, Fault> {
    let secs = told.unwrap_or(Settings::default().jwt_expiry_secs);
    if secs == 0 || secs > MAX_LIFE_SECS {
        return Err(bad(format!(
            "auth.jwt_expiry_secs must be 1 to {MAX_LIFE_SECS}"
        )));
    }
    Ok(secs)
}

fn lists(section: &AuthSection) -> Result<AllowLists, Fault> {
    let mut lists = AllowLists::default();
    for (namespace, texts) in &section.ip_allowlists {
        if !ids::is_namespace(namespace) {
            let message = format!("auth.ip_allowlists: '{namespace}' is no namespace");
            return Err(bad(message));
        }
        let ranges = texts.iter().map(|text| range(namespace, text));
        lists.set(namespace, ranges.collect::<Result<_, _>>()?);
    }
    Ok(lists)
}

fn range(namespace: &str, text: &str) -> Result<Range, Fault> {
    Range::parse(text).ok_or_else(|| {
        bad(format!(
            "auth.ip_allowlists.{namespace}: '{text}' is neither an address nor a network such as 10.0.0.0/8"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(toml: &str) -> AuthSection {
        toml::from_str(toml).unwrap()
    }

    #[test]
    fn short_secrets_endless_lives_and_strange_addresses_are_refused() {
        let long = "s".repeat(32);
        let secret = |text| secret("auth.jwt_secret", SECRET_VARIABLE, text);
        assert!(secret(long).is_ok());
        let refused = secret("s".repeat(31)).unwrap_err();
        assert!(!refused.error.contains("sss"), "{refused}");
        assert!(life(None).is_ok_and(|secs| secs == 3_600));
        assert!(life(Some(0)).is_err() && life(Some(MAX_LIFE_SECS + 1)).is_err());
        let good = r#"ip_allowlists = { a = ["10.0.0.0/8", "::1"], b = [] }"#;
        assert!(lists(&section(good)).is_ok());
        let strange = r#"ip_allowlists = { a = ["localhost"] }"#;
        assert!(lists(&section(strange)).is_err());
        let nobody = r#"ip_allowlists = { "a b" = [] }"#;
        assert!(lists(&section(nobody)).is_err());
    }
}
