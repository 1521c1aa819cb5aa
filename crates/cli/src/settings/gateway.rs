//! How calls of models pass through.

use std::time::Duration;

use mneme_access::ConfiguredKey;
use mneme_gateway::{
    Extractor, Mapping, Mode, ModeKind, Passthrough, Placement, Settings, Upstream,
};
use mneme_model::ids::is_namespace;
use mneme_model::{Moment, Secret};
use mneme_wire::Fault;

use super::file::{File, GatewaySection, MappingSection, ProxySection};
use super::{Compat, bad};

/// A process for the store alone, and one in front of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hybrid {
    pub wanted: bool,
    /// Where the one behind listens; any port where none is named.
    pub core_port: Option<u16>,
    /// How long it may say nothing at all: then it stands still.
    pub core_silence: Duration,
}

/// What a core answered is on the disk; a store that is read for long answers all the same.
const CORE_SILENCE: Duration = Duration::from_secs(60);

/// Variables that name a key: those that go before a file, and one that only fills a gap.
struct Variables {
    first: &'static [&'static str],
    last: Option<&'static str>,
}

const OURS: [Variables; 2] = [
    Variables {
        first: &["MNEME_PROXY_UPSTREAM_KEY"],
        last: None,
    },
    Variables {
        first: &["MNEME_PROXY_ANTHROPIC_KEY"],
        last: None,
    },
];
/// A key that lies in the environment for other programs is used where the file has none; one that
/// was put there for this purpose goes before the file.
const PUBLISHED: [Variables; 2] = [
    Variables {
        first: &["MEMORYOSS_PROXY_UPSTREAM_KEY", "MEMORYOSS_OPENAI_REAL_KEY"],
        last: Some("OPENAI_API_KEY"),
    },
    Variables {
        first: &[
            "MEMORYOSS_PROXY_ANTHROPIC_KEY",
            "MEMORYOSS_ANTHROPIC_REAL_KEY",
        ],
        last: Some("ANTHROPIC_API_KEY"),
    },
];

/// Where a server under the published name finds the key of OpenAI, and that of Anthropic.
pub fn key_variables() -> [Vec<&'static str>; 2] {
    PUBLISHED.map(|named| named.first.iter().copied().chain(named.last).collect())
}

pub fn read(
    file: &File,
    compat: Compat,
    api_keys: &[ConfiguredKey],
    env: impl Fn(&str) -> Option<String>,
) -> Result<Settings, Fault> {
    let (usual, [openai, anthropic]) = match compat {
        Compat::Mneme => (Settings::default(), OURS),
        Compat::Memoryoss => (Settings::published(), PUBLISHED),
    };
    let (proxy, own) = (&file.proxy, &file.gateway);
    let settings = Settings {
        enabled: proxy.enabled.unwrap_or(usual.enabled),
        openai: upstream(
            &proxy.upstream_url,
            &proxy.upstream_api_key,
            &openai,
            &usual.openai,
            &env,
        )?,
        anthropic: upstream(
            &proxy.anthropic_upstream_url,
            &proxy.anthropic_api_key,
            &anthropic,
            &usual.anthropic,
            &env,
        )?,
        mode: mode(proxy, usual.mode)?,
        client_control: proxy
            .allow_client_memory_control
            .unwrap_or(usual.client_control),
        passthrough: passthrough(proxy, usual.passthrough),
        privacy: proxy.privacy_mode.unwrap_or(usual.privacy),
        identifier_first: file.recall.identifiers_first.or(usual.identifier_first),
        context_sizes: proxy.model_context_sizes.clone(),
        keys: proxy
            .key_mapping
            .iter()
            .map(mapping)
            .collect::<Result<_, _>>()?,
        own_keys: api_keys.iter().map(|key| key.id().to_owned()).collect(),
        ..ours(own, rules(proxy, extraction(proxy, usual)?)?)?
    };
    Ok(settings)
}

pub fn hybrid(section: &GatewaySection) -> Hybrid {
    Hybrid {
        wanted: section.hybrid.unwrap_or_default(),
        core_port: section.core_port,
        core_silence: section
            .core_silence_ms
            .map_or(CORE_SILENCE, Duration::from_millis),
    }
}

fn rules(proxy: &ProxySection, usual: Settings) -> Result<Settings, Fault> {
    let share = |name: &str, told: Option<f64>, usual: f64| match told {
        Some(told) if !(0.0..=1.0).contains(&told) => {
            Err(bad(format!("proxy.{name} must be between 0 and 1")))
        }
        told => Ok(told.unwrap_or(usual)),
    };
    Ok(Settings {
        max_memory_pct: share("max_memory_pct", proxy.max_memory_pct, usual.max_memory_pct)?,
        min_recall_score: share(
            "min_recall_score",
            proxy.min_recall_score,
            usual.min_recall_score,
        )?,
        min_channel_score: share(
            "min_channel_score",
            proxy.min_channel_score,
            usual.min_channel_score,
        )?,
        diversity_factor: share(
            "diversity_factor",
            proxy.diversity_factor,
            usual.diversity_factor,
        )?,
        confidence_gate: proxy.confidence_gate.unwrap_or(usual.confidence_gate),
        ..usual
    })
}

fn extraction(proxy: &ProxySection, mut usual: Settings) -> Result<Settings, Fault> {
    let extraction = &mut usual.extraction;
    extraction.enabled = proxy.extraction_enabled.unwrap_or(extraction.enabled);
    if let Some(name) = &proxy.extract_provider {
        let told = || bad(format!("proxy.extract_provider: nobody knows '{name}'"));
        extraction.by = Extractor::parse(name).ok_or_else(told)?;
    }
    if let Some(model) = &proxy.extract_model {
        extraction.model.clone_from(model);
    }
    extraction.key = proxy.extract_api_key.clone().map(Secret);
    extraction.coprocessor = match proxy.memory_coprocessor.as_deref() {
        None | Some("off") => false,
        Some("local_heuristic") => true,
        Some(other) => {
            let told = format!("proxy.memory_coprocessor is off or local_heuristic, not '{other}'");
            return Err(bad(told));
        }
    };
    Ok(usual)
}

fn ours(section: &GatewaySection, usual: Settings) -> Result<Settings, Fault> {
    let record_turns = match section.record.as_deref() {
        None | Some("facts") => false,
        Some("turns") => true,
        Some(other) => {
            let told = format!("gateway.record is facts or turns, not '{other}'");
            return Err(bad(told));
        }
    };
    let placement = match section.placement.as_deref() {
        None => usual.placement,
        Some(name) => Placement::parse(name)
            .ok_or_else(|| bad(format!("gateway.placement is tail or system, not '{name}'")))?,
    };
    let wait = |told: Option<u64>, usual: Duration| told.map_or(usual, Duration::from_millis);
    Ok(Settings {
        placement,
        record_turns,
        patience: wait(section.patience_ms, usual.patience),
        reading: wait(section.reading_ms, usual.reading),
        rules_every: wait(section.rules_ms, usual.rules_every),
        silence: wait(section.silence_ms, usual.silence),
        request_bytes: section.max_request_bytes.unwrap_or(usual.request_bytes),
        reply_bytes: section.max_reply_bytes.or(usual.reply_bytes),
        ..usual
    })
}

fn upstream(
    url: &Option<String>,
    key: &Option<String>,
    variables: &Variables,
    usual: &Upstream,
    env: impl Fn(&str) -> Option<String>,
) -> Result<Upstream, Fault> {
    let url = url.clone().unwrap_or_else(|| usual.url.clone());
    if !url.starts_with("http://") && !url.starts_with("https://") {
        return Err(bad(
            "proxy: an upstream address begins with http:// or https://",
        ));
    }
    let set = |name: &&str| env(name).filter(|text| !text.trim().is_empty());
    let first = variables.first.iter().find_map(set);
    let last = || variables.last.as_ref().and_then(set);
    Ok(Upstream {
        url,
        key: first.or_else(|| key.clone()).or_else(last).map(Secret),
    })
}

fn mode(proxy: &ProxySection, usual: Mode) -> Result<Mode, Fault> {
    let kind = match &proxy.default_memory_mode {
        None => usual.kind,
        Some(name) => ModeKind::parse(name)
            .ok_or_else(|| bad(format!("proxy.default_memory_mode: nobody knows '{name}'")))?,
    };
    let after = match &proxy.memory_after_date {
        None => usual.after,
        Some(text) => {
            let told = || bad("proxy.memory_after_date is no date such as 2026-01-30");
            Some(Moment::parse(text).ok_or_else(told)?)
        }
    };
    Ok(Mode { kind, after })
}

fn passthrough(proxy: &ProxySection, usual: Passthrough) -> Passthrough {
    let wanted = proxy.passthrough_auth.unwrap_or(usual != Passthrough::No);
    match (wanted, proxy.passthrough_local_only.unwrap_or(true)) {
        (false, _) => Passthrough::No,
        (true, true) => Passthrough::Local,
        (true, false) => Passthrough::Anywhere,
    }
}

fn mapping(section: &MappingSection) -> Result<Mapping, Fault> {
    let namespace = section.namespace.as_deref().unwrap_or("default");
    if section.proxy_key.trim().is_empty() || !is_namespace(namespace) {
        return Err(bad(
            "proxy.key_mapping: each has a proxy_key, and a namespace by its name",
        ));
    }
    Ok(Mapping {
        proxy_key: Secret(section.proxy_key.clone()),
        upstream_key: section.upstream_key.clone().map(Secret),
        namespace: namespace.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(toml: &str, compat: Compat, variables: &[(&str, &str)]) -> Result<Settings, Fault> {
        let file: File = toml::from_str(toml).unwrap();
        let env = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        read(&file, compat, &[], env)
    }

    #[test]
    fn a_key_of_the_environment_goes_where_it_was_meant() {
        let told = "[proxy]\nupstream_api_key = \"file\"\n";
        let key = |toml: &str, compat, variables: &[(&str, &str)]| {
            let settings = from(toml, compat, variables).unwrap();
            settings.openai.key.map(|key| key.0)
        };
        let stray = [("OPENAI_API_KEY", "stray")];
        assert_eq!(
            key("", Compat::Mneme, &stray),
            None,
            "it was not put there for us"
        );
        assert_eq!(key("", Compat::Memoryoss, &stray).as_deref(), Some("stray"));
        assert_eq!(
            key(told, Compat::Memoryoss, &stray).as_deref(),
            Some("file")
        );
        let meant = [("MEMORYOSS_PROXY_UPSTREAM_KEY", "meant")];
        assert_eq!(
            key(told, Compat::Memoryoss, &meant).as_deref(),
            Some("meant")
        );
    }

    #[test]
    fn what_makes_no_sense_is_refused_by_name() {
        for (wrong, name) in [
            ("[proxy]\nmin_recall_score = 1.5\n", "min_recall_score"),
            (
                "[proxy]\ndefault_memory_mode = \"fulll\"\n",
                "default_memory_mode",
            ),
            (
                "[proxy]\nmemory_after_date = \"soon\"\n",
                "memory_after_date",
            ),
            ("[proxy]\nextract_provider = \"x\"\n", "extract_provider"),
            ("[proxy]\nupstream_url = \"ftp://x\"\n", "upstream"),
            ("[[proxy.key_mapping]]\nnamespace = \"a\"\n", "key_mapping"),
            ("[gateway]\nplacement = \"middle\"\n", "placement"),
            ("[gateway]\nrecord = \"all\"\n", "record"),
        ] {
            let fault = from(wrong, Compat::Mneme, &[]).err().unwrap();
            assert!(fault.error.contains(name), "{wrong}: {}", fault.error);
        }
    }
}
