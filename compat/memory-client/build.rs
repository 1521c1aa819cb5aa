//! Makes the client's half of `proto/memory.proto`. The compiler is a crate: nobody needs protoc.

use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?).join("../../proto");
    println!(
        "cargo:rerun-if-changed={}",
        root.join("memory.proto").display()
    );
    let described = protox::compile(["memory.proto"], [&root])?;
    tonic_prost_build::configure()
        .build_server(false)
        .compile_fds(described)?;
    Ok(())
}
