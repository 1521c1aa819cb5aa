//! What recording tells about itself, under the names its dashboards know.

use std::time::Duration;

use mneme_model::signal::{Histogram, Signal};

macro_rules! signals {
    ($($name:ident $kind:ident $metric:literal $help:literal $($labels:literal)?;)*) => {
        $(pub static $name: Signal = Signal::$kind($metric, $help)$(.labelled($labels))?;)*

        pub static ALL: [&Signal; [$(stringify!($name)),*].len()] = [$(&$name),*];
    };
}

signals! {
    ACTIVE gauge "ma_active_sessions" "recordings that go on";
    REGISTERED counter "ma_sessions_registered_total" "recordings registered";
    COMPLETED counter "ma_sessions_completed_total" "recordings ended by their owner";
    LOST counter "ma_sessions_lost_total" "recordings that ended otherwise";
    DEGRADED gauge "ma_sessions_reasoning_degraded" "recordings whose models do not answer";
    ADDRESS_SESSION counter "ma_session_server_address_source" "where the address of the actuation peer came from" r#"source="per_session""#;
    ADDRESS_GLOBAL counter "ma_session_server_address_source" "where the address of the actuation peer came from" r#"source="global_config""#;
    STEPS counter "ma_steps_total" "steps recorded";
    FAILED_COMMANDS counter "ma_steps_failed_total" "steps whose command failed";
    SUSPECTS counter "ma_steps_suspect_total" "steps whose typed text looks cut off";
    POSITIONS counter "ma_position_events_dropped_total" "events that only said where the pointer is";
    HEARTBEATS counter "ma_stream_heartbeats_total" "heartbeats of actuation peers";
    STREAMS gauge "ma_streams_open" "streams of actuation peers that are read";
    RECONNECTS counter "ma_stream_reconnects_total" "streams that broke and were found again";
    FRAMES_STORED counter "ma_frame_fetches_total" "pictures asked for, by what became of them" r#"result="stored""#;
    FRAMES_FAILED counter "ma_frame_fetches_total" "pictures asked for, by what became of them" r#"result="failed""#;
    FRAMES_PENDING gauge "ma_frames_pending" "pictures on their way";
    FRAMES_MARKED counter "ma_frames_marked_total" "pictures that show where the pointer was";
    FRAME_BYTES counter "ma_frame_bytes_total" "bytes of pictures stored";
    EYES_DOWN gauge "ma_capture_servers_down" "capture peers that do not answer";
    RECORDS_WRITTEN counter "ma_metadata_writes_total" "times the record of a recording was written";
    APPENDS_RETRIED counter "ma_journal_retries_total" "times the journal had to be asked again";
    PUSH_QUEUE gauge "ma_ipc_push_queue_depth" "notices that wait for those who watch";
    WATCHERS_DROPPED counter "ma_ipc_watchers_dropped_total" "watchers that did not read and were let go";
    IPC_OPEN gauge "ma_ipc_connections_active" "connections to the recorder's socket";
    IPC_REQUESTS counter "ma_ipc_requests_total" "requests at the recorder's socket";
    ASKED_PING counter "ma_ipc_requests_by_type_total" "requests that were understood, by what they ask for" r#"type="ping""#;
    ASKED_REGISTER_SESSION counter "ma_ipc_requests_by_type_total" "requests that were understood, by what they ask for" r#"type="register_session""#;
    ASKED_GET_SESSION_STATUS counter "ma_ipc_requests_by_type_total" "requests that were understood, by what they ask for" r#"type="get_session_status""#;
    ASKED_LIST_SESSIONS counter "ma_ipc_requests_by_type_total" "requests that were understood, by what they ask for" r#"type="list_sessions""#;
    ASKED_START_WATCH counter "ma_ipc_requests_by_type_total" "requests that were understood, by what they ask for" r#"type="start_watch""#;
    ASKED_DONE counter "ma_ipc_requests_by_type_total" "requests that were understood, by what they ask for" r#"type="done""#;
    ASKED_LOAD_SESSION counter "ma_ipc_requests_by_type_total" "requests that were understood, by what they ask for" r#"type="load_session""#;
    ASKED_UPDATE_ANNOTATION_PROGRESS counter "ma_ipc_requests_by_type_total" "requests that were understood, by what they ask for" r#"type="update_annotation_progress""#;
    ASKED_CLOSE_ANNOTATION counter "ma_ipc_requests_by_type_total" "requests that were understood, by what they ask for" r#"type="close_annotation""#;
    ASKED_COMPLETE_ANNOTATION counter "ma_ipc_requests_by_type_total" "requests that were understood, by what they ask for" r#"type="complete_annotation""#;
    ASKED_FINALIZE_MEMORY counter "ma_ipc_requests_by_type_total" "requests that were understood, by what they ask for" r#"type="finalize_memory""#;
    ASKED_COMPILE_MEMORY counter "ma_ipc_requests_by_type_total" "requests that were understood, by what they ask for" r#"type="compile_memory""#;
    ASKED_REASONING_DEGRADED counter "ma_ipc_requests_by_type_total" "requests that were understood, by what they ask for" r#"type="reasoning_degraded""#;
    ASKED_CIRCUIT_RESET counter "ma_ipc_requests_by_type_total" "requests that were understood, by what they ask for" r#"type="circuit_reset""#;
    ASKED_DELETE_SESSION counter "ma_ipc_requests_by_type_total" "requests that were understood, by what they ask for" r#"type="delete_session""#;
    IPC_REFUSED counter "ma_ipc_errors_total" "requests that were refused";
    REGISTRY_ERRORS counter "ma_registry_errors_total" "times the registry did not answer as it should";
    SWEPT counter "ma_sessions_swept_total" "recordings put in order at start";
    ROUTED counter "ma_storage_routing_decisions_total" "where recordings are kept" r#"backend="local""#;
    STORAGE_ERRORS counter "ma_storage_backend_errors_total" "files that could not be written" r#"backend="local""#;
}

pub static STEP_TOOK: Histogram = Histogram::new(
    "ma_step_latency_ms",
    "from hearing a command to having it on disk",
    &[1, 2, 5, 10, 20, 50, 100, 250, 500, 1_000, 5_000],
);
pub static FRAME_TOOK: Histogram = Histogram::new(
    "ma_frame_fetch_latency_ms",
    "from asking for a picture to having it",
    &[5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000],
);

pub static REQUEST_TOOK: Histogram = Histogram::new(
    "ma_ipc_request_latency_ms",
    "from understanding a request to having its answer",
    &[1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 5_000, 30_000],
);

pub static HISTOGRAMS: [&Histogram; 3] = [&STEP_TOOK, &FRAME_TOOK, &REQUEST_TOOK];

/// A request of this name was answered.
pub fn request(name: &str, took: Duration) {
    let of = |signal: &&&Signal| {
        let label = signal.labels.strip_prefix("type=\"");
        label.and_then(|label| label.strip_suffix('"')) == Some(name)
    };
    if let Some(signal) = ALL.iter().find(of) {
        signal.add(1);
    }
    REQUEST_TOOK.observe(took, 1);
}

/// What became of a picture.
pub fn picture(stored: Option<u64>, took: Duration) {
    match stored {
        Some(bytes) => {
            FRAMES_STORED.add(1);
            FRAME_BYTES.add(bytes);
        }
        None => FRAMES_FAILED.add(1),
    }
    FRAME_TOOK.observe(took, 1);
}
