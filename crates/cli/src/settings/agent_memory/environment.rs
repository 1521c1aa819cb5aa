//! `MEMORY_GRPC_PORT` is `grpc_port`, `MEMORY_SUMMARIZER_API_KEY_ENV` is
//! `summarizer.api_key_env`: a variable is a whole key, so that an underscore inside a name is
//! never taken for a step into a section.

use toml::Value;

use super::keys::KEYS;
use crate::settings::foreign::check::{self, Known, Said};
use crate::settings::foreign::{Key, Kind};
use crate::settings::origin::Origin;

pub fn variable(key: &str) -> String {
    format!("MEMORY_{}", key.replace('.', "_").to_uppercase())
}

pub fn read(env: impl Fn(&str) -> Option<String>) -> Result<Said, String> {
    let mut said = Said::default();
    for key in KEYS.0 {
        let name = variable(key.name);
        let Some(text) = env(&name).filter(|text| !text.is_empty()) else {
            continue;
        };
        let value = value(key, &text);
        check::fits(key.kind, &value).map_err(|why| format!("{name} {why}"))?;
        let origin = Origin::Env(name);
        said.known.push(Known { key, value, origin });
    }
    Ok(said)
}

/// The text in the form its key wants; what is not of that form stays a text, and is refused.
fn value(key: &Key, text: &str) -> Value {
    let plain = || Value::String(text.to_owned());
    let read = match key.kind {
        Kind::Switch => text.parse().ok().map(Value::Boolean),
        Kind::From(_) | Kind::Between(..) => text.parse().ok().map(Value::Integer),
        Kind::Share | Kind::Number => text.parse().ok().map(Value::Float),
        Kind::Paths => Some(text.split(',').map(str::trim).collect::<Vec<_>>().into()),
        _ => None,
    };
    read.unwrap_or_else(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variable_is_the_key_of_its_whole_name() {
        let env = |name: &str| match name {
            "MEMORY_GRPC_PORT" => Some("50061".to_owned()),
            "MEMORY_SUMMARIZER_PROVIDER" => Some("anthropic".to_owned()),
            "MEMORY_SUMMARIZER_API_KEY_ENV" => Some("MY_KEY".to_owned()),
            "MEMORY_PROJECTS_REGISTERED" => Some("/a, /b".to_owned()),
            "MEMORY_DEDUP_THRESHOLD" => Some("0.9".to_owned()),
            _ => None,
        };
        let said = read(env).unwrap();
        let of = |name: &str| said.find(name).unwrap().value.clone();
        assert_eq!(of("grpc_port"), Value::Integer(50_061));
        assert_eq!(of("summarizer.provider").as_str(), Some("anthropic"));
        assert_eq!(of("summarizer.api_key_env").as_str(), Some("MY_KEY"));
        assert_eq!(of("projects.registered").as_array().unwrap().len(), 2);
        assert!(said.find("summarizer.api_key").is_none());
        let wrong = |_: &str| Some("many".to_owned());
        assert!(
            read(wrong)
                .err()
                .unwrap()
                .starts_with("MEMORY_GRPC_PORT must be")
        );
    }
}
