//! Words by what they do in a sentence.

/// What stands behind one of these is one of many: user alice is not user bob.
pub const KINDS: [&str; 30] = [
    "account",
    "agent",
    "branch",
    "bucket",
    "client",
    "cluster",
    "colleague",
    "customer",
    "database",
    "developer",
    "environment",
    "host",
    "invoice",
    "machine",
    "member",
    "module",
    "namespace",
    "package",
    "project",
    "queue",
    "region",
    "repo",
    "repository",
    "schema",
    "server",
    "service",
    "table",
    "tenant",
    "ticket",
    "user",
];
/// Behind a kind these say what is done, not who is meant.
pub const LINKS: [&str; 36] = [
    "a", "and", "are", "as", "at", "be", "by", "can", "did", "does", "for", "from", "had", "has",
    "have", "if", "in", "is", "it", "may", "must", "needs", "of", "or", "should", "than", "that",
    "the", "this", "to", "was", "were", "which", "who", "will", "with",
];
/// Said for emphasis or of each alike: with or without them a fact is the same.
pub const FILLERS: [&str; 8] = [
    "each", "every", "just", "please", "quite", "really", "shall", "very",
];
/// Where something runs: what holds in one place does not hold in another.
pub const PLACES: [&str; 7] = [
    "dev",
    "development",
    "prod",
    "production",
    "qa",
    "sandbox",
    "staging",
];

pub const TURNS: [&str; 30] = [
    "after",
    "allow",
    "allowed",
    "always",
    "before",
    "cannot",
    "deny",
    "denied",
    "disable",
    "disabled",
    "enable",
    "enabled",
    "except",
    "forbid",
    "forbidden",
    "full",
    "neither",
    "never",
    "no",
    "nobody",
    "none",
    "nor",
    "not",
    "nothing",
    "off",
    "on",
    "only",
    "readonly",
    "unless",
    "without",
];
