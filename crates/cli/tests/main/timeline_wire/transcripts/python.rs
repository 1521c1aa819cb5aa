//! Python with the gRPC libraries, which are kept in the user's cache.

use std::fs::File;
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::support::{Home, Ran};

const PACKAGES: [&str; 2] = ["grpcio>=1.60", "grpcio-reflection>=1.60"];

const VERSION: &str = "import sys; print('%d.%d' % sys.version_info[:2])";

/// Reads `[rpc, request]` lines; says the answer or the name of the code, each on a line.
/// Enums as numbers and defaults written out, as the published answers are.
const CLIENT: &str = "
import json, sys, grpc
from google.protobuf import json_format, message_factory
from google.protobuf.descriptor_pool import DescriptorPool
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
channel = grpc.insecure_channel(sys.argv[1])
pool = DescriptorPool(ProtoReflectionDescriptorDatabase(channel))
service = pool.FindServiceByName('memory.MemoryService')
for line in sys.stdin:
    name, asked = json.loads(line)
    method = service.methods_by_name[name]
    ask, tell = (message_factory.GetMessageClass(kind) for kind in (method.input_type, method.output_type))
    call = channel.unary_unary('/memory.MemoryService/' + name, ask.SerializeToString, tell.FromString)
    try:
        told = call(json_format.ParseDict(asked, ask()))
        shown = json_format.MessageToDict(told, use_integers_for_enums=True)
    except grpc.RpcError as error:
        shown = {'code': error.code().name, 'message': error.details()}
    print(json.dumps(shown), flush=True)
";

/// Sends requests, a line each; the answers, a line each.
pub fn run(home: &Home, address: SocketAddr, requests: &str) -> String {
    let mut command = home.program("python3");
    command.args(["-c", CLIENT, &address.to_string()]);
    command.env("PYTHONPATH", libraries());
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = pipes.stderr(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(requests.as_bytes()).unwrap();
    drop(input);
    Ran::from(child.wait_with_output().unwrap()).ok()
}

/// Fetched once for each version of Python, then found again.
fn libraries() -> PathBuf {
    let from = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let cache = from("XDG_CACHE_HOME").or_else(|| from("HOME").map(|home| home.join(".cache")));
    let name = format!("python-{}", python(&["-c", VERSION]).trim());
    let dir = cache.unwrap().join("mneme").join(name);
    // Another run may be at it; the lock is gone with whoever holds it.
    std::fs::create_dir_all(&dir).unwrap();
    let lock = File::create(dir.join("lock")).unwrap();
    lock.lock().unwrap();
    let fetched = dir.join("fetched");
    if !fetched.exists() {
        let target = dir.to_str().unwrap();
        let install = ["-m", "pip", "install", "--quiet", "--upgrade", "--target"];
        python(&[&install[..], &[target], &PACKAGES].concat());
        std::fs::write(fetched, PACKAGES.join("\n")).unwrap();
    }
    dir
}

/// In the environment of whoever runs the tests: it knows where packages come from.
fn python(args: &[&str]) -> String {
    Ran::from(Command::new("python3").args(args).output().unwrap()).ok()
}
