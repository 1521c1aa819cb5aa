//! Where hooks leave what they cannot deliver.

use std::path::Path;

use mneme_hook::spool_of_notebook;
use mneme_surfaces::desk::{Place, Spools};

use crate::settings::default_data_dir;

/// How hooks name this machine.
const HOSTS: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// Where hooks may look for us.
pub struct Ports {
    pub grpc: Option<u16>,
    /// Each of the doors the notebook answers at.
    pub notebook: Vec<u16>,
}

/// Hooks that name no address leave their events beside the data; those that name one of
/// ours, where the user's data usually is.
pub fn of(data_dir: &Path, ports: &Ports) -> Spools {
    let own = data_dir.join("spool");
    let usual = default_data_dir().ok().map(|dir| dir.join("spool"));
    let usual = usual.filter(|dir| *dir != own);
    let grpc = ports.grpc.map(|port| format!("grpc-{port}.jsonl"));
    let names = |first: Option<String>| first.into_iter().chain(grpc.clone()).collect();
    let mut places = vec![Place {
        dir: own,
        names: names(Some(String::from("control.jsonl"))),
        brought: ports.brought(),
    }];
    places.extend(usual.map(|dir| Place {
        dir,
        names: names(None),
        brought: ports.brought(),
    }));
    Spools::new(places)
}

/// Whether a hook left something here before there was a store.
pub fn waits_in(spool: &Path) -> bool {
    let files = std::fs::read_dir(spool).into_iter().flatten().flatten();
    files
        .into_iter()
        .any(|file| file.path().extension().is_some_and(|kind| kind == "jsonl"))
}

// === impl Ports ===

impl Ports {
    fn brought(&self) -> Vec<String> {
        let of = |port: &u16| HOSTS.map(|host| spool_of_notebook(&format!("{host}:{port}")));
        self.notebook.iter().flat_map(of).collect()
    }
}
