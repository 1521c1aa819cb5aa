//! The job and every key, for somebody without a manual.

use mneme_reasoning::entries::StepState;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Stylize;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use super::sign;
use crate::annotate::keys::{GROUPS, Group, THE_JOB};

use crate::look::{Look, wrap};

/// On a wide screen the keys stand in two columns, so that all of them are seen at once.
const WIDE: u16 = 124;
const NARROW: u16 = 78;

pub fn view(look: Look, scroll: u16, frame: &mut Frame) {
    let screen = frame.area();
    let width = if screen.width >= WIDE {
        WIDE
    } else {
        NARROW.min(screen.width)
    };
    let lines = lines(look, width);
    let height = (lines.len() as u16 + 2).min(screen.height);
    let area = screen.centered(width.into(), height.into());
    frame.render_widget(Clear, area);
    let most = (lines.len() as u16 + 2).saturating_sub(height);
    let below = if scroll < most {
        ", arrows for more"
    } else {
        ""
    };
    let block = look.pane(format!(" Help (any key closes{below}) "), true);
    let text = Paragraph::new(lines).scroll((scroll.min(most), 0));
    let room = block.inner(area);
    frame.render_widget(block, area);
    let width = room.width.saturating_sub(2);
    frame.render_widget(
        text,
        Rect {
            x: room.x + 1,
            width,
            ..room
        },
    );
}

fn lines(look: Look, width: u16) -> Vec<Line<'static>> {
    let room = usize::from(width.saturating_sub(4));
    let job = THE_JOB.iter().flat_map(|text| wrap(text, room));
    let mut lines: Vec<Line> = job.map(Line::from).collect();
    lines.extend([Line::default(), marks(look), Line::default()]);
    let (left, right) = GROUPS.split_at(GROUPS.len() / 2);
    match width >= WIDE {
        true => lines.extend(side_by_side(keys(left), keys(right))),
        false => lines.extend(keys(&GROUPS)),
    }
    lines
}

fn keys(groups: &[Group]) -> Vec<Line<'static>> {
    let group = |group: &Group| {
        let rows = group.keys.iter().map(|(key, what)| {
            let key = Span::raw(format!("  {key:<18}")).bold();
            Line::from(vec![key, Span::raw(*what)])
        });
        let mut lines = vec![Line::from(group.title.bold())];
        lines.extend(rows);
        lines.push(Line::default());
        lines
    };
    groups.iter().flat_map(group).collect()
}

fn side_by_side(left: Vec<Line<'static>>, right: Vec<Line<'static>>) -> Vec<Line<'static>> {
    let rows = left.len().max(right.len());
    let width = left.iter().map(Line::width).max().unwrap_or(0) + 3;
    let mut left = left.into_iter();
    let mut right = right.into_iter();
    let row = |_| {
        let mut line = left.next().unwrap_or_default();
        let gap = width.saturating_sub(line.width());
        line.push_span(" ".repeat(gap));
        line.spans.extend(right.next().unwrap_or_default().spans);
        line
    };
    (0..rows).map(row).collect()
}

fn marks(look: Look) -> Line<'static> {
    let all = [
        (StepState::Pending, "to do"),
        (StepState::InProgress, "begun"),
        (StepState::Complete, "complete"),
        (StepState::Skipped, "skipped"),
    ];
    let named = all.map(|(mark, name)| Span::raw(format!("{} {name}   ", sign(mark, look))));
    Line::from(named.to_vec())
}
