//! The screens' line to the recorder, and their hold on the recording.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use mneme_capture::files::hold::{Hold, Holder, Taken};
use mneme_capture::sessions::Process;
use mneme_model::Code;
use mneme_screens::{News, Recorder};
use mneme_wire::Fault;
use mneme_wire::ipc::{Client, Lost, Reply, Request, Trouble};
use tokio::runtime::Handle;

use super::client::{ask, unexpected};
use super::core::host;

/// How often a recorder that went away is looked for.
const LOOK: Duration = Duration::from_secs(1);
const AWAY: &str =
    "the recorder does not answer; your text is on disk, and it is told once it is back";
const BACK: &str = "the recorder is back";

/// Screens wait for nobody else, so it may block.
pub struct Line {
    client: Client,
    socket: PathBuf,
    session_id: String,
    runtime: Handle,
    /// Without a directory there is nothing to hold.
    hold: Option<Hold>,
    /// When a recorder that went away was last looked for.
    away: Option<Instant>,
    /// How far the work is, while nobody can be told.
    untold: Option<(u32, u32)>,
}

/// Takes a recording for one editor, before anybody is told that it is open: two would write over
/// each other.
pub async fn hold(
    client: &mut Client,
    session_id: &str,
    command: &str,
) -> Result<Option<Hold>, Fault> {
    let session_id = session_id.to_owned();
    let reply = ask(client, Request::GetSessionStatus { session_id }).await?;
    let Reply::SessionStatus { session } = reply else {
        return Err(unexpected(&reply));
    };
    let dir = session.get("memory_path").map(PathBuf::from);
    // One that is missing is the recorder's to explain.
    let Some(dir) = dir.filter(|dir| dir.is_dir()) else {
        return Ok(None);
    };
    let who = Holder {
        process: Some(Process::here(std::process::id(), &host())),
        command: format!("memory-archive {command}"),
    };
    match Hold::take(&dir, &who) {
        Ok(Taken::Ours(hold)) => Ok(Some(hold)),
        Ok(Taken::Theirs(holder)) => Err(held(&holder)),
        Err(error) => Err(Fault::new(Code::BadFile, error.to_string())),
    }
}

fn held(holder: &Holder) -> Fault {
    Fault {
        error: format!("{holder} has this session open already"),
        code: Trouble::InFlight.code().to_owned(),
        hint: String::from("close it there first: two editors would write over each other"),
        retry_after_ms: None,
    }
}

// === impl Line ===

impl Line {
    pub fn new(client: Client, socket: &Path, session_id: String, hold: Option<Hold>) -> Self {
        Self {
            client,
            socket: socket.to_owned(),
            session_id,
            runtime: Handle::current(),
            hold,
            away: None,
            untold: None,
        }
    }

    /// A recorder that was started anew is asked again.
    fn tell(&mut self, request: impl FnOnce(String) -> Request) -> Result<(), String> {
        let request = request(self.session_id.clone());
        let told = match self.ask(&request) {
            Err(Lost::Gone | Lost::Unreachable(_)) => {
                self.reach().and_then(|()| self.ask(&request))
            }
            told => told,
        };
        self.away = None;
        told.map_err(|lost| match lost {
            Lost::Gone | Lost::Unreachable(_) => {
                self.away = Some(Instant::now());
                AWAY.to_owned()
            }
            lost => lost.to_string(),
        })
    }

    fn ask(&mut self, request: &Request) -> Result<(), Lost> {
        let answer = self.runtime.block_on(self.client.ask(request));
        answer.map(drop)
    }

    fn reach(&mut self) -> Result<(), Lost> {
        self.client = self.runtime.block_on(Client::connect(&self.socket))?;
        Ok(())
    }
}

impl Recorder for Line {
    fn progress(&mut self, annotated: u32, skipped: u32) -> Result<(), String> {
        let told = self.tell(|session_id| Request::UpdateAnnotationProgress {
            session_id,
            annotated,
            skipped,
        });
        self.untold = self.away.map(|_| (annotated, skipped));
        told
    }

    fn close(&mut self) -> Result<(), String> {
        self.tell(|session_id| Request::CloseAnnotation { session_id })
    }

    fn complete(&mut self) -> Result<(), String> {
        self.tell(|session_id| Request::CompleteAnnotation { session_id })
    }

    fn finalize(&mut self) -> Result<(), String> {
        self.tell(|session_id| Request::FinalizeMemory { session_id })
    }

    /// Only while the recorder is away: then it is looked for, and told what it missed.
    fn news(&mut self) -> Option<News> {
        self.away.filter(|looked| looked.elapsed() >= LOOK)?;
        self.away = Some(Instant::now());
        self.reach().ok()?;
        self.away = None;
        match self.untold.take().map(|(a, s)| self.progress(a, s)) {
            Some(Err(why)) => Some(News::Bad(why)),
            _ => Some(News::Good(BACK.to_owned())),
        }
    }

    fn is_there(&mut self) -> bool {
        self.hold.as_ref().is_none_or(Hold::is_there)
    }
}
