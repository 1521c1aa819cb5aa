//! Every number of the wire, as it was published.

use std::collections::BTreeMap;

use prost_types::field_descriptor_proto::{Label, Type};
use prost_types::{DescriptorProto, FieldDescriptorProto, FileDescriptorProto};

use super::reflection::file;

/// Request and reply of each call; none streams.
const CALLS: &str = "
IngestEvent: IngestEventRequest IngestEventResponse
GetTocRoot: GetTocRootRequest GetTocRootResponse
GetNode: GetNodeRequest GetNodeResponse
BrowseToc: BrowseTocRequest BrowseTocResponse
GetEvents: GetEventsRequest GetEventsResponse
ExpandGrip: ExpandGripRequest ExpandGripResponse
GetSchedulerStatus: GetSchedulerStatusRequest GetSchedulerStatusResponse
PauseJob: PauseJobRequest PauseJobResponse
ResumeJob: ResumeJobRequest ResumeJobResponse";

const MESSAGES: &str = "
IngestEventRequest: 1 event Event
IngestEventResponse: 1 event_id string; 2 created bool
Event: 1 event_id string; 2 session_id string; 3 timestamp_ms int64; 4 event_type EventType; 5 role EventRole; 6 text string; 7 metadata map string string
GetTocRootRequest:
GetTocRootResponse: 1 nodes rep TocNode
TocNode: 1 node_id string; 2 level TocLevel; 3 title string; 4 summary opt string; 5 bullets rep TocBullet; 6 keywords rep string; 7 child_node_ids rep string; 8 start_time_ms int64; 9 end_time_ms int64; 10 version int32
TocBullet: 1 text string; 2 grip_ids rep string
GetNodeRequest: 1 node_id string
GetNodeResponse: 1 node opt TocNode
BrowseTocRequest: 1 parent_id string; 2 limit int32; 3 continuation_token opt string
BrowseTocResponse: 1 children rep TocNode; 2 continuation_token opt string; 3 has_more bool
GetEventsRequest: 1 from_timestamp_ms int64; 2 to_timestamp_ms int64; 3 limit int32
GetEventsResponse: 1 events rep Event; 2 has_more bool
ExpandGripRequest: 1 grip_id string; 2 events_before opt int32; 3 events_after opt int32
ExpandGripResponse: 1 grip opt Grip; 2 events_before rep Event; 3 excerpt_events rep Event; 4 events_after rep Event
Grip: 1 grip_id string; 2 excerpt string; 3 event_id_start string; 4 event_id_end string; 5 timestamp_ms int64; 6 source string
GetSchedulerStatusRequest:
GetSchedulerStatusResponse: 1 scheduler_running bool; 2 jobs rep JobStatusProto
JobStatusProto: 1 job_name string; 2 cron_expr string; 3 last_run_ms int64; 4 last_duration_ms int64; 5 last_result JobResultStatus; 6 last_error opt string; 7 next_run_ms int64; 8 run_count uint64; 9 error_count uint64; 10 is_running bool; 11 is_paused bool
PauseJobRequest: 1 job_name string
PauseJobResponse: 1 success bool; 2 error opt string
ResumeJobRequest: 1 job_name string
ResumeJobResponse: 1 success bool; 2 error opt string";

/// The prefix of the values, and their names from 0 on.
const ENUMS: &str = "
EventType: EVENT_TYPE UNSPECIFIED SESSION_START USER_MESSAGE ASSISTANT_MESSAGE TOOL_RESULT ASSISTANT_STOP SUBAGENT_START SUBAGENT_STOP SESSION_END
EventRole: EVENT_ROLE UNSPECIFIED USER ASSISTANT SYSTEM TOOL
TocLevel: TOC_LEVEL UNSPECIFIED YEAR MONTH WEEK DAY SEGMENT
JobResultStatus: JOB_RESULT_STATUS UNSPECIFIED SUCCESS FAILED SKIPPED";

fn rows(table: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = table.lines().filter_map(|line| line.split_once(':'));
    lines.map(|(name, rest)| (name, rest.trim()))
}

/// `.memory.Event` without where it is.
fn plain(name: &str) -> &str {
    name.rsplit('.').next().unwrap()
}

/// A field as the table has it.
fn shown(message: &DescriptorProto, field: &FieldDescriptorProto) -> String {
    let kind = match field.r#type() {
        Type::String => "string".to_owned(),
        Type::Int64 => "int64".to_owned(),
        Type::Int32 => "int32".to_owned(),
        Type::Uint64 => "uint64".to_owned(),
        Type::Bool => "bool".to_owned(),
        _ => plain(field.type_name()).to_owned(),
    };
    let entry = message
        .nested_type
        .iter()
        .find(|nested| nested.name() == kind);
    let kind = match entry {
        Some(entry) => {
            let sides = entry.field.iter().map(|side| shown(entry, side));
            let sides: Vec<String> = sides.map(|side| plain_kind(&side)).collect();
            format!("map {}", sides.join(" "))
        }
        None if field.label() == Label::Repeated => format!("rep {kind}"),
        None if field.proto3_optional() => format!("opt {kind}"),
        None => kind,
    };
    format!("{} {} {kind}", field.number(), field.name())
}

/// The last word of a field.
fn plain_kind(shown: &str) -> String {
    shown.rsplit(' ').next().unwrap().to_owned()
}

fn assert_messages(file: &FileDescriptorProto) {
    let described: BTreeMap<&str, &DescriptorProto> = file
        .message_type
        .iter()
        .map(|message| (message.name(), message))
        .collect();
    for (name, published) in rows(MESSAGES) {
        let message = described[name];
        let fields: Vec<String> = message
            .field
            .iter()
            .map(|field| shown(message, field))
            .collect();
        let published: Vec<&str> = published
            .split("; ")
            .filter(|field| !field.is_empty())
            .collect();
        let first = &fields[..published.len()];
        assert_eq!(first, published, "{name}");
        // What came later took none of the published numbers.
        for later in &message.field[published.len()..] {
            let number = usize::try_from(later.number()).unwrap();
            assert!(number > published.len(), "{name}: {}", later.name());
        }
    }
}

fn assert_enums(file: &FileDescriptorProto) {
    for (name, published) in rows(ENUMS) {
        let found = file
            .enum_type
            .iter()
            .find(|one| one.name() == name)
            .unwrap();
        let (prefix, values) = published.split_once(' ').unwrap();
        let expected = (0..)
            .zip(values.split(' '))
            .map(|(n, value)| (n, format!("{prefix}_{value}")));
        let values = found
            .value
            .iter()
            .map(|value| (value.number(), value.name().to_owned()));
        assert_eq!(
            values.collect::<Vec<_>>(),
            expected.collect::<Vec<_>>(),
            "{name}"
        );
    }
}

#[test]
fn t_091_every_number_is_as_published() {
    let file = file("memory.MemoryService");
    let calls: Vec<(&str, String)> = rows(CALLS)
        .map(|(name, both)| (name, both.to_owned()))
        .collect();
    let first = file.service[0]
        .method
        .iter()
        .take(calls.len())
        .map(|method| {
            assert!(!method.client_streaming() && !method.server_streaming());
            let both = format!(
                "{} {}",
                plain(method.input_type()),
                plain(method.output_type())
            );
            (method.name(), both)
        });
    assert_eq!(first.collect::<Vec<_>>(), calls);
    assert_messages(&file);
    assert_enums(&file);
}
