//! `mneme share`, as it is written.

use clap::{Args as ClapArgs, Subcommand};

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "A grant opens the memories of --namespace to another namespace, which names the space or the owner\nin its own recall. Events, the table of contents and everything else stay closed."
)]
pub struct ShareArgs {
    #[command(subcommand)]
    pub verb: ShareVerb,
    /// The namespace to work in [default: default]; `mneme status` lists those there are
    #[arg(long, global = true, value_name = "NAME")]
    pub namespace: Option<String>,
    /// Print JSON
    #[arg(long, global = true)]
    pub json: bool,
}

#[derive(Debug, Subcommand)]
pub enum ShareVerb {
    /// Make a space; nobody is let in yet
    Create {
        /// What it is called; one name is one space for everybody
        name: String,
        /// An address that is called when something is stored
        #[arg(long, value_name = "URL")]
        webhook: Option<String>,
    },
    /// List the spaces of a namespace, and those it was let into
    List,
    /// Delete a space: every grant on it ends
    Delete {
        /// What it is called
        name: String,
    },
    /// Let a namespace in
    Grant(GrantArgs),
    /// List the grants of a space
    Grants {
        /// What the space is called
        name: String,
    },
    /// Take a grant back
    Revoke {
        /// What the space is called
        name: String,
        /// The id of the grant
        id: String,
    },
    /// List the spaces a namespace was let into
    Accessible,
}

#[derive(Debug, ClapArgs)]
pub struct GrantArgs {
    /// What the space is called
    pub name: String,
    /// The namespace that is let in
    pub grantee: String,
    /// read, write (also store) or admin (also let in others)
    #[arg(long, default_value = "read", value_name = "PERMISSION")]
    pub permission: String,
    /// Only memories with one of these tags (may be repeated)
    #[arg(long = "tag", value_name = "TAG")]
    pub tags: Vec<String>,
    /// Only memories of one of these agents (may be repeated)
    #[arg(long = "agent", value_name = "AGENT")]
    pub agents: Vec<String>,
    /// Until then, such as 2026-01-30T12:00:00Z
    #[arg(long, value_name = "TIME")]
    pub expires: Option<String>,
}
