//! What a stranger's HTTP client makes of the door.

use std::process::Stdio;

use super::raw::parse;
use super::{Home, Reply};

/// The answer, or curl's own exit code when there was none.
pub fn curl(home: &Home, args: &[&str]) -> Result<Reply, i32> {
    let mut command = home.program("curl");
    command
        .args(["-q", "-s", "-i", "--max-time", "60"])
        .args(args);
    let output = command.stdin(Stdio::null()).output().unwrap();
    match output.status.success() {
        true => Ok(parse(&output.stdout)),
        false => Err(output.status.code().unwrap_or(-1)),
    }
}
