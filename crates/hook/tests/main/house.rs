//! The store of a home, open, and served at its control socket: what real doors stand before.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use mneme_access::RateLimit;
use mneme_engine::Engine;
use mneme_model::Clock;
use mneme_surfaces::control;
use mneme_surfaces::desk::{Desk, House};
use mneme_surfaces::rest::{BATCH_BYTES, BODY_BYTES, Door};
use mneme_wire::control::socket_path;

use crate::support::Home;

struct WallClock;

impl Clock for WallClock {
    fn now_ms(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        i64::try_from(since.as_millis()).unwrap()
    }
}

pub async fn door(home: &Home) -> Door {
    let store = mneme_store::Settings::at(home.data_dir());
    let opened = Engine::open(&store, Default::default(), Arc::new(WallClock));
    let desk = Desk {
        engine: Arc::new(opened.await.unwrap()),
        house: House::default(),
        notebook: Arc::default(),
        spools: Arc::default(),
    };
    let socket = control::bind(&socket_path(&home.data_dir())).unwrap();
    tokio::spawn(control::serve(socket, desk.clone()));
    Door {
        histograms: Arc::new([]),
        desk: Ok(desk),
        limit: Arc::new(RateLimit::per_second(1_000)),
        signals: Arc::new([]),
        version: String::from("test"),
        tls: None,
        body_bytes: BODY_BYTES,
        batch_bytes: BATCH_BYTES,
        unlocked: false,
        memory_mode: "readonly",
        front: None,
        tells_totals: false,
        tools: mneme_wire::tools::Set::default(),
    }
}
