//! What the catalogue keeps from the REST door. Who may use the rest: `access/walk.rs`.

use mneme_wire::operations::CATALOGUE;
use serde_json::json;

use crate::support::{Client, shared};

#[test]
fn what_the_catalogue_keeps_from_rest_is_not_there() {
    let server = shared();
    let key = server.key("catalogue-closed", "admin");
    let mut admin = Client::new(server.http(), Some(&key));
    let closed = CATALOGUE.iter().filter(|row| row.rest.is_none());
    assert!(closed.clone().count() > 0);
    for row in closed {
        for path in [
            format!("/v1/{}", row.name),
            format!("/v1/{}", row.name.replace('_', "/")),
        ] {
            admin.get(&path).refused(404, "no_such_route");
            admin.post(&path, &json!({})).refused(404, "no_such_route");
        }
    }
}
