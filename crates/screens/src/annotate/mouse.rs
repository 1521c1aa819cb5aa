//! What the mouse does.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use super::answers::answered;
use super::layout::{Panes, caption, details, inner, panes};
use super::overlay::Overlay;
use super::state::{Focus, State};
use super::update::{Effect, select, turn_to, typed_effects};
use super::viewing::view;
use crate::drag::Drag;

pub fn update(state: &mut State, mouse: MouseEvent, now_ms: i64) -> Vec<Effect> {
    let at = Position::new(mouse.column, mouse.row);
    if let Some(overlay) = &state.overlay {
        return match (overlay, mouse.kind) {
            (Overlay::Ask(dialog), MouseEventKind::Down(MouseButton::Left)) => {
                let answer = dialog.click(at, state.screen);
                answer.map_or(Vec::new(), |answer| {
                    state.overlay = None;
                    answered(state, answer, now_ms)
                })
            }
            _ => Vec::new(),
        };
    }
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => down(state, at, now_ms),
        MouseEventKind::Drag(MouseButton::Left) => drag(state, at),
        MouseEventKind::Up(MouseButton::Left) => up(state),
        MouseEventKind::ScrollDown => scroll(state, at, 1, now_ms),
        MouseEventKind::ScrollUp => scroll(state, at, -1, now_ms),
        _ => Vec::new(),
    }
}

fn down(state: &mut State, at: Position, now_ms: i64) -> Vec<Effect> {
    let panes = panes(state.screen);
    state.notice = None;
    if panes.editor.contains(at) {
        state.editor.mouse_down(at, inner(panes.editor));
        return turn_to(state, Focus::Editor);
    }
    state.drag = pane_at(panes, at).map(|pane| Drag {
        from: at,
        to: at,
        within: inner(pane),
    });
    if panes.list.contains(at) {
        state.focus = Focus::List;
        let row = row_at(state, inner(panes.list), at);
        return row.map_or(Vec::new(), |row| select(state, row, now_ms));
    }
    if caption(panes.picture).contains(at) {
        return view(state);
    }
    if panes.picture.contains(at) {
        state.focus = Focus::Picture;
    }
    Vec::new()
}

fn drag(state: &mut State, at: Position) -> Vec<Effect> {
    match &mut state.drag {
        Some(drag) => drag.to = at,
        None => {
            let area = inner(panes(state.screen).editor);
            state.editor.mouse_drag(at, area);
        }
    }
    Vec::new()
}

fn up(state: &mut State) -> Vec<Effect> {
    match state.drag.take() {
        Some(drag) if drag.is_click() => Vec::new(),
        Some(drag) => vec![Effect::CopyScreen(drag)],
        None => {
            let typed = state.editor.mouse_up();
            typed_effects(state, typed)
        }
    }
}

fn scroll(state: &mut State, at: Position, by: i16, now_ms: i64) -> Vec<Effect> {
    let panes = panes(state.screen);
    if panes.editor.contains(at) {
        state.editor.scroll(by);
    } else if panes.picture.contains(at) {
        state.zoom = match by < 0 {
            true => state.zoom.closer(),
            false => state.zoom.farther(),
        };
    } else if panes.list.contains(at) {
        let to = state.selected.saturating_add_signed(by.into());
        return select(state, to, now_ms);
    }
    Vec::new()
}

fn pane_at(panes: Panes, at: Position) -> Option<Rect> {
    let all = [panes.picture, panes.list, panes.stats];
    all.into_iter().find(|pane| pane.contains(at))
}

/// The step whose row, or whose details, are under the mouse.
fn row_at(state: &State, area: Rect, at: Position) -> Option<usize> {
    if !area.contains(at) {
        return None;
    }
    let mut y = area.y;
    for row in state.top..state.steps.len() {
        y += 1 + details(state, row, area.width).len() as u16;
        if at.y < y {
            return Some(row);
        }
        if y >= area.bottom() {
            break;
        }
    }
    None
}
