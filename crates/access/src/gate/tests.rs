use std::sync::Arc;

use mneme_model::Clock;
use ring::digest::{SHA256, digest};

use super::*;
use crate::{NewKey, Range, Secret};

const NOW: u64 = 1_700_000_000;

struct Still;

impl Clock for Still {
    fn now_ms(&self) -> i64 {
        NOW as i64 * 1_000
    }
}

struct House {
    dir: tempfile::TempDir,
    store: Arc<Store>,
    gate: Gate,
}

async fn open(dir: tempfile::TempDir, settings: &Settings) -> House {
    let store = Store::open(&mneme_store::Settings::at(dir.path()), Arc::new(Still)).unwrap();
    let gate = Gate::open(&store, settings).await.unwrap();
    House {
        dir,
        store: Arc::new(store),
        gate,
    }
}

async fn house() -> House {
    open(tempfile::tempdir().unwrap(), &Settings::default()).await
}

fn wait<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    runtime.unwrap().block_on(future)
}

impl House {
    async fn key(&self, role: Role, namespace: &str) -> NewKey {
        let made = self
            .gate
            .keys
            .make(&self.store, role, namespace, "test")
            .await;
        made.unwrap()
    }

    async fn revoke(&self, key_id: &str) -> Result<bool> {
        let key = self.gate.keys.named(key_id).unwrap();
        self.gate.keys.revoke(&self.store, &key, "test").await
    }

    fn admit(&self, credential: &str, now: u64) -> Result<Caller> {
        self.gate.admit(credential, Door::Rest, Peer::Unknown, now)
    }
}

#[test]
fn a_traded_token_is_its_key_for_a_while_and_dies_with_it() {
    wait(async {
        let house = house().await;
        let key = house.key(Role::Writer, "a").await;
        let traded = house
            .gate
            .trade(&key.secret, Door::Rest, Peer::Unknown, NOW)
            .unwrap();
        assert_eq!(traded.expires_in_secs, 3_600);
        let caller = house.admit(&traded.token, NOW + 3_599).unwrap();
        assert_eq!(caller.subject, key.key_id);
        assert_eq!(
            (caller.role, caller.namespace.as_str()),
            (Role::Writer, "a")
        );
        assert!(matches!(
            house.admit(&traded.token, NOW + 3_600),
            Err(Error::BadToken)
        ));
        let again = house
            .gate
            .trade(&traded.token, Door::Rest, Peer::Unknown, NOW);
        assert!(
            matches!(again, Err(Error::BadCredential)),
            "a token is no key"
        );
        house.revoke(&key.key_id).await.unwrap();
        assert!(matches!(
            house.admit(&traded.token, NOW),
            Err(Error::BadToken)
        ));
    });
}

#[test]
fn a_scoped_token_has_its_own_role_and_a_longest_life() {
    wait(async {
        let house = house().await;
        let key = house.key(Role::Admin, "a").await;
        let admin = house.admit(&key.secret, NOW).unwrap();
        let issued = house
            .gate
            .issue(&admin, Role::Reader, "a", MAX_LIFE_SECS, NOW)
            .unwrap();
        let caller = house.admit(&issued.token, NOW).unwrap();
        assert_eq!(
            (caller.subject.as_str(), caller.role),
            ("scoped:a", Role::Reader)
        );
        assert_eq!(caller.key.as_deref(), Some(key.key_id.as_str()));
        // A token cannot make one that outlives it.
        let short = house
            .gate
            .issue(&admin, Role::Admin, "a", 300, NOW)
            .unwrap();
        let holder = house.admit(&short.token, NOW + 100).unwrap();
        let made = house
            .gate
            .issue(&holder, Role::Admin, "a", 86_400, NOW + 100);
        assert_eq!(made.unwrap().expires_in_secs, 200);
        for life in [0, MAX_LIFE_SECS + 1, u64::MAX] {
            let refused = house.gate.issue(&admin, Role::Reader, "a", life, NOW);
            assert!(matches!(refused, Err(Error::BadLifetime { .. })), "{life}");
        }
        house.revoke(&key.key_id).await.unwrap();
        assert!(house.admit(&issued.token, NOW).is_err());
    });
}

#[test]
fn a_token_made_on_this_machine_belongs_to_the_oldest_admin_key() {
    wait(async {
        let house = house().await;
        let local = Caller {
            subject: "local".into(),
            namespace: "default".into(),
            role: Role::Admin,
            key: None,
            door: Door::Control,
            peer: Peer::Here,
            until: None,
            only: None,
            agent: None,
        };
        let issue = || house.gate.issue(&local, Role::Reader, "a", 60, NOW);
        assert!(matches!(issue(), Err(Error::NoAdminKey(_))));
        house.key(Role::Writer, "a").await;
        house.key(Role::Admin, "b").await;
        assert!(matches!(issue(), Err(Error::NoAdminKey(_))));
        let first = house.key(Role::Admin, "a").await;
        house.key(Role::Admin, "a").await;
        let caller = house.admit(&issue().unwrap().token, NOW).unwrap();
        assert_eq!(caller.key, Some(first.key_id));
    });
}

#[test]
fn a_good_signature_does_not_widen_a_key() {
    wait(async {
        let house = house().await;
        let key = house.key(Role::Writer, "a").await.key_id;
        let claim = |sub: &str, role: &str, namespace: &str, key: &str| {
            let claims = Claims::new(sub.into(), role, namespace.into(), key.into());
            let token = house.gate.tokens.sign(&claims.living(NOW, 60)).unwrap();
            house.admit(&token, NOW).is_ok()
        };
        assert!(claim("scoped:a", "reader", "a", &key));
        assert!(claim("scoped:a", "writer", "a", &key));
        assert!(!claim("scoped:a", "admin", "a", &key), "a higher role");
        assert!(!claim("scoped:b", "reader", "b", &key), "another namespace");
        assert!(!claim("scoped:a", "king", "a", &key), "no role at all");
        assert!(
            !claim(&key, "reader", "a", "0000000000000000"),
            "no such key"
        );
    });
}

#[test]
fn what_looks_like_a_token_is_tried_as_one_and_then_as_a_key() {
    wait(async {
        let mut house = house().await;
        assert!(matches!(house.admit("a.b.c", NOW), Err(Error::BadToken)));
        assert!(matches!(house.admit("a.b", NOW), Err(Error::BadCredential)));
        assert!(matches!(house.admit("", NOW), Err(Error::BadCredential)));
        let row = ApiKeyRow {
            key_id: crate::key_id("a.b.c"),
            hash: digest(&SHA256, b"a.b.c").as_ref().to_vec(),
            role: Role::Reader as i64,
            namespace: "a".into(),
            created_ms: 0,
        };
        let kept = house.store.write(64, move |tx| {
            Ok::<_, Error>(mneme_store::tables::api_keys::insert(tx, &row)?)
        });
        kept.await.unwrap();
        house.gate.keys = Keys::load(&house.store).await.unwrap();
        assert_eq!(house.admit("a.b.c", NOW).unwrap().namespace, "a");
    });
}

#[test]
fn the_secret_is_kept_made_again_when_damaged_or_given() {
    wait(async {
        let first = house().await;
        let key = first.key(Role::Reader, "a").await;
        let token = first
            .gate
            .trade(&key.secret, Door::Rest, Peer::Unknown, NOW)
            .unwrap()
            .token;
        let file = first.dir.path().join("keys").join("jwt.secret");
        let House { dir, store, gate } = first;
        drop((gate, store));
        let again = open(dir, &Settings::default()).await;
        assert!(again.admit(&token, NOW).is_ok(), "kept");
        let House { dir, store, gate } = again;
        drop((gate, store));
        let mut dir = dir;
        for damaged in [&b"damaged"[..], &[0xff; 64]] {
            std::fs::write(&file, damaged).unwrap();
            let anew = open(dir, &Settings::default()).await;
            assert!(anew.admit(&token, NOW).is_err(), "made again");
            let House { dir: kept, .. } = anew;
            dir = kept;
        }
        let given = Settings {
            jwt_secret: Some(Secret("x".repeat(32))),
            ..Settings::default()
        };
        assert!(!format!("{given:?}").contains("xxx"));
        let given = open(dir, &given).await;
        let token = given
            .gate
            .trade(&key.secret, Door::Rest, Peer::Unknown, NOW)
            .unwrap()
            .token;
        assert!(
            Tokens::new("x".repeat(32).as_bytes())
                .read(&token, NOW)
                .is_ok()
        );
    });
}

#[test]
fn an_address_outside_the_list_is_refused_with_the_best_of_keys() {
    wait(async {
        let mut settings = Settings::default();
        let range = Range::parse("10.0.0.0/8").unwrap();
        settings.allowed.set("closed", vec![range]);
        let house = open(tempfile::tempdir().unwrap(), &settings).await;
        let key = house.key(Role::Admin, "closed").await.secret;
        let inside = Peer::At("10.0.0.1".parse().unwrap());
        let admit = |peer| house.gate.admit(&key, Door::Rest, peer, NOW);
        assert_eq!(admit(inside).unwrap().peer, inside);
        for peer in [Peer::Unknown, Peer::At("127.0.0.1".parse().unwrap())] {
            assert!(matches!(admit(peer), Err(Error::AddressNotAllowed)));
            let traded = house.gate.trade(&key, Door::Rest, peer, NOW);
            assert!(matches!(traded, Err(Error::AddressNotAllowed)));
        }
    });
}
