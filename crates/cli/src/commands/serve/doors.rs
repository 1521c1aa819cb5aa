//! Listeners: bound before the store opens, so that a taken port is told at once.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::path::Path;

use mneme_model::Code;
use mneme_surfaces::control;
use mneme_surfaces::desk::Desk;
use mneme_surfaces::rest::{Door, serve_metrics, serve_rest};
use mneme_wire::Fault;
use mneme_wire::control::socket_path;
use tokio::net::{TcpListener, UnixListener};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::settings::Doors;

pub struct Opened {
    http: Option<TcpListener>,
    notebook: Option<TcpListener>,
    metrics: Option<TcpListener>,
    control: Option<(UnixListener, Desk)>,
    addresses: BTreeMap<String, String>,
}

// === impl Opened ===

impl Opened {
    pub async fn bind(doors: &Doors, tls: bool) -> Result<Self, Fault> {
        let mut addresses = BTreeMap::new();
        let http = bind("http", doors.http, tls, &mut addresses).await?;
        let notebook = bind("notebook", doors.notebook, tls, &mut addresses).await?;
        let metrics = bind("metrics", doors.metrics, tls, &mut addresses).await?;
        Ok(Self {
            http,
            notebook,
            metrics,
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
        self.control = Some((listener, desk.clone()));
        Ok(desk)
    }

    pub fn addresses(&self) -> BTreeMap<String, String> {
        self.addresses.clone()
    }

    /// Starts serving every door until told to stop.
    pub fn serve(&mut self, door: Door, stopping: &watch::Receiver<bool>) -> Vec<JoinHandle<()>> {
        let mut tasks = Vec::new();
        for listener in [self.http.take(), self.notebook.take()]
            .into_iter()
            .flatten()
        {
            tasks.push(tokio::spawn(serve_rest(
                listener,
                door.clone(),
                stopping.clone(),
            )));
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

async fn bind(
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
    let scheme = if tls { "https" } else { "http" };
    addresses.insert(name.to_owned(), format!("{scheme}://{real}"));
    Ok(Some(listener))
}

fn refused(name: &str, address: SocketAddr, error: &io::Error) -> Fault {
    let why = match error.kind() {
        io::ErrorKind::AddrInUse => String::from("another program has it"),
        io::ErrorKind::PermissionDenied => String::from("this user may not open that port"),
        _ => error.to_string(),
    };
    let mut fault = Fault::new(
        Code::PortTaken,
        format!("the {name} door cannot open {address}: {why}"),
    );
    fault.hint = format!(
        "choose another with --{name} ADDR (or --{name} off), or set doors.{name} in mneme.toml"
    );
    fault
}
