//! What is asked, without what an agent put into its user's mouth.

/// Nobody asks for longer.
const LONGEST: usize = 16 * 1024;
const OPENS: &str = "<system-reminder>";
const CLOSES: &str = "</system-reminder>";

/// The question in a text of the user; none where it says nothing. Of a very long one the end
/// counts.
pub fn of(text: &str) -> Option<String> {
    let text = without_reminders(text);
    let text = text.trim();
    let from = text.ceil_char_boundary(text.len().saturating_sub(LONGEST));
    (!text.is_empty()).then(|| text[from..].to_owned())
}

fn without_reminders(text: &str) -> String {
    let mut left = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(OPENS) {
        left.push_str(&rest[..start]);
        let inside = &rest[start + OPENS.len()..];
        rest = match inside.find(CLOSES) {
            Some(end) => &inside[end + CLOSES.len()..],
            None => "",
        };
    }
    left.push_str(rest);
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_without_end_is_cut_between_letters() {
        let long = format!("{} wo liegt der Schlüssel?", "ü".repeat(LONGEST));
        let cut = of(&long).unwrap();
        assert!(cut.len() <= LONGEST && cut.ends_with("der Schlüssel?"));
        assert_eq!(of("  short "), Some(String::from("short")));
        assert_eq!(of(" \n "), None);
    }

    #[test]
    fn what_an_agent_adds_is_no_question() {
        let text = "<system-reminder>todo list</system-reminder>\nwho approves deploys?";
        assert_eq!(of(text), Some(String::from("who approves deploys?")));
        assert_eq!(of("<system-reminder>only"), None);
    }
}
