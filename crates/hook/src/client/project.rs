//! The name of a project: what somebody says, else where its repository lies, else the directory.

use std::path::Path;

const NOWHERE: &str = "unknown";

pub fn of(cwd: &str) -> String {
    let said = std::env::var("AGENTMEMORY_PROJECT_NAME").unwrap_or_default();
    match said.trim() {
        "" => found(Path::new(cwd)),
        said => said.to_owned(),
    }
}

fn found(cwd: &Path) -> String {
    let top = cwd.ancestors().find(|dir| dir.join(".git").exists());
    let name = top.unwrap_or(cwd).file_name();
    name.map_or_else(|| NOWHERE.to_owned(), |name| name.to_string_lossy().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repository_names_everything_below_it() {
        let dir = tempfile::tempdir().unwrap();
        let deep = dir.path().join("shop").join("src").join("orders");
        std::fs::create_dir_all(&deep).unwrap();
        assert_eq!(found(&deep), "orders");
        std::fs::create_dir(dir.path().join("shop").join(".git")).unwrap();
        assert_eq!(found(&deep), "shop");
        assert_eq!(found(Path::new("/")), NOWHERE);
    }
}
