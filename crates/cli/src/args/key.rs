//! `mneme key`, as it is written.

use clap::{Args as ClapArgs, Subcommand};

#[derive(Debug, ClapArgs)]
pub struct KeyArgs {
    #[command(subcommand)]
    pub verb: Option<KeyVerb>,
}

#[derive(Debug, Subcommand)]
pub enum KeyVerb {
    /// Make a key; it is shown once
    New {
        /// reader, writer or admin
        #[arg(long, default_value = "writer")]
        role: String,
        /// The namespace the key is bound to
        #[arg(long, default_value = "default")]
        namespace: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Make a token: a part of what a key may, for a while; it dies with the key it belongs to
    Token {
        /// reader, writer or admin
        #[arg(long, default_value = "reader")]
        role: String,
        /// The namespace the token is bound to; it belongs to that namespace's oldest admin key
        #[arg(long, default_value = "default")]
        namespace: String,
        /// How long it lives: 90s, 30m, 24h or 7d; 30 days at most
        #[arg(long, value_name = "TIME", default_value = "24h")]
        expires: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// List keys by their ids
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Seal a namespace under a new data key; what the old one sealed is sealed again meanwhile
    Rotate {
        /// The namespace that gets a new key
        #[arg(long, default_value = "default")]
        namespace: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show what each namespace is sealed under, and how far sealing again is
    Data {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Take a key away, and with it every token made from it; or a retired data key
    Revoke {
        /// The key's id, as `mneme key list` or `mneme key data` shows it
        key_id: String,
        /// Do not ask, not even for the last admin key of a namespace
        #[arg(long, short)]
        yes: bool,
    },
}

// === impl KeyArgs ===

impl KeyArgs {
    /// Whether errors should be JSON too.
    pub fn wants_json(&self) -> bool {
        match &self.verb {
            Some(
                KeyVerb::New { json, .. }
                | KeyVerb::Token { json, .. }
                | KeyVerb::Rotate { json, .. }
                | KeyVerb::Data { json }
                | KeyVerb::List { json },
            ) => *json,
            Some(KeyVerb::Revoke { .. }) | None => false,
        }
    }
}
