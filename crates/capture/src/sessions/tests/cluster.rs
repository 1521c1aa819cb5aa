//! Three servers that share the keys among them, where no change can span two.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use mneme_model::archive::{Status, Turn};
use redis::cluster::{ClusterClient, ClusterConnection};
use redis::cmd;

use super::desk::{NOW_MS, clock, session};
use super::server::Server;
use crate::sessions::{
    Error, Instance, Mended, Move, Page, Redis, RedisSettings, Registry, Retention,
};

struct Cluster {
    nodes: Vec<Server>,
    line: ClusterConnection,
}

impl Cluster {
    fn start() -> Self {
        let more = [
            "--cluster-enabled",
            "yes",
            "--cluster-port",
            "{port}",
            "--appendonly",
            "no",
        ];
        let nodes: Vec<_> = (0..3).map(|_| Server::start(&more)).collect();
        let made = Command::new("redis-cli")
            .args(["--cluster", "create"])
            .args(nodes.iter().map(|node| format!("127.0.0.1:{}", node.port)))
            .arg("--cluster-yes")
            .stdout(Stdio::null())
            .status();
        assert!(
            made.unwrap().success(),
            "redis-cli could not make a cluster"
        );
        let line = connect(&nodes);
        Self { nodes, line }
    }

    fn has(&mut self, key: &str, id: &str) -> bool {
        let name = if key == "sessions:incomplete" {
            "ZSCORE"
        } else {
            "SISMEMBER"
        };
        let found: Option<i64> = cmd(name).arg(key).arg(id).query(&mut self.line).unwrap();
        found.is_some_and(|found| found != 0)
    }
}

/// A cluster is ready a moment after it was made.
fn connect(nodes: &[Server]) -> ClusterConnection {
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        let client = ClusterClient::new(nodes.iter().map(Server::node_url)).unwrap();
        let line = client.get_connection().and_then(|mut line| {
            cmd("SET").arg("ready").arg(1).query::<()>(&mut line)?;
            Ok(line)
        });
        match line {
            Ok(line) => return line,
            Err(error) => assert!(Instant::now() < until, "no cluster: {error}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_205_a_cluster_keeps_records_and_a_mending_completes_what_was_cut_short() {
    let mut cluster = tokio::task::spawn_blocking(Cluster::start).await.unwrap();
    let settings = RedisSettings::at(cluster.nodes[0].node_url());
    let registry = Redis::open(&settings, Retention::Seed, clock())
        .await
        .unwrap();
    let registry: Arc<dyn Registry> = Arc::new(registry);
    assert_works(registry.as_ref(), &mut cluster).await;
    assert_mends(registry.as_ref(), &mut cluster).await;
}

async fn assert_works(registry: &dyn Registry, cluster: &mut Cluster) {
    for id in ["a", "b", "c"] {
        registry.register(&session(id)).await.unwrap();
        for key in [
            "sessions:active",
            "sessions:by_os:LINUX",
            "sessions:by_mode:manual",
        ] {
            assert!(cluster.has(key, id), "{key}");
        }
        let ttl: i64 = cmd("TTL")
            .arg(format!("session:{id}"))
            .query(&mut cluster.line)
            .unwrap();
        assert_eq!(ttl, -1);
    }
    assert!(matches!(
        registry.register(&session("a")).await,
        Err(Error::Exists(_))
    ));
    registry
        .turn("b", Move::new(Turn::Lost, NOW_MS))
        .await
        .unwrap();
    assert!(cluster.has("sessions:incomplete", "b") && !cluster.has("sessions:active", "b"));
    let refused = registry.turn("b", Move::new(Turn::Done, NOW_MS)).await;
    assert!(matches!(refused, Err(Error::Refused(_))));
    let page = Page { skip: 0, limit: 10 };
    assert_eq!(registry.list(Status::Active, page).await.unwrap().len(), 2);
    assert_eq!(registry.count().await.unwrap()[&Status::Incomplete], 1);
    assert!(registry.remove("c").await.unwrap());
    assert!(!cluster.has("sessions:by_os:LINUX", "c"));
    let one = Instance {
        id: "one".into(),
        ..Instance::default()
    };
    registry.beat(&one).await.unwrap();
    assert_eq!(registry.instances().await.unwrap().len(), 1);
}

/// As if the writer had died after the record and before the lists.
async fn assert_mends(registry: &dyn Registry, cluster: &mut Cluster) {
    let half = cmd("HSET")
        .arg("session:a")
        .arg("status")
        .arg("pending_annotation")
        .take();
    half.query::<()>(&mut cluster.line).unwrap();
    cmd("SADD")
        .arg("sessions:annotating")
        .arg("nobody")
        .query::<()>(&mut cluster.line)
        .unwrap();
    let mended = registry.mend().await.unwrap();
    assert_eq!(
        mended,
        Mended {
            orphans: 1,
            misplaced: 1
        }
    );
    assert!(cluster.has("sessions:pending", "a") && !cluster.has("sessions:active", "a"));
    assert!(!cluster.has("sessions:annotating", "nobody"));
    assert_eq!(registry.mend().await.unwrap(), Mended::default());
    let done = registry
        .turn("a", Move::new(Turn::Opened, NOW_MS))
        .await
        .unwrap();
    assert_eq!(done, Status::Annotating);
}
