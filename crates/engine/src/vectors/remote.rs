//! A model elsewhere that reads texts: asked by threads that may wait.

use std::sync::Arc;

use mneme_index::embed::{Encoder, Error};
use mneme_index::{Embeddings, Remote};
use mneme_model::Code;
use mneme_providers::chat;
use mneme_providers::embed::{self, Embed};
use tokio::runtime::Handle;

use crate::Result;

struct Elsewhere {
    embed: Embed,
    runtime: Handle,
}

/// A piece of a word, as models elsewhere count them.
const CHARS_PER_PIECE: usize = 4;

impl Encoder for Elsewhere {
    fn name(&self) -> &str {
        self.embed.model()
    }

    fn dimension(&self) -> usize {
        self.embed.dimension()
    }

    fn count(&self, text: &str) -> usize {
        text.chars().count().div_ceil(CHARS_PER_PIECE)
    }

    fn encode(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, Error> {
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        let vectors = self.runtime.block_on(self.embed.vectors(&texts));
        vectors.map_err(|error| Error::Elsewhere {
            why: error.to_string(),
        })
    }
}

/// The model a provider has, as one of the index. Called on a runtime.
pub fn embeddings(settings: &embed::Settings) -> Result<Embeddings> {
    let wrong =
        |error: chat::Error| crate::Error::refused(Code::BadSetting, error.to_string());
    let elsewhere = Elsewhere {
        embed: Embed::new(settings.clone()).map_err(wrong)?,
        runtime: Handle::current(),
    };
    Ok(Embeddings {
        model: settings.model.clone(),
        remote: Some(Remote(Arc::new(elsewhere))),
        ..Embeddings::default()
    })
}
