use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use proptest::prelude::*;

use super::canvas::{BLACK, RED, WHITE};
use super::*;
use crate::frames::kind;

/// A screen on which no two neighbouring pixels are alike.
fn screen(width: u32, height: u32) -> DynamicImage {
    let pixel = |x: u32, y: u32| Rgb([(x % 251) as u8, (y % 241) as u8, ((x + y) % 239) as u8]);
    RgbImage::from_fn(width, height, pixel).into()
}

fn bytes(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

fn png(image: &DynamicImage) -> Vec<u8> {
    bytes(image, ImageFormat::Png)
}

fn marked(image: &DynamicImage, at: Point) -> RgbaImage {
    let marked = mark(&png(image), at).unwrap();
    image::load_from_memory_with_format(&marked, ImageFormat::Png)
        .unwrap()
        .into_rgba8()
}

fn pixel(image: &RgbaImage, (x, y): Point) -> Rgba<u8> {
    *image.get_pixel(x.try_into().unwrap(), y.try_into().unwrap())
}

#[test]
fn a_069_the_dot_is_where_the_click_was() {
    let image = marked(&screen(800, 600), (100, 300));
    for (dx, dy) in [(0, 0), (6, 0), (-6, 0), (0, 6), (0, -6), (4, 4), (-4, -4)] {
        assert_eq!(pixel(&image, (100 + dx, 300 + dy)), RED, "{dx} {dy}");
    }
    for (dx, dy) in [(7, 0), (-7, 0), (0, 7), (0, -7), (5, 4)] {
        assert_eq!(pixel(&image, (100 + dx, 300 + dy)), BLACK, "{dx} {dy}");
    }
    let clean = screen(800, 600).into_rgba8();
    for at in [(108, 300), (92, 300), (100, 308), (100, 292)] {
        assert_eq!(pixel(&image, at), pixel(&clean, at));
    }
}

#[test]
fn a_069_an_arrow_leads_to_a_box_on_the_roomiest_side() {
    // Most room is to the right: the shaft runs from 111 to 175, the box begins at 176.
    let image = marked(&screen(800, 600), (100, 300));
    for x in 111..176 {
        assert_eq!(pixel(&image, (x, 300)), RED, "{x}");
        assert_eq!(pixel(&image, (x, 299)), RED, "{x}");
    }
    let clean = screen(800, 600).into_rgba8();
    assert_eq!(pixel(&image, (110, 300)), pixel(&clean, (110, 300)));
    assert_eq!(pixel(&image, (166, 304)), RED);
    assert_eq!(pixel(&image, (166, 296)), RED);
    let corner = (176, 285);
    assert_eq!(pixel(&image, corner), BLACK);
    assert_eq!(pixel(&image, (corner.0 + 1, corner.1 + 1)), RED);
    assert_eq!(pixel(&image, (corner.0 + 2, corner.1 + 2)), WHITE);
    assert_eq!(pixel(&image, (corner.0, corner.1 + 29)), BLACK);
    assert_eq!(
        pixel(&image, (corner.0 + 3, corner.1 + 30)),
        pixel(&clean, (179, 315))
    );
}

#[test]
fn a_069_the_numbers_can_be_read() {
    let image = marked(&screen(800, 600), (100, 300));
    let label = "X: 100  Y: 300";
    assert_eq!(glyphs::width(label), 14 * 10 + 13 * 2);
    let text: Vec<Point> = glyphs::pixels(label, (176 + 8, 285 + 8)).collect();
    assert!(text.iter().all(|at| pixel(&image, *at) == BLACK));
    let inside = Rect {
        x: 178,
        y: 287,
        width: glyphs::width(label) + 12,
        height: 26,
    };
    let dark = (inside.y..inside.y + inside.height)
        .flat_map(|y| (inside.x..inside.x + inside.width).map(move |x| (x, y)))
        .filter(|at| pixel(&image, *at) == BLACK)
        .count();
    assert_eq!(dark, text.len());
}

#[test]
fn a_069_every_side_can_be_the_roomiest() {
    let side = |dot| Side::roomiest(dot, (2000, 2000), (200, 30));
    assert_eq!(side((100, 1000)), Side::Right);
    assert_eq!(side((1900, 1000)), Side::Left);
    assert_eq!(side((1000, 100)), Side::Down);
    assert_eq!(side((1000, 1900)), Side::Up);
    assert_eq!(side((1000, 1000)), Side::Up, "of equal ones the last");
}

#[test]
fn a_069_far_from_the_mark_nothing_changes() {
    let clean = screen(900, 700).into_rgba8();
    let image = marked(&screen(900, 700), (120, 350));
    for (x, y, pixel) in image.enumerate_pixels() {
        let near = (20..=520).contains(&x) && (235..=465).contains(&y);
        assert!(near || pixel == clean.get_pixel(x, y), "{x} {y}");
    }
}

#[test]
fn a_071_clicks_in_corners_and_outside_are_marked_inside() {
    let (width, height) = (640, 480);
    let corners = [(0, 0), (639, 479), (0, 479), (639, 0)];
    let outside = [
        (-5, 99_999),
        (i32::MIN, i32::MAX),
        (i32::MAX, i32::MIN),
        (700, 10),
    ];
    for at in corners.into_iter().chain(outside) {
        let image = marked(&screen(640, 480), at);
        let dot = (at.0.clamp(0, width - 1), at.1.clamp(0, height - 1));
        assert_eq!(pixel(&image, dot), RED, "{at:?}");
        let label = format!("X: {}  Y: {}", at.0, at.1);
        let size = (glyphs::width(&label) + 16, 30);
        let placed = Side::roomiest(dot, (width, height), size).placed(dot, size);
        let frame = placed.inside((width, height));
        assert!(frame.x >= 0 && frame.x + frame.width <= width, "{at:?}");
        assert!(frame.y >= 0 && frame.y + frame.height <= height, "{at:?}");
        let text = glyphs::pixels(&label, (frame.x + 8, frame.y + 8));
        assert!(
            text.into_iter().all(|p| pixel(&image, p) == BLACK),
            "{at:?}"
        );
    }
}

#[test]
fn a_071_a_picture_smaller_than_its_mark_still_has_the_dot() {
    for (width, height) in [(1, 1), (3, 200), (200, 3), (40, 40)] {
        assert_eq!(pixel(&marked(&screen(width, height), (0, 0)), (0, 0)), RED);
    }
}

#[test]
fn a_070_an_unmarked_picture_keeps_every_pixel() {
    let image = screen(301, 203);
    for format in [
        ImageFormat::Png,
        ImageFormat::WebP,
        ImageFormat::Bmp,
        ImageFormat::Tiff,
    ] {
        let out = to_png(&bytes(&image, format)).unwrap();
        assert_eq!(kind::kind(&out), Some(kind::ImageKind::Png));
        assert_eq!(
            image::load_from_memory(&out).unwrap().to_rgba8(),
            image.to_rgba8()
        );
    }
}

#[test]
fn a_072_every_kind_of_picture_is_read_as_its_peer_shows_it() {
    let image = screen(300, 200);
    let formats = [
        ImageFormat::Jpeg,
        ImageFormat::WebP,
        ImageFormat::Bmp,
        ImageFormat::Tiff,
    ];
    for format in formats {
        let served = bytes(&image, format);
        let shown = image::load_from_memory(&served).unwrap().to_rgba8();
        let out = to_png(&served).unwrap();
        assert_eq!(
            image::load_from_memory(&out).unwrap().to_rgba8(),
            shown,
            "{format:?}"
        );
        let marked = mark(&served, (150, 100)).unwrap();
        let marked = image::load_from_memory(&marked).unwrap().to_rgba8();
        assert_eq!(pixel(&marked, (150, 100)), RED, "{format:?}");
    }
}

/// A WebP of the lossy kind: one pixel.
const LOSSY_WEBP: &[u8] = b"RIFF\x22\0\0\0WEBPVP8 \x16\0\0\0\x30\x01\0\x9d\x01\x2a\x01\0\x01\0\
    \x0e\xc0\xfe\x25\xa4\0\x03\x70\0\0\0\0";

#[test]
fn a_072_lossy_webp_is_read_too() {
    let shown = image::load_from_memory(LOSSY_WEBP).unwrap().to_rgba8();
    let out = to_png(LOSSY_WEBP).unwrap();
    assert_eq!(image::load_from_memory(&out).unwrap().to_rgba8(), shown);
}

#[test]
fn a_071_a_file_that_claims_too_much_is_refused() {
    // A PNG's head is enough to claim any size.
    let mut huge = png(&screen(2, 2));
    for side in [16, 20] {
        huge[side..side + 4].copy_from_slice(&60_000u32.to_be_bytes());
    }
    assert!(mark(&huge, (0, 0)).is_err());
    let mut bmp = bytes(&screen(2, 2), ImageFormat::Bmp);
    for side in [18, 22] {
        bmp[side..side + 4].copy_from_slice(&12_000u32.to_le_bytes());
    }
    assert!(
        matches!(to_png(&bmp), Err(Unreadable::TooLarge { .. })),
        "{:?}",
        to_png(&bmp)
    );
    let whole = png(&screen(200, 200));
    assert!(to_png(&whole[..whole.len() / 2]).is_err());
    assert!(matches!(
        mark(b"No frames in buffer", (0, 0)),
        Err(Unreadable::NoPicture)
    ));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn a_071_no_place_and_no_size_is_too_odd(
        x in any::<i32>(), y in any::<i32>(), width in 1u32..400, height in 1u32..200,
    ) {
        let image = marked(&screen(width, height), (x, y));
        prop_assert_eq!(image.dimensions(), (width, height));
    }

    #[test]
    fn damaged_bytes_are_refused_or_read(cut in 0usize..400, at in 0usize..400, with in any::<u8>()) {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP, ImageFormat::Bmp, ImageFormat::Tiff] {
            let mut served = bytes(&screen(9, 7), format);
            served.truncate(served.len().saturating_sub(cut));
            if let Some(byte) = served.get_mut(at) {
                *byte = with;
            }
            let _ = (mark(&served, (1, 1)), to_png(&served));
        }
    }
}
