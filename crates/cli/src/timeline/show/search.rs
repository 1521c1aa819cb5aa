//! Where words were found.

use mneme_wire::proto::{SearchChildrenResponse, SearchField, SearchMatch, SearchNodeResponse};

use super::nodes::level;
use super::{WIDTH, quoted};
use crate::output::{counted, one_line, plain};

pub fn matches(query: &str, reply: &SearchNodeResponse) -> String {
    if reply.matches.is_empty() {
        return format!("No matches for {}.", quoted(query));
    }
    let head = format!(
        "Matches for {} in {}:\n",
        quoted(query),
        plain(&reply.node_id)
    );
    reply
        .matches
        .iter()
        .fold(head, |text, found| text + &line(found))
}

pub fn found(query: &str, reply: &SearchChildrenResponse) -> String {
    if reply.results.is_empty() {
        return format!("No matches for {}.", quoted(query));
    }
    let mut text = format!("Matches for {}:\n", quoted(query));
    for (n, node) in (1..).zip(&reply.results) {
        let (id, title) = (plain(&node.node_id), quoted(&node.title));
        let (level, score) = (level(node.level), node.relevance_score);
        text.push_str(&format!("{n}. {id} {title} [{level}] {score:.2}\n"));
        for found in &node.matches {
            text.push_str(&line(found));
        }
    }
    let (total, more) = (counted(reply.results.len() as u64, "node"), reply.has_more);
    text + &format!("Total: {total} (has_more: {more})\n")
}

fn line(found: &SearchMatch) -> String {
    let part = match SearchField::try_from(found.field) {
        Ok(SearchField::Title) => "title",
        Ok(SearchField::Summary) => "summary",
        Ok(SearchField::Bullets) => "bullets",
        Ok(SearchField::Keywords) => "keywords",
        _ => "text",
    };
    let grips = match found.grip_ids.is_empty() {
        true => String::new(),
        false => format!(" ({})", plain(&found.grip_ids.join(", "))),
    };
    format!("   {part}: {}{grips}\n", one_line(&found.text, WIDTH))
}
