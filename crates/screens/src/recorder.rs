//! What a screen tells whoever keeps the recording.

/// The other end of a screen. An error is a sentence for the person; the screen shows it and goes
/// on, because what was written is on disk already.
pub trait Recorder {
    /// How many steps have their reasoning, and how many were passed over on purpose.
    fn progress(&mut self, annotated: u32, skipped: u32) -> Result<(), String>;

    /// Put back, unfinished.
    fn close(&mut self) -> Result<(), String>;

    /// Every step has its reasoning or was skipped.
    fn complete(&mut self) -> Result<(), String>;

    /// The document is final.
    fn finalize(&mut self) -> Result<(), String>;

    /// A file of the recording was replaced on disk; its path is relative to the recording.
    fn saved(&mut self, _file: &str) -> Result<(), String> {
        Ok(())
    }

    /// Something the person should know that nobody asked for, such as a lost claim.
    fn news(&mut self) -> Option<News> {
        None
    }

    /// Whether the recording is still there to be written to. One that was deleted is not, even if
    /// there is another under its name. Asked before everything that is written.
    fn is_there(&mut self) -> bool {
        true
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    Good(String),
    Bad(String),
}
