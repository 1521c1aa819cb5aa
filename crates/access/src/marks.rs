//! Marks: by which a secret is known again for a while, without being kept.

use mneme_store::seal::random;
use ring::hmac;

use crate::Result;

/// Keyed anew in every process, so that a mark says nothing outside of it.
pub struct Marks(hmac::Key);

// === impl Marks ===

impl Marks {
    pub fn new() -> Result<Self> {
        let key = random::<32>()?;
        Ok(Self(hmac::Key::new(hmac::HMAC_SHA256, &key)))
    }

    pub fn of(&self, secret: &str) -> Vec<u8> {
        hmac::sign(&self.0, secret.as_bytes()).as_ref().to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_knows_its_secret_again_in_its_own_process_only() {
        let (here, there) = (Marks::new().unwrap(), Marks::new().unwrap());
        assert_eq!(here.of("mk_1"), here.of("mk_1"));
        assert_ne!(here.of("mk_1"), here.of("mk_2"));
        assert_ne!(here.of("mk_1"), there.of("mk_1"));
    }
}
