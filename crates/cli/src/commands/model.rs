//! `mneme model`

mod fetch;
mod staged;
pub(crate) mod wheel;

use std::path::Path;
use std::process::ExitCode;

use mneme_index::embed::catalogue::{self, Known};
use mneme_index::embed::{self, check};
use mneme_model::Code;
use mneme_wire::Fault;
use serde::Serialize;

use super::Outcome;
use crate::args::{ModelArgs, ModelVerb};
use crate::output::{bold, dim, green, json, program, red};
use crate::settings::Settings;

#[derive(Debug, Serialize)]
struct Listed {
    name: &'static str,
    dimension: usize,
    /// It is the one `embeddings.model` names.
    configured: bool,
    /// Its files are here.
    present: bool,
    /// Why they cannot be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    damaged: Option<String>,
    /// `mneme model fetch` can get it.
    fetchable: bool,
    /// It finds words, not meaning.
    tests_only: bool,
    dir: String,
}

pub fn run(settings: &Settings, args: ModelArgs) -> Outcome {
    match args.verb {
        ModelVerb::List { json } => list(settings, json),
        ModelVerb::Fetch { model: None, .. } if settings.engine.index.embeddings.is_none() => {
            match settings.reads_with() {
                Some(model) => say!("{model} is asked elsewhere: there is nothing to fetch"),
                None => say!("embeddings are off (embeddings.model): there is nothing to fetch"),
            }
            Ok(ExitCode::SUCCESS)
        }
        ModelVerb::Fetch { model, from, force } => {
            let known = wanted(settings, model.as_deref())?;
            fetch::run(known, &settings.models_dir, from.as_deref(), force)
        }
    }
}

/// The named model, or the configured one.
fn wanted(settings: &Settings, named: Option<&str>) -> Result<&'static Known, Fault> {
    let configured = settings.engine.index.embeddings.as_ref();
    let name = named.or(configured.map(|wanted| wanted.model.as_str()));
    let name = name.unwrap_or("off");
    catalogue::find(name).ok_or_else(|| {
        let message = format!("there is no model '{name}' to fetch");
        Fault::new(Code::BadModel, message)
    })
}

fn list(settings: &Settings, as_json: bool) -> Outcome {
    let models: Vec<Listed> = catalogue::ALL
        .iter()
        .map(|known| listed(settings, known))
        .collect();
    if as_json {
        return Ok(json(&models));
    }
    for model in &models {
        say!(
            "{} {:<20} {:>5}  {}",
            if model.configured {
                green("*")
            } else {
                String::from(" ")
            },
            bold(model.name),
            model.dimension,
            describe(model)
        );
    }
    say!(
        "{}",
        dim(&format!(
            "models are kept in {}",
            settings.models_dir.display()
        ))
    );
    Ok(ExitCode::SUCCESS)
}

fn listed(settings: &Settings, known: &'static Known) -> Listed {
    let configured = settings.engine.index.embeddings.as_ref();
    let dir = settings.models_dir.join(known.name);
    let (present, damaged) = match check(known.name, &dir) {
        Ok(()) => (true, None),
        Err(embed::Error::Missing { .. }) => (false, None),
        Err(error) => (true, Some(error.to_string())),
    };
    Listed {
        name: known.name,
        dimension: known.dimension,
        configured: configured.is_some_and(|wanted| wanted.model == known.name),
        present,
        damaged,
        fetchable: known.package.is_some(),
        tests_only: !known.needs_files,
        dir: dir.display().to_string(),
    }
}

fn mended(model: &Listed) -> String {
    match model.fetchable {
        true => format!("; `{} model fetch {}` gets it again", program(), model.name),
        false => String::from("; put its files there again"),
    }
}

fn describe(model: &Listed) -> String {
    match model {
        model if model.tests_only => "for tests only: it finds words, not meaning".into(),
        Listed {
            damaged: Some(why), ..
        } => format!("{} {why}{}", red("damaged:"), mended(model)),
        model if model.present => "here".into(),
        model if model.fetchable => format!(
            "not here; `{} model fetch {}` gets it",
            program(),
            model.name
        ),
        model => format!(
            "not here; put its files into {}",
            Path::new(&model.dir).display()
        ),
    }
}
