//! How to connect, for an agent that reads: which calls there are, and how one shows who one is.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use super::Notebook;
use super::calls::CALLS;
use super::enter::Known;

/// What hangs beside the calls.
const BESIDE: [(&str, &str); 2] = [
    ("/agent.md", "this page"),
    ("/auth.md", "how one shows who one is"),
];

pub async fn agent(State(notebook): State<Notebook>, known: Known) -> Response {
    let at = address(&notebook, &known);
    let line = |method: &str, path: &str, what: &str| format!("- `{method} {path}`: {what}");
    let calls = CALLS
        .iter()
        .map(|call| line(&call.method.to_uppercase(), call.path, call.what));
    let beside = BESIDE.iter().map(|(path, what)| line("GET", path, what));
    let calls: Vec<String> = calls.chain(beside).collect();
    markdown(format!(
        "# The notebook at {at}\n\n\
         It keeps what agents do, what they learn and what the next one should know. Bodies and answers \
         are JSON. How one shows who one is stands in {at}/auth.md.\n\n\
         A session, in short:\n\n\
         1. `POST /agentmemory/session/start`: read `context` of the answer before you work.\n\
         2. `POST /agentmemory/agent/observe` for what you did and found.\n\
         3. `POST /agentmemory/remember` for a fact, `POST /agentmemory/lessons` for a rule.\n\
         4. `POST /agentmemory/search` when you need to know something.\n\
         5. `POST /agentmemory/session/end`.\n\n\
         Secrets are taken out before anything is kept, and so is what stands between `<private>` and \
         `</private>`.\n\n\
         ## Calls\n\n{}\n",
        calls.join("\n")
    ))
}

pub async fn auth(State(notebook): State<Notebook>, known: Known) -> Response {
    let at = address(&notebook, &known);
    let how = match notebook.settings.secret.is_set() {
        true => {
            "Every call needs the header `Authorization: Bearer` with the value of AGENTMEMORY_SECRET, \
             or with a key of this store (`mneme key`)."
        }
        false => {
            "No secret is set: programs of this machine need none. Others, and pages of other origins, \
             need a key of this store (`mneme key`) in the header `Authorization: Bearer`."
        }
    };
    markdown(format!(
        "# Who may use the notebook at {at}\n\n{how}\n\nWithout it the answer is 401. `/livez` and \
         `/agentmemory/livez` are open to everybody.\n"
    ))
}

/// Where this very listener is.
fn address(notebook: &Notebook, known: &Known) -> String {
    let name = if notebook.own { "notebook" } else { "http" };
    let doors = &known.desk.house.doors;
    doors.get(name).cloned().unwrap_or_default()
}

fn markdown(text: String) -> Response {
    ([(CONTENT_TYPE, "text/markdown; charset=utf-8")], text).into_response()
}
