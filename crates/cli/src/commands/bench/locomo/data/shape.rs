//! The file as it is written.

use mneme_model::Moment;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::super::date;

#[derive(Deserialize)]
pub struct SampleShape {
    pub sample_id: String,
    /// Speakers, and `session_N` beside `session_N_date_time`.
    conversation: Map<String, Value>,
    pub qa: Vec<AskedShape>,
}

#[derive(Deserialize)]
pub struct TurnShape {
    pub speaker: String,
    pub dia_id: String,
    pub text: String,
    pub blip_caption: Option<String>,
}

#[derive(Deserialize)]
pub struct AskedShape {
    pub question: String,
    pub category: u8,
    #[serde(default)]
    pub evidence: Vec<String>,
}

pub struct SessionShape {
    pub number: u32,
    pub at: Moment,
    pub turns: Vec<TurnShape>,
}

pub fn samples(bytes: &[u8]) -> Result<Vec<SampleShape>, String> {
    serde_json::from_slice(bytes).map_err(|error| match error.is_data() {
        true => format!("is not shaped like LoCoMo: {error}"),
        false => format!("is not JSON: {error}"),
    })
}

// === impl SampleShape ===

impl SampleShape {
    /// Every session that was held, in order. The file also has times of sessions it left out.
    pub fn sessions(&self) -> Result<Vec<SessionShape>, String> {
        let mut sessions = Vec::new();
        for (key, turns) in &self.conversation {
            let number = key.strip_prefix("session_").map(str::parse);
            if let Some(Ok(number)) = number {
                sessions.push(self.session(key, number, turns)?);
            }
        }
        sessions.sort_by_key(|session| session.number);
        Ok(sessions)
    }

    fn session(&self, key: &str, number: u32, turns: &Value) -> Result<SessionShape, String> {
        let turns = Vec::<TurnShape>::deserialize(turns).map_err(|e| format!("{key}: {e}"))?;
        let time = self.conversation.get(&format!("{key}_date_time"));
        let at = time.and_then(Value::as_str).and_then(date::read);
        let at = at.ok_or(format!(
            "{key} has no time such as `1:56 pm on 8 May, 2023`"
        ))?;
        Ok(SessionShape { number, at, turns })
    }
}
