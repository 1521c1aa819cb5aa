//! The segments of one namespace: written by the follower alone, read by any search.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mneme_model::{Seq, with_causes};
use mneme_store::names::Namespace;
use tantivy::indexer::{IndexWriterOptions, NoMergePolicy, UserOperation};
use tantivy::store::Compressor;
use tantivy::tokenizer::{TextAnalyzer, TokenizerManager};
use tantivy::{
    Index, IndexReader, IndexSettings, IndexWriter, ReloadPolicy, TantivyDocument, Term,
};

use super::counted::{self, Counted};
use super::directory::SealedDirectory;
use super::schema::{self, Fields, agent_facet, kind_facet, session_facet, tag_facet, type_facet};
use super::view::SegmentsView;
use crate::document::Facets;
use crate::window::Weighted;
use crate::{Error, Result, signals};

/// Written into each commit with the position it reached; another layout starts again.
const LAYOUT: &str = "mneme-1";
/// What names all other files.
const META: &str = "meta.json";
/// How long old files may be held by searches that are under way.
const SWEEP_FOR: Duration = Duration::from_secs(5);
const SWEEP_EVERY: Duration = Duration::from_millis(10);
const WRITER_BYTES: usize = 20 * 1024 * 1024;

pub struct Segments {
    index: Index,
    directory: SealedDirectory,
    fields: Fields,
    reader: IndexReader,
    writer: Option<IndexWriter>,
    cursor: Seq,
    /// Why what was there before had to be thrown away.
    mended: Option<String>,
}

/// A document ready to be written.
pub struct WindowDoc<'a> {
    pub facets: &'a Facets,
    pub weights: Weighted<'a>,
    pub identifiers: &'a [String],
    pub retired: bool,
}

/// Whether no index was ever written there.
fn is_bare(dir: &Path) -> bool {
    let names = fs::read_dir(dir).into_iter().flatten().flatten();
    let mut names = names.map(|entry| PathBuf::from(entry.file_name()));
    names.all(|name| {
        name.extension()
            .is_some_and(|end| end == "lock" || end == "part")
    })
}

/// Whether there are files of an index, and not the one that names them.
fn is_beheaded(dir: &Path) -> bool {
    !dir.join(META).exists() && !is_bare(dir)
}

fn no_meta() -> String {
    format!("it has no {META}")
}

// === impl Segments ===

impl Segments {
    /// Where a namespace's segments are.
    pub fn dir(root: &Path, namespace: &Namespace) -> PathBuf {
        root.join("index").join(namespace.ns.to_string())
    }

    /// Opens what is there. What does not open is derived, so it is thrown away.
    pub fn open(dir: &Path, namespace: &Namespace) -> Result<Self> {
        match Self::try_open(dir, namespace) {
            Ok(Some(segments)) => Ok(segments),
            Ok(None) => {
                let why = is_beheaded(dir).then(no_meta);
                Self::in_place_of(why, dir, namespace)
            }
            Err(error) => {
                tracing::warn!(%error, dir = %dir.display(), "index did not open; making it again from the journal");
                signals::REBUILDS.add(1);
                Self::in_place_of(Some(with_causes(&error)), dir, namespace)
            }
        }
    }

    fn in_place_of(why: Option<String>, dir: &Path, namespace: &Namespace) -> Result<Self> {
        let mut segments = Self::anew(dir, namespace)?;
        segments.mended = why;
        Ok(segments)
    }

    /// Why they were made again when they were opened, if they were.
    pub fn mended(&self) -> Option<&str> {
        self.mended.as_deref()
    }

    /// How far the segments that are there reach, with every file of them read; none where there
    /// are none, or of another layout. Nothing is made or thrown away.
    pub fn look(dir: &Path, namespace: &Namespace) -> Result<Option<Seq>> {
        if !dir.exists() {
            return Ok(None);
        }
        if is_beheaded(dir) {
            return Err(mneme_store::Error::Corrupt(no_meta()).into());
        }
        let there = Self::try_open(dir, namespace)?;
        Ok(there.map(|segments| segments.cursor()))
    }

    fn try_open(dir: &Path, namespace: &Namespace) -> Result<Option<Self>> {
        if !dir.join(META).exists() {
            return Ok(None);
        }
        let directory = sealed(dir, namespace)?;
        let index = Index::open(directory.clone())?;
        let payload = index.load_metas()?.payload.unwrap_or_default();
        let cursor = payload
            .strip_prefix(LAYOUT)
            .and_then(|rest| rest.trim().parse().ok());
        let Some(cursor) = cursor else {
            return Ok(None);
        };
        Self::with(index, directory, cursor).map(Some)
    }

    fn anew(dir: &Path, namespace: &Namespace) -> Result<Self> {
        if dir.exists() {
            fs::remove_dir_all(dir)
                .map_err(|e| mneme_store::Error::io("remove the index", dir, e))?;
        }
        let settings = IndexSettings {
            docstore_compression: Compressor::None,
            ..IndexSettings::default()
        };
        let directory = sealed(dir, namespace)?;
        let index = Index::builder()
            .schema(schema::build().0)
            .settings(settings)
            .open_or_create(directory.clone())?;
        Self::with(index, directory, 0)
    }

    fn with(mut index: Index, directory: SealedDirectory, cursor: Seq) -> Result<Self> {
        let tokenizers = TokenizerManager::default();
        tokenizers.register(counted::NAME, TextAnalyzer::from(Counted::default()));
        index.set_tokenizers(tokenizers);
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .try_into()?;
        Ok(Self {
            fields: schema::build().1,
            reader,
            index,
            directory,
            writer: None,
            cursor,
            mended: None,
        })
    }

    /// Everything up to here is in the segments.
    pub fn cursor(&self) -> Seq {
        self.cursor
    }

    pub fn has_writer(&self) -> bool {
        self.writer.is_some()
    }

    /// Lets go of the writer's buffers; it is opened again when needed.
    pub fn rest(&mut self) -> Result<()> {
        if let Some(writer) = self.writer.take() {
            writer.wait_merging_threads()?;
        }
        Ok(())
    }

    /// Writes documents (each replaces what its position had) and commits with the cursor.
    /// A failed commit leaves the segments as they were.
    pub fn commit<'a>(
        &mut self,
        documents: impl Iterator<Item = WindowDoc<'a>>,
        cursor: Seq,
    ) -> Result<()> {
        let fields = self.fields;
        let writer = self.writer()?;
        for document in documents {
            // Also where nothing seems to be replaced: what a commit that failed had added is
            // still with the writer.
            writer.delete_term(Term::from_field_i64(fields.seq, document.facets.seq()));
            writer.add_document(encode(&fields, &document))?;
            signals::INDEXED.add(1);
        }
        let mut prepared = writer.prepare_commit()?;
        prepared.set_payload(&format!("{LAYOUT} {cursor}"));
        prepared.commit()?;
        signals::COMMITS.add(1);
        self.cursor = cursor;
        self.reader.reload()?;
        Ok(())
    }

    /// Deletes documents, writes others anew, and merges every segment that has deleted ones:
    /// only then are their words gone from the dictionaries.
    pub fn purge<'a>(
        &mut self,
        documents: impl Iterator<Item = WindowDoc<'a>>,
        gone: &[Seq],
    ) -> Result<()> {
        // A merge that is under way would be in the way.
        self.rest()?;
        let (fields, cursor) = (self.fields, self.cursor);
        let writer = self.writer()?;
        // Nor may the commit start one of the segments that are to be merged here.
        writer.set_merge_policy(Box::new(NoMergePolicy));
        for seq in gone {
            writer.delete_term(Term::from_field_i64(fields.seq, *seq));
        }
        self.commit(documents, cursor)?;
        let touched: Vec<_> = (self.index.searchable_segment_metas()?.iter())
            .filter(|segment| segment.num_deleted_docs() > 0)
            .map(tantivy::SegmentMeta::id)
            .collect();
        if !touched.is_empty() {
            self.writer()?.merge(&touched).wait()?;
            self.reader.reload()?;
        }
        // The next one merges as usual.
        self.rest()
    }

    /// Seals under the namespace's key of now whatever another one sealed.
    pub fn reseal(&self) -> Result<()> {
        let sealed = self.directory.reseal();
        Ok(sealed.map_err(|e| mneme_store::Error::io("seal again", "the index", e))?)
    }

    /// Removes the files of segments that are no more. Whoever still searches them holds them:
    /// tried until they are gone.
    pub fn sweep(&mut self) -> Result<()> {
        let tries = SWEEP_FOR.as_millis() / SWEEP_EVERY.as_millis();
        for _ in 0..tries {
            self.writer()?.garbage_collect_files().wait()?;
            if self.is_swept()? {
                return Ok(());
            }
            std::thread::sleep(SWEEP_EVERY);
        }
        Err(Error::Busy)
    }

    fn is_swept(&self) -> Result<bool> {
        let living = self.index.searchable_segment_ids()?;
        let living: Vec<String> = living.iter().map(|id| id.uuid_string()).collect();
        let files = self.index.directory().list_managed_files();
        Ok(files.iter().all(|file| {
            let name = file.to_string_lossy();
            name == "meta.json" || living.iter().any(|id| name.starts_with(id.as_str()))
        }))
    }

    fn writer(&mut self) -> Result<&mut IndexWriter> {
        if self.writer.is_none() {
            let options = IndexWriterOptions::builder()
                .memory_budget_per_thread(WRITER_BYTES)
                .num_worker_threads(1)
                .num_merge_threads(1)
                .build();
            let writer: IndexWriter = self.index.writer_with_options(options)?;
            // A writer gives its first operation the number of the last commit. A merge that begins
            // before the next one would take that operation for committed, in some of its segments
            // and not in others, and a deleted document would live on: the number is given to nobody.
            writer.run::<[UserOperation; 0]>([])?;
            // Files of a commit that a kill ended: the next one may want their names.
            writer.garbage_collect_files().wait()?;
            self.writer = Some(writer);
        }
        self.writer.as_mut().ok_or(Error::Closed)
    }

    /// Throws a half-written batch away.
    pub fn rollback(&mut self) {
        self.writer = None;
    }

    pub fn view(&self) -> SegmentsView {
        SegmentsView::new(self.reader.searcher(), self.fields)
    }
}

fn sealed(dir: &Path, namespace: &Namespace) -> Result<SealedDirectory> {
    SealedDirectory::at(dir.to_path_buf(), namespace.clone())
        .map_err(|e| mneme_store::Error::io("open the index", dir, e).into())
}

fn encode(fields: &Fields, document: &WindowDoc<'_>) -> TantivyDocument {
    let (facets, mut doc) = (document.facets, TantivyDocument::default());
    let text = if document.retired {
        fields.old_text
    } else {
        fields.text
    };
    doc.add_i64(fields.seq, facets.seq());
    doc.add_text(text, counted::encode(&document.weights));
    for identifier in document.identifiers {
        doc.add_text(fields.identifier, identifier);
    }
    let named = facets
        .session
        .map(session_facet)
        .into_iter()
        .chain(facets.agent.map(agent_facet));
    let kinds = facets.kinds.iter().map(|kind| kind_facet(kind));
    let tags = facets.tags.iter().map(|tag| tag_facet(tag));
    for facet in named
        .chain(kinds)
        .chain(tags)
        .chain([type_facet(facets.memory_type)])
    {
        doc.add_text(fields.facet, facet);
    }
    doc.add_i64(fields.occurred, facets.position.occurred_ms);
    doc.add_i64(fields.created, facets.created_ms);
    doc
}

#[cfg(test)]
mod tests;
