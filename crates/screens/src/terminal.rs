//! The terminal, borrowed: whatever happens, it is given back as it was.

use std::io::{self, IsTerminal, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};

use crossterm::{cursor, event, execute, terminal};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use signal_hook::SigId;
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::Error;

pub type Screen = Terminal<CrosstermBackend<Stdout>>;

/// Whether the terminal is ours now, for the panic hook.
static BORROWED: AtomicBool = AtomicBool::new(false);
static HOOK: Once = Once::new();

pub struct Borrowed {
    pub screen: Screen,
    told: Arc<AtomicBool>,
    signals: Vec<SigId>,
}

// === impl Borrowed ===

impl Borrowed {
    pub fn new() -> Result<Self, Error> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Err(Error::NoTerminal);
        }
        HOOK.call_once(give_back_on_panic);
        BORROWED.store(true, Ordering::SeqCst);
        // Not cleared through the library: it would ask where the cursor is and wait for an answer.
        let mut borrowed = Self {
            screen: Terminal::new(CrosstermBackend::new(io::stdout())).map_err(Error::Terminal)?,
            told: Arc::default(),
            signals: Vec::new(),
        };
        borrowed.listen().map_err(Error::Terminal)?;
        take().map_err(Error::Terminal)?;
        Ok(borrowed)
    }

    /// Whether somebody asked the process to end.
    pub fn told_to_end(&self) -> bool {
        self.told.load(Ordering::SeqCst)
    }

    fn listen(&mut self) -> io::Result<()> {
        for signal in [SIGTERM, SIGINT, HANGUP] {
            let id = signal_hook::flag::register(signal, self.told.clone())?;
            self.signals.push(id);
        }
        Ok(())
    }
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        give_back();
        for id in self.signals.drain(..) {
            signal_hook::low_level::unregister(id);
        }
    }
}

#[cfg(unix)]
const HANGUP: i32 = signal_hook::consts::SIGHUP;
#[cfg(not(unix))]
const HANGUP: i32 = SIGTERM;

fn take() -> io::Result<()> {
    terminal::enable_raw_mode()?;
    execute!(
        io::stdout(),
        terminal::EnterAlternateScreen,
        terminal::Clear(terminal::ClearType::All),
        event::EnableMouseCapture,
        event::EnableBracketedPaste,
        cursor::Hide
    )?;
    push_keyboard()
}

/// So that Ctrl+Shift+E differs from Ctrl+E; terminals that cannot tell them apart ignore it.
fn push_keyboard() -> io::Result<()> {
    let flags = event::KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES;
    match cfg!(windows) {
        true => Ok(()),
        false => execute!(io::stdout(), event::PushKeyboardEnhancementFlags(flags)),
    }
}

/// Errors are of no use here: there is nobody left to tell.
fn give_back() {
    if !BORROWED.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout();
    if !cfg!(windows) {
        let _ = execute!(out, event::PopKeyboardEnhancementFlags);
    }
    let _ = execute!(
        out,
        event::DisableBracketedPaste,
        event::DisableMouseCapture,
        terminal::LeaveAlternateScreen,
        cursor::Show
    );
    let _ = terminal::disable_raw_mode();
    let _ = out.flush();
}

fn give_back_on_panic() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        give_back();
        before(info);
    }));
}
