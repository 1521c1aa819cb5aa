//! What the desktop is at a moment, and what an act makes of it. Nothing happens by itself.

use super::paint::Area;
use super::places::{self, MENU_ITEMS};
use crate::script::{Button, Deed, Direction, Point};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    pub pointer: Point,
    /// The window of the one program there is, if it runs.
    pub window: Option<Area>,
    /// Rows that were scrolled away.
    pub scrolled: usize,
    pub selected: Option<usize>,
    pub menu_open: bool,
    pub dialog: Option<Dialog>,
    pub file: Option<File>,
    /// What lies in the outbox.
    pub sent: Vec<String>,
    pub toast: String,
}

/// Asks under which name to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialog {
    pub name: String,
    pub focused: bool,
    /// The name is selected: typing replaces it.
    pub marked: bool,
}

/// A saved file on the desktop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub name: String,
    pub at: Point,
}

const QUIT: usize = 4;
const EXPORT: usize = 2;

// === impl State ===

impl State {
    pub fn new() -> Self {
        Self {
            pointer: (640, 420),
            ..Self::default()
        }
    }

    pub fn apply(&mut self, deed: &Deed) {
        if let Some(point) = deed.ends_at() {
            self.pointer = point;
        }
        match deed {
            Deed::Click { x, y, button } => self.click((*x, *y), *button),
            Deed::Scroll {
                direction, notches, ..
            } => self.scroll(*direction, *notches as usize),
            Deed::Drag { from, to, .. } => self.drag(*from, *to),
            Deed::Type { text } => self.type_text(text),
            Deed::Press { keys } => self.press(keys),
            _ => {}
        }
    }

    fn click(&mut self, at: Point, button: Button) {
        self.toast.clear();
        if self.dialog.is_some() {
            return self.click_dialog(at);
        }
        let Some(window) = self.window else {
            if button == Button::Double && places::APP_ICON.holds(at) {
                self.window = Some(places::WINDOW);
            }
            return;
        };
        if self.menu_open {
            return self.click_menu(window, at);
        }
        if places::close_button(window).holds(at) {
            return self.close();
        }
        self.menu_open = places::menu(window, 0).holds(at);
        let row = (0..places::ROWS_SHOWN).find(|n| places::row(window, *n).holds(at));
        if let Some(row) = row {
            self.selected = Some(self.scrolled + row);
        }
    }

    fn click_menu(&mut self, window: Area, at: Point) {
        self.menu_open = false;
        let item = (0..MENU_ITEMS.len()).find(|n| places::menu_item(window, *n).holds(at));
        match item {
            Some(EXPORT) => self.ask_name(),
            Some(QUIT) => self.close(),
            _ => {}
        }
    }

    fn ask_name(&mut self) {
        self.dialog = Some(Dialog {
            name: "untitled".into(),
            focused: false,
            marked: false,
        });
    }

    fn click_dialog(&mut self, at: Point) {
        if places::CANCEL.holds(at) {
            self.dialog = None;
        } else if places::CONFIRM.holds(at) {
            self.save();
        } else if let Some(dialog) = &mut self.dialog {
            dialog.focused = places::FIELD.holds(at);
            dialog.marked = false;
        }
    }

    fn close(&mut self) {
        self.window = None;
        self.menu_open = false;
    }

    fn save(&mut self) {
        let Some(dialog) = self.dialog.take() else {
            return;
        };
        let name = format!("{}.pdf", dialog.name);
        self.toast = format!("Saved {name}");
        self.file = Some(File {
            name,
            at: places::NEW_FILE,
        });
    }

    fn scroll(&mut self, direction: Direction, notches: usize) {
        let last = super::draw::INVOICES.saturating_sub(places::ROWS_SHOWN);
        self.scrolled = match direction {
            Direction::Down => (self.scrolled + notches).min(last),
            Direction::Up => self.scrolled.saturating_sub(notches),
            Direction::Left | Direction::Right => self.scrolled,
        };
    }

    fn drag(&mut self, from: Point, to: Point) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        if places::file_icon(self).is_some_and(|icon| icon.holds(from)) {
            return self.drop_file(to, dx, dy);
        }
        let title = self.window.map(places::title_bar);
        if title.is_some_and(|title| title.holds(from)) && self.dialog.is_none() {
            self.window = self.window.map(|window| window.moved(dx, dy));
        }
    }

    fn drop_file(&mut self, to: Point, dx: i32, dy: i32) {
        let Some(mut file) = self.file.take() else {
            return;
        };
        if places::OUTBOX.holds(to) {
            self.toast = format!("{} is in the outbox", file.name);
            self.sent.push(file.name);
            return;
        }
        file.at = (file.at.0 + dx, file.at.1 + dy);
        self.file = Some(file);
    }

    fn type_text(&mut self, text: &str) {
        let Some(dialog) = self.dialog.as_mut().filter(|dialog| dialog.focused) else {
            return;
        };
        if std::mem::take(&mut dialog.marked) {
            dialog.name.clear();
        }
        dialog.name.push_str(text);
    }

    fn press(&mut self, keys: &str) {
        match (keys, &mut self.dialog) {
            ("^a", Some(dialog)) => dialog.marked = dialog.focused,
            ("{Enter}" | "Return", Some(_)) => self.save(),
            ("{Esc}", Some(_)) => self.dialog = None,
            ("{Esc}", None) => self.menu_open = false,
            ("!{F4}", None) => self.close(),
            _ => {}
        }
    }
}
