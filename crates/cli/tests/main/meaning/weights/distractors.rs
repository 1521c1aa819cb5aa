//! Two hundred memories of an office and of private life, none of which answers the questions.

const PEOPLE: [&str; 10] = [
    "Ana", "Boris", "Chen", "Dalia", "Emeka", "Freya", "Goran", "Hana", "Ivo", "Jun",
];
const THINGS: [&str; 20] = [
    "the billing service",
    "the spring newsletter",
    "the mobile app",
    "the search page",
    "the warehouse scanner",
    "the payroll export",
    "the visitor survey",
    "the training videos",
    "the supplier contract",
    "the office plants",
    "the coffee machine",
    "the winter schedule",
    "the printer on the second floor",
    "the parking permits",
    "the translation files",
    "the onboarding checklist",
    "the weather station",
    "the bicycle shed",
    "the quarterly figures",
    "the guest network",
];

fn sentence(n: usize) -> String {
    let (who, what) = (PEOPLE[n / 20], THINGS[n % 20]);
    match n % 10 {
        0 => format!("{who} reviewed {what} on a quiet Tuesday."),
        1 => format!("A reminder about {what} went out to {who}."),
        2 => format!("{who} thinks {what} could look friendlier."),
        3 => format!("Nobody but {who} had touched {what} since autumn."),
        4 => format!("There was a long discussion with {who} about {what}."),
        5 => format!("{who} ordered new labels for {what}."),
        6 => format!("We thanked {who} for tidying up {what}."),
        7 => format!("{who} wrote two pages of notes on {what}."),
        8 => format!("Questions regarding {what} go to {who} first."),
        _ => format!("{who} will show {what} to the visitors from Oslo."),
    }
}

pub fn distractors() -> Vec<String> {
    (0..200).map(sentence).collect()
}
