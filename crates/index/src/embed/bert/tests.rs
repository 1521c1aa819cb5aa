use super::super::tests::tiny::{self, Format, folder, rows, weights, write};
use super::*;

const TEXTS: [&str; 4] = [
    "a b c",
    "",
    "ad x e, a b",
    "c c c c c c c c c c c c c c c c c c c c",
];

fn open(folder: &Path, precision: Precision) -> Bert {
    Bert::open("tiny", folder, Pooling::Mean, precision).unwrap()
}

fn expected(bert: &Bert, text: &str, pooling: Pooling) -> Vec<f64> {
    let rows = rows(&weights(), &bert.pieces(text));
    let mut vector = rows[0].clone();
    if pooling == Pooling::Mean {
        for row in &rows[1..] {
            vector.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
        }
    }
    let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    vector.iter().map(|x| x / length).collect()
}

fn farthest(folder: &Path, pooling: Pooling, precision: Precision) -> f64 {
    let bert = open(folder, precision);
    let vectors = bert.encode(&TEXTS).unwrap();
    let mut most = 0f64;
    for (text, vector) in TEXTS.iter().zip(&vectors) {
        let want = expected(&bert, text, pooling);
        let off = vector
            .iter()
            .zip(&want)
            .map(|(a, b)| (f64::from(*a) - b).abs());
        most = off.fold(most, f64::max);
    }
    most
}

#[test]
fn vectors_are_those_of_the_plain_computation() {
    for (prefix, format) in [
        ("", Format::F32),
        ("bert.", Format::F32),
        ("", Format::F16),
        ("bert.", Format::Bf16),
    ] {
        let folder = folder(prefix, format);
        let exact = farthest(folder.path(), Pooling::Mean, Precision::Exact);
        assert!(exact < 1e-5, "{exact}");
        let bytes = farthest(folder.path(), Pooling::Mean, Precision::Int8);
        assert!(bytes < 0.05, "{bytes}");
    }
}

#[test]
fn the_files_may_name_the_pooling() {
    let folder = folder("", Format::F32);
    let cls = br#"{"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false}"#;
    write(folder.path(), "1_Pooling/config.json", cls);
    let off = farthest(folder.path(), Pooling::Cls, Precision::Exact);
    assert!(off < 1e-5, "{off}");
    let off = farthest(folder.path(), Pooling::Mean, Precision::Exact);
    assert!(off > 1e-2, "{off}");
}

#[test]
fn many_texts_come_back_in_their_order() {
    let folder = folder("", Format::F32);
    let bert = open(folder.path(), Precision::Int8);
    let texts: Vec<String> = (0..60).map(|n| "a b c ".repeat(n % 7)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let vectors = bert.encode(&texts).unwrap();
    for (text, vector) in texts.iter().zip(&vectors) {
        assert_eq!(bert.encode(&[text]).unwrap()[0], *vector);
    }
    assert_eq!(bert.encode(&[]).unwrap().len(), 0);
    assert_eq!((bert.count("a b"), bert.count(&"a ".repeat(99))), (4, 24));
}

#[test]
fn a_vocabulary_larger_than_the_model_is_refused() {
    let folder = folder("", Format::F32);
    let more = [&tiny::PIECES[..], &["more"]].concat().join("\n");
    write(folder.path(), "vocab.txt", more.as_bytes());
    let error = Bert::open("tiny", folder.path(), Pooling::Mean, Precision::Int8).err();
    assert!(matches!(error, Some(Error::Damaged { .. })));
}

#[test]
fn weights_that_are_no_numbers_give_an_error_and_no_vector() {
    let folder = folder("", Format::F32);
    for number in [f32::NAN, f32::INFINITY] {
        let mut weights = weights();
        weights
            .get_mut("encoder.layer.1.output.dense.weight")
            .unwrap()
            .1[5] = number;
        let bytes = tiny::safetensors(&weights, "", Format::F32);
        write(folder.path(), "model.safetensors", &bytes);
        for precision in [Precision::Exact, Precision::Int8] {
            let bert = open(folder.path(), precision);
            assert!(
                matches!(bert.encode(&["a"]), Err(Error::Damaged { .. })),
                "{number}"
            );
        }
    }
}

#[test]
fn a_file_cut_short_after_loading_is_an_error() {
    let folder = folder("", Format::F32);
    let bert = open(folder.path(), Precision::Int8);
    write(folder.path(), "model.safetensors", b"");
    assert!(matches!(bert.encode(&["a"]), Err(Error::Damaged { .. })));
}

#[test]
fn a_check_sees_weights_that_end_too_early() {
    let folder = folder("", Format::F32);
    let check = || Bert::check(folder.path(), Pooling::Mean);
    assert_eq!(check().unwrap(), tiny::HIDDEN);
    let path = folder.path().join("model.safetensors");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.pop();
    std::fs::write(&path, bytes).unwrap();
    let error = check().unwrap_err();
    assert!(error.to_string().contains("1 bytes too early"), "{error}");
    assert_eq!(error.code(), mneme_model::Code::ModelDamaged);
    std::fs::remove_file(&path).unwrap();
    assert!(matches!(check(), Err(Error::Missing { .. })));
}

#[test]
fn a_vector_too_small_to_measure_is_refused() {
    assert_eq!(super::unit(vec![3.0, 4.0]), Some(vec![0.6, 0.8]));
    let smallest = super::unit(vec![1e-18, 1e-18]).unwrap();
    assert!((smallest.iter().map(|x| x * x).sum::<f32>() - 1.0).abs() < 1e-5);
    for none in [[0.0, 0.0], [3e-23, 1e-22], [f32::NAN, 1.0], [1e30, 1e30]] {
        assert_eq!(super::unit(none.to_vec()), None, "{none:?}");
    }
}
