//! Every route of the document, with everything that can be wrong with a request to it. What is
//! sent is made from the description, so that a new route is tried on the day it is described.

mod bodies;
mod callers;
mod fields;
mod paths;
mod shape;

use serde_json::Value;

use crate::access::route::{self, Route, Sample};
use crate::support::{Client, Description, Home, Reply, Server, fingerprint, unique};

/// Nobody is told to slow down here.
const UNHURRIED: &str = "[limits]\nrate_limit_per_sec = 1000000\n";

/// A server with something in it that must not change.
struct Trial {
    server: Server,
    description: Description,
    sample: Sample,
    client: Client,
    before: Vec<String>,
}

/// A route, and what is said of it.
struct Target<'d> {
    route: Route,
    told: &'d Value,
}

// === impl Trial ===

impl Trial {
    fn new() -> Self {
        let server = Server::start(&Home::with_settings(UNHURRIED));
        let namespace = unique("untouched");
        let key = server.key(&namespace, "admin");
        let mut client = Client::new(server.http(), Some(&key));
        let id = client.remember("Must stay as it is.");
        server.key("next-door", "admin");
        server.settled();
        let before = fingerprint(server.home());
        Self {
            description: Description::new(),
            sample: Sample { id, key },
            client,
            before,
            server,
        }
    }

    fn targets(description: &Description) -> Vec<Target<'_>> {
        let found = route::all().into_iter();
        let found = found.map(|route| Target {
            route,
            told: &description.0["paths"][route.path][route.method.to_lowercase()],
        });
        found.collect()
    }

    /// Refused in one of these ways, in the shape every refusal has, and as it is described.
    fn assert_refused(&self, reply: Reply, what: &str, ways: &[(u16, &str)]) {
        let (status, code) = (reply.status, reply.body["code"].clone());
        let text = &reply.text;
        let known = ways
            .iter()
            .any(|way| (status, &code) == (way.0, &Value::from(way.1)));
        assert!(known, "{what}: {status} {text:.300}, not {ways:?}");
        assert_eq!(
            reply.header("content-type"),
            Some("application/json"),
            "{what}"
        );
        let told = &self.description.0["components"]["responses"][format!("Refused{status}")];
        let schema = &told["content"]["application/json"]["schema"];
        let misfits = self.description.misfits(schema, &reply.body);
        assert!(misfits.is_empty(), "{what}: {misfits:?}");
        let codes = told["x-codes"].as_array().unwrap();
        assert!(codes.contains(&code), "{what}: {code} is not described");
        assert!(
            !reply.body["error"].as_str().unwrap().trim().is_empty(),
            "{what}"
        );
    }

    /// Nothing was written, and nothing broke.
    fn assert_untouched(self, tried: usize) {
        assert!(tried > 0, "nothing was tried");
        self.server.assert_sound();
        assert_eq!(
            fingerprint(self.server.home()),
            self.before,
            "something was written"
        );
        let verified = self.server.home().json(&["verify", "--json"]);
        assert_eq!(verified["clean"], true, "{verified}");
        self.server.stop();
    }
}

// === impl Target ===

impl Target<'_> {
    fn name(&self) -> String {
        format!("{} {}", self.route.method, self.route.path)
    }

    /// What its body is described with; none where it takes none.
    fn body(&self) -> Option<&Value> {
        let schema = &self.told["requestBody"]["content"]["application/json"]["schema"];
        (!schema.is_null()).then_some(schema)
    }

    fn parameters(&self, place: &str) -> Vec<&Value> {
        let all = self.told["parameters"].as_array().into_iter().flatten();
        all.filter(|one| one["in"] == place).collect()
    }

    /// Its path with names in it that lead somewhere, where they can.
    fn path(&self, sample: &Sample) -> String {
        route::filled(self.route.path, &sample.id)
    }

    fn is_open(&self) -> bool {
        self.told["security"].is_array()
    }
}
