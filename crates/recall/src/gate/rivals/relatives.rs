//! Somebody's family.

/// Of each relative the words for them.
pub const RELATIVES: [&[&str]; 15] = [
    &["mother", "mum", "mom", "mutter"],
    &["father", "dad", "vater"],
    &["sister", "schwester"],
    &["brother", "bruder"],
    &["wife"],
    &["husband"],
    &["daughter", "tochter"],
    &["son", "sohn"],
    &["aunt", "tante"],
    &["uncle", "onkel"],
    &["grandmother", "grandma", "granny", "oma"],
    &["grandfather", "grandpa", "opa"],
    &["niece"],
    &["nephew"],
    &["cousin"],
];
