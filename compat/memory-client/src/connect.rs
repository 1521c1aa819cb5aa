//! Finding the daemon.

use std::time::Duration;

use tonic::transport::{Channel, Endpoint};

use crate::error::ClientError;

/// Where a daemon with default settings listens.
pub const DEFAULT_ENDPOINT: &str = "http://[::1]:50051";

/// The default, and the same door on a machine without IPv6.
pub const DEFAULTS: [&str; 2] = [DEFAULT_ENDPOINT, "http://127.0.0.1:50051"];

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Connects to one endpoint.
pub async fn connect(url: &str) -> Result<Channel, ClientError> {
    Ok(endpoint(url)?.connect().await?)
}

/// Connects to the first endpoint that answers; if none does, the first one's error counts.
pub async fn connect_any(urls: &[&str]) -> Result<Channel, ClientError> {
    let mut first = None;
    for url in urls {
        match connect(url).await {
            Ok(channel) => return Ok(channel),
            Err(error) => first = first.or(Some(error)),
        }
    }
    Err(first.unwrap_or_else(|| ClientError::InvalidEndpoint(String::from("there is none"))))
}

/// The door speaks plain HTTP/2, so other schemes cannot be meant.
fn endpoint(url: &str) -> Result<Endpoint, ClientError> {
    let invalid = |why: &str| ClientError::InvalidEndpoint(format!("'{url}' {why}"));
    let endpoint = Endpoint::from_shared(url.to_owned());
    let endpoint = endpoint.map_err(|_| invalid("is not a URL"))?;
    if endpoint.uri().scheme_str() != Some("http") {
        return Err(invalid("does not begin with http://"));
    }
    if endpoint.uri().host().is_none_or(str::is_empty) {
        return Err(invalid("names no host"));
    }
    Ok(endpoint.connect_timeout(CONNECT_TIMEOUT))
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    /// An endpoint where nobody listens any more.
    async fn deserted() -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        format!("http://{}", listener.local_addr().unwrap())
    }

    #[tokio::test]
    async fn the_second_endpoint_answers_for_the_first() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let open = format!("http://{}", listener.local_addr().unwrap());
        let closed = deserted().await;
        assert!(connect_any(&[&closed, &open]).await.is_ok());
        let nobody = connect_any(&[&closed, &closed]).await;
        assert!(matches!(nobody, Err(ClientError::Connection(_))));
    }

    #[test]
    fn the_defaults_are_one_door_in_two_families() {
        let ports = DEFAULTS.map(|url| endpoint(url).unwrap().uri().port_u16());
        assert_eq!(ports, [Some(50051), Some(50051)]);
    }
}
