//! Asking before something goes that does not come back.

use std::io::{IsTerminal, Write, stderr, stdin};

use mneme_model::Code;
use mneme_wire::Fault;

use crate::output::bold;

/// Whether whoever sits at the terminal says yes. Without one nobody can be asked, and the hint
/// says how to go on.
pub fn confirmed(question: &str, hint: &str) -> Result<bool, Fault> {
    if !stdin().is_terminal() {
        let mut fault = Fault::new(Code::BadRequest, "this is no terminal to confirm at");
        fault.hint = hint.to_owned();
        return Err(fault);
    }
    eprint!("{} ", bold(&format!("{question} [y/N]")));
    // Unseen, the question is still waited for.
    let _ = stderr().flush();
    let mut answer = String::new();
    let read = stdin().read_line(&mut answer);
    read.map_err(|error| Fault::new(Code::BadFile, format!("no answer could be read: {error}")))?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}
