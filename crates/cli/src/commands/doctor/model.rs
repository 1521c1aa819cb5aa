//! The model: what is on the disk, whatever a running server has in memory.

use mneme_index::embed::{catalogue, check};
use mneme_model::Code;
use mneme_wire::Fault;

use super::{Finding, from_fault, good};
use crate::connect::place;
use crate::settings::Settings;

pub fn look(settings: &Settings) -> Finding {
    found(settings, String::from("`mneme model fetch`"))
}

/// The same with the settings that agents were set up with: whoever fetches it names the place of
/// theirs, where it is another than one's own.
pub fn of_server(settings: &Settings, own: &Settings) -> Finding {
    if settings.models_dir == own.models_dir {
        return look(settings);
    }
    let dir = place::quoted(&settings.models_dir.display().to_string());
    found(settings, format!("`mneme model fetch --models-dir {dir}`"))
}

fn found(settings: &Settings, way: String) -> Finding {
    if let Some(elsewhere) = &settings.engine.embed {
        let (model, dimension) = (&elsewhere.model, elsewhere.dimension);
        let told = format!(
            "{model} is asked elsewhere (dimension {dimension}): what is kept is sent there"
        );
        return good("model", told);
    }
    let Some(wanted) = &settings.engine.index.embeddings else {
        return good("model", "off: recall goes by words".into());
    };
    match check(&wanted.model, &wanted.dir) {
        Ok(()) => good(
            "model",
            format!("{} is ready{}", wanted.model, dimension(&wanted.model)),
        ),
        // Without one, everything works by words.
        Err(error) if error.code() == Code::ModelMissing => words_only(&wanted.model, &way),
        Err(error) => from_fault("model", Fault::new(error.code(), error.to_string())),
    }
}

pub fn dimension(model: &str) -> String {
    let known = catalogue::find(model).map(|known| known.dimension);
    known.map_or_else(String::new, |dimension| format!(" (dimension {dimension})"))
}

/// Nothing is wrong, and something is missing.
fn words_only(model: &str, way: &str) -> Finding {
    Finding {
        note: true,
        hint: format!("{way} gets it, and meaning counts too"),
        ..good(
            "model",
            format!(
                "words only: {model} is not here, so recall goes by words alone [model_missing]"
            ),
        )
    }
}
