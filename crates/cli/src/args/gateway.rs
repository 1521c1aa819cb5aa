//! `mneme gateway …`.

use std::net::SocketAddr;

use clap::{Args, Subcommand};

#[derive(Debug, Args)]
#[command(
    after_help = "The gateway itself is part of `mneme serve`: /proxy/v1 for OpenAI's clients, /proxy/anthropic for Anthropic's."
)]
pub struct GatewayArgs {
    #[command(subcommand)]
    pub verb: GatewayVerb,
}

#[derive(Debug, Subcommand)]
pub enum GatewayVerb {
    /// Play a provider of models, for trying the proxy without a key
    Simulate(SimulateProviderArgs),
}

#[derive(Debug, Args)]
#[command(
    after_help = "What it prints is a settings file for `mneme serve`. It repeats what it heard and shows the memory that came along. Asked for the facts in a conversation, it finds those a user asked it to remember: \"Remember that …\"."
)]
pub struct SimulateProviderArgs {
    /// Where it listens
    #[arg(long, default_value = "127.0.0.1:8062", value_name = "ADDR")]
    pub bind: SocketAddr,
    /// Say this instead of what was heard
    #[arg(long, value_name = "TEXT")]
    pub say: Option<String>,
    /// How long an answer takes
    #[arg(long, default_value_t = 0, value_name = "MS")]
    pub delay_ms: u64,
    /// How long each word of a stream takes
    #[arg(long, default_value_t = 20, value_name = "MS")]
    pub pause_ms: u64,
}
