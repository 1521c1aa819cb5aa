//! Listeners: bound before the store opens, so that a taken port is told at once.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use mneme_gateway::Gateway;
use mneme_model::Code;
use mneme_surfaces::control;
use mneme_surfaces::desk::Desk;
use mneme_surfaces::grpc;
use mneme_surfaces::notebook::{self, Notebook};
use mneme_surfaces::rest::{Door, serve_metrics, serve_rest};
use mneme_wire::Fault;
use mneme_wire::control::socket_path;
use tokio::net::{TcpListener, UnixListener};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::settings::Doors;
use crate::spools::{self, Ports};

pub struct Opened {
    http: Option<TcpListener>,
    notebook: Option<TcpListener>,
    metrics: Option<TcpListener>,
    grpc: Vec<TcpListener>,
    control: Option<(UnixListener, Desk)>,
    addresses: BTreeMap<String, String>,
}

// === impl Opened ===

impl Opened {
    /// The first door is called `http`, and `core` behind another process.
    pub async fn bind(first: &str, doors: &Doors, tls: bool) -> Result<Self, Fault> {
        let mut addresses = BTreeMap::new();
        let http = bind(first, doors.http, tls, &mut addresses).await?;
        let notebook = bind("notebook", doors.notebook, tls, &mut addresses).await?;
        let metrics = bind("metrics", doors.metrics, tls, &mut addresses).await?;
        Ok(Self {
            http,
            notebook,
            metrics,
            grpc: bind_timeline(&doors.grpc, &mut addresses).await?,
            control: None,
            addresses,
        })
    }

    /// Opens the control socket of the directory we now own; the desk then knows every door.
    pub fn with_control(&mut self, data_dir: &Path, mut desk: Desk) -> Result<Desk, Fault> {
        let path = socket_path(data_dir);
        let bound = control::bind(&path);
        let listener = bound.map_err(|error| {
            Fault::new(
                Code::PortTaken,
                format!(
                    "the control socket {} cannot be opened: {error}",
                    path.display()
                ),
            )
        })?;
        self.addresses
            .insert("control".into(), path.display().to_string());
        desk.house.doors = self.addresses.clone();
        // The port may have been chosen only now.
        desk.spools = Arc::new(spools::of(data_dir, &self.ports()));
        self.control = Some((listener, desk.clone()));
        Ok(desk)
    }

    /// Whoever looks for the memory API finds it in front of us.
    pub fn behind(&mut self, front: &str) {
        if let Some(own) = self.addresses.get_mut("core") {
            *own = own.replace("https://", "http://");
        }
        if !front.is_empty() {
            self.addresses.insert("http".into(), front.to_owned());
        }
    }

    /// The recorder's socket is open as well.
    pub fn with_archive(&mut self, socket: &Path) {
        self.addresses
            .insert("archive".into(), socket.display().to_string());
        if let Some((_, desk)) = &mut self.control {
            desk.house.doors = self.addresses.clone();
        }
    }

    fn ports(&self) -> Ports {
        let port = |listener: &TcpListener| Some(listener.local_addr().ok()?.port());
        let notebook = self.notebook.iter().chain(&self.http);
        Ports {
            grpc: self.grpc.first().and_then(port),
            notebook: notebook.filter_map(port).collect(),
        }
    }

    pub fn addresses(&self) -> BTreeMap<String, String> {
        self.addresses.clone()
    }

    /// Starts serving every door until told to stop.
    pub fn serve(
        &mut self,
        door: Door,
        timeline: &grpc::Settings,
        notebook: &Arc<notebook::Settings>,
        gateway: &Gateway,
        stopping: &watch::Receiver<bool>,
    ) -> Vec<JoinHandle<()>> {
        let mut tasks = Vec::new();
        for listener in self.grpc.drain(..) {
            let (door, timeline) = (door.clone(), timeline.clone());
            let serving = grpc::serve(listener, door, timeline, stopping.clone());
            tasks.push(tokio::spawn(serving));
        }
        for (listener, own) in [(self.http.take(), false), (self.notebook.take(), true)] {
            let notebook = Notebook {
                door: door.clone(),
                settings: notebook.clone(),
                own,
            };
            // Where the notebook's clients call, nobody looks for a model.
            let others = match own {
                true => Default::default(),
                false => mneme_gateway::router(gateway.clone()),
            };
            let serve = |listener| serve_rest(listener, notebook, others, stopping.clone());
            tasks.extend(listener.map(|listener| tokio::spawn(serve(listener))));
        }
        if let Some(listener) = self.metrics.take() {
            tasks.push(tokio::spawn(serve_metrics(
                listener,
                door,
                stopping.clone(),
            )));
        }
        if let Some((listener, desk)) = self.control.take() {
            let mut stopping = stopping.clone();
            tasks.push(tokio::spawn(async move {
                tokio::select! {
                    () = control::serve(listener, desk) => {}
                    _ = stopping.wait_for(|stop| *stop) => {}
                }
            }));
        }
        tasks
    }
}

pub async fn bind(
    name: &str,
    address: Option<SocketAddr>,
    tls: bool,
    addresses: &mut BTreeMap<String, String>,
) -> Result<Option<TcpListener>, Fault> {
    let Some(address) = address else {
        return Ok(None);
    };
    if !address.ip().is_loopback() && !tls {
        tracing::warn!(door = name, %address, "this door is reachable from other machines, without encryption");
    }
    let listener = TcpListener::bind(address)
        .await
        .map_err(|error| refused(name, address, &error))?;
    let real = listener
        .local_addr()
        .map_err(|error| refused(name, address, &error))?;
    tracing::debug!(door = name, address = %real, "a door is open");
    let scheme = if tls { "https" } else { "http" };
    addresses.insert(name.to_owned(), format!("{scheme}://{real}"));
    Ok(Some(listener))
}

/// The timeline listens in both families at one port. A machine without IPv6 is told, and served.
async fn bind_timeline(
    wanted: &[SocketAddr],
    addresses: &mut BTreeMap<String, String>,
) -> Result<Vec<TcpListener>, Fault> {
    let mut listeners: Vec<TcpListener> = Vec::new();
    for (n, address) in wanted.iter().enumerate() {
        let mut address = *address;
        if let (0, Some(first)) = (address.port(), listeners.first()) {
            let bound = first
                .local_addr()
                .map_err(|e| refused("grpc", address, &e))?;
            address.set_port(bound.port());
        }
        let name = if n == 0 { "grpc" } else { "grpc6" };
        match bind(name, Some(address), false, addresses).await {
            Ok(listener) => listeners.extend(listener),
            Err(fault) if n > 0 && !has_ipv6() => {
                tracing::warn!(%address, error = fault.error, "this machine has no IPv6 loopback");
            }
            Err(fault) => return Err(fault),
        }
    }
    Ok(listeners)
}

fn has_ipv6() -> bool {
    std::net::TcpListener::bind((std::net::Ipv6Addr::LOCALHOST, 0)).is_ok()
}

fn refused(name: &str, address: SocketAddr, error: &io::Error) -> Fault {
    let why = match error.kind() {
        io::ErrorKind::AddrInUse => String::from("another program has it"),
        io::ErrorKind::PermissionDenied => String::from("this user may not open that port"),
        _ => error.to_string(),
    };
    let which = match name {
        "core" => "the door of the process behind (gateway.core_port)".to_owned(),
        _ => format!("the {name} door"),
    };
    let mut fault = Fault::new(
        Code::PortTaken,
        format!("{which} cannot open {address}: {why}"),
    );
    let name = if name == "grpc6" { "grpc" } else { name };
    fault.hint = match name {
        "core" => String::from(
            "set gateway.core_port (server.core_port in memoryoss.toml) to a port nobody has, or leave it out: then any will do",
        ),
        _ => format!(
            "choose another with --{name} ADDR (or --{name} off), or set doors.{name} in mneme.toml"
        ),
    };
    fault
}
