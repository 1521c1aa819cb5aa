//! Receipts of what was forgotten: the same whenever they are asked for.

use mneme_access::receipts::merkle_root;
use mneme_access::{Caller, Need};
use mneme_engine::{Forgot, Receipted, Result};
use mneme_model::Moment;
use mneme_wire::shapes::*;

use super::Desk;

/// Ids that a list has of each.
const SHOWN: usize = 10;

impl Desk {
    pub async fn receipts(
        &self,
        caller: &Caller,
        request: ListReceiptsRequest,
    ) -> Result<ListReceiptsReply> {
        let kept = self.engine.receipts(caller, request.namespace.as_deref());
        Ok(ListReceiptsReply {
            receipts: kept.await?.into_iter().map(shown).collect(),
        })
    }

    pub async fn receipt(&self, caller: &Caller, request: ShowReceiptRequest) -> Result<Receipt> {
        let namespace = request.namespace.as_deref();
        let forgot = self.engine.receipt(caller, namespace, &request.id);
        self.signed(forgot.await?)
    }

    pub fn receipt_key(&self, caller: &Caller) -> Result<ReceiptKeyReply> {
        self.engine.scope(caller, Need::Read, None)?;
        let public_key = self.engine.sign("")?.public_key;
        Ok(ReceiptKeyReply { public_key })
    }

    pub fn check_receipt(
        &self,
        caller: &Caller,
        request: &CheckReceiptRequest,
    ) -> Result<CheckReceiptReply> {
        self.engine.scope(caller, Need::Read, None)?;
        let receipt = &request.receipt;
        let signature_holds = self
            .engine
            .has_signed(&receipt.certificate.text(), &receipt.signature)?;
        Ok(CheckReceiptReply {
            public_key: self.engine.sign("")?.public_key,
            signature_holds,
        })
    }

    /// Signing says nothing new: the same act has the same receipt, byte for byte.
    pub(super) fn signed(&self, forgot: Forgot) -> Result<Receipt> {
        let certificate = certificate(forgot);
        let signed = self.engine.sign(&certificate.text())?;
        Ok(Receipt {
            deleted: certificate.deleted_count,
            certificate,
            signature: signed.signature,
            proof: signed.proof,
            public_key: signed.public_key,
        })
    }
}

fn shown(kept: Receipted) -> KeptReceipt {
    let deleted_count = kept.forgot.records.len();
    let first = kept.forgot.records.into_iter().take(SHOWN);
    KeptReceipt {
        id: kept.id,
        deleted_at: Moment::from_ms(kept.forgot.at_ms).rfc3339(),
        deleted_by: kept.forgot.by,
        deleted_count,
        deleted_ids: first.map(|(id, _)| id).collect(),
    }
}

fn certificate(forgot: Forgot) -> Certificate {
    let (deleted_ids, leaf_hashes): (Vec<_>, Vec<_>) = forgot.records.into_iter().unzip();
    Certificate {
        kind: Certificate::KIND.to_owned(),
        version: 1,
        namespace: forgot.namespace,
        deleted_count: deleted_ids.len(),
        deleted_ids,
        merkle_root: merkle_root(&leaf_hashes),
        leaf_hashes,
        deleted_at: Moment::from_ms(forgot.at_ms).rfc3339(),
        deleted_by: forgot.by,
    }
}
