//! A settings file as setup wants it: a new one, or one that is there with its lines kept.

use std::path::Path;

use mneme_wire::Fault;
use toml::{Table, Value};

use super::{PLACEHOLDER, Wanted, admins, entries, is_example, quoted, secrets};
use crate::connect::values;
use crate::setup::team::Team;

/// Where calls go that nobody leads elsewhere.
const USUAL: [&str; 2] = [
    "https://api.openai.com/v1",
    "https://api.anthropic.com/v1/messages",
];
/// What setup settles of the gateway, each time anew.
const SETTLED: [&str; 5] = [
    "enabled",
    "default_memory_mode",
    "extraction_enabled",
    "extract_provider",
    "extract_model",
];
const HEAD: &str = "# Settings of memoryOSS, written by `memoryoss setup`. Change what you like: running it again
# keeps your lines. `memoryoss config show` says what is in force, memoryoss.toml.example has the rest.
";

/// A whole file.
pub fn fresh(wanted: &Wanted) -> Result<String, Fault> {
    let mut text = HEAD.to_owned();
    for (section, rows) in sections(wanted) {
        let rows = rows.iter().map(|(key, value)| format!("{key} = {value}\n"));
        let rows: String = rows.collect();
        text.push_str(&format!("\n[{section}]\n{rows}"));
        if section == "auth" {
            text.push_str(&api_key(&wanted.secrets.key, "admin"));
            text.push_str(&api_key(&wanted.secrets.client_key, "writer"));
        }
    }
    text.push_str(&mapping(&wanted.secrets.client_key));
    values::read(&text)?;
    Ok(text)
}

/// The same wishes in a file that is there: secrets, keys, places, remarks and whatever else setup
/// does not ask about stay in it.
pub fn renewed(text: &str, wanted: &Wanted) -> Result<String, Fault> {
    let example = is_example(text);
    let mut text = filled(text, wanted)?;
    for (section, rows) in sections(wanted) {
        for (key, value) in rows {
            let said = values::said(&text, &[section], key)?;
            let usual = said.as_ref().and_then(Value::as_str);
            let usual = usual.is_some_and(|url| USUAL.contains(&url));
            if said.is_none() || usual || !is_theirs(section, key, example) {
                text = values::set(&text, &[section], key, &value)?;
            }
        }
    }
    let table = values::read(&text)?;
    if admins(&table) == 0 {
        text.push_str(&api_key(&wanted.secrets.key, "admin"));
    }
    if entries(&table, "proxy", "key_mapping").next().is_none() {
        let writer = first(&table, "writer");
        if writer.is_none() {
            text.push_str(&api_key(&wanted.secrets.client_key, "writer"));
        }
        let key = writer.unwrap_or_else(|| wanted.secrets.client_key.clone());
        text.push_str(&mapping(&key));
    }
    values::read(&text)?;
    Ok(text)
}

/// What a file says of these has the last word; an example is nobody's, but for its places.
fn is_theirs(section: &str, key: &str, example: bool) -> bool {
    match section {
        "auth" | "storage" | "embeddings" => true,
        "server" => key == "host",
        "setup" => false,
        "proxy" if !example => !SETTLED.contains(&key),
        _ => {
            !example
                || matches!(
                    key,
                    "upstream_url" | "anthropic_upstream_url" | "memory_coprocessor"
                )
        }
    }
}

/// With a secret in every place where the example wants one.
fn filled(text: &str, wanted: &Wanted) -> Result<String, Fault> {
    let (mut text, mut first) = (text.to_owned(), true);
    let mark = format!("\"{PLACEHOLDER}");
    let mut from = 0;
    while let Some(at) = text.get(from..).and_then(|rest| rest.find(&mark)) {
        let at = from + at;
        let line = text[..at].rfind('\n').map_or(0, |at| at + 1);
        let rest = text[at + 1..].find('"');
        from = at + 1;
        let Some(end) = rest.filter(|_| !text[line..].trim_start().starts_with('#')) else {
            continue;
        };
        let secret = match text[line..at].trim_start().split('=').next().map(str::trim) {
            Some("key") if first => {
                first = false;
                wanted.secrets.key.clone()
            }
            Some("key") => format!("ek_{}", secrets::made()?),
            _ => secrets::made()?,
        };
        text.replace_range(at + 1..at + 1 + end, &secret);
    }
    Ok(text)
}

/// The first key with this role in the namespace clients have.
fn first(table: &Table, role: &str) -> Option<String> {
    let mut keys = entries(table, "auth", "api_keys");
    let key = keys.find(|key| {
        let said = |name: &str| key.get(name).and_then(Value::as_str);
        said("role") == Some(role) && said("namespace").unwrap_or("default") == "default"
    });
    key?.get("key")?.as_str().map(str::to_owned)
}

fn api_key(key: &str, role: &str) -> String {
    let key = quoted(key);
    format!("\n[[auth.api_keys]]\nkey = {key}\nrole = \"{role}\"\nnamespace = \"default\"\n")
}

fn mapping(key: &str) -> String {
    let key = quoted(key);
    format!("\n[[proxy.key_mapping]]\nproxy_key = {key}\nnamespace = \"default\"\n")
}

type Rows = Vec<(&'static str, String)>;

fn sections(wanted: &Wanted) -> Vec<(&'static str, Rows)> {
    let yes = || String::from("true");
    let no = || String::from("false");
    vec![
        (
            "server",
            vec![
                ("host", quoted("127.0.0.1")),
                ("port", wanted.port.to_string()),
                ("hybrid_mode", yes()),
                ("core_port", wanted.core_port.to_string()),
            ],
        ),
        ("tls", vec![("enabled", no()), ("auto_generate", no())]),
        (
            "auth",
            vec![
                ("jwt_secret", quoted(&wanted.secrets.jwt)),
                ("audit_hmac_secret", quoted(&wanted.secrets.audit)),
            ],
        ),
        ("storage", vec![("data_dir", path(&wanted.data_dir))]),
        ("embeddings", embeddings(wanted)),
        (
            "decay",
            vec![
                ("enabled", yes()),
                ("strategy", quoted("age")),
                ("after_days", String::from("14")),
            ],
        ),
        ("consolidation", vec![("enabled", yes())]),
        ("setup", setup(wanted)),
        ("proxy", proxy(wanted)),
    ]
}

fn embeddings(wanted: &Wanted) -> Rows {
    let models_dir = wanted.models_dir.as_deref().map(path);
    let model = ("model", quoted("all-minilm-l6-v2"));
    let models_dir = models_dir.map(|dir| ("models_dir", dir));
    [model].into_iter().chain(models_dir).collect()
}

fn setup(wanted: &Wanted) -> Rows {
    let team = wanted.team.as_ref().map(Team::rows).unwrap_or_default();
    let team = team.into_iter().map(|(key, value)| (key, quoted(&value)));
    let profile = ("profile", quoted(wanted.profile.key()));
    [profile].into_iter().chain(team).collect()
}

fn proxy(wanted: &Wanted) -> Rows {
    let read_by = &wanted.extraction;
    let upstream = wanted.upstream.as_deref().unwrap_or(USUAL[0]);
    let elsewhere = wanted.anthropic_upstream.as_deref();
    let elsewhere = elsewhere.map(|url| ("anthropic_upstream_url", quoted(url)));
    let mut rows = vec![
        ("enabled", String::from("true")),
        ("passthrough_auth", String::from("true")),
        ("passthrough_local_only", String::from("true")),
        ("upstream_url", quoted(upstream)),
        ("default_memory_mode", quoted(&wanted.mode)),
        ("extraction_enabled", read_by.enabled.to_string()),
        ("extract_provider", quoted(read_by.provider)),
        ("extract_model", quoted(read_by.model)),
        ("min_recall_score", String::from("0.40")),
        ("allow_client_memory_control", String::from("true")),
    ];
    rows.extend(elsewhere);
    let alone = read_by.alone.then(|| quoted("local_heuristic"));
    rows.extend(alone.map(|rules| ("memory_coprocessor", rules)));
    rows
}

fn path(path: &Path) -> String {
    quoted(&path.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::config::{Says, Secrets, at, is_example};
    use crate::setup::decide::Extraction;
    use crate::setup::profile::Profile;

    const EXAMPLE: &str = include_str!("../../../../../memoryoss.toml.example");

    fn wanted() -> Wanted {
        Wanted {
            profile: Profile::TeamNode,
            port: 8100,
            core_port: 8101,
            data_dir: "/some where/data".into(),
            models_dir: None,
            mode: String::from("full"),
            extraction: Extraction {
                enabled: false,
                alone: false,
                provider: "claude",
                model: "claude-haiku-4-5-20251001",
            },
            upstream: None,
            anthropic_upstream: None,
            secrets: Secrets::new().unwrap(),
            team: None,
        }
    }

    #[test]
    fn a_fresh_file_says_what_was_wanted() {
        let wanted = wanted();
        let text = fresh(&wanted).unwrap();
        let says = Says::of(&text, Path::new("/x/memoryoss.toml")).unwrap();
        assert_eq!((says.port, says.admins), (Some(8100), 1));
        assert!(says.proxy && !says.tls && says.profile == Profile::TeamNode);
        assert_eq!(says.data_dir, Some(wanted.data_dir.clone()));
        let secrets = &wanted.secrets;
        assert!(secrets.key.len() == 67 && text.matches(&secrets.key).count() == 1);
        assert_eq!(text.matches(&secrets.client_key).count(), 2);
        assert!(!says.admin_at_proxy, "a client may write, and no more");
        assert_eq!(renewed(&text, &wanted).unwrap(), text, "nothing to renew");
    }

    #[test]
    fn the_example_gets_secrets_and_keeps_its_remarks() {
        assert!(is_example(EXAMPLE));
        let text = renewed(EXAMPLE, &wanted()).unwrap();
        assert!(!is_example(&text), "{text}");
        for kept in [
            "# a certificate for localhost",
            "REPLACE_ME (it does not start",
            "port = 8100",
        ] {
            assert!(text.contains(kept), "{kept}");
        }
        let says = Says::of(&text, Path::new("/x/memoryoss.toml")).unwrap();
        assert_eq!(says.admins, 1);
        assert!(says.proxy && !says.tls && says.has_profile);
        assert!(text.contains("data_dir = \"data\""), "where it said");
    }

    #[test]
    fn what_is_there_stays_where_settings_are_written_anew() {
        let theirs = "# mine\n[server]\nport = 9000 # here\n[auth]\njwt_secret = \"0123456789012345678901234567890123\"\n[[auth.api_keys]]\nkey = \"ek_mine\"\nrole = \"admin\"\n[limits]\nmax_tags = 7\n";
        let text = renewed(theirs, &wanted()).unwrap();
        for kept in [
            "# mine\n",
            "port = 8100 # here",
            "max_tags = 7",
            "ek_mine",
            "0123456789",
        ] {
            assert!(text.contains(kept), "{kept} is not in {text}");
        }
        assert_eq!(text.matches("[[auth.api_keys]]").count(), 2);
        assert!(!text.contains("proxy_key = \"ek_mine\""), "{text}");
        let table = values::read(&text).unwrap();
        assert_eq!(at(&table, "proxy", "enabled"), Some(&Value::Boolean(true)));
        assert_eq!(renewed(&text, &wanted()).unwrap(), text);
    }
}
