//! One client, whoever answers: an address, the server of the data directory, or this process.

use std::time::Duration;

use mneme_model::{Code, Door};
use mneme_surfaces::desk::{fault, local_caller};
use mneme_surfaces::grpc;
use mneme_wire::Fault;
use mneme_wire::proto::memory_service_client::MemoryServiceClient;
use tonic::transport::{Channel, Endpoint};

use crate::port;
use crate::running::Running;
use crate::settings::Settings;

pub type Client = MemoryServiceClient<Channel>;

const CONNECT: Duration = Duration::from_secs(5);

/// At `endpoint` if one is named, else at the server of the data directory, else in this process.
pub async fn find(settings: &Settings, endpoint: Option<&str>) -> Result<Client, Fault> {
    if let Some(url) = endpoint {
        return at(url).await;
    }
    if let Some(running) = Running::find(&settings.data_dir).await {
        return match running.timeline() {
            Some(url) => at(&url).await,
            None => Err(closed(settings, running.pid)),
        };
    }
    let desk = port::open_existing(settings).await?;
    let caught_up = desk.engine.catch_up_toc(&local_caller(Door::Control)).await;
    caught_up.map_err(|error| fault(&error))?;
    let channel = grpc::channel(desk, &settings.grpc).await;
    let broken = |error| {
        Fault::new(
            Code::Internal,
            format!("the timeline does not answer: {error}"),
        )
    };
    Ok(client(channel.map_err(broken)?))
}

/// As [`find`], for a program that never opens the store itself: without a server of the data
/// directory it asks where one would be.
pub async fn find_running(settings: &Settings, endpoint: Option<&str>) -> Result<Client, Fault> {
    if let Some(url) = endpoint {
        return at(url).await;
    }
    if let Some(running) = Running::find(&settings.data_dir).await
        && let Some(url) = running.timeline()
    {
        return at(&url).await;
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

/// At an address.
pub async fn at(url: &str) -> Result<Client, Fault> {
    let named = Endpoint::from_shared(url.to_owned()).ok();
    let named = named.filter(|endpoint| endpoint.uri().authority().is_some());
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

fn closed(settings: &Settings, pid: i32) -> Fault {
    let dir = settings.data_dir.display();
    let message = format!("process {pid} serves {dir} with the timeline's door closed");
    let mut fault = Fault::new(Code::NotServing, message);
    fault.hint = String::from("start the server with --grpc localhost:50051");
    fault
}
