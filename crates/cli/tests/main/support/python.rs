//! What only another program can do: look into the database, and be a terminal.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use super::{Home, Ran};

const SQL: &str = "
import sqlite3, sys
base = sqlite3.connect(sys.argv[1])
base.execute('PRAGMA wal_checkpoint(TRUNCATE)').fetchall()
for statement in sys.argv[2:]:
    base.execute(statement)
base.commit()
base.close()
";

const ROWS: &str = "
import sqlite3, sys
for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]):
    print('\\t'.join(str(cell) for cell in row))
";

/// Each table by what is in it. Jobs note when they ran and followers how far they have read, which
/// nobody asked for.
const FINGERPRINT: &str = "
import hashlib, sqlite3, sys
base = sqlite3.connect(sys.argv[1])
tables = base.execute(\"SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name\").fetchall()
for (table,) in tables:
    if table in ('cursors', 'jobs'):
        continue
    rows = sorted(repr(row) for row in base.execute(f'SELECT * FROM {table}'))
    print(table, len(rows), hashlib.sha256('\\n'.join(rows).encode()).hexdigest())
";

const HOLD: &str = "
import sqlite3, sys
base = sqlite3.connect(sys.argv[1], isolation_level=None)
base.execute('BEGIN')
base.execute('SELECT count(*) FROM journal').fetchall()
print('holding', flush=True)
sys.stdin.read()
";

const LOCK: &str = "
import sqlite3, sys
base = sqlite3.connect(sys.argv[1], isolation_level=None)
base.execute('PRAGMA locking_mode = EXCLUSIVE')
base.execute('BEGIN EXCLUSIVE')
print('holding', flush=True)
sys.stdin.read()
";

const TERMINAL: &str = "
import os, pty, sys
child, screen = pty.fork()
if child == 0:
    os.execv(sys.argv[1], sys.argv[1:])
shown = b''
while True:
    try:
        more = os.read(screen, 65536)
    except OSError:
        break
    if not more:
        break
    shown += more
os.waitpid(child, 0)
sys.stdout.buffer.write(shown)
";

/// Folds the log into the database file and carries statements out, behind the server's back.
pub fn sqlite(home: &Home, statements: &[&str]) {
    let mut command = home.program("python3");
    command.args(["-c", SQL]).arg(home.database());
    Ran::from(command.args(statements).output().unwrap()).ok();
}

/// Carries a program out.
pub fn in_python(home: &Home, program: &str, args: &[&str]) {
    let mut command = home.program("python3");
    command.args(["-c", program]).args(args);
    Ran::from(command.output().unwrap()).ok();
}

/// The rows a question to the database has, as the log and the file are.
pub fn rows(home: &Home, question: &str) -> Vec<String> {
    let mut command = home.program("python3");
    command
        .args(["-c", ROWS])
        .arg(home.database())
        .arg(question);
    let told = Ran::from(command.output().unwrap()).ok();
    told.lines().map(str::to_owned).collect()
}

/// Everything in the database, table by table, as a line each: equal where nothing changed.
pub fn fingerprint(home: &Home) -> Vec<String> {
    let mut command = home.program("python3");
    command.args(["-c", FINGERPRINT]).arg(home.database());
    let told = Ran::from(command.output().unwrap()).ok();
    told.lines().map(str::to_owned).collect()
}

/// Somebody who has the database open and does not let go.
pub struct Holding(Child);

impl Holding {
    /// Reads and does not stop: the log cannot be emptied meanwhile.
    pub fn the_log(home: &Home) -> Self {
        Self::by(home, HOLD)
    }

    /// Lets nobody else read or write.
    pub fn everything(home: &Home) -> Self {
        Self::by(home, LOCK)
    }

    fn by(home: &Home, program: &str) -> Self {
        let mut command = home.program("python3");
        command.args(["-c", program]).arg(home.database());
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = pipes.spawn().unwrap();
        let mut said = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut said).unwrap();
        assert_eq!(said, "holding\n");
        Self(child)
    }
}

impl Drop for Holding {
    fn drop(&mut self) {
        // It may have ended already; then there is nothing to do.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What a command shows on a terminal.
pub fn in_terminal(home: &Home, args: &[&str], environment: &[(&str, &str)]) -> String {
    let mut command = home.program("python3");
    command.args(["-c", TERMINAL]).args(home.line(args));
    command.env("TERM", "xterm-256color").stdin(Stdio::null());
    command.envs(environment.iter().copied());
    Ran::from(command.output().unwrap()).ok()
}
