//! `memory-archive config`: each flag sets its key and no other.

use mneme_wire::Fault;
use serde_json::Value;

use super::document::Node;
use super::{Config, ConfigFlags, Env, Place, keys};

/// What the command has to say.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// For standard output.
    pub lines: Vec<String>,
    /// For standard error.
    pub warnings: Vec<String>,
}

/// Changes what the flags say; shows everything if asked to, or if there are none.
pub fn change(args: &ConfigFlags, env: Env<'_>) -> Result<Answer, Fault> {
    let place = Place::find(env)?;
    let text = place.read()?;
    let mut text = text.unwrap_or_else(|| String::from("{}"));
    let changes = changes(args);
    if !changes.is_empty() {
        // A file that is wrong elsewhere is not made worse.
        Config::read(&place, &text)?;
        text = changed(&text, &changes)?;
        Config::read(&place, &text)?;
        place.write(&text)?;
    }
    let config = Config::read(&place, &text)?;
    let lines = match args.show || changes.is_empty() {
        true => lines(&config),
        false => vec![format!("{} updated", place.path().display())],
    };
    let warnings = config.warnings;
    Ok(Answer { lines, warnings })
}

fn changed(text: &str, changes: &[(&'static str, Value)]) -> Result<String, Fault> {
    let mut document = Node::parse(text)?;
    for (path, value) in changes {
        let mut value = value.clone();
        if let Some(key) = keys::find(path) {
            key.check(&Node::Leaf(value.clone()))?;
            value = match (key.kind.is_path(), &value) {
                (true, Value::String(text)) => from_anywhere(text).into(),
                _ => value,
            };
        }
        document.set(path, value);
    }
    document.text()
}

/// A path as it is right wherever the recorder is started: people mean the directory they are in.
fn from_anywhere(path: &str) -> String {
    let whole = std::path::absolute(path).ok();
    let whole = whole.as_deref().and_then(std::path::Path::to_str);
    match path.is_empty() || path.starts_with('~') {
        true => path.to_owned(),
        false => whole.unwrap_or(path).to_owned(),
    }
}

fn lines(config: &Config) -> Vec<String> {
    let rows = config.shown();
    let width = rows
        .iter()
        .map(|row| row.0.chars().count())
        .max()
        .unwrap_or(0);
    let head = format!("# {}", config.path.display());
    let rows = rows
        .iter()
        .map(|(key, value)| format!("{key:<width$}  {value}"));
    let rows = rows.map(|line| line.trim_end().to_owned());
    std::iter::once(head).chain(rows).collect()
}

/// The keys the flags set.
pub(super) fn changes(args: &ConfigFlags) -> Vec<(&'static str, Value)> {
    let mut all = texts(args);
    all.extend(numbers(args));
    let on = args.control_center_allow_unsupported;
    if on || args.no_control_center_allow_unsupported {
        all.push(("control_center_allow_unsupported", on.into()));
    }
    all
}

fn texts(args: &ConfigFlags) -> Vec<(&'static str, Value)> {
    let rows = [
        ("storage_path", &args.storage_path),
        ("storage_mode", &args.storage_mode),
        ("redis_url", &args.redis_url),
        ("kafka_broker", &args.kafka_broker),
        ("ipc_bind_addr", &args.ipc_bind_addr),
        ("control_center_addr", &args.control_center_addr),
        ("control_center_token", &args.control_center_token),
        ("control_center_tls_ca", &args.control_center_tls_ca),
        ("control_center_security", &args.control_center_security),
        (
            "control_center_max_version",
            &args.control_center_max_version,
        ),
        ("the_eyes_addr", &args.the_eyes_addr),
        ("temp_session_dir", &args.temp_session_dir),
        ("ma_core_addr", &args.ma_core_addr),
        ("ipc_server_fingerprint", &args.ipc_server_fingerprint),
        ("annotator_id", &args.annotator_id),
        ("annotator_key", &args.annotator_key),
        ("tenant_id", &args.tenant_id),
        ("cloud.provider", &args.cloud),
        ("cloud.aws.bucket", &args.aws_bucket),
        ("cloud.aws.region", &args.aws_region),
        ("cloud.azure.account", &args.azure_account),
        ("cloud.azure.container", &args.azure_container),
        ("cloud.azure.storage_type", &args.azure_storage_type),
        ("cloud.gcp.bucket", &args.gcp_bucket),
        ("cloud.gcp.project", &args.gcp_project),
    ];
    let given = rows
        .into_iter()
        .filter_map(|(path, text)| Some((path, text.clone()?)));
    given.map(|(path, text)| (path, text.into())).collect()
}

fn numbers(args: &ConfigFlags) -> Vec<(&'static str, Value)> {
    let rows = [
        ("ipc_port", args.ipc_port.map(u64::from)),
        (
            "the_eyes_poll_interval_seconds",
            args.the_eyes_poll_interval,
        ),
        ("silence_timeout_seconds", args.silence_timeout),
        ("metadata_flush_interval", args.metadata_flush_interval),
    ];
    let given = rows
        .into_iter()
        .filter_map(|(path, number)| Some((path, number?)));
    given.map(|(path, number)| (path, number.into())).collect()
}
