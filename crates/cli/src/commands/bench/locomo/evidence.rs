//! Names of turns, however untidily they are written: `D8:6`, `D8:6; D9:17`, `D:11:26`, `D4:05`.

/// A turn by the numbers of its session and of itself.
pub type Place = (u32, u32);

/// The turns a piece of text names. Numbers count in pairs between separators; what stays
/// alone names nothing.
pub fn places(text: &str) -> Vec<Place> {
    text.split([';', ',']).flat_map(pairs).collect()
}

/// The one turn an id names.
pub fn place(id: &str) -> Option<Place> {
    match places(id).as_slice() {
        [place] => Some(*place),
        _ => None,
    }
}

fn pairs(text: &str) -> Vec<Place> {
    let numbers: Vec<u32> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|digits| digits.parse().ok())
        .collect();
    numbers
        .chunks_exact(2)
        .map(|pair| (pair[0], pair[1]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn untidy_names_are_understood() {
        assert_eq!(places("D8:6; D9:17"), [(8, 6), (9, 17)]);
        assert_eq!(places("D:11:26"), [(11, 26)]);
        assert_eq!(places(" D4:05 ,D04:6"), [(4, 5), (4, 6)]);
        assert_eq!(places("D9:1 D4:4 D4:6"), [(9, 1), (4, 4), (4, 6)]);
        assert_eq!(places("D8: 6"), [(8, 6)]);
    }

    #[test]
    fn what_names_no_turn_is_left_out() {
        for text in ["", "D", "D8", "none", ";", "D99999999999:x"] {
            assert_eq!(places(text), [], "{text}");
        }
        assert_eq!(places("D8; D9:17"), [(9, 17)]);
    }

    #[test]
    fn an_id_names_exactly_one_turn() {
        assert_eq!(place("D1:3"), Some((1, 3)));
        assert_eq!(place("D1:3 D1:4"), None);
        assert_eq!(place("turn"), None);
    }
}
