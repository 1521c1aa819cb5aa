//! What may be opened to other namespaces.

use mneme_engine::sharing::SharingSettings;

use super::file::SharingSection;

pub fn read(section: &SharingSection) -> SharingSettings {
    let usual = SharingSettings::default();
    SharingSettings {
        private_webhooks: section
            .allow_private_webhooks
            .unwrap_or(usual.private_webhooks),
        spaces: section.max_shared_namespaces.unwrap_or(usual.spaces),
        grants: section.max_grants.unwrap_or(usual.grants),
    }
}
