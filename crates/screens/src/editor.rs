//! A text being written, and how much of it is saved.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui_textarea::{CursorMove, TextArea, WrapMode};

use crate::keys::{Pressed, pressed};

const UNDO_STEPS: usize = 2_000;

#[derive(Clone, Debug)]
pub struct Editor {
    pub area: TextArea<'static>,
    /// As somebody last saved it on purpose.
    base: String,
    /// As it was last written, by autosave or on purpose; `None` when that failed.
    written: Option<String>,
    /// Copied here, for where there is no clipboard.
    copied: String,
    words: usize,
    characters: usize,
    /// Where the mouse went down.
    anchor: Option<(u16, u16)>,
}

/// What a key did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    Nothing,
    Moved,
    Changed,
    /// The clipboard is to have this.
    Copied(String),
    /// The clipboard was asked for.
    Paste,
}

// === impl Editor ===

impl Editor {
    pub fn new(text: &str) -> Self {
        let mut editor = Self {
            area: area_of(text),
            base: text.to_owned(),
            written: Some(text.to_owned()),
            copied: String::new(),
            words: 0,
            characters: 0,
            anchor: None,
        };
        editor.count();
        editor
    }

    /// Another text in the same place; what was copied stays.
    pub fn open(&mut self, text: &str, base: &str) {
        let copied = std::mem::take(&mut self.copied);
        *self = Self {
            base: base.to_owned(),
            copied,
            ..Self::new(text)
        };
    }

    /// How it looks while it is empty, and whether the cursor is here.
    pub fn invite(&mut self, writing: bool, words: &str) {
        let cursor = match writing {
            true => Style::new().add_modifier(Modifier::REVERSED),
            false => Style::new(),
        };
        self.area.set_cursor_style(cursor);
        if self.area.placeholder_text() != words {
            self.area.set_placeholder_text(words);
        }
    }

    pub fn text(&self) -> String {
        self.area.lines().join("\n")
    }

    pub fn words(&self) -> usize {
        self.words
    }

    pub fn characters(&self) -> usize {
        self.characters
    }

    /// Whether it differs from what is on disk; blanks around it do not count.
    pub fn is_unwritten(&self) -> bool {
        let text = self.text();
        self.written
            .as_deref()
            .is_none_or(|written| written.trim() != text.trim())
    }

    /// Whether it differs from what somebody saved on purpose.
    pub fn is_unsaved(&self) -> bool {
        self.text().trim() != self.base.trim()
    }

    pub fn autosaved(&mut self) {
        self.written = Some(self.text());
    }

    pub fn saved(&mut self) {
        self.base = self.text();
        self.autosaved();
    }

    pub fn not_written(&mut self) {
        self.written = None;
    }

    /// Back to what was saved on purpose. It can be undone.
    pub fn revert(&mut self) {
        let base = self.base.clone();
        self.area.select_all();
        self.area.cut();
        self.insert(&base);
    }

    pub fn key(&mut self, key: KeyEvent) -> Typed {
        match pressed(key) {
            Pressed::Ctrl(letter) => self.command(letter, key),
            Pressed::Plain(KeyCode::Char(_) | KeyCode::Enter | KeyCode::Backspace)
            | Pressed::Plain(KeyCode::Delete | KeyCode::Tab) => {
                let changed = self.area.input_without_shortcuts(key);
                self.changed(changed)
            }
            _ if is_leap(key) => self.leap(key),
            _ if is_move(key.code) => {
                self.area.input(key);
                Typed::Moved
            }
            _ => Typed::Nothing,
        }
    }

    /// To the beginning or the end of the whole text; Shift selects the way.
    fn leap(&mut self, key: KeyEvent) -> Typed {
        match key.modifiers.contains(KeyModifiers::SHIFT) {
            false => self.area.cancel_selection(),
            true if self.area.is_selecting() => {}
            true => self.area.start_selection(),
        }
        let (row, column) = match key.code {
            KeyCode::Home => (CursorMove::Top, CursorMove::Head),
            _ => (CursorMove::Bottom, CursorMove::End),
        };
        self.area.move_cursor(row);
        self.area.move_cursor(column);
        Typed::Moved
    }

    fn command(&mut self, letter: char, key: KeyEvent) -> Typed {
        match letter {
            'z' => self.turn_back(key),
            'y' => {
                let changed = self.area.redo();
                self.changed(changed)
            }
            'a' => {
                self.area.select_all();
                Typed::Moved
            }
            'c' => self.copy(),
            'x' => self.cut(),
            'v' => Typed::Paste,
            'w' => {
                let changed = self.area.delete_word();
                self.changed(changed)
            }
            // A line end that was pasted key by key.
            'j' | 'm' => {
                self.area.insert_newline();
                self.changed(true)
            }
            _ => Typed::Nothing,
        }
    }

    fn turn_back(&mut self, key: KeyEvent) -> Typed {
        let changed = match key.modifiers.contains(KeyModifiers::SHIFT) {
            true => self.area.redo(),
            false => self.area.undo(),
        };
        self.changed(changed)
    }

    fn changed(&mut self, changed: bool) -> Typed {
        self.count();
        match changed {
            true => Typed::Changed,
            false => Typed::Moved,
        }
    }

    fn copy(&mut self) -> Typed {
        match self.selected() {
            Some(text) => {
                self.copied.clone_from(&text);
                Typed::Copied(text)
            }
            None => Typed::Nothing,
        }
    }

    fn cut(&mut self) -> Typed {
        let copied = self.copy();
        self.area.cut();
        self.count();
        copied
    }

    /// Puts a text in place of what is selected; without one, what was copied here.
    pub fn paste(&mut self, text: Option<&str>) -> Typed {
        let text = text.map_or_else(|| self.copied.clone(), str::to_owned);
        self.insert(&text.replace("\r\n", "\n").replace('\r', "\n"));
        self.changed(!text.is_empty())
    }

    pub fn write(&mut self, text: &str) -> Typed {
        self.insert(text);
        Typed::Changed
    }

    fn insert(&mut self, text: &str) {
        // It replaces the selection by itself.
        self.area.insert_str(text);
        self.count();
    }

    fn selected(&self) -> Option<String> {
        let ((top, left), (bottom, right)) = self.area.selection_range()?;
        let lines = self.area.lines().get(top..=bottom)?;
        let cut = lines.iter().enumerate().map(|(n, line)| {
            let end = if top + n == bottom { right } else { usize::MAX };
            let start = if n == 0 { left } else { 0 };
            line.chars().take(end).skip(start).collect::<String>()
        });
        Some(cut.collect::<Vec<_>>().join("\n")).filter(|text| !text.is_empty())
    }

    pub fn mouse_down(&mut self, at: Position, area: Rect) {
        self.area.cancel_selection();
        self.anchor = Some(self.place(at, area));
        self.jump(at, area);
    }

    pub fn mouse_drag(&mut self, at: Position, area: Rect) {
        if !self.area.is_selecting() {
            self.area.start_selection();
        }
        self.jump(at, area);
    }

    /// What was dragged over is copied.
    pub fn mouse_up(&mut self) -> Typed {
        match self.anchor.take() {
            Some(_) => self.copy(),
            None => Typed::Nothing,
        }
    }

    pub fn scroll(&mut self, rows: i16) {
        self.area.scroll((rows, 0));
    }

    fn jump(&mut self, at: Position, area: Rect) {
        let (row, column) = self.place(at, area);
        self.area.move_cursor(CursorMove::Jump(row, column));
    }

    fn place(&self, at: Position, area: Rect) -> (u16, u16) {
        let (top, left) = self.area.scroll_offset();
        let row = at.y.saturating_sub(area.y) + top;
        let column = at.x.saturating_sub(area.x) + left;
        let found = self.area.screen_to_data(row.into(), column.into());
        (clamp(found.0), clamp(found.1))
    }

    fn count(&mut self) {
        let lines = self.area.lines();
        self.words = lines.iter().map(|l| l.split_whitespace().count()).sum();
        let letters: usize = lines.iter().map(|l| l.chars().count()).sum();
        self.characters = letters + lines.len().saturating_sub(1);
    }
}

fn area_of(text: &str) -> TextArea<'static> {
    let lines = text
        .split('\n')
        .map(|line| line.trim_end_matches('\r').to_owned());
    let mut area = TextArea::new(lines.collect());
    area.set_wrap_mode(WrapMode::WordOrGlyph);
    area.set_max_histories(UNDO_STEPS);
    area.set_cursor_line_style(Style::new());
    area.set_selection_style(Style::new().add_modifier(Modifier::REVERSED));
    area.set_placeholder_style(Style::new().add_modifier(Modifier::DIM));
    area
}

fn is_leap(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL)
        && matches!(key.code, KeyCode::Home | KeyCode::End)
}

fn is_move(code: KeyCode) -> bool {
    use KeyCode::{Down, End, Home, Left, PageDown, PageUp, Right, Up};
    matches!(
        code,
        Left | Right | Up | Down | Home | End | PageUp | PageDown
    )
}

fn clamp(place: usize) -> u16 {
    u16::try_from(place).unwrap_or(u16::MAX)
}
