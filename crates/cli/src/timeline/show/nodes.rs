//! Nodes of the table of contents.

use mneme_wire::proto::{BrowseTocResponse, GetTocRootResponse, TocLevel, TocNode};

use super::{WIDTH, quoted};
use crate::args::BrowseArgs;
use crate::output::{one_line, plain};
use crate::timeline::figures::day;

pub fn root(reply: &GetTocRootResponse) -> String {
    if reply.nodes.is_empty() {
        return String::from("No TOC nodes found.");
    }
    let mut text = String::from("TOC Root Nodes:\n");
    for node in &reply.nodes {
        let (id, title) = (plain(&node.node_id), quoted(&node.title));
        let children = match node.child_node_ids.len() {
            1 => String::from("1 child"),
            n => format!("{n} children"),
        };
        text.push_str(&format!("- {id} {title} ({children})\n"));
    }
    text
}

pub fn node(id: &str, node: Option<&TocNode>) -> String {
    let Some(node) = node else {
        return format!("Node not found: {}", plain(id));
    };
    let (start, end) = (day(node.start_time_ms), day(node.end_time_ms));
    let mut text = format!(
        "Node: {}\nTitle: {}\nLevel: {}\n",
        plain(&node.node_id),
        one_line(&node.title, WIDTH),
        level(node.level)
    );
    if let Some(summary) = node.summary.as_deref().filter(|text| !text.is_empty()) {
        text.push_str(&format!("Summary: {}\n", one_line(summary, WIDTH)));
    }
    if !node.keywords.is_empty() {
        text.push_str(&format!("Keywords: {}\n", plain(&node.keywords.join(", "))));
    }
    text.push_str(&format!("Children: {}\n", node.child_node_ids.len()));
    text.push_str(&format!("Time Range: {start} to {end}\n"));
    text.push_str(&format!("Version: {}\n", node.version));
    if node.is_pinned {
        text.push_str("Pinned: yes\n");
    }
    text + &bullets(node)
}

/// What the reference leaves out and nobody can go on without: the grips.
fn bullets(node: &TocNode) -> String {
    if node.bullets.is_empty() {
        return String::new();
    }
    let mut text = String::from("Bullets:\n");
    for bullet in &node.bullets {
        let grips = match bullet.grip_ids.is_empty() {
            true => String::new(),
            false => format!(" ({})", plain(&bullet.grip_ids.join(", "))),
        };
        text.push_str(&format!("- {}{grips}\n", one_line(&bullet.text, WIDTH)));
    }
    text
}

pub fn children(args: &BrowseArgs, reply: &BrowseTocResponse, parent: Option<&TocNode>) -> String {
    let Some(parent) = parent else {
        return format!("Node not found: {}", plain(&args.parent));
    };
    let (page, skipped) = place(args);
    let mut text = format!("Children of {}:\n", plain(&args.parent));
    for (n, node) in (skipped + 1..).zip(&reply.children) {
        let (id, title) = (plain(&node.node_id), quoted(&node.title));
        text.push_str(&format!("{n}. {id} {title}\n"));
    }
    let pages = parent
        .child_node_ids
        .len()
        .div_ceil(per_page(args))
        .max(page);
    let next = match &reply.continuation_token {
        Some(token) => format!(", next_token: {}", quoted(token)),
        None => String::new(),
    };
    let more = reply.has_more;
    text + &format!("Page {page} of {pages} (has_more: {more}{next})\n")
}

/// As the server takes it: 20 unless said, 100 at most.
fn per_page(args: &BrowseArgs) -> usize {
    match usize::try_from(args.limit) {
        Ok(0) | Err(_) => 20,
        Ok(limit) => limit.min(100),
    }
}

/// Which page this is, and how many children stood on those before. A token is the number of the
/// next child; the server refuses any other.
fn place(args: &BrowseArgs) -> (usize, usize) {
    let token = args.token.as_deref().unwrap_or_default();
    let skipped: usize = token.parse().unwrap_or_default();
    (skipped / per_page(args) + 1, skipped)
}

pub fn level(number: i32) -> &'static str {
    match TocLevel::try_from(number) {
        Ok(TocLevel::Year) => "Year",
        Ok(TocLevel::Month) => "Month",
        Ok(TocLevel::Week) => "Week",
        Ok(TocLevel::Day) => "Day",
        Ok(TocLevel::Segment) => "Segment",
        _ => "Unspecified",
    }
}

#[cfg(test)]
mod tests;
