//! A question with buttons, over the screen.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use crate::keys::{Pressed, pressed};
use crate::look::{Look, width_of, wrap};

/// `A` is what a button answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Dialog<A> {
    pub title: &'static str,
    pub text: Vec<String>,
    pub buttons: Vec<Button<A>>,
    /// Where Enter presses: at first never a button that loses something.
    pub focus: usize,
    /// What Esc answers.
    pub escape: A,
}

/// Its first letter presses it as well.
#[derive(Clone, Debug, PartialEq)]
pub struct Button<A> {
    pub label: &'static str,
    pub answer: A,
}

const WIDTH: u16 = 64;

// === impl Dialog ===

impl<A: Copy> Dialog<A> {
    pub fn key(&mut self, key: KeyEvent) -> Option<A> {
        match pressed(key) {
            Pressed::Plain(KeyCode::Left | KeyCode::BackTab) => self.step(self.buttons.len() - 1),
            Pressed::Plain(KeyCode::Right | KeyCode::Tab) => self.step(1),
            Pressed::Plain(KeyCode::Enter) => return self.answer(self.focus),
            Pressed::Plain(KeyCode::Esc) => return Some(self.escape),
            Pressed::Plain(KeyCode::Char(letter)) => return self.lettered(letter),
            _ => {}
        }
        None
    }

    fn step(&mut self, by: usize) {
        self.focus = (self.focus + by) % self.buttons.len().max(1);
    }

    fn answer(&self, at: usize) -> Option<A> {
        self.buttons.get(at).map(|button| button.answer)
    }

    fn lettered(&self, letter: char) -> Option<A> {
        let starts = |button: &&Button<A>| {
            let first = button.label.chars().next();
            first.is_some_and(|c| c.eq_ignore_ascii_case(&letter))
        };
        let mut found = self.buttons.iter().filter(starts);
        // Two buttons with one letter: neither is meant.
        match (found.next(), found.next()) {
            (Some(button), None) => Some(button.answer),
            _ => None,
        }
    }

    /// The button under the mouse.
    pub fn click(&self, at: Position, screen: Rect) -> Option<A> {
        let buttons = self.places(self.area(screen));
        let hit = buttons.iter().position(|place| place.contains(at))?;
        self.answer(hit)
    }

    pub fn view(&self, look: Look, frame: &mut Frame) {
        let area = self.area(frame.area());
        frame.render_widget(Clear, area);
        let block = look.pane(format!(" {} ", self.title), true);
        let inner = block.inner(area);
        frame.render_widget(block, area);
        let text: Vec<Line> = self
            .lines(inner.width)
            .into_iter()
            .map(Line::from)
            .collect();
        let text_area = Rect {
            x: inner.x + 1,
            width: inner.width.saturating_sub(2),
            ..inner
        };
        frame.render_widget(Paragraph::new(text), text_area);
        for (at, place) in self.places(area).into_iter().enumerate() {
            frame.render_widget(self.button(at, look), place.intersection(frame.area()));
        }
    }

    fn button(&self, at: usize, look: Look) -> Span<'static> {
        let label = self.buttons.get(at).map_or("", |button| button.label);
        match at == self.focus {
            true => Span::styled(format!("[ {label} ]"), look.chosen().bold()),
            false => Span::raw(format!("[ {label} ]")),
        }
    }

    fn lines(&self, width: u16) -> Vec<String> {
        let width = usize::from(width.saturating_sub(2)).max(1);
        self.text
            .iter()
            .flat_map(|text| wrap(text, width))
            .collect()
    }

    fn area(&self, screen: Rect) -> Rect {
        let buttons: usize = self.buttons.iter().map(|b| width_of(b.label) + 6).sum();
        let width = WIDTH.max(buttons as u16 + 4).min(screen.width);
        let height = self.lines(width.saturating_sub(2)).len() as u16 + 4;
        screen.centered(width.into(), height.min(screen.height).into())
    }

    fn places(&self, area: Rect) -> Vec<Rect> {
        let y = area.bottom().saturating_sub(2);
        let mut x = area.x + 2;
        let widths = self.buttons.iter().map(|b| width_of(b.label) as u16 + 4);
        widths
            .map(|width| {
                let place = Rect::new(x, y, width, 1);
                x += width + 2;
                place
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dialog() -> Dialog<u8> {
        let labels = ["Save", "Discard", "Cancel"];
        let buttons = labels.iter().zip(0u8..);
        Dialog {
            title: "Quit",
            text: vec!["Really?".to_owned()],
            buttons: buttons
                .map(|(label, answer)| Button { label, answer })
                .collect(),
            focus: 0,
            escape: 2,
        }
    }

    fn press(dialog: &mut Dialog<u8>, code: KeyCode) -> Option<u8> {
        dialog.key(code.into())
    }

    #[test]
    fn arrows_move_between_buttons_and_enter_presses() {
        let mut dialog = dialog();
        assert_eq!(press(&mut dialog, KeyCode::Right), None);
        assert_eq!(press(&mut dialog, KeyCode::Enter), Some(1));
        press(&mut dialog, KeyCode::Left);
        press(&mut dialog, KeyCode::Left);
        assert_eq!(press(&mut dialog, KeyCode::Enter), Some(2), "it goes round");
    }

    #[test]
    fn letters_and_escape_answer_at_once() {
        let mut dialog = dialog();
        assert_eq!(press(&mut dialog, KeyCode::Char('D')), Some(1));
        assert_eq!(press(&mut dialog, KeyCode::Esc), Some(2));
        assert_eq!(press(&mut dialog, KeyCode::Char('x')), None);
    }

    #[test]
    fn the_mouse_presses_what_it_points_at() {
        let dialog = dialog();
        let screen = Rect::new(0, 0, 100, 30);
        let places = dialog.places(dialog.area(screen));
        let at = Position::new(places[1].x + 1, places[1].y);
        assert_eq!(dialog.click(at, screen), Some(1));
        assert_eq!(dialog.click(Position::new(0, 0), screen), None);
    }
}
