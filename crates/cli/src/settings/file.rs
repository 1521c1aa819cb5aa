//! `mneme.toml`. Unknown keys are refused: a misspelt setting must not be a silent one.

mod decompose;
mod gateway;
mod timeline;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mneme_wire::Fault;
use serde::Deserialize;

use super::origin::{Loaded, Origin, names};
use super::{bad, default_file};

pub use decompose::DecomposeSection;
pub use gateway::{GatewaySection, MappingSection, ProxySection};
pub use timeline::{
    DedupSection, EpisodicSection, ProjectsSection, SchedulerSection, SummarizerSection,
    TimelineSection, TopicsSection,
};

#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct File {
    /// `mneme` or `memoryoss`.
    pub compat: Option<String>,
    pub data_dir: Option<PathBuf>,
    pub tls: TlsSection,
    pub doors: DoorsSection,
    pub auth: AuthSection,
    pub limits: LimitsSection,
    pub storage: StorageSection,
    pub index: IndexSection,
    pub embeddings: EmbeddingsSection,
    pub recall: RecallSection,
    pub trust: TrustSection,
    pub decay: DecaySection,
    pub encryption: EncryptionSection,
    pub sharing: SharingSection,
    pub consolidation: ConsolidationSection,
    pub decompose: DecomposeSection,
    pub logging: LoggingSection,
    pub timeline: TimelineSection,
    pub topics: TopicsSection,
    pub dedup: DedupSection,
    pub episodic: EpisodicSection,
    pub projects: ProjectsSection,
    pub summarizer: SummarizerSection,
    pub scheduler: SchedulerSection,
    pub notebook: NotebookSection,
    pub proxy: ProxySection,
    pub gateway: GatewaySection,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DoorsSection {
    pub http: Option<String>,
    pub notebook: Option<String>,
    pub metrics: Option<String>,
    pub grpc: Option<String>,
    /// A path, or `off`.
    pub ipc: Option<String>,
    /// Where the timeline's door acts for whoever shows no credential.
    pub grpc_namespace: Option<String>,
    /// Largest message it takes.
    pub grpc_message_bytes: Option<usize>,
    /// `optional`, or `required` of everybody.
    pub grpc_key: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NotebookSection {
    /// Where its door acts for whoever shows its secret, or needs none.
    pub namespace: Option<String>,
    /// Observations a session takes; 0 is no bound.
    pub max_observations: Option<u64>,
    /// Tokens of what a new session is told.
    pub token_budget: Option<u64>,
    /// Who observes where nobody says so.
    pub agent: Option<String>,
    /// Whether that agent sees its own things only.
    pub isolated: Option<bool>,
    /// A file with the secret in it; read again on a hang-up.
    pub secret_file: Option<PathBuf>,
    /// Where its notes in markdown are.
    pub second_brain: Option<PathBuf>,
    /// How much room pictures of observations may take.
    pub image_bytes: Option<u64>,
    /// Whether a model tells every new observation again.
    pub auto_compress: Option<bool>,
    /// Whether a model looks for things and what joins them in every new observation.
    pub graph_extraction: Option<bool>,
    /// Whether what belongs together is told once a day.
    pub consolidation: Option<bool>,
    /// Whether what has outlived its time goes by itself.
    pub auto_forget: Option<bool>,
}

#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AuthSection {
    /// Signs tokens; the environment's wins.
    pub jwt_secret: Option<String>,
    pub jwt_expiry_secs: Option<u64>,
    /// Signs receipts of forgetting; the environment's wins.
    pub audit_hmac_secret: Option<String>,
    /// Addresses and networks each namespace may be used from.
    pub ip_allowlists: BTreeMap<String, Vec<String>>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TlsSection {
    pub enabled: Option<bool>,
    /// Make a certificate for this machine when none is named.
    pub auto_generate: Option<bool>,
    pub cert_path: Option<PathBuf>,
    pub key_path: Option<PathBuf>,
    pub client_ca_path: Option<PathBuf>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LimitsSection {
    pub rate_limit_per_sec: Option<u32>,
    /// The largest body of a plain request to the memory API.
    pub max_body_bytes: Option<usize>,
    pub max_content_bytes: Option<usize>,
    pub max_event_bytes: Option<usize>,
    pub max_tags: Option<usize>,
    pub max_tag_length: Option<usize>,
    pub max_namespace_length: Option<usize>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StorageSection {
    /// Largest size of the database file; 0 is no limit but the disk's.
    pub max_bytes: Option<u64>,
    /// How long after forgetting old files are rid of it.
    pub purge_ms: Option<u64>,
    pub purge_wait_ms: Option<u64>,
    /// Writes that share one commit, at most.
    pub group_commit_ops: Option<usize>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct IndexSection {
    pub follow_ms: Option<u64>,
    pub small_namespace: Option<usize>,
    pub batch_events: Option<usize>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EmbeddingsSection {
    /// A model's name, or `off`.
    pub model: Option<String>,
    /// Where models are kept, a directory for each.
    pub models_dir: Option<PathBuf>,
    /// `int8` or `f32`.
    pub precision: Option<String>,
    /// Where a model elsewhere is asked, instead of its usual place.
    pub base_url: Option<String>,
    /// How long a model elsewhere may take for a page of texts.
    pub timeout_ms: Option<u64>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TrustSection {
    /// What is trusted less than this has `low_trust`; 0 to 1.
    pub threshold: Option<f64>,
    /// With `compat = "memoryoss"`: what is so near to a memory in meaning repeats it; 0 to 1.
    pub semantic_dedup_threshold: Option<f64>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DecaySection {
    /// Whether what nobody has a use for is put away by itself.
    pub enabled: Option<bool>,
    /// `age`, the only one there is.
    pub strategy: Option<String>,
    /// After so many days without a use.
    pub after_days: Option<u64>,
}

#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EncryptionSection {
    /// `local`, or `vault`.
    pub provider: Option<String>,
    /// Only for a provider there is not.
    pub key_id: Option<String>,
    pub region: Option<String>,
    pub vault_address: Option<String>,
    /// Without it the environment is asked.
    pub vault_token: Option<String>,
    pub vault_mount: Option<String>,
    pub vault_key_name: Option<String>,
    /// How long a data key that was replaced is kept at least.
    pub grace_period_secs: Option<u64>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SharingSection {
    /// Whether a webhook may lead to this machine or its network.
    pub allow_private_webhooks: Option<bool>,
    /// Grants of one space, at most.
    pub max_grants: Option<usize>,
    /// Spaces of one namespace, at most.
    pub max_shared_namespaces: Option<usize>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ConsolidationSection {
    /// Whether memories that say the same are made one by themselves.
    pub enabled: Option<bool>,
    /// How often it is looked for.
    pub interval_minutes: Option<u64>,
    /// From which likeness in meaning on; 0 to 1.
    pub threshold: Option<f64>,
    /// So many groups at most, each time.
    pub max_clusters: Option<usize>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RecallSection {
    /// `mneme` or `memoryoss`.
    pub ranking: Option<String>,
    /// What is written before what is near in meaning, where a question names something.
    pub identifiers_first: Option<bool>,
    /// How many answers are kept for whoever asks the same again, and how long.
    pub intent_cache_max_entries: Option<usize>,
    pub intent_cache_ttl_secs: Option<u64>,
    /// Of how many questions is remembered what they mean, and how long.
    pub question_cache_max_entries: Option<usize>,
    pub question_cache_ttl_secs: Option<u64>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LoggingSection {
    pub level: Option<String>,
    /// `text` or `json`.
    pub format: Option<String>,
}

// === impl File ===

impl File {
    /// The named file, or the default one if it exists, or nothing.
    pub fn load(named: Option<&Path>) -> Result<Loaded, Fault> {
        let Some(path) = named.map(Path::to_path_buf).or_else(default_file) else {
            return Ok(Loaded::default());
        };
        let text = std::fs::read_to_string(&path).map_err(|error| {
            bad(format!(
                "the settings file {} cannot be read: {error}",
                path.display()
            ))
        })?;
        Self::read(&path, &text)
    }

    /// What the file at `path` says.
    pub fn read(path: &Path, text: &str) -> Result<Loaded, Fault> {
        let mut file = Self::parse(text).map_err(|error| wrong(path, text, &error))?;
        let given = toml::from_str(text).map_err(|error| wrong(path, text, &error))?;
        // A path in a file is meant from where the file is.
        let beside = path.parent().unwrap_or(Path::new("."));
        for told in file.paths() {
            *told = beside.join(&told);
        }
        let origin = |name| (name, Origin::File(path.to_path_buf()));
        Ok(Loaded {
            given: names(&given).into_iter().map(origin).collect(),
            file,
            api_keys: Vec::new(),
        })
    }

    fn paths(&mut self) -> impl Iterator<Item = &mut PathBuf> {
        let tls = &mut self.tls;
        let all = [
            self.data_dir.as_mut(),
            self.embeddings.models_dir.as_mut(),
            tls.cert_path.as_mut(),
            tls.key_path.as_mut(),
            tls.client_ca_path.as_mut(),
        ];
        let others = self.projects.registered.iter_mut();
        all.into_iter().flatten().chain(others)
    }

    fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }
}

/// Names the line and the setting on it, and does not show it whole: there may be a secret.
pub fn wrong(path: &Path, text: &str, error: &toml::de::Error) -> Fault {
    let before = error.span().and_then(|span| text.get(..span.start));
    let line = before.unwrap_or_default().matches('\n').count();
    let name = text.lines().nth(line).and_then(|line| line.split_once('='));
    let name = name.map_or(String::new(), |(name, _)| format!(" ({})", name.trim()));
    let (shown, line, message) = (path.display(), line + 1, error.message());
    bad(format!("{shown}, line {line}{name}: {message}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_and_misspelt_ones_refused() {
        let file =
            File::parse("[doors]\nhttp = \"127.0.0.1:1\"\n[limits]\nmax_tags = 3\n").unwrap();
        assert_eq!(file.limits.max_tags, Some(3));
        assert!(File::parse("[doors]\nhtpp = \"127.0.0.1:1\"\n").is_err());
        assert!(File::parse("nonsense").is_err());
        let text = "[auth]\n\njwt_sekret = \"hush\"\n";
        let error = File::parse(text).err().unwrap();
        let told = wrong(Path::new("mneme.toml"), text, &error).error;
        assert!(
            told.starts_with("mneme.toml, line 3 (jwt_sekret):"),
            "{told}"
        );
        assert!(
            told.contains("jwt_sekret") && !told.contains("hush"),
            "{told}"
        );
    }
}
