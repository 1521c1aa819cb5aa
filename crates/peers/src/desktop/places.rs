//! Where everything is. Drawing and clicking look here, so they cannot disagree.

use super::paint::Area;
use super::state::State;

pub const WIDTH: i32 = 1280;
pub const HEIGHT: i32 = 800;

pub const PANEL: Area = Area::new(0, 0, WIDTH, 30);
pub const APP_ICON: Area = Area::new(36, 60, 96, 92);
pub const OUTBOX: Area = Area::new(36, 176, 96, 92);
pub const TRASH: Area = Area::new(36, 676, 96, 92);
/// Where a saved file first appears.
pub const NEW_FILE: (i32, i32) = (36, 292);
pub const TOAST: Area = Area::new(850, 720, 400, 54);

pub const DIALOG: Area = Area::new(440, 300, 460, 220);
pub const FIELD: Area = Area::new(DIALOG.x + 24, DIALOG.y + 78, DIALOG.w - 48, 34);
pub const CANCEL: Area = Area::new(DIALOG.x + 220, DIALOG.y + 168, 100, 34);
pub const CONFIRM: Area = Area::new(DIALOG.x + 336, DIALOG.y + 168, 100, 34);

/// Where the window opens, and how large it is.
pub const WINDOW: Area = Area::new(230, 96, 860, 590);
pub const MENUS: [&str; 4] = ["File", "Edit", "View", "Help"];
pub const MENU_ITEMS: [&str; 5] = [
    "New invoice",
    "Open ...",
    "Export as PDF ...",
    "Print",
    "Quit",
];
pub const TOOLS: [&str; 3] = ["New", "Send", "Print"];
pub const ROW_HEIGHT: i32 = 32;
/// How many rows the list shows at a time.
pub const ROWS_SHOWN: usize = 12;
pub const COLUMNS: [(&str, i32); 4] = [
    ("Number", 20),
    ("Customer", 180),
    ("Date", 470),
    ("Amount", 660),
];

pub fn title_bar(window: Area) -> Area {
    Area { h: 36, ..window }
}

pub fn close_button(window: Area) -> Area {
    Area::new(window.x + window.w - 34, window.y + 7, 22, 22)
}

pub fn menu(window: Area, n: usize) -> Area {
    Area::new(window.x + 10 + 70 * n as i32, window.y + 36, 66, 28)
}

pub fn menu_list(window: Area) -> Area {
    let height = 8 + 32 * MENU_ITEMS.len() as i32;
    Area::new(window.x + 10, window.y + 64, 220, height)
}

pub fn menu_item(window: Area, n: usize) -> Area {
    let list = menu_list(window);
    Area::new(list.x + 2, list.y + 4 + 32 * n as i32, list.w - 4, 32)
}

pub fn tool(window: Area, n: usize) -> Area {
    Area::new(window.x + 14 + 96 * n as i32, window.y + 72, 86, 30)
}

pub fn list(window: Area) -> Area {
    let height = ROW_HEIGHT * (1 + ROWS_SHOWN as i32);
    Area::new(window.x + 14, window.y + 112, window.w - 28, height)
}

/// The n-th row on the screen, below the heading.
pub fn row(window: Area, n: usize) -> Area {
    let list = list(window);
    let y = list.y + ROW_HEIGHT * (1 + n as i32);
    Area::new(list.x, y, list.w - 16, ROW_HEIGHT)
}

pub fn file_icon(state: &State) -> Option<Area> {
    let (x, y) = state.file.as_ref()?.at;
    Some(Area::new(x, y, 96, 92))
}
