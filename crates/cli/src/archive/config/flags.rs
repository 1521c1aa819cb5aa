//! `config`, as it is written.

use clap::Args as ClapArgs;

/// `config`: every flag sets the key of its name in `config.json`; what only the file can say
/// (`model`, `observability`, backends and rules) has none.
#[derive(Debug, Default, ClapArgs)]
#[command(
    after_help = "Only what is given changes. Without a flag everything is shown. A running recorder reads the file when it starts.\nA secret may be written as env:NAME or file:PATH, so that the file only says where it is."
)]
pub struct ConfigFlags {
    /// Where recordings are kept [default: ~/memories]
    #[arg(long, value_name = "DIR", help_heading = "Storage")]
    pub storage_path: Option<String>,
    /// Where they are kept first: local or cloud_primary [default: local]
    #[arg(long, value_name = "MODE", help_heading = "Storage")]
    pub storage_mode: Option<String>,
    /// Redis to keep sessions in, as redis:// or rediss://; empty keeps them here [default: empty]
    #[arg(long, value_name = "URL", help_heading = "Infrastructure")]
    pub redis_url: Option<String>,
    /// Kafka broker the commands come from
    #[arg(long, value_name = "ADDR", help_heading = "Infrastructure")]
    pub kafka_broker: Option<String>,
    /// Port for clients on other machines; without one there are none
    #[arg(long, value_name = "PORT", help_heading = "Infrastructure")]
    pub ipc_port: Option<u16>,
    /// Address that port is opened on [default: 0.0.0.0]
    #[arg(long, value_name = "ADDR", help_heading = "Infrastructure")]
    pub ipc_bind_addr: Option<String>,
    /// Control-Center, for sessions that name none (host:port)
    #[arg(long, value_name = "ADDR", help_heading = "Peers")]
    pub control_center_addr: Option<String>,
    /// Token for Control-Center, with the scope `monitor`; MA_CC_TOKEN wins
    #[arg(long, value_name = "TOKEN", help_heading = "Peers")]
    pub control_center_token: Option<String>,
    /// Certificate of the one authority Control-Center is trusted by
    #[arg(long, value_name = "FILE", help_heading = "Peers")]
    pub control_center_tls_ca: Option<String>,
    /// TLS if it answers (auto), always (strict) or never (legacy) [default: auto]
    #[arg(long, value_name = "HOW", help_heading = "Peers")]
    pub control_center_security: Option<String>,
    /// Newest version of Control-Center to work with, if newer than those known
    #[arg(long, value_name = "VERSION", help_heading = "Peers")]
    pub control_center_max_version: Option<String>,
    /// Only warn about a version of Control-Center that is not supported
    #[arg(
        long,
        conflicts_with = "no_control_center_allow_unsupported",
        help_heading = "Peers"
    )]
    pub control_center_allow_unsupported: bool,
    /// Refuse it again
    #[arg(long, help_heading = "Peers")]
    pub no_control_center_allow_unsupported: bool,
    /// The-Eyes, for sessions that name none (http://host:port)
    #[arg(long, value_name = "URL", help_heading = "Peers")]
    pub the_eyes_addr: Option<String>,
    /// Seconds between two looks at whether The-Eyes lives [default: 10]
    #[arg(long, value_name = "SECONDS", help_heading = "Peers")]
    pub the_eyes_poll_interval: Option<u64>,
    /// Seconds without a word from Control-Center after which a session is lost [default: 30]
    #[arg(long, value_name = "SECONDS", help_heading = "Peers")]
    pub silence_timeout: Option<u64>,
    /// Cloud to keep recordings in: aws, azure or gcp
    #[arg(long, value_name = "PROVIDER", help_heading = "Cloud")]
    pub cloud: Option<String>,
    /// Bucket of S3
    #[arg(long, value_name = "NAME", help_heading = "Cloud")]
    pub aws_bucket: Option<String>,
    /// Region of S3, such as us-east-1
    #[arg(long, value_name = "NAME", help_heading = "Cloud")]
    pub aws_region: Option<String>,
    /// Storage account of Azure
    #[arg(long, value_name = "NAME", help_heading = "Cloud")]
    pub azure_account: Option<String>,
    /// Container or file share of Azure
    #[arg(long, value_name = "NAME", help_heading = "Cloud")]
    pub azure_container: Option<String>,
    /// Kind of Azure storage: auto, blob, adls or files [default: auto]
    #[arg(long, value_name = "KIND", help_heading = "Cloud")]
    pub azure_storage_type: Option<String>,
    /// Bucket of Google Cloud
    #[arg(long, value_name = "NAME", help_heading = "Cloud")]
    pub gcp_bucket: Option<String>,
    /// Project of Google Cloud, if it must be named
    #[arg(long, value_name = "ID", help_heading = "Cloud")]
    pub gcp_project: Option<String>,
    /// Recorder on another machine, for annotators (host:port)
    #[arg(long, value_name = "ADDR", help_heading = "Annotators")]
    pub ma_core_addr: Option<String>,
    /// Fingerprint of its certificate (AA:BB:CC:…)
    #[arg(long, value_name = "HEX", help_heading = "Annotators")]
    pub ipc_server_fingerprint: Option<String>,
    /// Who annotates on this machine
    #[arg(long, value_name = "ID", help_heading = "Annotators")]
    pub annotator_id: Option<String>,
    /// Their key; MA_ANNOTATOR_KEY wins
    #[arg(long, value_name = "KEY", help_heading = "Annotators")]
    pub annotator_key: Option<String>,
    /// Tenant of sessions that name none
    #[arg(long, value_name = "ID", help_heading = "Annotators")]
    pub tenant_id: Option<String>,
    /// Steps between two writings of a session's metadata [default: 10]
    #[arg(long, value_name = "STEPS", help_heading = "Advanced")]
    pub metadata_flush_interval: Option<u64>,
    /// Where files of cloud sessions are read back to [default: the system's temporary directory]
    #[arg(long, value_name = "DIR", help_heading = "Advanced")]
    pub temp_session_dir: Option<String>,
    /// Show everything, secrets as `(set)`
    #[arg(long)]
    pub show: bool,
}
