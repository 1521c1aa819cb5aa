//! Why there is no picture. The words end up beside the step.

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Missed {
    #[error("The-Eyes cannot be reached: {0}")]
    Unreachable(String),
    #[error("The-Eyes did not answer in time")]
    TimedOut,
    #[error("The-Eyes answered with status {0}")]
    Status(u16),
    #[error("what The-Eyes sent is no picture")]
    NoPicture,
    #[error("the picture is larger than {0} bytes")]
    TooLarge(u64),
    #[error("the picture broke off: {0}")]
    Broken(String),
    #[error("the_eyes_token has characters a header cannot carry")]
    BadToken,
}

// === impl Missed ===

impl Missed {
    pub(super) fn of(error: reqwest::Error) -> Self {
        if error.is_timeout() {
            return Missed::TimedOut;
        }
        let body = error.is_body() || error.is_decode();
        let error = error.without_url();
        let causes = std::iter::successors(std::error::Error::source(&error), |error| {
            (**error).source()
        });
        let why = causes.last().map_or(error.to_string(), ToString::to_string);
        match body {
            true => Missed::Broken(why),
            false => Missed::Unreachable(why),
        }
    }
}
