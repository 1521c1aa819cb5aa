//! Fields of a document. Nothing is stored but the position: text is loaded from the journal.

use mneme_model::{MemoryType, NameId};
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions,
};

use super::counted;

#[derive(Clone, Copy, Debug)]
pub struct Fields {
    pub seq: Field,
    /// The window's words, with counts and without positions.
    pub text: Field,
    /// The words of a retired version; only asked when the past is.
    pub old_text: Field,
    pub identifier: Field,
    /// Session, agent, kind, tag and type, each with a letter in front.
    pub facet: Field,
    pub occurred: Field,
    pub created: Field,
}

pub fn build() -> (Schema, Fields) {
    let mut schema = Schema::builder();
    let words = TextOptions::default().set_indexing_options(
        TextFieldIndexing::default()
            .set_tokenizer(counted::NAME)
            .set_index_option(IndexRecordOption::WithFreqs),
    );
    let whole = TextOptions::default().set_indexing_options(
        TextFieldIndexing::default()
            .set_tokenizer("raw")
            .set_fieldnorms(false)
            .set_index_option(IndexRecordOption::Basic),
    );
    let fields = Fields {
        seq: schema.add_i64_field("seq", INDEXED | FAST),
        text: schema.add_text_field("text", words.clone()),
        old_text: schema.add_text_field("old_text", words),
        identifier: schema.add_text_field("identifier", whole.clone()),
        facet: schema.add_text_field("facet", whole),
        occurred: schema.add_i64_field("occurred", FAST),
        created: schema.add_i64_field("created", FAST),
    };
    (schema.build(), fields)
}

pub fn session_facet(id: NameId) -> String {
    format!("s{id}")
}

pub fn agent_facet(id: NameId) -> String {
    format!("a{id}")
}

pub fn kind_facet(kind: &str) -> String {
    format!("k{kind}")
}

pub fn tag_facet(tag: &str) -> String {
    format!("t{tag}")
}

pub fn type_facet(memory_type: MemoryType) -> String {
    format!("y{}", memory_type.name())
}
