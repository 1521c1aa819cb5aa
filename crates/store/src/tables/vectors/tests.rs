use std::sync::Arc;

use super::*;
use crate::{Settings, Store};

struct Still;

impl mneme_model::Clock for Still {
    fn now_ms(&self) -> i64 {
        1_700_000_000_000
    }
}

const DIM: usize = 4;

fn open_store(dir: &std::path::Path) -> Store {
    Store::open(&Settings::at(dir), Arc::new(Still)).unwrap()
}

fn block(seqs: impl IntoIterator<Item = Seq>) -> Block {
    let seqs: Vec<Seq> = seqs.into_iter().collect();
    let halves = seqs.iter().flat_map(|seq| [*seq as u16; DIM]).collect();
    Block { seqs, halves }
}

fn all(store: &Store, ns: NsId, dim: usize) -> Vec<Block> {
    let read = store.read_now(move |view| {
        let model = Model {
            id: 1,
            name: "m".into(),
            dim,
        };
        let (mut blocks, mut after) = (Vec::new(), Some(0));
        while let Some(from) = after {
            let (more, next) = blocks_of(view, ns, &model, from)?;
            blocks.extend(more);
            after = next;
        }
        Ok::<_, Error>(blocks)
    });
    read.unwrap()
}

fn blocks_of(
    view: &View<'_>,
    ns: NsId,
    model: &Model,
    from: i64,
) -> Result<(Vec<Block>, Option<i64>)> {
    super::blocks(view, ns, model, from, 3)
}

fn add(store: &Store, namespace: &Namespace, block: Block) {
    let namespace = namespace.clone();
    let written = store.write_now(0, move |tx| {
        let model = model(tx, "m", DIM)?;
        append(tx, &namespace, &model, &block)?;
        tidy(tx, &namespace, &model)?;
        Ok::<_, Error>(())
    });
    written.unwrap();
}

fn namespace(store: &Store) -> Namespace {
    let made = store.write_now(0, |tx| tx.make_namespace("n"));
    made.unwrap()
}

#[test]
fn vectors_come_back_after_a_restart_and_are_sealed() {
    let dir = tempfile::tempdir().unwrap();
    let ns = {
        let store = open_store(dir.path());
        let namespace = namespace(&store);
        add(&store, &namespace, block([1, 2, 3]));
        add(&store, &namespace, block([4]));
        namespace.ns
    };
    let store = open_store(dir.path());
    assert_eq!(all(&store, ns, DIM), [block([1, 2, 3]), block([4])]);
    let plain: Vec<u8> = block([1, 2, 3]).bytes();
    for file in ["mneme.db", "mneme.db-wal"] {
        let bytes = std::fs::read(dir.path().join(file)).unwrap_or_default();
        assert!(
            !bytes.windows(plain.len()).any(|window| window == plain),
            "{file}"
        );
    }
}

#[test]
fn a_removed_vector_is_gone_from_every_block() {
    let dir = tempfile::tempdir().unwrap();
    let store = open_store(dir.path());
    let namespace = namespace(&store);
    add(&store, &namespace, block([1, 2, 3]));
    add(&store, &namespace, block([4, 5]));
    add(&store, &namespace, block([6]));
    let here = namespace.clone();
    store
        .write_now(0, move |tx| remove(tx, &here, &[2, 6, 99]))
        .unwrap();
    let left: Vec<Seq> = all(&store, namespace.ns, DIM)
        .iter()
        .flat_map(|block| block.seqs.clone())
        .collect();
    assert_eq!(left.len(), 4);
    assert!(
        [1, 3, 4, 5].iter().all(|seq| left.contains(seq)),
        "{left:?}"
    );
}

#[test]
fn many_small_blocks_become_few_and_nothing_is_lost() {
    let dir = tempfile::tempdir().unwrap();
    let store = open_store(dir.path());
    let namespace = namespace(&store);
    for seq in 1..=600 {
        add(&store, &namespace, block([seq]));
    }
    let blocks = all(&store, namespace.ns, DIM);
    assert!(blocks.len() < 40, "{} blocks", blocks.len());
    let mut seqs: Vec<Seq> = blocks.iter().flat_map(|block| block.seqs.clone()).collect();
    seqs.sort_unstable();
    assert_eq!(seqs, (1..=600).collect::<Vec<Seq>>());
    for block in blocks {
        let expected = block.seqs.iter().flat_map(|seq| [*seq as u16; DIM]);
        assert!(expected.eq(block.halves.iter().copied()));
    }
}

#[test]
fn one_name_has_one_dimension() {
    let dir = tempfile::tempdir().unwrap();
    let store = open_store(dir.path());
    store.write_now(0, |tx| model(tx, "m", 4)).unwrap();
    let other = store.write_now(0, |tx| model(tx, "m", 5));
    assert!(matches!(
        other,
        Err(Error::Dimension {
            found: 4,
            wanted: 5,
            ..
        })
    ));
}

#[test]
fn a_block_of_the_wrong_length_is_told_not_read() {
    assert_eq!(
        Block::read(&[0; 10], 1, 1),
        Some(Block {
            seqs: vec![0],
            halves: vec![0]
        })
    );
    assert_eq!(Block::read(&[0; 9], 1, 1), None);
    assert_eq!(Block::read(&[], usize::MAX, 4), None);
}
