//! Something looked at, and what is said of it.

use mneme_wire::Fault;

/// Something looked at.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    pub check: String,
    pub ok: bool,
    /// Nothing is broken, but somebody may want to know.
    pub note: bool,
    pub message: String,
    pub hint: String,
}

pub fn refreshed(name: &str, mended: Result<bool, Fault>) -> Checked {
    match mended {
        Ok(_) => good(name, String::from("refreshed")),
        Err(fault) => Checked {
            hint: fault.hint,
            ..bad(name, fault.error)
        },
    }
}

pub fn good(check: &str, message: String) -> Checked {
    Checked {
        check: check.to_owned(),
        ok: true,
        message,
        ..Checked::default()
    }
}

pub fn bad(check: &str, message: String) -> Checked {
    Checked {
        ok: false,
        ..good(check, message)
    }
}
