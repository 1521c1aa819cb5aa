//! What holds of the table, whatever happens to a memory and in whichever order.

use proptest::prelude::*;

use super::*;

const CAUSES: [Cause; 7] = [
    Confirmed, Refused, Followed, Retold, Reworded, Retagged, Neglected,
];

fn causes() -> impl Strategy<Value = Vec<Cause>> {
    prop::collection::vec(prop::sample::select(CAUSES.to_vec()), 1..30)
}

#[test]
fn no_two_rows_disagree_and_none_says_nothing() {
    for (n, row) in TABLE.iter().enumerate() {
        let same = |other: &&Row| (other.0, other.1) == (row.0, row.1);
        assert_eq!(TABLE.iter().filter(same).count(), 1, "row {n}: {row:?}");
        assert_ne!(row.0, row.2, "row {n} leads nowhere");
    }
}

#[test]
fn what_was_superseded_is_not_brought_back_by_a_word_against_it() {
    assert_eq!(after(Superseded, Refused), Superseded);
    assert_eq!(after(Archived, Refused), Archived);
    assert_eq!(change(Active, Confirmed), None);
    assert_eq!(change(Active, Refused), Some(Rejected));
}

proptest! {
    #[test]
    fn a_memory_follows_the_table_and_nothing_else(causes in causes()) {
        let mut status = Active;
        for cause in causes {
            let before = status;
            status = after(before, cause);
            match cause {
                // Whoever vouches for words, or writes new ones, is believed.
                Confirmed | Reworded => prop_assert_eq!(status, Active),
                Followed => prop_assert_eq!(status, Superseded),
                // A word against it never makes it better, a repetition never settles a doubt.
                Refused => prop_assert!(status == Rejected || status == before && !before.is_found()),
                Retold => prop_assert_eq!(status == Active, matches!(before, Active | Candidate | Stale)),
                Retagged => prop_assert!(status == Active || status == before && before.is_found()),
                // Two steps, never one: nobody loses at once what was believed a moment ago.
                Neglected => match before {
                    Active | Candidate => prop_assert_eq!(status, Stale),
                    _ => prop_assert_eq!(status, Archived),
                },
            }
        }
    }
}
