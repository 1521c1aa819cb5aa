//! One client, whoever answers: an address, the server of the data directory, or this process.

use std::time::Duration;

use mneme_model::{Code, Door};
use mneme_surfaces::desk::{fault, local_caller};
use mneme_surfaces::grpc;
use mneme_wire::Fault;
use mneme_wire::client::ControlClient;
use mneme_wire::proto::memory_service_client::MemoryServiceClient;
use tonic::transport::{Channel, Endpoint};

use crate::port;
use crate::settings::Settings;

pub type Client = MemoryServiceClient<Channel>;

const CONNECT: Duration = Duration::from_secs(5);

/// Who is asked, and about which namespace.
#[derive(Clone, Copy, Debug, Default)]
pub struct Whom<'a> {
    pub endpoint: Option<&'a str>,
    pub namespace: Option<&'a str>,
}

/// At the endpoint if one is named, else of the server of the data directory, else in this
/// process.
pub async fn find(settings: &Settings, whom: Whom<'_>) -> Result<Client, Fault> {
    if let Some(client) = answering(settings, whom).await? {
        return Ok(client);
    }
    let desk = port::open_existing(settings).await?;
    let local = local_caller(Door::Control);
    let caught_up = desk.engine.catch_up_toc(&local).await;
    caught_up.map_err(|error| fault(&error))?;
    let caller = desk.engine.within(&local, whom.place(settings));
    let caller = caller.map_err(|error| fault(&error))?;
    let channel = grpc::channel(desk, caller).await;
    channel.map(client).map_err(broken)
}

/// As [`find`], for a program that never opens the store itself: without a server of the data
/// directory it asks where one would be.
pub async fn find_running(settings: &Settings, endpoint: Option<&str>) -> Result<Client, Fault> {
    let whom = Whom {
        endpoint,
        namespace: None,
    };
    if let Some(client) = answering(settings, whom).await? {
        return Ok(client);
    }
    // The newer family first, as the reference names it; of a refusal, too.
    let mut refusal = None;
    for address in settings.doors.grpc.iter().rev() {
        match at(&format!("http://{address}")).await {
            Ok(client) => return Ok(client),
            Err(fault) => refusal = refusal.or(Some(fault)),
        }
    }
    let off = || Fault::new(Code::NotServing, "the timeline's door is off");
    Err(refusal.unwrap_or_else(off))
}

/// Whoever answers at the endpoint, or for the data directory.
async fn answering(settings: &Settings, whom: Whom<'_>) -> Result<Option<Client>, Fault> {
    if let Some(url) = whom.endpoint {
        if whom.namespace.is_some() {
            let message =
                "--namespace is for a data directory; an address has a namespace of its own";
            return Err(Fault::new(Code::BadRequest, message));
        }
        return at(url).await.map(Some);
    }
    let Some(server) = ControlClient::find(&settings.data_dir).await else {
        return Ok(None);
    };
    let stream = server.timeline(whom.place(settings)).await?;
    let channel = grpc::over(stream).await;
    channel.map(|channel| Some(client(channel))).map_err(broken)
}

// === impl Whom ===

impl Whom<'_> {
    /// What is not named is where the door acts.
    pub fn place<'a>(&'a self, settings: &'a Settings) -> Option<&'a str> {
        let door = Some(settings.grpc.namespace.as_str());
        self.namespace.or(door.filter(|name| *name != "default"))
    }
}

fn broken(error: tonic::transport::Error) -> Fault {
    let message = format!("the timeline does not answer: {error}");
    Fault::new(Code::Internal, message)
}

/// At an address.
pub async fn at(url: &str) -> Result<Client, Fault> {
    let named = Endpoint::from_shared(url.to_owned()).ok();
    let is_http = |endpoint: &Endpoint| endpoint.uri().scheme_str() == Some("http");
    let named = named.filter(is_http);
    let endpoint = named.ok_or_else(|| no_address(url))?;
    let connected = endpoint.connect_timeout(CONNECT).connect().await;
    connected.map(client).map_err(|_| nobody(url))
}

fn client(channel: Channel) -> Client {
    Client::new(channel)
        .max_decoding_message_size(usize::MAX)
        .max_encoding_message_size(usize::MAX)
}

fn no_address(url: &str) -> Fault {
    let mut fault = Fault::new(Code::BadRequest, format!("'{url}' is no address"));
    fault.hint = String::from("give one such as http://[::1]:50051");
    fault
}

fn nobody(url: &str) -> Fault {
    Fault::new(Code::NotServing, format!("no daemon answers at {url}"))
}
