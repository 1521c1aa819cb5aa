//! From pixels to what a terminal takes.

use image::DynamicImage;
use image::imageops::FilterType;
use ratatui::layout::Size;
use ratatui_image::protocol::Protocol;
use ratatui_image::protocol::halfblocks::Halfblocks;
use ratatui_image::protocol::kitty::Kitty;

use super::fit::{self, Seen};
use super::{How, Want};

pub fn paint(picture: &DynamicImage, want: &Want, number: u32) -> Result<Protocol, String> {
    let pixels = (picture.width(), picture.height());
    let seen = fit::seen(pixels, (want.columns, want.rows), want.cell, want.zoom);
    let seen = seen.ok_or("there is no room for it")?;
    let part = picture.crop_imm(seen.x, seen.y, seen.width, seen.height);
    let size = Size::new(seen.columns, seen.rows);
    let painted = match want.how {
        How::HalfBlocks => Halfblocks::new(part, size).map(Protocol::Halfblocks),
        How::Kitty => Kitty::new(scaled(&part, seen, want.cell), size, number, false, false)
            .map(Protocol::Kitty),
    };
    painted.map_err(|cause| cause.to_string())
}

/// No more pixels than the screen has: they travel through the terminal's input.
fn scaled(part: &DynamicImage, seen: Seen, cell: (u16, u16)) -> DynamicImage {
    let width = u32::from(seen.columns) * u32::from(cell.0.max(1));
    let height = u32::from(seen.rows) * u32::from(cell.1.max(1));
    part.resize_exact(width, height, FilterType::Triangle)
}
