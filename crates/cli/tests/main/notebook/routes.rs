//! Every call the notebook's door has, read from where it is hung up: a new one is visited too.

const HUNG_UP: &str = include_str!("../../../../surfaces/src/notebook.rs");
const CALLS: &str = include_str!("../../../../surfaces/src/notebook/calls.rs");
const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

/// Method and path of each, below the notebook's own path.
pub fn all() -> Vec<(String, String)> {
    let calls = HUNG_UP.split(".route(").skip(1).flat_map(|call| {
        let path = call.split('"').nth(1).unwrap().replace("{id}", "nobody");
        let has = |method: &&&str| {
            let word = format!("{method}(");
            let at = call.match_indices(&word);
            let alone =
                |at: usize| !call[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            at.map(|(at, _)| at).any(alone)
        };
        let methods = METHODS.iter().filter(has);
        let named = methods.map(move |method| (method.to_uppercase(), path.clone()));
        named.collect::<Vec<_>>()
    });
    calls.chain(listed()).collect()
}

/// Those of the table: a method, a path, who answers.
pub fn listed() -> impl Iterator<Item = (String, String)> {
    CALLS.lines().filter_map(|line| {
        let (call, _) = line.trim().split_once(" => ")?;
        let (method, path) = call.split_once(' ')?;
        let path = path.strip_prefix('"')?.strip_suffix('"')?;
        let known = METHODS.contains(&method);
        known.then(|| (method.to_uppercase(), path.replace("{id}", "nobody")))
    })
}

#[test]
fn the_list_of_calls_is_read_whole() {
    let all = all();
    let has = |method: &str, path: &str| {
        let call = (method.to_owned(), path.to_owned());
        assert!(all.contains(&call), "{method} {path} not in {all:?}");
    };
    has("GET", "/slot");
    has("POST", "/slot");
    has("DELETE", "/slot");
    has("PATCH", "/actions/nobody");
    has("GET", "/frontier");
    has("POST", "/search");
    assert_eq!(all.iter().filter(|(_, path)| path == "/search").count(), 1);
    assert!(all.len() >= 40, "{all:?}");
}
