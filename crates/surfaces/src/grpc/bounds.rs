//! Numbers and names of requests, with what is meant when nothing is given.

use tonic::Status;

/// A limit that is not given or makes no sense has its default; a large one has the largest.
pub fn limit(asked: i32, default: usize, most: usize) -> usize {
    match usize::try_from(asked) {
        Ok(0) | Err(_) => default,
        Ok(asked) => asked.min(most),
    }
}

/// Numbers above zero; zero is as good as nothing.
pub fn given(asked: i32) -> Option<usize> {
    usize::try_from(asked).ok().filter(|asked| *asked > 0)
}

/// Agents are known in small letters; an empty name is none.
pub fn agent(asked: Option<String>) -> Option<String> {
    let agent = asked.map(|agent| agent.to_lowercase());
    agent.filter(|agent| !agent.is_empty())
}

/// A score is a share, or the cosine of an angle; what is neither would find nothing, silently.
pub fn score(asked: f32, name: &str) -> Result<f64, Status> {
    match (-1.0..=1.0).contains(&asked) {
        true => Ok(f64::from(asked)),
        false => {
            let message = format!("{name} must lie between 0 and 1");
            Err(Status::invalid_argument(message))
        }
    }
}

pub fn required(value: &str, name: &str) -> Result<(), Status> {
    match value.trim().is_empty() {
        true => Err(Status::invalid_argument(format!("{name} is required"))),
        false => Ok(()),
    }
}
