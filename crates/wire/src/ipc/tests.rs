use super::*;

fn read(text: &str) -> Result<Enveloped<Request>, String> {
    serde_json::from_str(text).map_err(|e| e.to_string())
}

#[test]
fn requests_read_as_documented() {
    assert_eq!(read(r#"{"type":"ping"}"#).unwrap().message, Request::Ping);
    let done = read(r#"{"type":"done","session_id":"s","later":1,"request_id":"7"}"#).unwrap();
    assert_eq!(done.request_id.as_deref(), Some("7"));
    let (session_id, force) = (String::from("s"), false);
    assert_eq!(done.message, Request::Done { session_id, force });
}

#[test]
fn what_is_missing_or_unknown_is_refused() {
    assert!(read(r#"{"type":"done"}"#).is_err());
    assert!(read(r#"{"type":"dance"}"#).is_err());
    assert!(read(r#"{"session_id":"s"}"#).is_err());
    assert!(read("[]").is_err());
}

#[test]
fn every_request_is_named_as_it_is_written() {
    let session_id = String::from("s");
    for request in [
        Request::Ping,
        Request::RegisterSession(Box::default()),
        Request::ListSessions {
            state: None,
            limit: 1,
        },
        Request::StartWatch {
            session_id: session_id.clone(),
        },
        Request::DeleteSession {
            session_id,
            force: true,
        },
    ] {
        let written = serde_json::to_value(&request).unwrap();
        assert_eq!(written["type"], request.name());
    }
}

#[test]
fn answers_carry_their_type_first_class() {
    let error = Reply::Error(Refusal::new(Trouble::Parse, "no"));
    let written = serde_json::to_value(&error).unwrap();
    assert_eq!(written["type"], "error");
    assert_eq!(written["code"], "PARSE_ERROR");
    let text = String::from_utf8(line(&error)).unwrap();
    assert!(text.ends_with("}\n") && !text[..text.len() - 1].contains('\n'));
}

#[test]
fn codes_are_said_once() {
    for (n, one) in Trouble::ALL.iter().enumerate() {
        assert!(
            Trouble::ALL[n + 1..]
                .iter()
                .all(|two| two.code() != one.code())
        );
    }
}

#[test]
fn a_refusal_has_an_exit_code_by_what_sort_of_trouble_it_is() {
    let exit = |trouble: Trouble| {
        let fault = crate::Fault {
            error: String::new(),
            code: trouble.code().to_owned(),
            hint: String::new(),
            retry_after_ms: None,
        };
        fault.exit_code()
    };
    assert_eq!(exit(Trouble::MemoryName), 2);
    assert_eq!(exit(Trouble::SessionNotFound), 3);
    assert_eq!(exit(Trouble::NotFound), 3);
    assert_eq!(exit(Trouble::InFlight), 5);
    assert_eq!(exit(Trouble::Redis), 5);
    assert_eq!(exit(Trouble::DirInit), 1);
    assert_eq!(exit(Trouble::Internal), 1);
}
