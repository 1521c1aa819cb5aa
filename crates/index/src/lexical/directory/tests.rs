use std::thread;

use mneme_store::seal::{DataKey, NamespaceKey};
use tantivy::directory::{INDEX_WRITER_LOCK, META_LOCK};

use super::*;

fn directory(root: &Path) -> SealedDirectory {
    let key = DataKey::derive(1, &[7; 32]).unwrap();
    let key = Arc::new(NamespaceKey::alone(key));
    let namespace = Namespace {
        ns: 1,
        name: "n".into(),
        key,
        only: None,
        through: None,
    };
    SealedDirectory::at(root.to_path_buf(), namespace).unwrap()
}

fn write(directory: &SealedDirectory, name: &str, bytes: &[u8]) {
    let mut file = directory.open_write(Path::new(name)).unwrap();
    file.write_all(bytes).unwrap();
    file.terminate().unwrap();
}

#[test]
fn files_are_sealed_on_disk_and_open_again() {
    let dir = tempfile::tempdir().unwrap();
    write(&directory(dir.path()), "a.idx", b"the hidden words");
    let raw = fs::read(dir.path().join("a.idx")).unwrap();
    assert!(!raw.windows(6).any(|w| w == b"hidden"));
    let again = directory(dir.path());
    assert_eq!(
        again
            .open_read(Path::new("a.idx"))
            .unwrap()
            .read_bytes()
            .unwrap()
            .as_slice(),
        b"the hidden words"
    );
    fs::rename(dir.path().join("a.idx"), dir.path().join("b.idx")).unwrap();
    assert!(
        again.open_read(Path::new("b.idx")).is_err(),
        "bound to its name"
    );
}

#[test]
fn files_of_one_segment_written_at_once_do_not_mix() {
    let dir = tempfile::tempdir().unwrap();
    let directory = directory(dir.path());
    for round in 0..20 {
        thread::scope(|scope| {
            for kind in ["idx", "term", "store", "fast"] {
                let directory = &directory;
                scope.spawn(move || write(directory, &format!("{round}.{kind}"), kind.as_bytes()));
            }
        });
    }
    let fresh = self::directory(dir.path());
    for kind in ["idx", "term", "store", "fast"] {
        let bytes = fresh
            .open_read(Path::new(&format!("7.{kind}")))
            .unwrap()
            .read_bytes()
            .unwrap();
        assert_eq!(bytes.as_slice(), kind.as_bytes());
    }
}

#[test]
fn locks_exclude_threads_and_leave_no_file() {
    let dir = tempfile::tempdir().unwrap();
    let directory = directory(dir.path());
    let writer = directory.acquire_lock(&INDEX_WRITER_LOCK).unwrap();
    assert!(matches!(
        directory.acquire_lock(&INDEX_WRITER_LOCK),
        Err(LockError::LockBusy)
    ));
    drop(writer);
    assert!(directory.acquire_lock(&INDEX_WRITER_LOCK).is_ok());
    let inside = std::sync::atomic::AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..50 {
                    let _held = directory.acquire_lock(&META_LOCK).unwrap();
                    assert_eq!(inside.fetch_add(1, std::sync::atomic::Ordering::SeqCst), 0);
                    inside.fetch_sub(1, std::sync::atomic::Ordering::SeqCst);
                }
            });
        }
    });
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}
