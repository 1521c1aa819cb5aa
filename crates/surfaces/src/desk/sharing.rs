//! Opening memories to other namespaces.

use mneme_access::Caller;
use mneme_engine::Result;
use mneme_engine::sharing::{Given, NewGrant, Space};
use mneme_model::Moment;
use mneme_wire::shapes::*;

use super::Desk;

impl Desk {
    pub async fn share(&self, caller: &Caller, request: ShareRequest) -> Result<ShareReply> {
        let namespace = request.namespace.as_deref();
        let webhook = request.webhook_url.as_deref();
        let made = self.engine.share(caller, namespace, &request.name, webhook);
        let made = made.await?;
        Ok(ShareReply {
            name: made.name,
            owner_namespace: made.owner,
            created_at: time(made.created_ms),
            webhook_url: made.webhook,
            webhook_secret: made.secret,
            grants: made.grants.len(),
        })
    }

    pub async fn shared(
        &self,
        caller: &Caller,
        request: ListSharedRequest,
    ) -> Result<ListSharedReply> {
        let namespace = request.namespace.as_deref();
        let spaces = self.engine.shared(caller, namespace).await?;
        Ok(ListSharedReply {
            shared_namespaces: spaces.into_iter().map(space).collect(),
        })
    }

    pub async fn unshare(&self, caller: &Caller, request: UnshareRequest) -> Result<UnshareReply> {
        let UnshareRequest { name, namespace } = request;
        let gone = self.engine.unshare(caller, namespace.as_deref(), &name);
        gone.await?;
        Ok(UnshareReply {
            deleted: true,
            name,
        })
    }

    pub async fn grant(&self, caller: &Caller, request: GrantRequest) -> Result<GrantShape> {
        let new = NewGrant {
            grantee: request.grantee_namespace,
            permission: request.permission,
            tags: request.tag_filter,
            agents: request.agent_filter,
            expires_at: request.expires_at,
        };
        let namespace = request.namespace.as_deref();
        let given = self.engine.grant(caller, namespace, &request.name, new);
        Ok(grant(given.await?))
    }

    pub async fn grants(
        &self,
        caller: &Caller,
        request: ListGrantsRequest,
    ) -> Result<ListGrantsReply> {
        let namespace = request.namespace.as_deref();
        let all = self.engine.grants(caller, namespace, &request.name).await?;
        Ok(ListGrantsReply {
            grants: all.into_iter().map(grant).collect(),
        })
    }

    pub async fn ungrant(&self, caller: &Caller, request: UngrantRequest) -> Result<UngrantReply> {
        let (namespace, id) = (request.namespace.as_deref(), &request.grant_id);
        let taken = self.engine.ungrant(caller, namespace, &request.name, id);
        taken.await?;
        Ok(UngrantReply { removed: true })
    }

    pub async fn accessible(
        &self,
        caller: &Caller,
        request: AccessibleRequest,
    ) -> Result<AccessibleReply> {
        let namespace = request.namespace.as_deref();
        let accessible = self.engine.accessible(caller, namespace).await?;
        Ok(AccessibleReply { accessible })
    }
}

fn space(space: Space) -> SharedNamespace {
    SharedNamespace {
        name: space.name,
        owner_namespace: space.owner,
        grants: space.grants.into_iter().map(grant).collect(),
        created_at: time(space.created_ms),
        webhook_url: space.webhook,
    }
}

fn grant(given: Given) -> GrantShape {
    let told = given.grant;
    GrantShape {
        id: given.id,
        grantee_namespace: told.grantee,
        permission: told.permission.name().to_owned(),
        tag_filter: told.tags,
        agent_filter: told.agents,
        created_at: time(given.created_ms),
        expires_at: told.expires_ms.map(time),
        granted_by: told.by,
    }
}

fn time(ms: i64) -> String {
    Moment::from_ms(ms).rfc3339()
}
