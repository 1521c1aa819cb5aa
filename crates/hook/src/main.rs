//! The binary: the hook in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    mneme_hook::run()
}
