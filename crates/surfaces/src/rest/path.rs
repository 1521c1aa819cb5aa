//! Paths that try to climb are refused before anybody reads them.

use mneme_model::{Code, percent};

use super::Refusal;

/// How often a path may be encoded upon itself and still be seen through.
const LAYERS: usize = 3;

/// No empty step, and no `.` or `..` as a step, however they are encoded. An encoded slash alone
/// is fine: an id may have one.
pub fn check(path: &str) -> Result<(), Refusal> {
    let mut seen = path.as_bytes().to_vec();
    let mut climbs = path.contains("//") || has_dots(&seen);
    for _ in 0..LAYERS {
        seen = percent::decode(&seen);
        climbs |= has_dots(&seen);
    }
    if climbs {
        let message = "the path has an empty step, or one of dots";
        return Err(Refusal::new(Code::BadPath, message));
    }
    Ok(())
}

fn has_dots(path: &[u8]) -> bool {
    let mut steps = path.split(|byte| matches!(byte, b'/' | b'\\'));
    steps.any(|step| matches!(step, b"." | b".."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_climb_are_seen_through_their_encoding() {
        for path in [
            "/v1/..",
            "/v1/../x",
            "/./v1",
            "/v1/.",
            "//v1",
            "/v1//store",
            "/v1/..%2f",
            "/v1/..%2F..%2fetc",
            "/v1/%2e%2e/x",
            "/v1/%2E./x",
            "/v1/.%2e",
            "/v1/%2e",
            "/v1/inspect/..%5cx",
            "/v1/inspect/a%2f..%2fb",
            "/v1/%252e%252e%252f",
            "/v1/%25252e%25252e%25252f",
            "/proxy/v1/..%2f",
        ] {
            assert!(check(path).is_err(), "{path}");
        }
    }

    #[test]
    fn other_dots_slashes_and_signs_are_left_alone() {
        for path in [
            "/",
            "/v1/store",
            "/v1/",
            "/v1/inspect/a%2Fb",
            "/v1/inspect/...",
            "/v1/inspect/a..b",
            "/v1/inspect/..a",
            "/v1/inspect/100%25",
            "/v1/inspect/%",
            "/v1/inspect/%2",
            "/v1/inspect/%zz",
            "/v1/inspect/%FF",
            "*",
            "",
        ] {
            assert!(check(path).is_ok(), "{path}");
        }
    }
}
