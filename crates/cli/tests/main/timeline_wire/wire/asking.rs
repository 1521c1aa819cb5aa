//! What tests ask most.

use mneme_wire::proto::*;

use super::{ALWAYS, Told, Wire};

impl Wire {
    pub fn ingest(&mut self, event: Event) -> Told<IngestEventResponse> {
        self.ingest_event(IngestEventRequest { event: Some(event) })
    }

    /// Whether it was new.
    pub fn tell(&mut self, event: impl Into<Event>) -> bool {
        self.ingest(event.into()).unwrap().created
    }

    pub fn tell_all<E: Into<Event>>(&mut self, events: impl IntoIterator<Item = E>) {
        for event in events {
            assert!(self.tell(event), "each is new");
        }
    }

    pub fn range(&mut self, from_ms: i64, to_ms: i64, limit: i32) -> GetEventsResponse {
        self.get_events(GetEventsRequest {
            from_timestamp_ms: from_ms,
            to_timestamp_ms: to_ms,
            limit,
            page_token: None,
        })
        .unwrap()
    }

    /// Everything, however much it is.
    pub fn all(&mut self) -> Vec<Event> {
        let (mut events, mut page_token) = (Vec::new(), None);
        loop {
            let asked = GetEventsRequest {
                from_timestamp_ms: 0,
                to_timestamp_ms: ALWAYS,
                limit: 10_000,
                page_token,
            };
            let page = self.get_events(asked).unwrap();
            events.extend(page.events);
            if !page.has_more {
                return events;
            }
            page_token = page.page_token;
        }
    }

    pub fn node(&mut self, id: &str) -> Option<TocNode> {
        let node_id = id.to_owned();
        self.get_node(GetNodeRequest { node_id }).unwrap().node
    }

    pub fn page(
        &mut self,
        parent: &str,
        limit: i32,
        token: Option<&str>,
    ) -> Told<BrowseTocResponse> {
        self.browse_toc(BrowseTocRequest {
            parent_id: parent.to_owned(),
            limit,
            continuation_token: token.map(str::to_owned),
        })
    }

    /// All children, page by page.
    pub fn below(&mut self, parent: &str) -> Vec<TocNode> {
        let (mut children, mut token) = (Vec::new(), None);
        loop {
            let page = self.page(parent, 100, token.as_deref()).unwrap();
            children.extend(page.children);
            if !page.has_more {
                return children;
            }
            token = page.continuation_token;
        }
    }

    pub fn expand(&mut self, grip: &str) -> ExpandGripResponse {
        self.expand_with(grip, None, None)
    }

    pub fn expand_with(
        &mut self,
        grip: &str,
        before: Option<i32>,
        after: Option<i32>,
    ) -> ExpandGripResponse {
        self.expand_grip(ExpandGripRequest {
            grip_id: grip.to_owned(),
            events_before: before,
            events_after: after,
        })
        .unwrap()
    }

    pub fn job(&mut self, name: &str) -> JobStatusProto {
        let status = self.get_scheduler_status(GetSchedulerStatusRequest {});
        let mut jobs = status.unwrap().jobs.into_iter();
        jobs.find(|job| job.job_name == name).unwrap()
    }

    pub fn pause(&mut self, name: &str) -> PauseJobResponse {
        let job_name = name.to_owned();
        self.pause_job(PauseJobRequest { job_name }).unwrap()
    }

    pub fn resume(&mut self, name: &str) -> ResumeJobResponse {
        let job_name = name.to_owned();
        self.resume_job(ResumeJobRequest { job_name }).unwrap()
    }
}
