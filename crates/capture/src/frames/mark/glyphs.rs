//! The few characters of a mark, five dots wide and seven high, each dot two pixels.

const SCALE: i32 = 2;
const COLUMNS: i32 = 5;
const ROWS: i32 = 7;
const SPACING: i32 = 2;

pub const HEIGHT: i32 = ROWS * SCALE;

/// Rows from the top; the leftmost dot is the highest of five bits.
type Glyph = [u8; 7];

pub fn width(text: &str) -> i32 {
    let letters = i32::try_from(text.chars().count()).unwrap_or(0);
    letters * COLUMNS * SCALE + (letters - 1).max(0) * SPACING
}

/// Every pixel of a text that begins at `start`.
pub fn pixels(text: &str, start: (i32, i32)) -> impl Iterator<Item = (i32, i32)> {
    let step = COLUMNS * SCALE + SPACING;
    let letters = text.chars().zip((0..).map(move |n| start.0 + n * step));
    letters.flat_map(move |(letter, x)| {
        dots(glyph(letter)).flat_map(move |(column, row)| {
            let corner = (x + column * SCALE, start.1 + row * SCALE);
            (0..SCALE * SCALE).map(move |n| (corner.0 + n % SCALE, corner.1 + n / SCALE))
        })
    })
}

fn dots(glyph: Glyph) -> impl Iterator<Item = (i32, i32)> {
    let rows = (0..ROWS).zip(glyph);
    rows.flat_map(|(row, bits)| {
        let set = move |column: &i32| bits >> (COLUMNS - 1 - column) & 1 == 1;
        (0..COLUMNS).filter(set).map(move |column| (column, row))
    })
}

fn glyph(letter: char) -> Glyph {
    match letter {
        '0' => [
            0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110,
        ],
        '1' => [
            0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110,
        ],
        '2' => [
            0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111,
        ],
        '3' => [
            0b11110, 0b00001, 0b00001, 0b01110, 0b00001, 0b00001, 0b11110,
        ],
        '4' => [
            0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010,
        ],
        '5' => [
            0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110,
        ],
        '6' => [
            0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110,
        ],
        '7' => [
            0b11111, 0b00001, 0b00010, 0b00100, 0b00100, 0b00100, 0b00100,
        ],
        '8' => [
            0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110,
        ],
        '9' => [
            0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100,
        ],
        'X' => [
            0b10001, 0b10001, 0b01010, 0b00100, 0b01010, 0b10001, 0b10001,
        ],
        'Y' => [
            0b10001, 0b10001, 0b01010, 0b00100, 0b00100, 0b00100, 0b00100,
        ],
        ':' => [
            0b00000, 0b00100, 0b00100, 0b00000, 0b00100, 0b00100, 0b00000,
        ],
        '-' => [
            0b00000, 0b00000, 0b00000, 0b01110, 0b00000, 0b00000, 0b00000,
        ],
        _ => [0; 7],
    }
}
