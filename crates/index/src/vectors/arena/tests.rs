use proptest::prelude::*;

use super::*;

const DIM: usize = 48;

fn unit(mut vector: Vec<f32>) -> Vec<f32> {
    let length = vector.iter().map(|v| v * v).sum::<f32>().sqrt().max(1e-6);
    vector.iter_mut().for_each(|v| *v /= length);
    vector
}

fn vector() -> impl Strategy<Value = Vec<f32>> {
    prop::collection::vec(-1.0f32..1.0, DIM).prop_map(unit)
}

fn arena(vectors: &[Vec<f32>]) -> Arena {
    let mut arena = Arena::default();
    for (n, vector) in vectors.iter().enumerate() {
        arena.insert(&[n as Seq], &halves(vector).collect::<Vec<_>>());
    }
    arena
}

fn naive(vectors: &[Vec<f32>], query: &[f32]) -> Vec<(f32, Seq)> {
    let dot = |v: &Vec<f32>| v.iter().zip(query).map(|(a, b)| a * b).sum::<f32>();
    let mut all: Vec<_> = vectors.iter().map(dot).zip(0..).collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all
}

proptest! {
    #[test]
    fn the_nearest_are_the_nearest(vectors in prop::collection::vec(vector(), 20..60), query in vector()) {
        let hits = arena(&vectors).nearest(&query, 5, |_| true);
        let best = naive(&vectors, &query);
        prop_assert_eq!(hits.len(), 5);
        for (hit, (score, _)) in hits.iter().zip(best) {
            prop_assert!((hit.score - score).abs() < 2e-3, "{} {}", hit.score, score);
        }
    }
}

#[test]
fn what_is_not_admitted_is_not_near() {
    let vectors: Vec<_> = (0..3_000)
        .map(|n| {
            unit(
                (0..DIM)
                    .map(|d| ((n * 7 + d * 13) % 31) as f32 - 15.0)
                    .collect(),
            )
        })
        .collect();
    let arena = arena(&vectors);
    let hits = arena.nearest(&vectors[10], 8, |seq| seq % 2 == 1);
    assert_eq!(hits.len(), 8);
    assert!(hits.iter().all(|hit| hit.seq % 2 == 1));
}

#[test]
fn a_record_is_as_near_as_its_nearest_passage() {
    let (x, y) = (
        unit([vec![1.0], vec![0.0; DIM - 1]].concat()),
        unit([vec![0.0, 1.0], vec![0.0; DIM - 2]].concat()),
    );
    let mut arena = Arena::default();
    let both: Vec<u16> = halves(&x).chain(halves(&y)).collect();
    arena.insert(&[7, 7], &both);
    for query in [&x, &y] {
        let hits = arena.nearest(query, 3, |_| true);
        assert_eq!(hits.len(), 1, "one record is one hit");
        assert!(hits[0].score > 0.99);
    }
}

#[test]
fn a_removed_record_is_gone_and_its_numbers_too() {
    let vectors: Vec<_> = (0..10)
        .map(|n| unit((0..DIM).map(|d| ((n + d) % 5) as f32 - 2.0).collect()))
        .collect();
    let mut arena = arena(&vectors);
    arena.remove(3);
    assert!(
        arena
            .nearest(&vectors[3], 10, |_| true)
            .iter()
            .all(|hit| hit.seq != 3)
    );
    assert_eq!(arena.cosine(3, &vectors[3]), None);
    assert!(
        arena
            .halves(3)
            .is_some_and(|row| row.iter().all(|half| *half == 0))
    );
    assert_eq!(arena.len(), 9);
}

#[test]
fn a_question_of_another_length_finds_nothing() {
    let arena = arena(&[unit(vec![1.0; DIM])]);
    assert!(arena.nearest(&[1.0; 7], 3, |_| true).is_empty());
}
