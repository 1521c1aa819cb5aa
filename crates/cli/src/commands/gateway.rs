//! `mneme gateway simulate`: a provider to try the proxy with.

use std::process::ExitCode;
use std::time::Duration;

use mneme_model::{Clock, Code};
use mneme_peers::Upstream;
use mneme_peers::upstream::{Request, Settings};
use mneme_wire::Fault;

use super::Outcome;
use crate::args::{GatewayVerb, SimulateProviderArgs};
use crate::clock::WallClock;
use crate::output;

pub async fn run(verb: GatewayVerb) -> Outcome {
    let GatewayVerb::Simulate(args) = verb;
    let upstream = open(&args).await?;
    say!("{}", told(&upstream));
    output::note("waiting for somebody to ask; Ctrl-C ends it");
    tokio::select! {
        () = perform(&upstream) => {}
        _ = tokio::signal::ctrl_c() => {}
    }
    Ok(ExitCode::SUCCESS)
}

async fn open(args: &SimulateProviderArgs) -> Result<Upstream, Fault> {
    let settings = Settings {
        bind: args.bind,
        delay: Duration::from_millis(args.delay_ms),
        pause: Duration::from_millis(args.pause_ms),
        says: args.say.clone(),
        listens: true,
        created: WallClock.now_ms() / 1_000,
        ..Settings::default()
    };
    let opened = Upstream::start(settings).await;
    opened.map_err(|error| Fault::new(Code::PortTaken, error.to_string()))
}

/// Where it is, as the settings file that leads there: with a key, which it does not look at, so that
/// calls teach.
fn told(upstream: &Upstream) -> String {
    let (openai, anthropic) = (upstream.openai(), upstream.anthropic());
    format!(
        "# OpenAI     {openai}\n# Anthropic  {anthropic}\n\n[proxy]\nenabled = true\nupstream_url = \"{openai}\"\nanthropic_upstream_url = \"{anthropic}\"\nupstream_api_key = \"sk-simulated\"\nanthropic_api_key = \"sk-ant-simulated\"\ndefault_memory_mode = \"full\""
    )
}

/// Says of each request that it came, for as long as any do.
async fn perform(upstream: &Upstream) {
    let mut next = upstream.count() + 1;
    loop {
        upstream.arrived(next).await;
        for request in upstream.take_requests() {
            next += 1;
            output::note(&line(&request));
        }
    }
}

fn line(request: &Request) -> String {
    let what = match (request.is_extraction(), request.memory()) {
        (true, _) => String::from("looks for facts"),
        (false, Some(memory)) => format!("came with {} bytes of memory", memory.len()),
        (false, None) => String::from("came without memory"),
    };
    format!("{} {}: {what}", request.method, request.path())
}
