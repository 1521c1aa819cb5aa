//! A tool, used by whoever owns the machine.

use mneme_access::Caller;
use mneme_wire::Fault;
use mneme_wire::shapes::ToolRequest;
use mneme_wire::tools::Set;
use serde_json::Value;

use super::Desk;
use crate::mcp::run::{Refused, User, run};
use crate::notebook::{Notebook, bound};

impl Desk {
    /// The owner works in the notebook's namespace, everybody else in their own.
    pub(super) async fn tool(&self, caller: &Caller, asked: ToolRequest) -> Result<Value, Fault> {
        let tool = Set::All.find(&asked.name);
        let tool =
            tool.ok_or_else(|| Refused::bad(format!("unknown tool: {}", asked.name)).fault())?;
        let mut caller = bound(&self.notebook, caller.clone(), None);
        if caller.owns_machine() {
            caller.namespace = self.notebook.namespace.clone();
        }
        let user = User {
            notebook: &Notebook::of(self),
            caller: &caller,
        };
        run(&user, tool, asked.arguments)
            .await
            .map_err(Refused::fault)
    }
}
