//! The server: whether one runs, with which settings, and with its memory.

use std::net::{IpAddr, Ipv4Addr};

use super::{Finding, from_fault, good, published};
use crate::settings::Settings;
use crate::setup::{Checked, Installed, trouble};

/// `installed` is what leads to this store, if anything does.
pub async fn check(
    settings: &Settings,
    serving: bool,
    installed: Option<&Installed>,
    repair: bool,
) -> Finding {
    if serving {
        let wrong = match installed {
            Some(installed) => installed.server(&settings.data_dir).await,
            None => None,
        };
        let well = || good("server", "a server owns this directory and answers".into());
        return wrong.map_or_else(well, published::checked);
    }
    if let Some(away) = installed.and_then(|installed| installed.away(&settings.data_dir)) {
        return moved(settings, installed, away, repair).await;
    }
    if let Some((address, why)) = without_memory(settings, installed).await {
        return Finding {
            ok: false,
            hint: "calls of models go on without it; what is wrong is told at its directory or its store, its log says the rest".into(),
            ..good("server", format!("answers at {address}, without its memory: {why}"))
        };
    }
    let missed = installed.and_then(|installed| Some((installed, installed.missed()?)));
    let Some((installed, missed)) = missed else {
        return good(
            "server",
            "not running; commands open the store themselves".into(),
        );
    };
    match repair {
        true => started(settings, installed, missed).await,
        false => published::checked(missed),
    }
}

/// The server keeps another store than its settings name. Who started it themselves ends it.
async fn moved(
    settings: &Settings,
    installed: Option<&Installed>,
    away: Checked,
    repair: bool,
) -> Finding {
    let Some(installed) = installed.filter(|_| repair) else {
        return published::checked(away);
    };
    let told = started(settings, installed, away).await;
    let still = installed.away(&settings.data_dir);
    still.map_or(told, published::checked)
}

/// Again, where it was setup that had started it.
async fn started(settings: &Settings, installed: &Installed, missed: Checked) -> Finding {
    match installed.started_again(&settings.data_dir).await {
        None => published::checked(missed),
        Some(Err(fault)) => from_fault("server", fault),
        Some(Ok(told)) => Finding {
            repaired: true,
            // The name of the check is said before it.
            ..good("server", told.trim_start_matches("the server ").to_owned())
        },
    }
}

/// A process in front goes on when the one that keeps the store cannot.
async fn without_memory(
    settings: &Settings,
    installed: Option<&Installed>,
) -> Option<(String, String)> {
    let configured = || {
        let mut http = settings.doors.http.filter(|_| settings.tls.is_none())?;
        if http.ip().is_unspecified() {
            http.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
        }
        Some(http.to_string())
    };
    let address = match installed {
        Some(installed) => installed.address().to_owned(),
        None => configured()?,
    };
    let why = trouble(&address, true).await?;
    Some((address, why))
}
