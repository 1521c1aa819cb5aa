//! A hit in one sentence.

use mneme_engine::gist;
use mneme_wire::shapes::{Preview, ScoredMemory, Summary};

pub fn summary(hit: &ScoredMemory) -> Summary {
    let gist = gist(&hit.memory.content);
    let preview = |preview| Preview {
        preview,
        provenance: hit.provenance.clone(),
    };
    Summary {
        memory_id: hit.memory.id.clone(),
        summary: gist.summary,
        score: hit.score,
        trust_score: hit.trust_score,
        low_trust: hit.low_trust,
        status: hit.memory.status.clone(),
        tags: hit.memory.tags.clone(),
        provenance: hit.provenance.clone(),
        evidence: gist.evidence.map(preview).into_iter().collect(),
    }
}
