//! Who keeps the key everything is sealed under. What is named and not there stops the start: no
//! other key is used in its place.

use std::sync::Arc;
use std::time::Duration;

use mneme_model::Secret;
use mneme_providers::vault::{self, Transit};
use mneme_store::seal::Custody;
use mneme_wire::Fault;

use super::bad;
use super::file::EncryptionSection;
use crate::vault::Keeper;

pub const PROVIDERS: [&str; 3] = ["local", "vault", "aws_kms"];
pub const MOUNT: &str = "transit";
pub const KEY_NAME: &str = "memoryoss";
/// Vault's own, for whoever wants no token in a file.
pub const TOKEN_VARIABLE: &str = "VAULT_TOKEN";
/// Nobody waits longer for a key.
const TIMEOUT: Duration = Duration::from_secs(10);

pub fn read(
    section: &EncryptionSection,
    from: impl Fn(&str) -> Option<String>,
) -> Result<Custody, Fault> {
    match section.provider.as_deref().unwrap_or(PROVIDERS[0]) {
        "local" => Ok(Custody::default()),
        "vault" => Ok(Custody(Some(Arc::new(Keeper(transit(section, from)?))))),
        "aws_kms" => Err(bad(
            "encryption.provider: aws_kms is not supported, and nothing is sealed with another key instead; set local or vault",
        )),
        other => Err(bad(format!(
            "encryption.provider is local or vault, not '{other}'"
        ))),
    }
}

fn transit(
    section: &EncryptionSection,
    from: impl Fn(&str) -> Option<String>,
) -> Result<Arc<Transit>, Fault> {
    let missing = |name: &str| {
        bad(format!(
            "encryption.provider: vault needs encryption.{name}"
        ))
    };
    let given = |value: &Option<String>| value.clone().filter(|text| !text.trim().is_empty());
    let token = given(&section.vault_token).or_else(|| given(&from(TOKEN_VARIABLE)));
    let settings = vault::Settings {
        address: given(&section.vault_address).ok_or_else(|| missing("vault_address"))?,
        token: Secret(token.ok_or_else(|| missing("vault_token (or the variable VAULT_TOKEN)"))?),
        mount: given(&section.vault_mount).unwrap_or_else(|| MOUNT.to_owned()),
        key: given(&section.vault_key_name).unwrap_or_else(|| KEY_NAME.to_owned()),
        timeout: TIMEOUT,
    };
    let transit = Transit::new(settings).map_err(|error| bad(error.to_string()))?;
    Ok(Arc::new(transit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Result<Custody, Fault> {
        read(&toml::from_str(text).unwrap(), |_| None)
    }

    #[test]
    fn a_provider_is_local_or_a_vault_that_is_named_whole() {
        assert_eq!(told("").unwrap(), Custody::default());
        let whole = "provider = \"vault\"\nvault_address = \"http://127.0.0.1:1\"\nvault_token = \"hush\"\n";
        let named = told(whole).unwrap().name();
        assert!(named.contains("transit/memoryoss"), "{named}");
        for text in [
            "provider = \"aws_kms\"\n",
            "provider = \"paper\"\n",
            "provider = \"vault\"\n",
            "provider = \"vault\"\nvault_address = \"http://h:1\"\n",
            "provider = \"vault\"\nvault_token = \"hush\"\n",
            "provider = \"vault\"\nvault_address = \"nowhere\"\nvault_token = \"hush\"\n",
        ] {
            let refused = told(text).unwrap_err().error;
            assert!(!refused.contains("hush"), "{refused}");
        }
    }
}
