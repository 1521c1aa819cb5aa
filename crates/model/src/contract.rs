//! The published contract of a memory that can be taken along.

pub const ID: &str = "memoryoss.runtime.v1alpha1";
pub const VERSION: &str = "2026-03-13";
/// What every artefact of this contract means the same by.
pub const SEMANTICS: [&str; 5] = [
    "namespace_scope",
    "provenance",
    "supersede",
    "merge",
    "portable_export",
];
