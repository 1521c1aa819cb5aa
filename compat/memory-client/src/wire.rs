//! Between the messages and the plain structs.

use chrono::DateTime;
use memory_types::{Event, EventRole, EventType, Grip, TocBullet, TocLevel, TocNode};

use crate::error::ClientError;
use crate::proto;

/// A number of things; more than the wire can say is as many as it can.
pub fn count(wanted: u32) -> i32 {
    i32::try_from(wanted).unwrap_or(i32::MAX)
}

pub fn sent(event: Event) -> proto::Event {
    proto::Event {
        timestamp_ms: event.timestamp_ms(),
        event_id: event.event_id,
        session_id: event.session_id,
        event_type: sent_type(event.event_type) as i32,
        role: sent_role(event.role) as i32,
        text: event.text,
        metadata: event.metadata,
        agent: event.agent,
    }
}

fn sent_type(event_type: EventType) -> proto::EventType {
    match event_type {
        EventType::SessionStart => proto::EventType::SessionStart,
        EventType::UserMessage => proto::EventType::UserMessage,
        EventType::AssistantMessage => proto::EventType::AssistantMessage,
        EventType::ToolResult => proto::EventType::ToolResult,
        EventType::AssistantStop => proto::EventType::AssistantStop,
        EventType::SubagentStart => proto::EventType::SubagentStart,
        EventType::SubagentStop => proto::EventType::SubagentStop,
        EventType::SessionEnd => proto::EventType::SessionEnd,
    }
}

fn sent_role(role: EventRole) -> proto::EventRole {
    match role {
        EventRole::User => proto::EventRole::User,
        EventRole::Assistant => proto::EventRole::Assistant,
        EventRole::System => proto::EventRole::System,
        EventRole::Tool => proto::EventRole::Tool,
    }
}

pub fn events(events: Vec<proto::Event>) -> Result<Vec<Event>, ClientError> {
    events.into_iter().map(event).collect()
}

fn event(event: proto::Event) -> Result<Event, ClientError> {
    let timestamp = DateTime::from_timestamp_millis(event.timestamp_ms).ok_or_else(|| {
        let (id, ms) = (&event.event_id, event.timestamp_ms);
        ClientError::Serialization(format!("event {id} happened at {ms} ms, which is no date"))
    })?;
    Ok(Event {
        timestamp,
        event_type: event_type(event.event_type()),
        role: role(event.role()),
        event_id: event.event_id,
        session_id: event.session_id,
        text: event.text,
        metadata: event.metadata,
        agent: event.agent,
    })
}

/// A type this client does not know is taken for what the daemon takes it for.
fn event_type(event_type: proto::EventType) -> EventType {
    match event_type {
        proto::EventType::SessionStart => EventType::SessionStart,
        proto::EventType::UserMessage | proto::EventType::Unspecified => EventType::UserMessage,
        proto::EventType::AssistantMessage => EventType::AssistantMessage,
        proto::EventType::ToolResult => EventType::ToolResult,
        proto::EventType::AssistantStop => EventType::AssistantStop,
        proto::EventType::SubagentStart => EventType::SubagentStart,
        proto::EventType::SubagentStop => EventType::SubagentStop,
        proto::EventType::SessionEnd => EventType::SessionEnd,
    }
}

fn role(role: proto::EventRole) -> EventRole {
    match role {
        proto::EventRole::User | proto::EventRole::Unspecified => EventRole::User,
        proto::EventRole::Assistant => EventRole::Assistant,
        proto::EventRole::System => EventRole::System,
        proto::EventRole::Tool => EventRole::Tool,
    }
}

pub fn nodes(nodes: Vec<proto::TocNode>) -> Vec<TocNode> {
    nodes.into_iter().map(node).collect()
}

pub fn node(node: proto::TocNode) -> TocNode {
    TocNode {
        level: level(node.level()),
        node_id: node.node_id,
        title: node.title,
        summary: node.summary,
        bullets: node.bullets.into_iter().map(bullet).collect(),
        keywords: node.keywords,
        child_node_ids: node.child_node_ids,
        start_time_ms: node.start_time_ms,
        end_time_ms: node.end_time_ms,
        version: node.version,
    }
}

fn level(level: proto::TocLevel) -> TocLevel {
    match level {
        proto::TocLevel::Unspecified => TocLevel::Unspecified,
        proto::TocLevel::Year => TocLevel::Year,
        proto::TocLevel::Month => TocLevel::Month,
        proto::TocLevel::Week => TocLevel::Week,
        proto::TocLevel::Day => TocLevel::Day,
        proto::TocLevel::Segment => TocLevel::Segment,
    }
}

fn bullet(bullet: proto::TocBullet) -> TocBullet {
    TocBullet {
        text: bullet.text,
        grip_ids: bullet.grip_ids,
    }
}

pub fn grip(grip: proto::Grip) -> Grip {
    Grip {
        grip_id: grip.grip_id,
        excerpt: grip.excerpt,
        event_id_start: grip.event_id_start,
        event_id_end: grip.event_id_end,
        timestamp_ms: grip.timestamp_ms,
        source: grip.source,
    }
}

#[cfg(test)]
mod tests;
