//! Puts a state on the screen.

use image::RgbImage;
use mneme_model::Moment;

use super::font;
use super::paint::{Area, Canvas, Colour};
use super::places::{self, COLUMNS, HEIGHT, MENU_ITEMS, MENUS, ROWS_SHOWN, TOOLS, WIDTH};
use super::state::{Dialog, State};
use crate::chance;

/// How many invoices the list has.
pub const INVOICES: usize = 60;

const INK: Colour = [32, 36, 44];
const FAINT: Colour = [120, 128, 140];
const PAPER: Colour = [252, 252, 253];
const SHEET: Colour = [238, 240, 244];
const EDGE: Colour = [200, 205, 214];
const BLUE: Colour = [37, 99, 200];
const PALE: Colour = [214, 228, 250];
const WHITE: Colour = [255, 255, 255];
const DARK: Colour = [28, 34, 46];

const CUSTOMERS: [&str; 8] = [
    "Northwind Traders",
    "Acme Tools",
    "Blue Heron Cafe",
    "Lindqvist & Sons",
    "Harbour Clinic",
    "Maple Street Books",
    "Orbit Cycles",
    "Pine Hill Farm",
];

pub fn screen(state: &State, ms: i64) -> RgbImage {
    let mut canvas = Canvas::new(WIDTH as u32, HEIGHT as u32);
    canvas.shade(Area::new(0, 0, WIDTH, HEIGHT), [34, 74, 98], [86, 132, 138]);
    panel(&mut canvas, ms);
    icons(&mut canvas, state);
    if let Some(window) = state.window {
        draw_window(&mut canvas, state, window);
    }
    if let Some(dialog) = &state.dialog {
        draw_dialog(&mut canvas, dialog);
    }
    if !state.toast.is_empty() {
        canvas.round(places::TOAST, 8, DARK);
        canvas.caption(places::TOAST, &state.toast, WHITE, 2);
    }
    pointer(&mut canvas, state.pointer);
    canvas.0
}

fn panel(canvas: &mut Canvas, ms: i64) {
    canvas.fill(places::PANEL, DARK);
    canvas.text((16, 8), "Desk", WHITE, 2);
    let now = Moment::from_ms(ms).rfc3339();
    let day = now.get(..10).unwrap_or_default();
    let time = now.get(11..19).unwrap_or_default();
    canvas.caption(places::PANEL, &format!("{day}  {time}"), WHITE, 2);
    let battery = Area::new(WIDTH - 52, 9, 28, 13);
    canvas.frame(battery, WHITE);
    canvas.fill(
        Area {
            w: 18,
            ..battery.inner(3)
        },
        WHITE,
    );
    canvas.fill(Area::new(WIDTH - 24, 13, 3, 5), WHITE);
}

fn icons(canvas: &mut Canvas, state: &State) {
    app_icon(canvas, places::APP_ICON);
    folder(canvas, places::OUTBOX, !state.sent.is_empty());
    trash(canvas, places::TRASH);
    if let (Some(area), Some(file)) = (places::file_icon(state), &state.file) {
        sheet(canvas, middle(area, 40, 52));
        under(canvas, area, &file.name);
    }
}

fn app_icon(canvas: &mut Canvas, area: Area) {
    let tile = middle(area, 56, 56);
    canvas.round(tile, 10, BLUE);
    sheet(canvas, Area::new(tile.x + 14, tile.y + 8, 28, 40));
    under(canvas, area, "Invoices");
}

fn folder(canvas: &mut Canvas, area: Area, full: bool) {
    let tile = middle(area, 60, 46);
    canvas.round(Area::new(tile.x, tile.y, 26, 14), 4, [206, 150, 52]);
    if full {
        sheet(canvas, Area::new(tile.x + 14, tile.y - 4, 32, 40));
    }
    canvas.round(
        Area::new(tile.x, tile.y + 8, tile.w, tile.h - 8),
        4,
        [236, 184, 84],
    );
    under(canvas, area, "Outbox");
}

fn trash(canvas: &mut Canvas, area: Area) {
    let tile = middle(area, 40, 50);
    canvas.round(
        Area::new(tile.x, tile.y + 8, tile.w, tile.h - 8),
        6,
        [190, 198, 206],
    );
    canvas.fill(
        Area::new(tile.x - 4, tile.y + 4, tile.w + 8, 4),
        [150, 160, 170],
    );
    for n in 0..3 {
        canvas.fill(
            Area::new(tile.x + 9 + n * 10, tile.y + 16, 2, 26),
            [140, 150, 160],
        );
    }
    under(canvas, area, "Trash");
}

/// A page with a few lines on it.
fn sheet(canvas: &mut Canvas, area: Area) {
    canvas.fill(area, WHITE);
    canvas.frame(area, EDGE);
    let mut y = area.y + 7;
    while y < area.y + area.h - 4 {
        canvas.fill(Area::new(area.x + 5, y, area.w - 10, 2), [176, 190, 208]);
        y += 7;
    }
}

fn middle(area: Area, w: i32, h: i32) -> Area {
    Area::new(area.x + (area.w - w) / 2, area.y + (60 - h) / 2, w, h)
}

/// The name under an icon, shortened until it fits.
fn under(canvas: &mut Canvas, area: Area, name: &str) {
    let line = Area::new(area.x - 16, area.y + 64, area.w + 32, 20);
    let mut shown = name.to_owned();
    while font::width(&shown) * 2 > line.w && shown.len() > 4 {
        shown = format!(
            "{}..",
            shown.trim_end_matches("..").split_at(shown.len() - 3).0
        );
    }
    canvas.caption(line.moved(1, 1), &shown, [10, 24, 34], 2);
    canvas.caption(line, &shown, WHITE, 2);
}

fn draw_window(canvas: &mut Canvas, state: &State, window: Area) {
    canvas.shadow(window, 12);
    canvas.fill(window, SHEET);
    let title = places::title_bar(window);
    canvas.shade(title, [70, 78, 94], [54, 61, 76]);
    canvas.caption(title, "Invoices", WHITE, 2);
    let close = places::close_button(window);
    canvas.round(close, 11, [226, 86, 80]);
    canvas.caption(close, "x", WHITE, 2);
    canvas.fill(
        Area::new(window.x, window.y + 36, window.w, 28),
        [248, 249, 251],
    );
    for (n, name) in MENUS.iter().enumerate() {
        menu_title(
            canvas,
            places::menu(window, n),
            name,
            n == 0 && state.menu_open,
        );
    }
    for (n, name) in TOOLS.iter().enumerate() {
        button(canvas, places::tool(window, n), name, false);
    }
    rows(canvas, state, window);
    status(canvas, state, window);
    canvas.frame(window, [90, 98, 112]);
    if state.menu_open {
        menu_list(canvas, state, window);
    }
}

fn menu_title(canvas: &mut Canvas, area: Area, name: &str, open: bool) {
    if open {
        canvas.fill(area, BLUE);
    }
    canvas.caption(area, name, if open { WHITE } else { INK }, 2);
}

fn button(canvas: &mut Canvas, area: Area, name: &str, main: bool) {
    canvas.round(area, 6, if main { BLUE } else { EDGE });
    if !main {
        canvas.round(area.inner(1), 5, WHITE);
    }
    canvas.caption(area, name, if main { WHITE } else { INK }, 2);
}

fn rows(canvas: &mut Canvas, state: &State, window: Area) {
    let list = places::list(window);
    canvas.fill(list, PAPER);
    let head = Area {
        h: places::ROW_HEIGHT,
        ..list
    };
    canvas.fill(head, [226, 230, 237]);
    for (name, x) in COLUMNS {
        canvas.label(
            Area {
                x: list.x + x,
                ..head
            },
            name,
            FAINT,
            2,
        );
    }
    for n in 0..ROWS_SHOWN {
        row(
            canvas,
            places::row(window, n),
            state.scrolled + n,
            state.selected,
        );
    }
    scroll_bar(canvas, list, state.scrolled);
    canvas.frame(list, EDGE);
}

fn row(canvas: &mut Canvas, area: Area, number: usize, selected: Option<usize>) {
    if selected == Some(number) {
        canvas.fill(area, PALE);
        canvas.fill(Area { w: 4, ..area }, BLUE);
    } else if number % 2 == 1 {
        canvas.fill(area, [245, 247, 250]);
    }
    for ((_, x), text) in COLUMNS.iter().zip(invoice(number)) {
        canvas.label(
            Area {
                x: area.x + x,
                ..area
            },
            &text,
            INK,
            2,
        );
    }
}

fn invoice(number: usize) -> [String; 4] {
    let chance = chance::number(1, number as u64, 0);
    let customer = CUSTOMERS[number % CUSTOMERS.len()];
    let (month, day) = (1 + number / 6 % 12, 1 + chance % 28);
    let (whole, cents) = (40 + chance % 9_000, chance / 7 % 100);
    [
        format!("INV-{}", 2010 + number),
        customer.to_owned(),
        format!("2026-{month:02}-{day:02}"),
        format!("{whole}.{cents:02} EUR"),
    ]
}

fn scroll_bar(canvas: &mut Canvas, list: Area, scrolled: usize) {
    let top = list.y + places::ROW_HEIGHT;
    let height = list.h - places::ROW_HEIGHT;
    let bar = Area::new(list.x + list.w - 14, top, 14, height);
    canvas.fill(bar, [232, 235, 240]);
    let thumb = height * ROWS_SHOWN as i32 / INVOICES as i32;
    let way = height - thumb;
    let at = way * scrolled as i32 / (INVOICES - ROWS_SHOWN) as i32;
    canvas.round(Area::new(bar.x + 3, top + at, 8, thumb), 4, [160, 168, 180]);
}

fn status(canvas: &mut Canvas, state: &State, window: Area) {
    let line = Area::new(window.x + 16, window.y + window.h - 48, window.w - 32, 40);
    let text = match state.selected {
        Some(number) => format!("{} selected", invoice(number)[0]),
        None => format!("{INVOICES} invoices"),
    };
    canvas.label(line, &text, FAINT, 2);
}

fn menu_list(canvas: &mut Canvas, state: &State, window: Area) {
    let list = places::menu_list(window);
    canvas.shadow(list, 8);
    canvas.fill(list, PAPER);
    for (n, name) in MENU_ITEMS.iter().enumerate() {
        let item = places::menu_item(window, n);
        let under_pointer = item.holds(state.pointer);
        if under_pointer {
            canvas.fill(item, BLUE);
        }
        let line = Area {
            x: item.x + 14,
            ..item
        };
        canvas.label(line, name, if under_pointer { WHITE } else { INK }, 2);
    }
    canvas.frame(list, EDGE);
}

fn draw_dialog(canvas: &mut Canvas, dialog: &Dialog) {
    let area = places::DIALOG;
    canvas.shadow(area, 14);
    canvas.round(area, 8, [150, 158, 170]);
    canvas.round(area.inner(1), 7, PAPER);
    canvas.text((area.x + 24, area.y + 20), "Export as PDF", INK, 3);
    canvas.text((area.x + 24, area.y + 56), "File name", FAINT, 2);
    field(canvas, dialog);
    canvas.text(
        (area.x + 24, area.y + 128),
        "Saved on the desktop",
        FAINT,
        2,
    );
    button(canvas, places::CANCEL, "Cancel", false);
    button(canvas, places::CONFIRM, "Export", true);
}

fn field(canvas: &mut Canvas, dialog: &Dialog) {
    let field = places::FIELD;
    canvas.fill(field, WHITE);
    canvas.frame(field, if dialog.focused { BLUE } else { EDGE });
    let line = Area {
        x: field.x + 10,
        ..field
    };
    let end = line.x + font::width(&dialog.name) * 2;
    if dialog.marked {
        canvas.fill(
            Area::new(line.x - 2, field.y + 6, end - line.x + 4, 22),
            PALE,
        );
    }
    canvas.label(line, &dialog.name, INK, 2);
    if dialog.focused {
        canvas.fill(Area::new(end + 3, field.y + 7, 2, 20), BLUE);
    }
}

/// The usual arrow: black with a white edge.
fn pointer(canvas: &mut Canvas, (x, y): (i32, i32)) {
    for n in 0..20 {
        let width = if n < 14 {
            n * 3 / 4 + 1
        } else {
            (20 - n) * 2 / 3
        };
        let left = if n < 14 { 0 } else { n - 13 };
        canvas.fill(Area::new(x + left - 1, y + n - 1, width + 3, 3), WHITE);
    }
    for n in 1..19 {
        let width = if n < 14 { n * 3 / 4 } else { (19 - n) * 2 / 3 };
        let left = if n < 14 { 0 } else { n - 13 };
        canvas.fill(Area::new(x + left, y + n, width.max(1), 1), [12, 12, 12]);
    }
}
