//! Every request and every reply of the catalogue, as JSON.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{room, within};
use mneme_wire::operations::{CATALOGUE, Operation};
use mneme_wire::shapes::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

fn both<O: Operation>(json: &[u8]) {
    again::<O>(json);
    again::<O::Reply>(json);
}

/// What was read can be written, and is read as the same again.
fn again<T: Serialize + DeserializeOwned>(json: &[u8]) {
    let Ok(read) = within(room(json.len()), || serde_json::from_slice::<T>(json)) else {
        return;
    };
    let written = serde_json::to_value(&read).unwrap();
    let back: T = serde_json::from_value(written.clone()).unwrap();
    assert_eq!(serde_json::to_value(&back).unwrap(), written);
}

const READERS: &[fn(&[u8])] = &[
    both::<StoreRequest>,
    both::<StoreBatchRequest>,
    both::<RecallRequest>,
    both::<RecallBatchRequest>,
    both::<UpdateRequest>,
    both::<ListRequest>,
    both::<InspectRequest>,
    both::<IngestRequest>,
    both::<EventsRequest>,
    both::<TocRequest>,
    both::<GripRequest>,
    both::<ForgetRequest>,
    both::<CertifiedRequest>,
    both::<ListReceiptsRequest>,
    both::<ShowReceiptRequest>,
    both::<ReceiptKeyRequest>,
    both::<CheckReceiptRequest>,
    both::<FeedbackRequest>,
    both::<PinRequest>,
    both::<TrustStatsRequest>,
    both::<PeekRequest>,
    both::<ReviewQueueRequest>,
    both::<ReviewActionRequest>,
    both::<LifecycleRequest>,
    both::<RecentRequest>,
    both::<HudRequest>,
    both::<ExplainRequest>,
    both::<SpaceStatsRequest>,
    both::<IdfStatsRequest>,
    both::<IndexHealthRequest>,
    both::<CacheStatsRequest>,
    both::<CacheFlushRequest>,
    both::<IntentStatsRequest>,
    both::<IntentFlushRequest>,
    both::<PrefetchStatsRequest>,
    both::<ShareRequest>,
    both::<ListSharedRequest>,
    both::<UnshareRequest>,
    both::<GrantRequest>,
    both::<ListGrantsRequest>,
    both::<UngrantRequest>,
    both::<AccessibleRequest>,
    both::<DecayRequest>,
    both::<ConsolidateRequest>,
    both::<HistoryRequest>,
    both::<HistoryBundleRequest>,
    both::<ReplayRequest>,
    both::<ExportRequest>,
    both::<ImportRequest>,
    both::<NotebookExportRequest>,
    both::<NotebookImportRequest>,
    both::<SupersedeRequest>,
    both::<AuditRequest>,
    both::<DumpRequest>,
    both::<StatsRequest>,
    both::<VerifyRequest>,
    both::<RebuildRequest>,
    both::<TimelineStatsRequest>,
    both::<CompactRequest>,
    both::<RebuildTocRequest>,
    both::<ToolRequest>,
    both::<BackupRequest>,
    both::<MigrateRequest>,
    both::<NewKeyRequest>,
    both::<ListKeysRequest>,
    both::<RevokeKeyRequest>,
    both::<RotateKeyRequest>,
    both::<RevokeDataKeyRequest>,
    both::<DataKeysRequest>,
    both::<NewTokenRequest>,
    both::<ViewRequest>,
    both::<TradeKeyRequest>,
];
const _: () = assert!(READERS.len() == CATALOGUE.len(), "one for each row");

fuzz_target!(|input: &[u8]| {
    let [which, json @ ..] = input else {
        return;
    };
    READERS[usize::from(*which) % READERS.len()](json);
});
