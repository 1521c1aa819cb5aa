//! From a request to its answer.

use std::time::Instant;

use mneme_capture::recorder::Result;
use mneme_capture::signals;
use mneme_model::archive::Session;
use mneme_wire::ipc::{Refusal, Reply, Request, Trouble};

use super::Asker;

pub async fn to(asker: &Asker, request: Request) -> Reply {
    let (name, began) = (request.name(), Instant::now());
    let answered = carry_out(asker, request).await;
    signals::request(name, began.elapsed());
    answered.unwrap_or_else(|refusal| {
        signals::IPC_REFUSED.add(1);
        tracing::info!(target: "ma_core::ipc", request = name, code = refusal.code, "refused");
        Reply::Error(refusal)
    })
}

async fn carry_out(asker: &Asker, request: Request) -> Result<Reply> {
    let recorder = &asker.door.recorder;
    Ok(match request {
        Request::Ping => Reply::Pong {
            version: asker.door.version.to_string(),
        },
        Request::RegisterSession(new) => Reply::SessionRegistered {
            session_id: recorder.register(*new).await?,
        },
        Request::GetSessionStatus { session_id } => Reply::SessionStatus {
            session: recorder.session(&session_id).await?.shown(),
        },
        Request::ListSessions { state, limit } => {
            let listed = recorder.list(state.as_deref(), limit).await?;
            let sessions = listed.sessions.iter().map(Session::shown).collect();
            let counts = listed.counts.into_iter();
            let counts = counts.map(|(state, n)| (state.name().to_owned(), n));
            Reply::SessionList {
                sessions,
                counts: counts.collect(),
            }
        }
        Request::StartWatch { session_id } => {
            watching(recorder.watch(&session_id, asker.outbox.clone()).await?)
        }
        Request::Done { session_id, force } => Reply::SessionComplete {
            total_steps: recorder.done(&session_id, force, &asker.outbox).await?,
            session_id,
        },
        Request::ReasoningDegraded {
            session_id,
            step_range_start,
        } => {
            recorder
                .degraded(&session_id, step_range_start, &asker.outbox)
                .await?;
            Reply::ReasoningDegradedEvent {
                session_id,
                step_range_start,
            }
        }
        Request::CircuitReset { session_id } => {
            recorder.reset(&session_id).await?;
            Reply::CircuitResetAck { session_id }
        }
        Request::DeleteSession { session_id, force } => {
            let deleted = recorder.delete(&session_id, force).await?;
            Reply::SessionDeleted {
                session_id,
                memory_name: deleted.memory_name,
                redis_removed: deleted.record,
                storage_objects_removed: deleted.objects,
                local_dir_removed: deleted.directory,
            }
        }
        annotation => annotating(asker, annotation).await?,
    })
}

/// What happens to a recording once it is over.
async fn annotating(asker: &Asker, request: Request) -> Result<Reply> {
    let recorder = &asker.door.recorder;
    Ok(match request {
        Request::LoadSession { session_id } => {
            let loaded = recorder.load(&session_id, asker.process.clone()).await?;
            Reply::SessionLoaded {
                session_id,
                memory_path: loaded.memory_path,
                was_interrupted: loaded.was_interrupted,
            }
        }
        Request::UpdateAnnotationProgress {
            session_id,
            annotated,
            skipped,
        } => {
            recorder.progress(&session_id, annotated, skipped).await?;
            Reply::AnnotationProgressUpdated {
                session_id,
                annotated,
                skipped,
            }
        }
        Request::CloseAnnotation { session_id } => {
            recorder.close_annotation(&session_id).await?;
            Reply::AnnotationClosed { session_id }
        }
        Request::CompleteAnnotation { session_id } => {
            recorder.complete_annotation(&session_id).await?;
            Reply::AnnotationCompleted { session_id }
        }
        Request::CompileMemory { session_id } => Reply::MemoryCompileReady {
            memory_path: recorder.compile(&session_id).await?,
            session_id,
        },
        Request::FinalizeMemory { session_id } => {
            recorder.finalize(&session_id).await?;
            Reply::MemoryFinalized { session_id }
        }
        // Every request is in one of the two tables; this one is in neither.
        other => {
            let message = format!("{} is not answered here", other.name());
            return Err(Refusal::new(Trouble::Internal, message));
        }
    })
}

fn watching(session: Session) -> Reply {
    let field = |name: &str| session.get(name).to_owned();
    Reply::WatchStarted {
        session_id: field("session_id"),
        memory_path: field("memory_path"),
        model_provider: field("model_provider"),
        model_endpoint: field("model_endpoint"),
        model_api_key_ref: field("model_api_key_ref"),
        fallback_model_provider: field("fallback_model_provider"),
        fallback_model_endpoint: field("fallback_model_endpoint"),
        fallback_api_key_ref: field("fallback_api_key_ref"),
    }
}
