//! What the notebook does with what it holds.

use mneme_providers::chat;

use crate::Engine;

#[derive(Clone, Debug)]
pub struct Settings {
    /// A model that sums up and compresses; without one, rules do what they can.
    pub chat: Option<chat::Settings>,
    /// Whether the model tells every new observation again.
    pub compress: bool,
    /// Whether the model looks for things and what joins them in every new observation.
    pub extract: bool,
    /// Whether what belongs together is told once a day.
    pub consolidate: bool,
    /// Whether what has outlived its time goes by itself.
    pub forget: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            chat: None,
            compress: false,
            extract: false,
            consolidate: false,
            forget: true,
        }
    }
}

impl Engine {
    pub fn notebook_settings(&self) -> &Settings {
        &self.settings.notebook
    }

    /// The model that reads what is kept, where one is set.
    pub fn embedding_model(&self) -> Option<&str> {
        self.index.model().name()
    }
}
