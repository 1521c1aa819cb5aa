//! What is no endpoint, and where nobody is.

use std::net::TcpListener;

use memory_client::{ClientError, DEFAULT_ENDPOINT, MemoryClient};

async fn refused(endpoint: &str) -> ClientError {
    MemoryClient::connect(endpoint).await.unwrap_err()
}

#[tokio::test]
async fn t_069_a_text_that_is_no_endpoint_is_told_from_a_silent_one() {
    for text in [
        "not a url",
        "",
        "localhost:50051",
        "http://",
        "/path",
        "https://[::1]:1",
    ] {
        let error = refused(text).await;
        assert!(
            matches!(error, ClientError::InvalidEndpoint(_)),
            "{text}: {error:?}"
        );
        assert!(error.to_string().contains(&format!("'{text}'")), "{error}");
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let wrong = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let error = refused(&wrong).await;
    assert!(matches!(error, ClientError::Connection(_)), "{error:?}");
    assert!(error.to_string().contains("refused"), "{error}");
}

#[test]
fn t_105_the_default_endpoint_is_the_published_one() {
    assert_eq!(DEFAULT_ENDPOINT, "http://[::1]:50051");
}

/// Errors travel between threads and through boxes, as the published example has them.
#[test]
fn errors_are_errors() {
    fn assert_error<E: std::error::Error + Send + Sync + 'static>() {}
    assert_error::<ClientError>();
}
