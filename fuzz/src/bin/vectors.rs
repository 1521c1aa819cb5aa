//! A block of vectors, as it is inside its seal.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{room, within};
use mneme_store::fuzzing::{read_block, write_block};

fuzz_target!(|input: &[u8]| {
    let Some((head, bytes)) = input.split_first_chunk::<16>() else {
        return;
    };
    // Both stand in columns of their own: any number may be there.
    let (n, dim) = head.split_at(8);
    let number = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().unwrap()) as usize;
    let (n, dim) = (number(n), number(dim));
    let Some(mut block) = within(room(bytes.len()), || read_block(bytes, n, dim)) else {
        return;
    };
    assert_eq!((block.seqs.len(), block.halves.len()), (n, n * dim));
    assert_eq!(write_block(&block), bytes);
    block.keep(dim, |seq| Ok::<_, ()>(seq % 2 == 0)).unwrap();
    assert!(block.seqs.iter().all(|seq| seq % 2 == 0));
    assert_eq!(block.halves.len(), block.seqs.len() * dim);
});
