//! What the settings beside the weights say about a model.

#[cfg(test)]
mod tests;

use std::path::Path;

use serde::Deserialize;

use super::{Error, files};

/// How the vectors of all pieces become the one of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pooling {
    /// The mean over all pieces.
    Mean,
    /// The vector of the first piece, which stands for the whole.
    Cls,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    pub hidden: usize,
    pub layers: usize,
    pub heads: usize,
    pub intermediate: usize,
    pub vocabulary: usize,
    pub positions: usize,
    pub kinds: usize,
    pub epsilon: f32,
    pub pooling: Pooling,
    /// Pieces that are read of a text, its frame included.
    pub max_pieces: usize,
}

const DEFAULT_MAX_PIECES: usize = 256;

#[derive(Deserialize)]
struct Bert {
    hidden_size: usize,
    num_hidden_layers: usize,
    num_attention_heads: usize,
    intermediate_size: usize,
    vocab_size: usize,
    max_position_embeddings: usize,
    #[serde(default = "two")]
    type_vocab_size: usize,
    #[serde(default = "epsilon")]
    layer_norm_eps: f32,
    hidden_act: Option<String>,
    model_type: Option<String>,
    position_embedding_type: Option<String>,
}

fn two() -> usize {
    2
}

fn epsilon() -> f32 {
    1e-12
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Pool {
    pooling_mode_cls_token: bool,
    pooling_mode_mean_tokens: bool,
    pooling_mode_max_tokens: bool,
    pooling_mode_mean_sqrt_len_tokens: bool,
    pooling_mode_weightedmean_tokens: bool,
    pooling_mode_lasttoken: bool,
}

#[derive(Deserialize, Default)]
struct Sentence {
    max_seq_length: Option<usize>,
}

impl Config {
    /// Reads the settings in `folder`. `pooling` holds when they do not name one.
    pub fn read(folder: &Path, pooling: Pooling) -> Result<Self, Error> {
        let bert: Bert = files::json(&folder.join("config.json"))?;
        let pool: Pool = files::optional_json(&folder.join("1_Pooling/config.json"))?;
        let sentence: Sentence = files::optional_json(&folder.join("sentence_bert_config.json"))?;
        bert.check()?;
        let pooling = pool.choose(pooling)?;
        Ok(bert.config(pooling, sentence.max_seq_length))
    }

    pub fn head_size(&self) -> usize {
        self.hidden / self.heads
    }
}

impl Bert {
    fn check(&self) -> Result<(), Error> {
        one_of("model_type", self.model_type.as_deref(), "bert")?;
        one_of("hidden_act", self.hidden_act.as_deref(), "gelu")?;
        let position = self.position_embedding_type.as_deref();
        one_of("position_embedding_type", position, "absolute")?;
        self.check_sizes()
    }

    /// The upper ends are generous; they keep products of sizes far from overflow.
    fn check_sizes(&self) -> Result<(), Error> {
        between("hidden_size", self.hidden_size, 1, 1 << 14)?;
        between("num_hidden_layers", self.num_hidden_layers, 1, 256)?;
        between("intermediate_size", self.intermediate_size, 1, 1 << 16)?;
        between("vocab_size", self.vocab_size, 1, 1 << 22)?;
        between("type_vocab_size", self.type_vocab_size, 1, 64)?;
        let positions = self.max_position_embeddings;
        between("max_position_embeddings", positions, 2, 1 << 16)?;
        let heads = self.num_attention_heads;
        between("num_attention_heads", heads, 1, self.hidden_size)?;
        if !self.hidden_size.is_multiple_of(heads) {
            let what = format!("a hidden_size of {} in {heads} heads", self.hidden_size);
            return Err(Error::unsupported(what));
        }
        Ok(())
    }

    fn config(self, pooling: Pooling, max_pieces: Option<usize>) -> Config {
        let positions = self.max_position_embeddings;
        let max_pieces = max_pieces.unwrap_or(DEFAULT_MAX_PIECES);
        Config {
            hidden: self.hidden_size,
            layers: self.num_hidden_layers,
            heads: self.num_attention_heads,
            intermediate: self.intermediate_size,
            vocabulary: self.vocab_size,
            positions,
            kinds: self.type_vocab_size,
            epsilon: self.layer_norm_eps,
            pooling,
            max_pieces: max_pieces.clamp(2, positions),
        }
    }
}

impl Pool {
    fn choose(&self, otherwise: Pooling) -> Result<Pooling, Error> {
        let other = self.pooling_mode_max_tokens
            || self.pooling_mode_mean_sqrt_len_tokens
            || self.pooling_mode_weightedmean_tokens
            || self.pooling_mode_lasttoken;
        match (self.pooling_mode_cls_token, self.pooling_mode_mean_tokens) {
            (true, false) if !other => Ok(Pooling::Cls),
            (false, true) if !other => Ok(Pooling::Mean),
            (false, false) if !other => Ok(otherwise),
            _ => Err(Error::unsupported(
                "pooling other than the mean or the first piece",
            )),
        }
    }
}

fn one_of(field: &str, found: Option<&str>, known: &str) -> Result<(), Error> {
    match found {
        Some(found) if found != known => Err(Error::unsupported(format!("{field} `{found}`"))),
        _ => Ok(()),
    }
}

fn between(field: &str, found: usize, least: usize, most: usize) -> Result<(), Error> {
    if (least..=most).contains(&found) {
        return Ok(());
    }
    Err(Error::unsupported(format!("a {field} of {found}")))
}
