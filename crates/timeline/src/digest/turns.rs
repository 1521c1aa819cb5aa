//! What a segment was about, from its turns.

use super::bare::bare_title;
use super::keywords::keywords;
use super::lexicon::Lexicon;
use super::pick::pick;
use super::reading::{Sentence, read};
use super::score::{Scored, learn, score};
use super::stop::{Languages, Listener};
use super::summary::summary;
use super::title::{enriched, title};
use super::weights::weights;
use super::words::words;
use super::{Bullet, Digest, Source, clean, is_quotable};
use crate::segment::Turn;

pub(super) const MAX_BULLET_CHARS: usize = 240;
/// So much text is enough to see which letters stand together.
const SAMPLE_BYTES: usize = 32_768;
/// And so many sentences, to know the language.
const SAMPLE_SENTENCES: usize = 80;

/// The digest of a segment. The same turns give the same digest.
pub fn of_turns(turns: &[Turn<'_>]) -> Digest {
    let said = read(turns);
    let mut lexicon = Lexicon::new(languages(&said));
    let sample = sample(&said);
    let mut sentences = learn(said, &mut lexicon);
    let weights = weights(&lexicon, turns.len());
    score(&mut sentences, &weights);
    let chosen = pick(&sentences, &weights);
    let title = title(&sentences, &mut lexicon, &weights).unwrap_or_else(|| bare_title(turns));
    let named = lexicon.terms_of(&title);
    let keywords = keywords(&lexicon, &weights, &named, &sample);
    Digest {
        summary: summary(&title, &named, &sentences, &chosen, &weights),
        title: enriched(title, &keywords),
        bullets: bullets(&sentences, chosen, turns),
        keywords,
    }
}

fn languages(said: &[Sentence<'_>]) -> Languages {
    let mut listener = Listener::default();
    let prose = said.iter().filter(|sentence| sentence.prose);
    for sentence in prose.take(SAMPLE_SENTENCES) {
        for word in words(sentence.text) {
            listener.hear(&word.text.to_lowercase());
        }
    }
    listener.languages()
}

fn sample(said: &[Sentence<'_>]) -> String {
    let mut sample = String::new();
    let unspaced = |s: &&Sentence<'_>| s.text.contains(clean::is_unspaced);
    for sentence in said.iter().filter(unspaced) {
        if sample.len() > SAMPLE_BYTES {
            break;
        }
        sample.push_str(sentence.text);
        sample.push('\n');
    }
    sample
}

/// In the order they were said.
fn bullets(sentences: &[Scored<'_>], mut chosen: Vec<usize>, turns: &[Turn<'_>]) -> Vec<Bullet> {
    chosen.sort_unstable();
    let said = chosen.into_iter().map(|at| &sentences[at].said);
    said.map(|said| bullet(said, turns)).collect()
}

fn bullet(said: &Sentence<'_>, turns: &[Turn<'_>]) -> Bullet {
    let cut = clean::cut(said.text, MAX_BULLET_CHARS);
    let end = said.start + cut.unwrap_or(said.text.len());
    let (turn, start) = (said.turn, said.start);
    Bullet {
        text: clean::shortened(said.text, MAX_BULLET_CHARS),
        source: is_quotable(turns[turn].text).then_some(Source { turn, start, end }),
    }
}
