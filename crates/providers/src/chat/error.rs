/// Why a model gave no answer. Nothing here shows a prompt, an answer or a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    #[error("the provider answered with status {0}")]
    Status(u16),
    #[error("the provider did not answer in time")]
    NoTime,
    #[error("the provider cannot be reached: {0}")]
    Unreachable(String),
    #[error("the provider's answer has no words in it")]
    NoWords,
    #[error("the provider's answer is longer than any that was asked for")]
    TooLong,
    #[error("the tokens of today are used up")]
    Spent,
    #[error("no client could be made: {0}")]
    Unusable(String),
}

const TOO_MANY: u16 = 429;

impl Error {
    /// The sentence names no address: a key may be part of one.
    pub(crate) fn of(error: reqwest::Error) -> Self {
        if error.is_timeout() {
            return Self::NoTime;
        }
        if error.is_decode() {
            return Self::NoWords;
        }
        Self::Unreachable(error.without_url().to_string())
    }

    pub(super) fn is_worth_trying_again(&self) -> bool {
        match self {
            Self::Status(status) => *status == TOO_MANY || *status >= 500,
            Self::NoTime | Self::Unreachable(_) => true,
            Self::NoWords | Self::TooLong | Self::Spent | Self::Unusable(_) => false,
        }
    }
}
