//! How long a server is waited for: as long as it is there. A call may take as long as it takes;
//! whoever says nothing meanwhile is asked for a sign of life.

use std::io;
use std::pin::pin;
use std::time::Duration;

use mneme_model::Code;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

use super::{ControlClient, line_of};
use crate::Fault;
use crate::control::{ALIVE, Call};

/// Longer than a server that is well ever says nothing at all.
const PATIENCE: Duration = Duration::from_secs(5);

impl ControlClient {
    /// What the server was asked for, unless it stands still.
    pub(super) async fn patiently<T>(
        &self,
        asked: impl Future<Output = Result<T, Fault>>,
    ) -> Result<T, Fault> {
        let mut asked = pin!(asked);
        loop {
            if let Ok(answer) = timeout(PATIENCE, &mut asked).await {
                return answer;
            }
            self.alive().await?;
        }
    }

    /// Whether the server does anything at all, whatever it is at work on.
    pub async fn alive(&self) -> Result<(), Fault> {
        match timeout(PATIENCE, self.sign()).await {
            Ok(sign) => sign,
            Err(_) => Err(self.stands_still()),
        }
    }

    /// Any answer is one: an older build does not know the question.
    async fn sign(&self) -> Result<(), Fault> {
        let mut stream = self.connect().await?;
        stream
            .write_all(&line_of(&Call::new(ALIVE))?)
            .await
            .map_err(lost)?;
        stream.read_u8().await.map_err(lost)?;
        Ok(())
    }

    fn stands_still(&self) -> Fault {
        let who = self.process.map(|pid| format!(", process {pid},"));
        let told = format!(
            "the server{} does not answer: it is stopped or stuck",
            who.unwrap_or_default()
        );
        let mut fault = Fault::new(Code::NotServing, told);
        if let Some(pid) = self.process {
            fault.hint = format!(
                "let it go on (`kill -CONT {pid}`), or end it (`kill -9 {pid}`) and start it again; nothing acknowledged is lost"
            );
        }
        fault
    }
}

pub(super) fn lost(error: io::Error) -> Fault {
    Fault::new(Code::NotServing, format!("the server went away: {error}"))
}
