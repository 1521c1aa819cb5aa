//! Every table as text, without the sealed journal bodies (whoever reads events has those).

use rusqlite::types::ValueRef;

use crate::view::View;
use crate::{Result, scratch};

impl View<'_> {
    /// A line a row, of every table there is.
    pub fn plain_tables(&self) -> Result<Vec<String>> {
        let mut statement = self
            .conn
            .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")?;
        let names = statement.query_map([], |row| row.get::<_, String>(0))?;
        let mut lines = Vec::new();
        for name in names {
            self.plain_table(&name?, &mut lines)?;
        }
        Ok(lines)
    }

    fn plain_table(&self, name: &str, lines: &mut Vec<String>) -> Result<()> {
        let mut statement = self.conn.prepare(&format!("SELECT * FROM \"{name}\""))?;
        let columns = statement.column_count();
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let cells = (0..columns).map(|n| row.get_ref(n).map(cell));
            let cells = cells.collect::<rusqlite::Result<Vec<_>>>()?;
            lines.push(format!("table {name} {}", cells.join(" ")));
        }
        Ok(())
    }
}

/// Sealed bytes say nothing; their number does.
fn cell(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Blob(bytes) => format!("<{} bytes>", bytes.len()),
        other => scratch::cell(other),
    }
}
