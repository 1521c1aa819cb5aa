//! Settings: default, then file, then environment, then flag.

mod again;
pub(crate) mod agent_memory;
mod auth;
mod compat;
mod consolidation;
mod decay;
mod decompose;
mod embeddings;
mod encryption;
pub(crate) mod file;
mod foreign;
mod gateway;
pub(crate) mod memoryoss;
pub(crate) mod notebook;
mod origin;
mod sharing;
mod show;
pub(crate) mod source;
mod summarizer;
mod timeline;
mod tls;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};

use mneme_engine::jobs::JobSettings;
use mneme_model::Code;
use mneme_surfaces::grpc;
use mneme_surfaces::rest::BODY_BYTES;
use mneme_surfaces::rest::tls::Certificates;
use mneme_wire::Fault;

use crate::args::{Global, ServeArgs};
use crate::environment;
use crate::logging::Format;
use crate::spools::Ports;
use file::File;
use origin::Loaded;

pub use again::Again;
pub use agent_memory::{AgentMemory, load as load_agent_memory};
pub use compat::Compat;
pub use gateway::{Hybrid, key_variables};
pub use memoryoss::{Wanted, load as load_memoryoss};
pub use show::Row;
pub use source::Source;
pub use summarizer::Summarizer;
pub use tls::own_key as own_tls_key;

/// Everything this process was told.
#[derive(Clone, Debug)]
pub struct Settings {
    pub data_dir: PathBuf,
    pub log: String,
    pub log_format: Format,
    pub doors: Doors,
    pub rate_limit_per_sec: u32,
    /// The largest body of a plain request to the memory API.
    pub body_bytes: usize,
    pub store: mneme_store::Settings,
    pub engine: mneme_engine::Settings,
    /// Where models are kept, a directory for each.
    pub models_dir: PathBuf,
    /// Whose habits to keep.
    pub compat: Compat,
    /// How the HTTP doors speak TLS, if they do.
    pub tls: Option<Certificates>,
    /// How the timeline's door acts.
    pub grpc: grpc::Settings,
    /// How the notebook's door acts.
    pub notebook: mneme_surfaces::notebook::Settings,
    /// How calls of models pass through.
    pub gateway: mneme_gateway::Settings,
    pub hybrid: Hybrid,
    /// When jobs run.
    pub jobs: JobSettings,
    /// Who writes summaries.
    pub summarizer: Summarizer,
    /// How long jobs may go on after the server was told to stop.
    pub jobs_grace_secs: u64,
    /// Whether programs of this machine need no key.
    pub unlocked: bool,
    /// What to tell people about the settings file.
    pub warnings: Vec<String>,
    /// Every setting as `config show` tells it.
    pub shown: Vec<Row>,
    /// How to read the same again.
    pub again: Again,
    /// The file of memoryOSS they came from, if they did.
    pub source: Option<Source>,
}

/// Which doors to open, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Doors {
    pub http: Option<SocketAddr>,
    pub notebook: Option<SocketAddr>,
    pub metrics: Option<SocketAddr>,
    /// The timeline listens on each of these, at one port.
    pub grpc: Vec<SocketAddr>,
    pub ipc: Ipc,
}

/// Where the recorder of desktop sessions listens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Ipc {
    Off,
    /// Where its own settings say. One that another process has is left to it.
    #[default]
    Usual,
    At(PathBuf),
}

fn bad(message: impl Into<String>) -> Fault {
    Fault::new(Code::BadSetting, message)
}

// === impl Settings ===

impl Settings {
    /// With the doors somebody chose after the file was read.
    pub fn with_doors(mut self, flags: &ServeArgs, by: &str) -> Result<Self, Fault> {
        self.doors = self.doors.with_flags(flags)?;
        show::doors_again(&mut self, by);
        Ok(self)
    }

    /// The model that reads texts, here or elsewhere.
    pub fn reads_with(&self) -> Option<&str> {
        let here = self.engine.index.embeddings.as_ref();
        let elsewhere = self.engine.embed.as_ref().map(|embed| &embed.model);
        let model = elsewhere.or(here.map(|wanted| &wanted.model));
        model.map(String::as_str)
    }

    pub fn load(global: &Global) -> Result<Self, Fault> {
        let mut settings = Self::assemble(global, File::load(global.config.as_deref())?)?;
        let global = global.clone();
        settings.again = Again::by(move || Self::load(&global));
        Ok(settings)
    }

    /// From a file that was read already, in whichever form it was.
    pub(crate) fn assemble(global: &Global, loaded: Loaded) -> Result<Self, Fault> {
        let file = &loaded.file;
        let compat = Compat::parse(file.compat.as_deref())?;
        let data_dir = match global.data_dir.clone().or(file.data_dir.clone()) {
            Some(dir) => dir,
            None => default_data_dir()?,
        };
        let mut store = mneme_store::Settings::at(&data_dir);
        store.max_bytes = file.storage.max_bytes.unwrap_or(store.max_bytes);
        store.group_ops = file.storage.group_commit_ops.unwrap_or(store.group_ops);
        if store.group_ops == 0 {
            return Err(bad("storage.group_commit_ops must be more than 0"));
        }
        store.custody = encryption::read(&file.encryption, environment::var)?;
        let rate = file.limits.rate_limit_per_sec;
        let rate = rate.unwrap_or(compat.rate_limit_per_sec());
        if rate == 0 {
            return Err(bad("limits.rate_limit_per_sec must be more than 0"));
        }
        let body_bytes = file.limits.max_body_bytes.unwrap_or(BODY_BYTES);
        if body_bytes == 0 {
            return Err(bad("limits.max_body_bytes must be more than 0"));
        }
        let models_dir = embeddings::models_dir(global, file)?;
        let (mut jobs, jobs_grace_secs) = timeline::jobs(&file.scheduler)?;
        decay::schedule(decay::read(&file.decay)?, &mut jobs);
        consolidation::schedule(consolidation::read(&file.consolidation)?, &mut jobs);
        let (summarizer, warning) = summarizer::read(&file.summarizer);
        let mut settings = Self {
            doors: Doors::from_file(file)?,
            log: global
                .log
                .clone()
                .or(file.logging.level.clone())
                .unwrap_or_else(|| "info".into()),
            log_format: log_format(global, file)?,
            rate_limit_per_sec: rate,
            body_bytes,
            engine: engine(file, compat, &models_dir)?,
            tls: tls::read(file, compat, &data_dir)?,
            grpc: timeline::door(&file.doors)?,
            notebook: notebook::read(&file.notebook, environment::var)?,
            gateway: gateway::read(file, compat, &loaded.api_keys, environment::var)?,
            hybrid: gateway::hybrid(&file.gateway),
            jobs,
            jobs_grace_secs,
            summarizer,
            compat,
            models_dir,
            store,
            data_dir,
            unlocked: false,
            warnings: warning.into_iter().collect(),
            shown: Vec::new(),
            again: Again::default(),
            source: None,
        };
        settings.engine.image_bytes = notebook::image_bytes(&file.notebook, environment::var)?
            .unwrap_or(settings.engine.image_bytes);
        settings.engine.access.api_keys.clone_from(&loaded.api_keys);
        settings.engine.brief = settings.gateway.rules();
        let mapped = settings.gateway.keys.iter();
        let doors = [&settings.grpc.namespace, &settings.notebook.namespace];
        let names = doors.into_iter().chain(mapped.map(|key| &key.namespace));
        settings.engine.spoken_for.extend(names.cloned());
        let env = environment::var;
        let open = notebook::warning(&settings.notebook, env);
        settings.warnings.extend(open);
        settings.engine.embed =
            embeddings::elsewhere::read(&file.embeddings, global.read_by_key, env)?;
        if settings.engine.embed.is_some() {
            settings.engine.index.embeddings = None;
        }
        settings.engine.parts = decompose::read(&file.decompose, env)?;
        settings.engine.timeline.summariser = settings.summarizer.chat(env);
        settings.notebook.places = notebook::places(&file.notebook, &settings.data_dir, env);
        let told = settings.summarizer.chat(env);
        settings.engine.notebook = notebook::holds::read(&file.notebook, told, env)?;
        settings.shown = show::rows(&settings, &loaded, global);
        Ok(settings)
    }
}

fn engine(file: &File, compat: Compat, models_dir: &Path) -> Result<mneme_engine::Settings, Fault> {
    let mut settings = compat.engine();
    settings.ranking = embeddings::ranking(file)?.unwrap_or(settings.ranking);
    let identifiers_first = file.recall.identifiers_first;
    settings.identifiers_first = identifiers_first.unwrap_or(settings.identifiers_first);
    settings.access = auth::read(&file.auth)?;
    settings.timeline = timeline::contents(file)?;
    settings.purge_ms = file.storage.purge_ms.unwrap_or(settings.purge_ms);
    let purge_wait_ms = file.storage.purge_wait_ms;
    settings.purge_wait_ms = purge_wait_ms.unwrap_or(settings.purge_wait_ms);
    settings.decay = decay::read(&file.decay)?;
    let grace = file.encryption.grace_period_secs;
    settings.key_grace_secs = grace.unwrap_or(settings.key_grace_secs);
    settings.sharing = sharing::read(&file.sharing);
    settings.merge = consolidation::read(&file.consolidation)?;
    caches(file, &mut settings);
    settings.trust_threshold = file.trust.threshold.unwrap_or(settings.trust_threshold);
    if !(0.0..=1.0).contains(&settings.trust_threshold) {
        return Err(bad("trust.threshold must be between 0 and 1"));
    }
    if let (Some(from), Some(alike)) = (
        file.trust.semantic_dedup_threshold,
        settings.alike_from.as_mut(),
    ) {
        *alike = from;
    }
    if settings
        .alike_from
        .is_some_and(|from| !(0.0..=1.0).contains(&from))
    {
        return Err(bad(
            "trust.semantic_dedup_threshold must be between 0 and 1",
        ));
    }
    settings.index.embeddings = embeddings::read(file, models_dir)?;
    let limits = &mut settings.limits;
    limits.content_bytes = file
        .limits
        .max_content_bytes
        .unwrap_or(limits.content_bytes);
    let event_bytes = file.limits.max_event_bytes;
    limits.event_bytes = event_bytes.unwrap_or(limits.event_bytes);
    limits.tags = file.limits.max_tags.unwrap_or(limits.tags);
    limits.tag_bytes = file.limits.max_tag_length.unwrap_or(limits.tag_bytes);
    let namespace = file.limits.max_namespace_length;
    limits.namespace_bytes = namespace.unwrap_or(limits.namespace_bytes);
    let index = &mut settings.index;
    index.follow_ms = file.index.follow_ms.unwrap_or(index.follow_ms);
    index.small_namespace = file.index.small_namespace.unwrap_or(index.small_namespace);
    index.batch_events = file.index.batch_events.unwrap_or(index.batch_events);
    let limits = &settings.limits;
    let sizes = [
        limits.content_bytes,
        limits.event_bytes,
        settings.index.batch_events,
    ];
    if sizes.contains(&0) {
        return Err(bad(
            "limits.max_content_bytes, limits.max_event_bytes and index.batch_events must be more than 0",
        ));
    }
    Ok(settings)
}

/// How much is remembered of questions, and how long.
fn caches(file: &File, settings: &mut mneme_engine::Settings) {
    let section = &file.recall;
    let ms = |secs: u64| i64::try_from(secs.saturating_mul(1_000)).unwrap_or(i64::MAX);
    let answers = &mut settings.answers;
    answers.entries = section.intent_cache_max_entries.unwrap_or(answers.entries);
    answers.ttl_ms = section.intent_cache_ttl_secs.map_or(answers.ttl_ms, ms);
    let questions = &mut settings.index.questions;
    let entries = section.question_cache_max_entries;
    questions.entries = entries.unwrap_or(questions.entries);
    let ttl_secs = section.question_cache_ttl_secs;
    questions.ttl_ms = ttl_secs.map_or(questions.ttl_ms, ms);
}

fn log_format(global: &Global, file: &File) -> Result<Format, Fault> {
    match (global.log_format, file.logging.format.as_deref()) {
        (Some(format), _) => Ok(format),
        (None, None | Some("text")) => Ok(Format::Text),
        (None, Some("json")) => Ok(Format::Json),
        (None, Some(other)) => Err(bad(format!(
            "logging.format is text or json, not '{other}'"
        ))),
    }
}

pub fn default_data_dir() -> Result<PathBuf, Fault> {
    let from = |name: &str| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let base = from("XDG_DATA_HOME")
        .or_else(|| from("HOME").map(|home| home.join(".local").join("share")));
    base.map(|base| base.join("mneme"))
        .ok_or_else(|| bad("no home directory is known: give --data-dir"))
}

// === impl Doors ===

impl Doors {
    pub fn ports(&self) -> Ports {
        let notebook = self.notebook.iter().chain(&self.http);
        Ports {
            grpc: self.grpc.first().map(SocketAddr::port),
            notebook: notebook.map(SocketAddr::port).collect(),
        }
    }

    fn from_file(file: &File) -> Result<Self, Fault> {
        Ok(Self {
            http: address(
                "doors.http",
                file.doors.http.as_deref().unwrap_or("127.0.0.1:8000"),
            )?,
            notebook: address(
                "doors.notebook",
                file.doors.notebook.as_deref().unwrap_or("127.0.0.1:3111"),
            )?,
            metrics: address(
                "doors.metrics",
                file.doors.metrics.as_deref().unwrap_or("127.0.0.1:9091"),
            )?,
            grpc: addresses(
                "doors.grpc",
                file.doors.grpc.as_deref().unwrap_or("localhost:50051"),
            )?,
            ipc: file.doors.ipc.as_deref().map_or(Ipc::Usual, Ipc::named),
        })
    }

    /// Flags win; once `--http` is named, a door that is not named is off.
    pub fn with_flags(self, flags: &ServeArgs) -> Result<Self, Fault> {
        let named = flags.http.is_some();
        let choose = |name: &str, flag: &Option<String>, default: Option<SocketAddr>| match flag {
            Some(text) => address(name, text),
            None if named => Ok(None),
            None => Ok(default),
        };
        Ok(Self {
            http: choose("--http", &flags.http, self.http)?,
            notebook: choose("--notebook", &flags.notebook, self.notebook)?,
            metrics: choose("--metrics", &flags.metrics, self.metrics)?,
            grpc: match &flags.grpc {
                Some(text) => addresses("--grpc", text)?,
                None if named => Vec::new(),
                None => self.grpc,
            },
            ipc: match &flags.ipc {
                Some(text) => Ipc::named(text),
                None if named => Ipc::Off,
                None => self.ipc,
            },
        })
    }
}

// === impl Ipc ===

impl Ipc {
    fn named(text: &str) -> Self {
        match text {
            "off" => Ipc::Off,
            path => Ipc::At(PathBuf::from(path)),
        }
    }

    pub fn shown(&self) -> String {
        match self {
            Ipc::Off => String::from("off"),
            Ipc::Usual => String::from("ipc_socket_path of the recorder's config.json"),
            Ipc::At(path) => path.display().to_string(),
        }
    }
}

/// As [`address`]; `localhost` means this machine in both families.
fn addresses(name: &str, text: &str) -> Result<Vec<SocketAddr>, Fault> {
    let port = text.strip_prefix("localhost:").map(str::parse::<u16>);
    let Some(Ok(port)) = port else {
        return Ok(address(name, text)?.into_iter().collect());
    };
    let both: [IpAddr; 2] = [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
    Ok(both.map(|ip| SocketAddr::new(ip, port)).to_vec())
}

fn address(name: &str, text: &str) -> Result<Option<SocketAddr>, Fault> {
    if text == "off" {
        return Ok(None);
    }
    let wrong = || {
        bad(format!(
            "{name}: '{text}' is neither an address such as 127.0.0.1:8000 nor `off`"
        ))
    };
    text.parse().map(Some).map_err(|_| wrong())
}

/// The settings file a user would expect, if there is one.
fn default_file() -> Option<PathBuf> {
    let from = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let base = from("XDG_CONFIG_HOME").or_else(|| from("HOME").map(|home| home.join(".config")))?;
    Some(base.join("mneme").join("mneme.toml")).filter(|path: &PathBuf| Path::exists(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(http: Option<&str>, metrics: Option<&str>) -> ServeArgs {
        ServeArgs {
            http: http.map(Into::into),
            metrics: metrics.map(Into::into),
            ..ServeArgs::default()
        }
    }

    #[test]
    fn naming_http_closes_doors_that_are_not_named() {
        let doors = Doors::from_file(&File::default()).unwrap();
        assert_eq!(doors.clone().with_flags(&flags(None, None)).unwrap(), doors);
        let only = doors
            .clone()
            .with_flags(&flags(Some("127.0.0.1:0"), None))
            .unwrap();
        assert!(only.http.is_some() && only.notebook.is_none() && only.metrics.is_none());
        let off = doors.clone().with_flags(&flags(None, Some("off"))).unwrap();
        assert!(off.http.is_some() && off.metrics.is_none());
        assert!(doors.with_flags(&flags(Some("nonsense"), None)).is_err());
    }
}
