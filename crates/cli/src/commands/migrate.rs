//! `mneme migrate-embeddings`

use mneme_index::embed::catalogue;
use mneme_model::Code;
use mneme_wire::Fault;
use mneme_wire::operations::ask_with;
use mneme_wire::shapes::MigrateRequest;

use super::Outcome;
use crate::args::MigrateArgs;
use crate::output::{counted, dim, green, json};
use crate::port;
use crate::progress::{Lines, bar};
use crate::settings::Settings;

pub async fn run(settings: &mut Settings, args: MigrateArgs) -> Outcome {
    let model = choose(settings, args.model.as_deref())?;
    let port = port::find_existing(settings).await?;
    let request = MigrateRequest {
        model,
        dry_run: args.dry_run,
        force: args.force,
    };
    let bar = bar("reading");
    let lines = Lines::new("journal positions read");
    let told = |done, all| {
        bar.set_length(all);
        bar.set_position(done);
        if bar.is_hidden() && !args.json {
            lines.tell(done, all);
        }
    };
    let done = ask_with(&*port, &request, &told).await?;
    bar.finish_and_clear();
    if args.json {
        return Ok(json(&done));
    }
    let (head, tail) = match args.dry_run {
        true => (dim("would read:"), "to let go"),
        false => (green("read:"), "let go"),
    };
    say!(
        "{head} {} with {}; {}; {} {tail}",
        counted(done.read, "journal position"),
        done.model,
        counted(done.vectors, "vector"),
        counted(done.dropped, "old vector")
    );
    Ok(std::process::ExitCode::SUCCESS)
}

/// A named model is used for this run, where no server holds the store.
fn choose(settings: &mut Settings, named: Option<&str>) -> Result<Option<String>, Fault> {
    let Some(name) = named else { return Ok(None) };
    let known = catalogue::find(name)
        .ok_or_else(|| Fault::new(Code::BadModel, format!("there is no model '{name}'")))?;
    settings.engine.embed = None;
    let index = &mut settings.engine.index;
    let precision = index.embeddings.as_ref().map(|wanted| wanted.precision);
    index.embeddings = Some(mneme_index::Embeddings {
        model: known.name.to_owned(),
        dir: settings.models_dir.join(known.name),
        precision: precision.unwrap_or_default(),
    });
    Ok(Some(known.name.to_owned()))
}
