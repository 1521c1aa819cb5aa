use serde_json::json;
use tempfile::TempDir;

use super::super::tests::tiny;
use super::format::half;
use super::*;

fn open(bytes: &[u8]) -> Result<Tensors, Error> {
    let folder = TempDir::new().unwrap();
    tiny::write(folder.path(), "model.safetensors", bytes);
    Tensors::open(&folder.path().join("model.safetensors"))
}

fn load(dtype: &str, shape: &[u64], offsets: [u64; 2], data: &[u8]) -> Result<Vec<f32>, Error> {
    let header = json!({"t": {"dtype": dtype, "shape": shape, "data_offsets": offsets}});
    let tensors = open(&tiny::file(&header.to_string(), data))?;
    let shape: Vec<usize> = shape.iter().map(|n| *n as usize).collect();
    tensors.load("t", &shape)
}

fn why<T>(result: Result<T, Error>) -> String {
    match result {
        Err(Error::Damaged { why, .. }) => why,
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it was read"),
    }
}

#[test]
fn numbers_of_every_format_are_read() {
    let halves = [0u16, 0x3C00, 0xC000, 0x0001, 0x7BFF, 0x03FF, 0x7C00];
    let bytes: Vec<u8> = halves.iter().flat_map(|bits| bits.to_le_bytes()).collect();
    let numbers = load("F16", &[7], [0, 14], &bytes).unwrap();
    let want = [
        0.0,
        1.0,
        -2.0,
        2f32.powi(-24),
        65504.0,
        1023.0 * 2f32.powi(-24),
        f32::INFINITY,
    ];
    assert_eq!(numbers, want);
    assert_eq!(
        load("BF16", &[2], [0, 4], &[0x80, 0x3F, 0, 0xC0]).unwrap(),
        [1.0, -2.0]
    );
    assert_eq!(
        load("F32", &[1, 1], [0, 4], &1.5f32.to_le_bytes()).unwrap(),
        [1.5]
    );
    assert!(half(0x7C01).is_nan());
}

#[test]
fn a_long_tensor_is_read_in_parts_and_from_any_row() {
    let count = 3 * CHUNK_BYTES / 4 + 5;
    let bytes: Vec<u8> = (0..count).flat_map(|n| (n as f32).to_le_bytes()).collect();
    let shape = [count as u64];
    let header = json!({"t": {"dtype": "F32", "shape": shape, "data_offsets": [0, bytes.len()]}});
    let tensors = open(&tiny::file(&header.to_string(), &bytes)).unwrap();
    let all = tensors.load("t", &[count]).unwrap();
    assert!(all.iter().enumerate().all(|(n, x)| *x == n as f32));
    let tensor = tensors.find("t", &[count]).unwrap();
    let mut three = [0.0; 3];
    tensors.read(&tensor, 70, &mut three).unwrap();
    assert_eq!(three, [70.0, 71.0, 72.0]);
    assert!(tensors.read(&tensor, count - 2, &mut three).is_err());
    assert!(tensors.read(&tensor, usize::MAX, &mut three).is_err());
}

#[test]
fn every_sort_of_damage_has_its_sentence() {
    assert!(why(open(b"")).contains("ends too early"));
    assert!(why(open(&[9; 7])).contains("ends too early"));
    assert!(why(open(&u64::MAX.to_le_bytes())).contains("claims"));
    assert!(why(open(&100u64.to_le_bytes())).contains("claims"));
    assert!(why(open(&tiny::file("no json", &[]))).contains("header"));
    assert!(why(open(&tiny::file("[1]", &[]))).contains("header"));
    assert!(why(open(&tiny::file(r#"{"t": {"dtype": "F32"}}"#, &[]))).contains("header"));
    let negative = r#"{"t": {"dtype": "F32", "shape": [-1], "data_offsets": [0, 4]}}"#;
    assert!(why(open(&tiny::file(negative, &[0; 4]))).contains("header"));
    assert!(why(open(&tiny::file(&"[".repeat(100_000), &[]))).contains("header"));
    assert!(why(load("F32", &[2], [0, 8], &[0; 4])).contains("outside"));
    assert!(why(load("F32", &[2], [8, 0], &[0; 8])).contains("outside"));
    assert!(why(load("F32", &[2], [0, u64::MAX], &[0; 8])).contains("outside"));
    assert!(why(load("F32", &[3], [0, 8], &[0; 8])).contains("length"));
    assert!(why(load("F32", &[1 << 40, 1 << 40], [0, 8], &[0; 8])).contains("length"));
    assert!(why(load("F32", &[u64::MAX], [0, 8], &[0; 8])).contains("length"));
    let odd = load("I64", &[1], [0, 8], &[0; 8]);
    assert!(matches!(odd, Err(Error::Unsupported { .. })));
}

#[test]
fn a_tensor_has_to_be_there_and_of_the_shape_asked_for() {
    let folder = tiny::folder("", tiny::Format::F32);
    let tensors = Tensors::open(&folder.path().join("model.safetensors")).unwrap();
    assert!(why(tensors.find("nothing", &[1])).contains("not in it"));
    let name = "embeddings.LayerNorm.bias";
    assert!(why(tensors.find(name, &[31])).contains("shape"));
    assert!(tensors.find(name, &[32]).is_ok());
}

#[test]
fn a_model_cut_anywhere_is_an_error_and_never_a_panic() {
    let folder = tiny::folder("", tiny::Format::F16);
    let path = folder.path().join("model.safetensors");
    let whole = std::fs::read(&path).unwrap();
    for length in (0..whole.len()).step_by(97) {
        std::fs::write(&path, &whole[..length]).unwrap();
        let opened = super::super::Bert::open(
            "tiny",
            folder.path(),
            super::super::Pooling::Mean,
            super::super::Precision::Int8,
        );
        assert!(matches!(opened, Err(Error::Damaged { .. })), "{length}");
    }
}
