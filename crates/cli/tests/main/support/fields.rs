//! What everybody who tells of a memory tells.

/// Fields of a memory that no published client has to look for.
pub const MEMORY_FIELDS: [&str; 17] = [
    "id",
    "content",
    "tags",
    "namespace",
    "memory_type",
    "status",
    "version",
    "created_at",
    "updated_at",
    "source_key",
    "content_hash",
    "archived",
    "evidence_count",
    "injection_count",
    "confirm_count",
    "reject_count",
    "supersede_count",
];
