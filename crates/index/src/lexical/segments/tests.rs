use std::fs;

use mneme_model::Moment;

use super::*;
use crate::document::Words;
use crate::testing::{facets, namespace};
use crate::window::weights;

fn open(dir: &Path) -> Segments {
    Segments::open(dir, &namespace()).unwrap()
}

fn words() -> Words {
    Words::of("something was said", None, Moment::default())
}

fn document<'a>(facets: &'a Facets, words: &'a Words) -> WindowDoc<'a> {
    WindowDoc {
        facets,
        weights: weights(words, std::iter::empty()),
        identifiers: &[],
        retired: false,
    }
}

/// Each as a document of its own, in one commit.
fn write(segments: &mut Segments, seqs: &[Seq], cursor: Seq) {
    let said = words();
    let all: Vec<Facets> = seqs.iter().map(|seq| facets(*seq)).collect();
    let documents = all.iter().map(|facets| document(facets, &said));
    segments.commit(documents, cursor).unwrap();
}

fn live(segments: &Segments) -> Vec<Seq> {
    let mut seqs = Vec::new();
    segments.view().each_live(|seq| seqs.push(seq)).unwrap();
    seqs.sort_unstable();
    seqs
}

/// The second segment has lost a document in the last commit, the first has not: exactly then a
/// merge treats an operation with the number of that commit differently in the two.
#[test]
fn a_document_replaced_while_segments_merge_after_a_restart_is_there_once() {
    let dir = tempfile::tempdir().unwrap();
    let mut segments = open(dir.path());
    write(&mut segments, &[1, 2, 3], 3);
    write(&mut segments, &[4, 5, 6], 6);
    write(&mut segments, &[5], 7);
    drop(segments);

    let mut segments = open(dir.path());
    let field = segments.fields.seq;
    let of = |segments: &Segments, seq: Seq| {
        let searcher = segments.reader.searcher();
        let term = Term::from_field_i64(field, seq);
        let having = |reader: &&tantivy::SegmentReader| {
            let inverted = reader.inverted_index(field).unwrap();
            inverted.get_term_info(&term).unwrap().is_some()
        };
        searcher
            .segment_readers()
            .iter()
            .find(having)
            .unwrap()
            .segment_id()
    };
    let merged = [of(&segments, 1), of(&segments, 4)];
    // As in a commit, with the merge in the middle.
    let (fields, said) = (segments.fields, words());
    let again = facets(4);
    let writer = segments.writer().unwrap();
    writer.delete_term(Term::from_field_i64(field, 4));
    writer
        .add_document(encode(&fields, &document(&again, &said)))
        .unwrap();
    writer.merge(&merged).wait().unwrap();
    writer.commit().unwrap();
    segments.reader.reload().unwrap();
    assert_eq!(live(&segments), [1, 2, 3, 4, 5, 6]);
}

/// A kill between the files of a commit and the commit leaves files nobody counts.
#[test]
fn files_a_kill_left_behind_are_in_nobodys_way() {
    let dir = tempfile::tempdir().unwrap();
    let mut segments = open(dir.path());
    write(&mut segments, &[1, 2, 3], 3);
    drop(segments);
    let before = fs::read(dir.path().join("meta.json")).unwrap();
    let mut segments = open(dir.path());
    write(&mut segments, &[1], 4);
    drop(segments);
    fs::write(dir.path().join("meta.json"), before).unwrap();
    let deleted = |dir: &Path| {
        let names = fs::read_dir(dir)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        names
            .filter(|path| path.extension().is_some_and(|end| end == "del"))
            .count()
    };
    assert_eq!(deleted(dir.path()), 1, "what the kill left");

    let mut segments = open(dir.path());
    assert_eq!(segments.cursor(), 3);
    write(&mut segments, &[1], 4);
    assert_eq!(live(&segments), [1, 2, 3]);
}
