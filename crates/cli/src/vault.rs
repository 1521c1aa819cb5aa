//! Vault as the keeper of the master key. The store asks from threads that may wait; asking is
//! done on a thread of its own, because whoever opens a store may be at work for others already.

use std::sync::Arc;
use std::thread;

use mneme_providers::vault::{Error, Transit};
use mneme_store::seal::KeyService;

pub struct Keeper(pub Arc<Transit>);

impl Keeper {
    fn ask<T, F>(&self, question: F) -> Result<T, String>
    where
        T: Send + 'static,
        F: AsyncFnOnce(&Transit) -> Result<T, Error> + Send + 'static,
    {
        let transit = self.0.clone();
        let asking = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .map_err(|error| format!("Vault cannot be asked: {error}"))?;
            let answer = runtime.block_on(question(&transit));
            answer.map_err(|error| error.to_string())
        });
        let ended = || Err(String::from("asking Vault ended early"));
        asking.join().unwrap_or_else(|_| ended())
    }
}

impl KeyService for Keeper {
    fn name(&self) -> String {
        self.0.name()
    }

    fn make(&self) -> Result<(Vec<u8>, String), String> {
        self.ask(async |transit: &Transit| transit.data_key().await)
    }

    fn open(&self, wrapped: &str) -> Result<Vec<u8>, String> {
        let wrapped = wrapped.to_owned();
        self.ask(async move |transit: &Transit| transit.decrypt(&wrapped).await)
    }

    fn wrap(&self, secret: &[u8]) -> Result<String, String> {
        let secret = secret.to_vec();
        self.ask(async move |transit: &Transit| transit.encrypt(&secret).await)
    }
}
