//! A picture outside the terminal: one viewer at a time, closed when we leave.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::Program;

#[derive(Default)]
pub struct Viewer {
    child: Option<Child>,
}

// === impl Viewer ===

impl Viewer {
    /// Shows a picture in place of the one before.
    pub fn show(&mut self, program: &Program, picture: &Path) -> Result<(), String> {
        self.close();
        let spawned = Command::new(&program.path)
            .args(&program.args)
            .arg(picture)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let child =
            spawned.map_err(|cause| format!("{} did not start: {cause}", program.name()))?;
        self.child = Some(child);
        Ok(())
    }

    fn close(&mut self) {
        if let Some(mut child) = self.child.take() {
            // It may have been closed by hand already.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Viewer {
    fn drop(&mut self) {
        self.close();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A program that notes each picture it is given and stays open.
    fn pretender(dir: &Path) -> Program {
        let script = "echo \"$1\" >> \"$0.log\"; exec sleep 600";
        let name = dir.join("viewer").display().to_string();
        let args = ["-c", script, &name].map(str::to_owned);
        Program {
            path: "/bin/sh".into(),
            args: args.into(),
        }
    }

    fn shown(dir: &Path) -> usize {
        let log = std::fs::read_to_string(dir.join("viewer.log"));
        log.map_or(0, |text| text.lines().count())
    }

    #[test]
    fn a_126_a_second_picture_replaces_the_first_viewer() {
        let dir = tempfile::tempdir().unwrap();
        let program = pretender(dir.path());
        let mut viewer = Viewer::default();
        viewer.show(&program, Path::new("one.png")).unwrap();
        while shown(dir.path()) < 1 {
            std::thread::yield_now();
        }
        let first = viewer.child.as_ref().unwrap().id();
        viewer.show(&program, Path::new("two.png")).unwrap();
        assert!(!Path::new(&format!("/proc/{first}")).exists());
        while shown(dir.path()) < 2 {
            std::thread::yield_now();
        }
        let second = viewer.child.as_ref().unwrap().id();
        drop(viewer);
        assert!(!Path::new(&format!("/proc/{second}")).exists());
    }

    #[test]
    fn a_viewer_that_is_not_there_is_said() {
        let program = Program {
            path: "no-such-viewer".into(),
            args: Vec::new(),
        };
        let said = Viewer::default().show(&program, Path::new("x.png"));
        assert!(said.unwrap_err().contains("did not start"));
    }
}
