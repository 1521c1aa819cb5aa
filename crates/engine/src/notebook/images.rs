//! Pictures of observations: each kept once, sealed, as long as an observation shows it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mneme_access::Caller;
use mneme_model::{Code, NsId};
use mneme_notebook::image::{ADDRESS, Image, media, put_back, taken_out};
use mneme_notebook::observation::Observation;
use mneme_store::checksum::sha256;
use mneme_store::names::Namespace;
use mneme_store::replace::replace;
use mneme_store::seal::Place;
use mneme_store::tables::notes;
use mneme_store::{IMAGES, View};
use serde_json::Value;
use tokio::sync::{OwnedRwLockReadGuard, RwLock};

use crate::{Engine, Error, Result};

/// The shelf on which references to pictures stand: under the name of its file, one for each
/// event that shows it. That name is a keyed hash; what the picture says is in the events.
pub const SHELF: &str = "image";

/// Where they are, and how much room they may take.
pub struct Images {
    dir: PathBuf,
    max_bytes: u64,
    /// Whoever keeps a picture holds it until the event that shows it is there; whoever takes
    /// unneeded ones away waits for them.
    keeping: Arc<RwLock<()>>,
}

pub type Keeping = OwnedRwLockReadGuard<()>;

/// By which an event is found under a picture's name.
pub fn key(image: &str, seq: i64) -> String {
    format!("{image}/{seq}")
}

// === impl Images ===

impl Images {
    pub fn new(data_dir: &Path, max_bytes: u64) -> Self {
        Self {
            dir: data_dir.join(IMAGES),
            max_bytes,
            keeping: Arc::default(),
        }
    }

    fn path(&self, ns: NsId, name: &str) -> PathBuf {
        self.dir.join(format!("{ns}-{name}"))
    }

    /// By what it says, and how the file is called; none if there is no room for it.
    fn keep(&self, namespace: &Namespace, image: &Image) -> Result<Option<(String, String)>> {
        let id = sha256(&image.bytes);
        let name = namespace.key.fingerprint(&id);
        let path = self.path(namespace.ns, &name);
        if path.exists() {
            return Ok(Some((id, name)));
        }
        let sealed = namespace.key.seal(place(namespace.ns), &image.bytes)?;
        if used(&self.dir) + sealed.len() as u64 > self.max_bytes {
            return Ok(None);
        }
        let made = fs::create_dir_all(&self.dir);
        made.map_err(|error| mneme_store::Error::io("create", &self.dir, error))?;
        replace(&path, &sealed)?;
        Ok(Some((id, name)))
    }

    /// Seals a namespace's pictures under its key of now; how many did not open. Nobody keeps one
    /// meanwhile.
    pub(crate) async fn reseal(self: &Arc<Self>, namespace: &Namespace) -> Result<usize> {
        let alone = self.keeping.clone().write_owned().await;
        let (images, namespace) = (self.clone(), namespace.clone());
        let sealed = tokio::task::spawn_blocking(move || {
            let _alone = alone;
            images.reseal_each(&namespace)
        });
        sealed.await.map_err(|_| lost())?
    }

    fn reseal_each(&self, namespace: &Namespace) -> Result<usize> {
        let (mut damaged, own) = (0, format!("{}-", namespace.ns));
        for entry in fs::read_dir(&self.dir).into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            if !name.to_string_lossy().starts_with(&own) {
                continue;
            }
            let sealed = fs::read(&path);
            let sealed = sealed.map_err(|error| mneme_store::Error::io("read", &path, error))?;
            match namespace.key.renewed(place(namespace.ns), &sealed) {
                Ok(Some(renewed)) => replace(&path, &renewed)?,
                Ok(None) => {}
                Err(_) => damaged += 1,
            }
        }
        Ok(damaged)
    }

    fn find(&self, namespace: &Namespace, id: &str) -> Result<Option<Image>> {
        let name = namespace.key.fingerprint(id);
        let Ok(sealed) = fs::read(self.path(namespace.ns, &name)) else {
            return Ok(None);
        };
        let bytes = namespace.key.open(place(namespace.ns), &sealed)?;
        Ok(media(&bytes).map(|media| Image { media, bytes }))
    }
}

fn place(ns: NsId) -> Place<'static> {
    Place {
        table: "images",
        ns,
        row: 0,
    }
}

fn used(dir: &Path) -> u64 {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let sizes = entries.filter_map(|entry| entry.metadata().ok());
    sizes.map(|about| about.len()).sum()
}

impl Engine {
    /// Takes pictures out of what is told and keeps them. They stay while the guard is held,
    /// and afterwards if an event shows them.
    pub(super) async fn keep_images(
        &self,
        namespace: &Namespace,
        told: Value,
    ) -> Result<(Value, Vec<String>, Option<Keeping>)> {
        if !may_hold(&told) {
            return Ok((told, Vec::new(), None));
        }
        let guard = self.images.keeping.clone().read_owned().await;
        let (images, namespace) = (self.images.clone(), namespace.clone());
        let kept = tokio::task::spawn_blocking(move || {
            let (mut names, mut failed) = (Vec::new(), None);
            let out = taken_out(told, &mut |image| match images.keep(&namespace, &image) {
                Ok(kept) => {
                    let (id, name) = kept?;
                    if !names.contains(&name) {
                        names.push(name);
                    }
                    Some(format!("{ADDRESS}{id}"))
                }
                Err(error) => {
                    failed = Some(error);
                    None
                }
            });
            failed.map_or(Ok((out, names)), Err)
        });
        let (out, names) = kept.await.map_err(|_| lost())??;
        Ok((out, names, Some(guard)))
    }

    /// A picture by what it says.
    pub async fn image(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        id: String,
    ) -> Result<Image> {
        let unknown = || Error::refused(Code::NoSuchMemory, "there is no such picture");
        let namespace = self.reading(caller, namespace)?.ok_or_else(unknown)?;
        let images = self.images.clone();
        let found = tokio::task::spawn_blocking(move || images.find(&namespace, &id));
        let found = found.await.map_err(|_| lost())??;
        found.ok_or_else(unknown)
    }

    /// Observations with their pictures inside, for whoever takes everything along.
    pub(super) async fn with_images(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        seen: Vec<Observation>,
    ) -> Result<Vec<Observation>> {
        let shows = |seen: &Observation| seen.image_data.is_some();
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(seen);
        };
        if !seen.iter().any(shows) {
            return Ok(seen);
        }
        let images = self.images.clone();
        let back = tokio::task::spawn_blocking(move || {
            let mut find = |id: &str| images.find(&namespace, id).ok().flatten();
            seen.into_iter()
                .map(|seen| match shows(&seen) {
                    true => whole(seen, &mut find),
                    false => seen,
                })
                .collect()
        });
        back.await.map_err(|_| lost())
    }

    /// Takes away every picture no event shows any more.
    pub(crate) async fn drop_images(&self) -> Result<()> {
        if !self.images.dir.exists() {
            return Ok(());
        }
        let alone = self.images.keeping.clone().write_owned().await;
        let namespaces = self.store.namespaces();
        let shown = self.store.read(move |view| {
            let each = namespaces.iter().map(|namespace| shown(view, namespace.ns));
            each.collect::<Result<Vec<_>>>()
        });
        let shown: BTreeSet<String> = shown.await?.into_iter().flatten().collect();
        let dir = self.images.dir.clone();
        let swept = tokio::task::spawn_blocking(move || {
            let _alone = alone;
            sweep(&dir, &shown)
        });
        swept.await.map_err(|_| lost())
    }
}

fn whole(seen: Observation, find: &mut impl FnMut(&str) -> Option<Image>) -> Observation {
    let mut back = |value: Value| put_back(value, find);
    let image = seen.image_data.map(|address| back(Value::from(address)));
    Observation {
        tool_input: seen.tool_input.map(&mut back),
        tool_output: seen.tool_output.map(&mut back),
        raw: back(seen.raw),
        image_data: image.and_then(|image| image.as_str().map(str::to_owned)),
        ..seen
    }
}

/// Names of files that must stay.
fn shown(view: &View<'_>, ns: NsId) -> Result<Vec<String>> {
    let keys = notes::keys(view, ns, SHELF)?;
    let names = keys.iter().filter_map(|key| key.split('/').next());
    Ok(names.map(|name| format!("{ns}-{name}")).collect())
}

fn sweep(dir: &Path, shown: &BTreeSet<String>) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !shown.contains(&name)
            && let Err(error) = fs::remove_file(entry.path())
        {
            tracing::warn!(%error, "a picture nobody needs could not be taken away");
        }
    }
}

/// Most that is told has no picture in it, and need not be looked through twice.
fn may_hold(told: &Value) -> bool {
    match told {
        Value::String(text) => text.len() >= 64,
        Value::Array(all) => all.iter().any(may_hold),
        Value::Object(fields) => fields.values().any(may_hold),
        _ => false,
    }
}

fn lost() -> Error {
    Error::refused(Code::Internal, "the work on a picture ended early")
}
