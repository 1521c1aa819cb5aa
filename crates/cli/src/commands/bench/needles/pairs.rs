//! Facts, and questions that ask for them in other words. Within a pair only the name is
//! shared; a test holds that.
//!
//! A question has one right answer: facts of one pair are told of many names, and no two pairs
//! answer the same question. `{n}`, `{month}` and `{town}` differ from name to name.

mod people;
mod projects;

/// A fact and its question, both about `{person}` or both about `{project}`.
pub type Pair = (&'static str, &'static str);

pub fn pairs() -> Vec<Pair> {
    [people::PAIRS.as_slice(), &projects::PAIRS].concat()
}

#[cfg(test)]
mod tests {
    use mneme_index::words::{is_stop_word, words};

    use super::*;

    fn telling(text: &str) -> Vec<String> {
        let text = text.replace("{person}", "").replace("{project}", "");
        let all = words(&text).into_iter();
        all.filter(|word| !is_stop_word(word)).collect()
    }

    #[test]
    fn questions_share_no_telling_word_with_their_fact() {
        for (fact, question) in pairs() {
            let said = telling(fact);
            let shared: Vec<String> = telling(question)
                .into_iter()
                .filter(|word| said.contains(word))
                .collect();
            assert!(shared.is_empty(), "{shared:?} in {fact} and {question}");
        }
    }

    #[test]
    fn fact_and_question_are_about_the_same_name() {
        for (fact, question) in pairs() {
            for name in ["{person}", "{project}"] {
                let told = fact.matches(name).count();
                assert_eq!(told, question.matches(name).count(), "{fact}");
            }
            assert_eq!(question.matches('{').count(), 1, "{question}");
        }
    }

    #[test]
    fn no_question_stands_there_twice() {
        let pairs = pairs();
        for (n, (fact, question)) in pairs.iter().enumerate() {
            let again = |(f, q): &Pair| f == fact || q == question;
            assert!(!pairs[n + 1..].iter().any(again), "{question}");
        }
    }
}
