//! The service describes itself.

use std::net::SocketAddr;

use prost::Message;
use prost_types::FileDescriptorProto;
use tonic::Code;
use tonic::codegen::tokio_stream::iter;

use super::wire::{channel, runtime};
use crate::support::timeline;

const SERVICE: &str = "memory.MemoryService";
const NINE: [&str; 9] = [
    "IngestEvent",
    "GetTocRoot",
    "GetNode",
    "BrowseToc",
    "GetEvents",
    "ExpandGrip",
    "GetSchedulerStatus",
    "PauseJob",
    "ResumeJob",
];

/// What a reflection service answers.
pub enum Described {
    Services(Vec<String>),
    File(Box<FileDescriptorProto>),
    Refused(Code),
}

/// The same client for both versions of the protocol: the names of all services, or the file
/// that has a symbol.
macro_rules! reflection {
    ($name:ident, $version:ident) => {
        pub fn $name(address: SocketAddr, symbol: Option<&str>) -> Described {
            use tonic_reflection::pb::$version::ServerReflectionRequest;
            use tonic_reflection::pb::$version::server_reflection_client::ServerReflectionClient;
            use tonic_reflection::pb::$version::server_reflection_request::MessageRequest;
            use tonic_reflection::pb::$version::server_reflection_response::MessageResponse;
            let asked = match symbol {
                Some(symbol) => MessageRequest::FileContainingSymbol(symbol.to_owned()),
                None => MessageRequest::ListServices(String::new()),
            };
            let request = ServerReflectionRequest {
                host: String::new(),
                message_request: Some(asked),
            };
            let told = runtime().block_on(async {
                let mut client = ServerReflectionClient::new(channel(address).await.unwrap());
                let answers = client
                    .server_reflection_info(iter([request]))
                    .await
                    .unwrap();
                answers.into_inner().message().await
            });
            let told = match told {
                Ok(told) => told.unwrap(),
                Err(status) => return Described::Refused(status.code()),
            };
            match told.message_response.unwrap() {
                MessageResponse::ListServicesResponse(list) => {
                    let names = list.service.into_iter().map(|service| service.name);
                    Described::Services(names.collect())
                }
                MessageResponse::FileDescriptorResponse(files) => {
                    let file = &files.file_descriptor_proto[0];
                    Described::File(Box::new(
                        FileDescriptorProto::decode(file.as_slice()).unwrap(),
                    ))
                }
                MessageResponse::ErrorResponse(error) => {
                    Described::Refused(error.error_code.into())
                }
                other => panic!("{other:?}"),
            }
        }
    };
}

reflection!(v1, v1);
reflection!(v1alpha, v1alpha);

pub fn file(symbol: &str) -> FileDescriptorProto {
    match v1(timeline().grpc(), Some(symbol)) {
        Described::File(file) => *file,
        _ => panic!("{symbol} is not described"),
    }
}

fn assert_described(told: impl Fn(Option<&str>) -> Described) {
    let Described::Services(services) = told(None) else {
        panic!("no list");
    };
    for service in [SERVICE, "grpc.health.v1.Health"] {
        assert!(services.iter().any(|name| name == service), "{services:?}");
    }
    let Described::File(file) = told(Some(SERVICE)) else {
        panic!("no file");
    };
    let methods = file.service[0].method.iter().map(|method| method.name());
    let first: Vec<&str> = methods.take(9).collect();
    assert_eq!(first, NINE);
    let Described::File(file) = told(Some("memory.Event")) else {
        panic!("no event");
    };
    let event = file
        .message_type
        .iter()
        .find(|message| message.name() == "Event");
    let fields = event
        .unwrap()
        .field
        .iter()
        .map(|field| (field.number(), field.name()));
    let expected = [
        (1, "event_id"),
        (2, "session_id"),
        (3, "timestamp_ms"),
        (4, "event_type"),
        (5, "role"),
        (6, "text"),
        (7, "metadata"),
    ];
    assert_eq!(fields.take(7).collect::<Vec<_>>(), expected);
    assert!(matches!(
        told(Some("memory.Nobody")),
        Described::Refused(Code::NotFound)
    ));
}

#[test]
fn t_001_the_service_describes_itself_in_both_versions_of_the_protocol() {
    let address = timeline().grpc();
    assert_described(|symbol| v1(address, symbol));
    assert_described(|symbol| v1alpha(address, symbol));
    assert_eq!(file(SERVICE).package(), "memory");
}
