//! Clicks faster than anybody could record them one by one, and then the end at once.

use std::path::Path;
use std::time::Instant;

use mneme_wire::Fault;

use super::super::report::Report;
use super::studio::{Studio, click, done, register, watch};

const CLICKS: usize = 60;

pub async fn run(home: &Path, report: &mut Report) -> Result<(), Fault> {
    let studio = Studio::open(home, None, None).await?;
    let (mut client, mut ending) = (studio.client().await?, studio.client().await?);
    let id = register(&mut client, "burst").await?;
    watch(&mut client, &id).await?;
    for n in 0..CLICKS {
        studio.control_center.say(click(n));
    }
    let began = Instant::now();
    let total = done(&mut ending, &id).await?;
    let ms = began.elapsed().as_millis();
    report.add(
        "recorded of 60 clicks at once, then done",
        f64::from(total),
        "steps",
        format!("done answers after {ms} ms; reference 9"),
    );
    Ok(())
}
