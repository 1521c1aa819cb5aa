//! Makes the messages of the files in `proto/`. The compiler is a crate: nobody needs protoc.

use std::path::{Path, PathBuf};

use prost::Message;

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn main() -> Outcome {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?).join("../../proto");
    generate(&root, "memory", "tonic_prost::ProstCodec")?;
    generate(&root, "control_center", "crate::control_center::SmallCodec")
}

fn generate(root: &Path, package: &str, codec: &str) -> Outcome {
    let file = format!("{package}.proto");
    println!("cargo:rerun-if-changed={}", root.join(&file).display());
    let described = protox::compile([&file], [root])?;
    let out = PathBuf::from(std::env::var("OUT_DIR")?).join(format!("{package}.bin"));
    std::fs::write(out, described.encode_to_vec())?;
    let mut config = tonic_prost_build::Config::new();
    config.enable_type_names();
    let builder = tonic_prost_build::configure().codec_path(codec);
    builder.compile_fds_with_config(described, config)?;
    Ok(())
}
