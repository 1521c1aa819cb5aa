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
    both::<ForgetRequest>,
    both::<CertifiedRequest>,
    both::<ReceiptKeyRequest>,
    both::<ExportRequest>,
    both::<SupersedeRequest>,
    both::<AuditRequest>,
    both::<DumpRequest>,
    both::<StatsRequest>,
    both::<VerifyRequest>,
    both::<RebuildRequest>,
    both::<BackupRequest>,
    both::<MigrateRequest>,
    both::<NewKeyRequest>,
    both::<ListKeysRequest>,
    both::<RevokeKeyRequest>,
    both::<NewTokenRequest>,
    both::<TradeKeyRequest>,
    both::<TimelineStatsRequest>,
    both::<CompactRequest>,
    both::<RebuildTocRequest>,
    both::<ImportRequest>,
];
const _: () = assert!(READERS.len() == CATALOGUE.len(), "one for each row");

fuzz_target!(|input: &[u8]| {
    let [which, json @ ..] = input else {
        return;
    };
    READERS[usize::from(*which) % READERS.len()](json);
});
