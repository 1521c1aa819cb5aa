//! Where a next page of a recall starts.
//!
//! A cursor carries what was shown and the journal position it was shown of, so that pages
//! neither overlap nor leave anything out, whatever is written or indexed between them, and
//! no server has to remember it. Shown positions are written as differences; a page of
//! forty costs about as many bytes.

use mneme_model::Seq;
use mneme_recall::Outcome;
use mneme_store::View;
use mneme_store::tables::journal;

use crate::{Result, page};

/// Pages end here: nobody reads the thousandth hit.
const MAX_SHOWN: usize = 1_000;
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cursor {
    pub max_seq: Option<Seq>,
    /// The lowest score shown so far.
    pub floor: Option<f64>,
    /// Positions shown so far, ascending.
    pub shown: Vec<Seq>,
}

// === impl Cursor ===

impl Cursor {
    pub fn read(text: &str) -> Result<Self> {
        Self::parse(text).ok_or_else(page::unknown)
    }

    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '.');
        let max_seq = parts.next()?.parse().ok().filter(|seq| *seq >= 0)?;
        let floor = f64::from(parts.next()?.parse::<u32>().ok()?) / 1e6;
        let shown = unpack(parts.next()?)?;
        let sound = floor <= 1.0 && shown.len() <= MAX_SHOWN;
        sound.then_some(Self {
            max_seq: Some(max_seq),
            floor: Some(floor),
            shown,
        })
    }

    /// The cursor behind this page, when there is more.
    pub fn next(mut self, view: &View<'_>, outcome: &Outcome) -> Result<Option<String>> {
        let scores = outcome.evidence.iter().map(|evidence| evidence.score);
        let floor = scores.min_by(f64::total_cmp);
        for evidence in &outcome.evidence {
            self.shown.push(evidence.event.seq);
            // What says the same was shown with it.
            self.shown.extend(&evidence.repeats);
        }
        self.shown.sort_unstable();
        let Some(floor) = floor.filter(|_| outcome.more && self.shown.len() <= MAX_SHOWN) else {
            return Ok(None);
        };
        let max_seq = self.max_seq.map_or_else(|| journal::head(view), Ok)?;
        Ok(Some(write(max_seq, floor, &self.shown)))
    }
}

pub(crate) fn write(max_seq: Seq, floor: f64, shown: &[Seq]) -> String {
    // As the score is shown.
    let floor = (floor * 1e6).round() as u32;
    format!("{max_seq}.{floor}.{}", pack(shown))
}

/// Ascending numbers as differences, five bits a digit, the sixth saying that more follow.
fn pack(numbers: &[Seq]) -> String {
    let mut text = String::new();
    let mut last = 0;
    for number in numbers {
        let mut left = number.abs_diff(last);
        last = *number;
        loop {
            let more = if left >= 32 { 32 } else { 0 };
            text.push(char::from(DIGITS[(left % 32) as usize + more]));
            left /= 32;
            if left == 0 {
                break;
            }
        }
    }
    text
}

fn unpack(text: &str) -> Option<Vec<Seq>> {
    let (mut numbers, mut last) = (Vec::new(), 0_i64);
    let (mut value, mut shift) = (0_u64, 0_u32);
    for byte in text.bytes() {
        let digit = DIGITS.iter().position(|d| *d == byte)? as u64;
        value |= (digit % 32).checked_shl(shift).filter(|_| shift < 60)?;
        shift += 5;
        if digit < 32 {
            last = last.checked_add(i64::try_from(value).ok()?)?;
            numbers.push(last);
            (value, shift) = (0, 0);
        }
    }
    (shift == 0).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn shown_positions_come_back(mut numbers in prop::collection::vec(0i64..1 << 40, 0..50)) {
            numbers.sort_unstable();
            prop_assert_eq!(unpack(&pack(&numbers)), Some(numbers));
        }

        #[test]
        fn no_text_panics_the_reader(text in "\\PC{0,60}", tail in "[A-Za-z0-9_-]{0,60}") {
            let _ = Cursor::parse(&text);
            prop_assert!(Cursor::parse(&format!("1.2000000.{tail}")).is_none(), "no score is that high");
            let _ = Cursor::parse(&format!("7.500000.{tail}"));
        }
    }

    #[test]
    fn a_dense_page_is_short() {
        let numbers: Vec<Seq> = (1_000_000..1_000_040).collect();
        assert!(pack(&numbers).len() < 50);
    }
}
