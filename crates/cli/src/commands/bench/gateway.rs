//! `mneme bench gateway`: what the proxy adds to a call of a model. Every figure stands beside the
//! same call made directly, in the same run; the model is a stand-in that answers at once.

mod fill;
mod line;
mod pace;
mod stage;
mod streams;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use mneme_wire::Fault;

use super::super::Outcome;
use super::report::{Report, percentiles};
use super::scratch::Scratch;
use crate::output;
use line::Timing;
use pace::Pace;
use stage::{Arm, Stage};

#[derive(Clone, Debug, Args)]
pub struct GatewayArgs {
    /// How many memories are asked with every call
    #[arg(long, default_value_t = 100_000)]
    pub memories: usize,
    /// Calls a second, while latency is measured
    #[arg(long, default_value_t = 100.0)]
    pub rate: f64,
    /// How long each way of calling is measured, in all
    #[arg(long, default_value_t = 12.0)]
    pub seconds: f64,
    /// Calls a second, while it is seen whether any fails
    #[arg(long, default_value_t = 1_000.0)]
    pub flood: f64,
    /// How long that goes on
    #[arg(long, default_value_t = 5.0)]
    pub flood_seconds: f64,
    /// How long streams are let through while the server's memory is looked at; 0 leaves it out
    #[arg(long, default_value_t = 1.0)]
    pub minutes: f64,
    /// Connections at most
    #[arg(long, default_value_t = 64)]
    pub clients: usize,
    /// Where to put the store [default: a directory for temporary files, removed afterwards]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Each way of calling is measured so often, in turns: what the machine does meanwhile meets all.
const ROUNDS: u32 = 3;

pub async fn run(args: GatewayArgs, settings: &mneme_engine::Settings) -> Outcome {
    let scratch = Scratch::new("gateway", args.dir.as_deref())?;
    let dir = scratch.path().join("gateway");
    fill::memories(&dir, settings, args.memories).await?;
    let stage = Stage::open(&dir, args.memories).await?;
    let measured = args.clone();
    // The clients are threads; the stand-in has the runtime for itself.
    let measured = tokio::task::spawn_blocking(move || measure(&stage, &measured));
    let (report, sound) = measured.await.map_err(super::load::trouble)??;
    match args.json {
        true => {
            output::json(&report);
        }
        false => say!("{}", report.markdown()),
    }
    Ok(ExitCode::from(u8::from(!sound)))
}

fn measure(stage: &Stage, args: &GatewayArgs) -> Result<(Report, bool), Fault> {
    let mut report = Report::default();
    whole(stage, args, &mut report)?;
    first_bytes(stage, args, &mut report)?;
    let flooded = flood(stage, args, &mut report)?;
    let steady = match args.minutes > 0.0 {
        true => streams::watch(stage, args, &mut report)?,
        false => true,
    };
    Ok((report, flooded && steady))
}

/// Names of the figures of one way of calling.
struct Names {
    arm: Arm,
    p50: &'static str,
    p99: &'static str,
    ratio: &'static str,
    added: &'static str,
}

const WHOLE: [Names; 3] = [
    Names {
        arm: Arm::Direct,
        p50: "a whole answer, direct p50",
        p99: "a whole answer, direct p99",
        ratio: "",
        added: "",
    },
    Names {
        arm: Arm::Off,
        p50: "through the proxy, memory off p50",
        p99: "through the proxy, memory off p99",
        ratio: "memory off / direct p50",
        added: "added, memory off p99",
    },
    Names {
        arm: Arm::Recall,
        p50: "through the proxy, with recall p50",
        p99: "through the proxy, with recall p99",
        ratio: "with recall / direct p50",
        added: "added, with recall p99",
    },
];

const STREAMED: [Names; 3] = [
    Names {
        arm: Arm::Direct,
        p50: "first byte of a stream, direct p50",
        p99: "first byte of a stream, direct p99",
        ratio: "",
        added: "",
    },
    Names {
        arm: Arm::Off,
        p50: "first byte, memory off p50",
        p99: "first byte, memory off p99",
        ratio: "first byte, memory off / direct p50",
        added: "first byte added, memory off p99",
    },
    Names {
        arm: Arm::Recall,
        p50: "first byte, with recall p50",
        p99: "first byte, with recall p99",
        ratio: "first byte, with recall / direct p50",
        added: "first byte added, with recall p99",
    },
];

fn whole(stage: &Stage, args: &GatewayArgs, report: &mut Report) -> Result<(), Fault> {
    let used = compare(stage, args, report, &WHOLE, false, |timing| timing.whole)?;
    for (name, (calls, cpu)) in [
        ("the server's work a call, memory off", used[1]),
        ("the server's work a call, with recall", used[2]),
    ] {
        let each = cpu.as_secs_f64() * 1_000.0 / calls.max(1) as f64;
        report.add(name, each, "ms", "time on a processor, user and system");
    }
    Ok(())
}

fn first_bytes(stage: &Stage, args: &GatewayArgs, report: &mut Report) -> Result<(), Fault> {
    compare(stage, args, report, &STREAMED, true, |timing| timing.first).map(drop)
}

/// Calls in turns, and tells what each way took; the calls and the server's work of each.
fn compare(
    stage: &Stage,
    args: &GatewayArgs,
    report: &mut Report,
    names: &[Names; 3],
    stream: bool,
    time: fn(&Timing) -> Duration,
) -> Result<[(usize, Duration); 3], Fault> {
    let pace = Pace {
        rate: args.rate,
        length: Duration::from_secs_f64(args.seconds) / ROUNDS,
        clients: args.clients,
    };
    let mut times: [Vec<Timing>; 3] = Default::default();
    let mut used = [(0, Duration::ZERO); 3];
    for _ in 0..ROUNDS {
        for (n, named) in names.iter().enumerate() {
            let before = stage.worked();
            let ran = pace.run(stage, named.arm, stream)?;
            used[n].0 += ran.len();
            used[n].1 += stage.worked().saturating_sub(before);
            times[n].extend(ran);
        }
    }
    let note = format!("{:.0} a second; {} memories", args.rate, args.memories);
    let direct = percentiles(times[0].iter().map(time).collect());
    for (named, times) in names.iter().zip(&times) {
        let (p50, p99) = percentiles(times.iter().map(time).collect());
        report.add(named.p50, p50, "ms", note.clone());
        report.add(named.p99, p99, "ms", note.clone());
        if named.arm != Arm::Direct {
            report.add(named.added, p99 - direct.1, "ms", "over the direct call's");
            report.add(named.ratio, p50 / direct.0, "ratio", "in the same run");
        }
    }
    Ok(used)
}

/// Many calls at once; whether all of them were answered.
fn flood(stage: &Stage, args: &GatewayArgs, report: &mut Report) -> Result<bool, Fault> {
    let pace = Pace {
        rate: args.flood,
        length: Duration::from_secs_f64(args.flood_seconds),
        clients: args.clients,
    };
    let mut sound = true;
    for (arm, name, failures) in [
        (Arm::Direct, "many at once, direct", "direct, failed"),
        (Arm::Off, "many at once, memory off", "memory off, failed"),
    ] {
        let told = pace.flood(stage, arm)?;
        let note = format!("{:.0} a second wanted; p99 {:.2} ms", args.flood, told.p99);
        report.add(name, told.rate, "a second", note);
        report.add(failures, told.failed as f64, "calls", told.why);
        sound &= told.failed == 0;
    }
    Ok(sound)
}
