//! Steps go into the four command files as they come. Nothing is held open between two steps:
//! ten thousand idle recordings hold no descriptor.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use mneme_model::Moment;
use mneme_model::archive::{Command, Step};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::tables::Table;
use super::{
    ACTUATION, CONVERTED_TABLE, Error, FRAMES, RAW_TABLE, REASONING, REPLAYS, Replay, Result,
    arrays, replace, sync,
};

/// Writes the command files of one directory. It is the only one to do so.
#[derive(Clone, Debug)]
pub struct Writer {
    dir: PathBuf,
    /// The time in the head of the tables: when the recording was made.
    generated: Moment,
}

/// Whether commands may still come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Lines,
    Arrays,
}

// === impl Writer ===

impl Writer {
    pub fn at(dir: impl Into<PathBuf>, generated: Moment) -> Self {
        Self {
            dir: dir.into(),
            generated,
        }
    }

    /// A new directory with nothing in it but its folders. One that exists is refused: it is
    /// somebody's recording.
    pub fn create(&self) -> Result<()> {
        let made = self.dir.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| fs::create_dir(&self.dir))
            .map_err(Error::io("create", &self.dir))?;
        self.folders()?;
        self.dir.parent().map_or(Ok(()), sync)
    }

    /// One row in each file. Durable is the journal's word, so nothing is synced here.
    pub fn append(&self, step: &Step, command: &Command) -> Result<()> {
        self.lengthen(ACTUATION, command)?;
        self.lengthen(REPLAYS, &Replay::of(step, command))?;
        for (path, table) in TABLES {
            self.add(path, || table.header(self.generated), &table.row(step))?;
        }
        Ok(())
    }

    /// Turns the lines into arrays. What is an array already stays; a torn line is an error,
    /// and the files have to be made again with [`regenerate`].
    pub fn finalize(&self) -> Result<()> {
        for (path, table) in TABLES {
            self.add(path, || table.header(self.generated), "")?;
            sync(&self.dir.join(path))?;
        }
        self.close::<Command>(ACTUATION)?;
        self.close::<Replay>(REPLAYS)?;
        sync(&self.dir.join("commands"))
    }

    fn folders(&self) -> Result<()> {
        let reasoning = Path::new(REASONING).parent().unwrap_or(Path::new(""));
        for folder in [Path::new("commands"), Path::new(FRAMES), reasoning] {
            let folder = self.dir.join(folder);
            fs::create_dir_all(&folder).map_err(Error::io("create", &folder))?;
        }
        Ok(())
    }

    /// One object more. Behind the end of an array it would be lost, so that is refused.
    fn lengthen(&self, path: &str, value: &impl Serialize) -> Result<()> {
        let line = arrays::line(value)?;
        let path = self.dir.join(path);
        let append = || {
            let mut file = appendable(&path)?;
            let mut first = [0];
            let closed = file.read_at(&mut first, 0)? == 1 && first == *b"[";
            if !closed {
                file.write_all(line.as_bytes())?;
            }
            Ok(closed)
        };
        match append().map_err(Error::io("append to", &path))? {
            true => Err(Error::Closed(path)),
            false => Ok(()),
        }
    }

    /// One write for a row, so that a reader never sees half of one.
    fn add(&self, path: &str, head: impl FnOnce() -> String, row: &str) -> Result<()> {
        let path = self.dir.join(path);
        let append = || {
            let mut file = appendable(&path)?;
            let text = match file.metadata()?.len() {
                0 => head() + row,
                _ => row.to_owned(),
            };
            file.write_all(text.as_bytes())
        };
        append().map_err(Error::io("append to", &path))
    }

    fn close<T: Serialize + DeserializeOwned>(&self, path: &str) -> Result<()> {
        let path = self.dir.join(path);
        let text = match fs::read_to_string(&path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => String::new(),
            read => read.map_err(Error::io("read", &path))?,
        };
        if arrays::is_array(&text) {
            return Ok(());
        }
        let values: Vec<T> = arrays::read(&path, &text)?;
        Ok(replace(&path, arrays::array(&values)?.as_bytes())?)
    }
}

fn appendable(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true).open(path)
}

const TABLES: [(&str, Table); 2] = [(RAW_TABLE, Table::Raw), (CONVERTED_TABLE, Table::Converted)];

/// Makes the four files again from the steps the journal has, whatever they were.
pub fn regenerate(writer: &Writer, steps: &[(Step, Command)], form: Form) -> Result<()> {
    writer.folders()?;
    let write = |path: &str, text: String| replace(&writer.dir.join(path), text.as_bytes());
    for (path, table) in TABLES {
        let rows = steps.iter().map(|(step, _)| table.row(step));
        write(
            path,
            table.header(writer.generated) + &rows.collect::<String>(),
        )?;
    }
    let commands: Vec<_> = steps.iter().map(|(_, command)| command).collect();
    let replays = steps
        .iter()
        .map(|(step, command)| Replay::of(step, command));
    write(ACTUATION, form.text(&commands)?)?;
    Ok(write(REPLAYS, form.text(&replays.collect::<Vec<_>>())?)?)
}

// === impl Form ===

impl Form {
    fn text<T: Serialize>(self, values: &[T]) -> Result<String> {
        match self {
            Form::Lines => values.iter().map(arrays::line).collect(),
            Form::Arrays => arrays::array(values),
        }
    }
}
