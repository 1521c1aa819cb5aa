//! Makes the timeline's messages from `proto/memory.proto`. The compiler is a crate: nobody
//! needs protoc.

use std::path::PathBuf;

use prost::Message;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?).join("../../proto");
    println!(
        "cargo:rerun-if-changed={}",
        root.join("memory.proto").display()
    );
    let described = protox::compile(["memory.proto"], [&root])?;
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    std::fs::write(out.join("memory.bin"), described.encode_to_vec())?;
    let mut config = tonic_prost_build::Config::new();
    config.enable_type_names();
    tonic_prost_build::configure().compile_fds_with_config(described, config)?;
    Ok(())
}
