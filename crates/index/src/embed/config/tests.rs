use serde_json::{Value, json};
use tempfile::TempDir;

use super::super::tests::tiny::{settings, write};
use super::*;

fn read(change: Value, others: &[(&str, &str)]) -> Result<Config, Error> {
    let folder = TempDir::new().unwrap();
    let mut settings = settings();
    for (key, value) in change.as_object().unwrap() {
        settings[key] = value.clone();
    }
    write(
        folder.path(),
        "config.json",
        settings.to_string().as_bytes(),
    );
    for (name, text) in others {
        write(folder.path(), name, text.as_bytes());
    }
    Config::read(folder.path(), Pooling::Cls)
}

#[test]
fn what_the_files_do_not_say_has_a_default() {
    let config = read(json!({"max_position_embeddings": 512}), &[]).unwrap();
    assert_eq!((config.max_pieces, config.pooling), (256, Pooling::Cls));
    assert_eq!((config.kinds, config.head_size()), (2, 16));
    assert_eq!(read(json!({}), &[]).unwrap().max_pieces, 24);
}

#[test]
fn pieces_never_go_beyond_the_places() {
    let pieces = |text: &str| {
        let change = json!({"max_position_embeddings": 512});
        read(change, &[("sentence_bert_config.json", text)])
            .unwrap()
            .max_pieces
    };
    assert_eq!(pieces(r#"{"max_seq_length": 128}"#), 128);
    assert_eq!(pieces(r#"{"max_seq_length": 5000}"#), 512);
    assert_eq!(pieces(r#"{"max_seq_length": 0}"#), 2);
    assert_eq!(pieces(r#"{"max_seq_length": null}"#), 256);
}

#[test]
fn pooling_is_the_mean_or_the_first_piece() {
    let pooling = |text: &str| read(json!({}), &[("1_Pooling/config.json", text)]);
    let mean = pooling(r#"{"pooling_mode_mean_tokens": true}"#).unwrap();
    assert_eq!(mean.pooling, Pooling::Mean);
    for text in [
        r#"{"pooling_mode_max_tokens": true}"#,
        r#"{"pooling_mode_mean_tokens": true, "pooling_mode_cls_token": true}"#,
    ] {
        assert!(matches!(pooling(text), Err(Error::Unsupported { .. })));
    }
    assert!(matches!(pooling("{"), Err(Error::Damaged { .. })));
}

#[test]
fn what_we_cannot_compute_is_refused() {
    for change in [
        json!({"hidden_act": "relu"}),
        json!({"model_type": "roberta"}),
        json!({"position_embedding_type": "relative_key"}),
        json!({"num_attention_heads": 0}),
        json!({"num_attention_heads": 3}),
        json!({"hidden_size": 0}),
        json!({"hidden_size": 1_u64 << 60}),
        json!({"vocab_size": 1_u64 << 40}),
        json!({"num_hidden_layers": 0}),
        json!({"max_position_embeddings": 1}),
    ] {
        let error = read(change.clone(), &[]);
        assert!(matches!(error, Err(Error::Unsupported { .. })), "{change}");
    }
    let error = read(json!({"hidden_size": -1}), &[]);
    assert!(matches!(error, Err(Error::Damaged { .. })));
}

#[test]
fn without_settings_the_missing_file_is_named() {
    let folder = TempDir::new().unwrap();
    let error = Config::read(folder.path(), Pooling::Mean).unwrap_err();
    assert!(
        error.to_string().contains("config.json is missing"),
        "{error}"
    );
}
