//! Finding out a peer's unit, with the first picture that is wanted from it.

use std::time::Duration;

use tracing::info;

use super::{Eyes, LOG, Missed, Picture, Place, Scale, Server, locked, unit};

/// Others wait so long for the one who probes, then ask for themselves.
const PATIENCE: Duration = Duration::from_secs(2);
/// Further back than a picture is likely to be taken by chance.
const BACK_MS: i64 = 30_000;

// === impl Eyes ===

impl Eyes {
    pub(super) async fn probe(
        &self,
        server: &Server,
        place: &Place,
        target_ms: i64,
    ) -> Result<Picture, Missed> {
        let _turn = tokio::time::timeout(PATIENCE, server.probing.lock()).await;
        // Somebody may have found out while we waited.
        let known = *locked(&server.scale);
        if let Some(scale) = known {
            return self.ask(server, place, scale, target_ms).await;
        }
        let seconds = self.ask(server, place, Scale::Seconds, target_ms).await;
        match &seconds {
            // A number that is refused is a number in the wrong unit.
            Ok(_) | Err(Missed::Status(400)) => {}
            Err(_) => return seconds,
        }
        let asked = self.ask(server, place, Scale::Milliseconds, target_ms);
        match (seconds, asked.await) {
            (Ok(s), Ok(m)) => Ok(self.choose(server, place, target_ms, s, m).await),
            (Ok(s), Err(missed)) => {
                if missed == Missed::Status(400) {
                    learn(server, Scale::Seconds);
                }
                Ok(s)
            }
            (Err(_), Ok(m)) => {
                learn(server, Scale::Milliseconds);
                Ok(m)
            }
            (Err(missed), Err(_)) => Err(missed),
        }
    }

    /// Of two answers the right one; where that stays open, the nearer one, and the next picture
    /// is asked for in both units again.
    async fn choose(
        &self,
        server: &Server,
        place: &Place,
        target_ms: i64,
        s: Picture,
        m: Picture,
    ) -> Picture {
        let (Some(by_s), Some(by_m)) = (s.taken_ms(), m.taken_ms()) else {
            // Without times nothing can be compared; published peers count in seconds.
            learn(server, Scale::Seconds);
            return s;
        };
        let interval = locked(&server.interval).value();
        let scale = match unit::compare(target_ms, by_s, by_m, interval) {
            Some(scale) => Some(scale),
            None => self.look_back(server, place, target_ms, by_s, by_m).await,
        };
        if let Some(scale) = scale {
            learn(server, scale);
        }
        let nearer = m.found.delta_ms.abs() < s.found.delta_ms.abs();
        match scale {
            Some(Scale::Milliseconds) => m,
            None if nearer => m,
            _ => s,
        }
    }

    /// Asks for something older. The oldest picture a peer has never gets older, nor does the
    /// newest: whichever question brings an older picture than before was understood.
    async fn look_back(
        &self,
        server: &Server,
        place: &Place,
        target_ms: i64,
        by_s: i64,
        by_m: i64,
    ) -> Option<Scale> {
        let back = target_ms - BACK_MS;
        for (scale, before) in [(Scale::Seconds, by_s), (Scale::Milliseconds, by_m)] {
            let older = self.ask(server, place, scale, back).await.ok()?;
            if older.taken_ms()? < before {
                return Some(scale);
            }
        }
        None
    }
}

fn learn(server: &Server, scale: Scale) {
    info!(target: LOG, peer = %server.base, unit = ?scale, "unit of the capture peer found out");
    *locked(&server.scale) = Some(scale);
}
