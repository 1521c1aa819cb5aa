//! The pictures the record names.

use std::path::{Component, Path};

use mneme_model::archive::{Metadata, Step};

use super::{Look, Problem};
use crate::frames::kind::ImageKind;
use crate::frames::mark::readable;

pub fn check(look: &mut Look<'_>, metadata: &Metadata) {
    for step in &metadata.steps {
        of_step(look, step);
    }
    if let Some(path) = &metadata.closing_image_path {
        picture(look, path);
    }
}

fn of_step(look: &mut Look<'_>, step: &Step) {
    let id = step.step_id;
    if step.image_fetched != step.image_path.is_some() {
        let detail = format!("step {id} says image_fetched: {}", step.image_fetched);
        look.found("metadata.json", Problem::Disagrees, detail);
    }
    if step.marked && step.image_path.is_none() {
        let detail = format!("step {id} has a mark and no picture");
        look.found("metadata.json", Problem::Disagrees, detail);
    }
    if let Some(path) = &step.image_path
        && picture(look, path).is_some_and(|kind| kind != ImageKind::Png)
    {
        look.found(path, Problem::Disagrees, "is no PNG");
    }
    for path in [&step.before_image_path, &step.after_image_path]
        .into_iter()
        .flatten()
    {
        picture(look, path);
    }
}

fn picture(look: &mut Look<'_>, path: &str) -> Option<ImageKind> {
    if path.is_empty() {
        look.found(
            "metadata.json",
            Problem::Disagrees,
            "names a picture without a name",
        );
        return None;
    }
    let mut parts = Path::new(path).components();
    if !parts.all(|part| matches!(part, Component::Normal(_))) {
        look.found(path, Problem::Outside, "leads out of the directory");
        return None;
    }
    let bytes = look.read(path)?;
    let kind = readable(&bytes);
    kind.map_err(|e| look.found(path, Problem::Unreadable, e.to_string()))
        .ok()
}
