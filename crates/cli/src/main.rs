//! The binary: the command in the library beside it, and the allocator it runs on.

use std::process::ExitCode;

/// Memory is taken and given back by many threads at once here; the system's allocator makes
/// them wait for each other (measured in docs/performance.md).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    mneme::run()
}
