//! A notebook elsewhere, asked over HTTP as its published clients ask it.

use mneme_access::Caller;
use mneme_model::Code;
use mneme_surfaces::mcp::{Carried, Carrier, Failure};
use mneme_surfaces::notebook::files::Places;
use mneme_surfaces::notebook::files::antigravity::Wish;
use mneme_wire::Fault;
use mneme_wire::tools::{Call, Tool};
use serde_json::{Map, Value, json};

use super::{at_work, refused};
use crate::environment;
use crate::notebook::Rest;
use crate::notebook::sync::sync;
use crate::settings::Settings;

const URL: &str = "AGENTMEMORY_URL";

pub struct Remote {
    rest: Rest,
    places: Places,
}

// === impl Remote ===

impl Remote {
    /// Address and secret are what the environment says now, unless the address is given.
    pub fn new(settings: &Settings, url: Option<String>) -> Result<Self, Fault> {
        let from = |name: &str| match (name, &url) {
            (URL, Some(url)) => Some(url.clone()),
            _ => environment::var(name),
        };
        Ok(Self {
            rest: Rest::new(from)?,
            places: settings.notebook.places.clone(),
        })
    }

    pub fn address(&self) -> String {
        self.rest.address()
    }

    async fn ask(&self, tool: &'static Tool, given: Map<String, Value>) -> Result<Value, Failure> {
        if matches!(
            tool.name,
            "memory_antigravity_sync" | "memory_antigravity_sync_all"
        ) {
            return self.sync(tool, given).await.map_err(refused);
        }
        let asked = json!({ "name": tool.name, "arguments": given });
        let told = self.rest.post("mcp/tools", &asked).await;
        Ok(value(told.map_err(refused)?))
    }

    /// Transcripts are on the machine of whoever asks, not on the server's.
    async fn sync(&self, tool: &'static Tool, given: Map<String, Value>) -> Result<Value, Fault> {
        let wrong = |why: String| Fault::new(Code::BadRequest, why);
        let given = at_work(tool, given);
        let given = tool.read(given).map_err(|wrong_one| wrong(wrong_one.0))?;
        let text = |name: &str| given.get(name).and_then(Value::as_str).map(str::to_owned);
        let mode = text("mode").unwrap_or_default();
        let (conversation, folder) = (text("currentConversationId"), text("currentFolder"));
        let wish = Wish::named(&mode, conversation, folder).map_err(wrong)?;
        sync(&self.rest, &self.places, wish, tool.call == Call::SyncAll).await
    }
}

/// The answer stands as text in the first part of the content.
fn value(mut body: Value) -> Value {
    let text = body["content"][0]["text"].take();
    match text.as_str().map(serde_json::from_str) {
        Some(Ok(value)) => value,
        Some(Err(_)) => json!({ "text": text }),
        None => body,
    }
}

impl Carrier for Remote {
    fn carry<'a>(
        &'a self,
        tool: &'static Tool,
        given: Map<String, Value>,
        _caller: Option<Caller>,
    ) -> Carried<'a> {
        Box::pin(self.ask(tool, given))
    }
}
