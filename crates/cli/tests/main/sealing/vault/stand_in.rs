//! A Vault on this machine: what the Transit engine of the real one answers to the calls we make,
//! with its shapes, its errors and its versions, and what it was asked.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use mneme_model::base64;
use serde_json::{Value, json};

pub const TOKEN: &str = "hvs.token-of-these-tests";
const ROOT: &str = "/v1/transit/";
const KEY: &str = "memoryoss";

struct State {
    sealed: bool,
    version: u32,
    /// Older versions do not open anything.
    oldest: u32,
    made: u8,
    asked: Vec<String>,
}

#[derive(Clone)]
pub struct Vault {
    state: Arc<Mutex<State>>,
    address: SocketAddr,
}

struct Asked {
    method: String,
    path: String,
    token: Option<String>,
    body: Vec<u8>,
}

// === impl Vault ===

impl Vault {
    pub fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let state = State {
            sealed: false,
            version: 1,
            oldest: 1,
            made: 0,
            asked: Vec::new(),
        };
        let vault = Self {
            state: Arc::new(Mutex::new(state)),
            address: listener.local_addr().unwrap(),
        };
        let own = vault.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let vault = own.clone();
                std::thread::spawn(move || vault.serve(stream));
            }
        });
        vault
    }

    pub fn settings(&self, token: &str) -> String {
        Self::settings_of(&format!("http://{}", self.address), token)
    }

    pub fn settings_of(address: &str, token: &str) -> String {
        format!(
            "[encryption]\nprovider = \"vault\"\nvault_address = \"{address}\"\nvault_token = \"{token}\"\n"
        )
    }

    /// What was asked of the key since the last time.
    pub fn asked(&self) -> Vec<String> {
        std::mem::take(&mut self.state.lock().unwrap().asked)
    }

    pub fn seal(&self) {
        self.state.lock().unwrap().sealed = true;
    }

    pub fn unseal(&self) {
        self.state.lock().unwrap().sealed = false;
    }

    /// A new version of Vault's own key.
    pub fn rotate(&self) {
        self.state.lock().unwrap().version += 1;
    }

    pub fn forget_version(&self, version: u32) {
        self.state.lock().unwrap().oldest = version + 1;
    }

    fn serve(&self, mut stream: TcpStream) {
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        while let Some(asked) = request(&mut reader) {
            let (status, answer) = self.answer(&asked);
            let answer = answer.to_string();
            let head = format!(
                "HTTP/1.1 {status} x\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
                answer.len()
            );
            let sent = stream.write_all(head.as_bytes());
            if sent
                .and_then(|()| stream.write_all(answer.as_bytes()))
                .is_err()
            {
                return;
            }
        }
    }

    fn answer(&self, asked: &Asked) -> (u16, Value) {
        let mut state = self.state.lock().unwrap();
        let refused = |status: u16, why: &str| (status, json!({ "errors": [why] }));
        if state.sealed {
            return refused(503, "Vault is sealed");
        }
        if asked.token.as_deref() != Some(TOKEN) {
            return refused(403, "permission denied");
        }
        let Some(rest) = asked.path.strip_prefix(ROOT) else {
            return refused(404, "no handler for route");
        };
        if !matches!(asked.method.as_str(), "POST" | "PUT") {
            return refused(405, "unsupported operation");
        }
        let Some((verb, KEY)) = rest.rsplit_once('/') else {
            return refused(400, "encryption key not found");
        };
        state.asked.push(verb.to_owned());
        let body: Value = serde_json::from_slice(&asked.body).unwrap();
        match state.act(verb, &body) {
            Ok(data) => (200, whole(data)),
            Err(why) => refused(400, &why),
        }
    }
}

// === impl State ===

impl State {
    fn act(&mut self, verb: &str, body: &Value) -> Result<Value, String> {
        match verb {
            "datakey/plaintext" => {
                assert_eq!(body["bits"], 256, "{body}");
                self.made += 1;
                let key: Vec<u8> = (0..32).map(|n| self.made.wrapping_mul(37) ^ n).collect();
                let ciphertext = self.wrap(&key);
                let plaintext = base64::encode(&key);
                Ok(
                    json!({ "plaintext": plaintext, "ciphertext": ciphertext, "key_version": self.version }),
                )
            }
            "encrypt" => {
                let plain = body["plaintext"].as_str().and_then(base64::decode);
                let plain = plain.ok_or("failed to base64-decode plaintext")?;
                Ok(json!({ "ciphertext": self.wrap(&plain), "key_version": self.version }))
            }
            "decrypt" => {
                let plain = self.open(body["ciphertext"].as_str().unwrap_or_default())?;
                Ok(json!({ "plaintext": base64::encode(&plain) }))
            }
            other => Err(format!("unsupported path {other}")),
        }
    }

    fn wrap(&self, plain: &[u8]) -> String {
        let hidden: Vec<u8> = plain.iter().rev().map(|byte| byte ^ 0xa5).collect();
        format!("vault:v{}:{}", self.version, base64::encode(&hidden))
    }

    fn open(&self, wrapped: &str) -> Result<Vec<u8>, String> {
        let rest = wrapped.strip_prefix("vault:v");
        let parts = rest.and_then(|rest| rest.split_once(':'));
        let (version, hidden) = parts.ok_or("invalid ciphertext: no prefix")?;
        let version: u32 = version.parse().map_err(|_| "invalid ciphertext: version")?;
        if version < self.oldest || version > self.version {
            return Err("ciphertext or signature version is disallowed by policy (too old)".into());
        }
        let hidden = base64::decode(hidden).ok_or("invalid ciphertext: could not decode base64")?;
        Ok(hidden.iter().rev().map(|byte| byte ^ 0xa5).collect())
    }
}

/// As Vault puts every answer.
fn whole(data: Value) -> Value {
    json!({
        "request_id": "3f1c", "lease_id": "", "renewable": false, "lease_duration": 0,
        "data": data, "wrap_info": null, "warnings": null, "auth": null,
    })
}

fn request(reader: &mut impl BufRead) -> Option<Asked> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, path) = (words.next()?, words.next()?);
    let (mut length, mut token) = (0, None);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().ok()?,
            "x-vault-token" => token = Some(value.trim().to_owned()),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Asked {
        method,
        path,
        token,
        body,
    })
}
