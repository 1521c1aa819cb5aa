//! A hub of datasets on this machine: what the real one answers to the calls we make, and what
//! it was asked.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use mneme_model::base64;
use serde_json::{Value, json};

pub const TOKEN: &str = "hf_of_these_tests";
pub const REPO: &str = "ann/notes";

#[derive(Default)]
struct Kept {
    there: bool,
    public: bool,
    files: BTreeMap<String, Vec<u8>>,
    large: BTreeMap<String, Vec<u8>>,
    asked: Vec<String>,
    commits: usize,
}

#[derive(Clone)]
pub struct Hub {
    kept: Arc<Mutex<Kept>>,
    pub address: SocketAddr,
}

impl Hub {
    pub fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let hub = Self {
            kept: Arc::default(),
            address: listener.local_addr().unwrap(),
        };
        let own = hub.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let hub = own.clone();
                std::thread::spawn(move || hub.serve(stream));
            }
        });
        hub
    }

    pub fn variables(&self) -> Vec<(String, String)> {
        let pairs = [
            ("HF_ENDPOINT", format!("http://{}", self.address)),
            ("HF_TOKEN", TOKEN.to_owned()),
            ("AGENTMEMORY_DATASET_REPO", REPO.to_owned()),
        ];
        pairs.map(|(name, value)| (name.to_owned(), value)).into()
    }

    pub fn commits(&self) -> usize {
        self.kept.lock().unwrap().commits
    }

    /// What was asked since the last time.
    pub fn asked(&self) -> Vec<String> {
        std::mem::take(&mut self.kept.lock().unwrap().asked)
    }

    pub fn files(&self) -> Vec<String> {
        self.kept.lock().unwrap().files.keys().cloned().collect()
    }

    pub fn make_public(&self) {
        let mut kept = self.kept.lock().unwrap();
        (kept.there, kept.public) = (true, true);
    }

    pub fn damage(&self, path: &str) {
        self.kept
            .lock()
            .unwrap()
            .files
            .insert(path.to_owned(), b"damaged".to_vec());
    }

    fn serve(&self, stream: TcpStream) {
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        let mut stream = stream;
        while let Some((method, path, signed, body)) = request(&mut reader) {
            let (status, kind, answer) = match signed || path.starts_with("/put/") {
                true => self.answer(&method, &path, &body),
                false => (401, "application/json", br#"{"error":"who?"}"#.to_vec()),
            };
            let head = format!(
                "HTTP/1.1 {status} x\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n",
                answer.len()
            );
            if stream
                .write_all(head.as_bytes())
                .and_then(|()| stream.write_all(&answer))
                .is_err()
            {
                return;
            }
        }
    }

    fn answer(&self, method: &str, path: &str, body: &[u8]) -> (u16, &'static str, Vec<u8>) {
        let mut kept = self.kept.lock().unwrap();
        kept.asked.push(format!("{method} {path}"));
        let json = |status: u16, value: Value| {
            (status, "application/json", value.to_string().into_bytes())
        };
        let lost = || json(404, json!({ "error": "Repository not found" }));
        let read = || serde_json::from_slice::<Value>(body).unwrap();
        let resolve = format!("/datasets/{REPO}/resolve/main/");
        if let Some(oid) = path.strip_prefix("/put/") {
            kept.large.insert(oid.to_owned(), body.to_vec());
            return json(200, json!({}));
        }
        if method == "POST" && path == "/api/repos/create" {
            let told = read();
            assert_eq!(
                (&told["private"], &told["type"]),
                (&json!(true), &json!("dataset"))
            );
            assert_eq!(
                format!(
                    "{}/{}",
                    told["organization"].as_str().unwrap(),
                    told["name"].as_str().unwrap()
                ),
                REPO
            );
            kept.there = true;
            return json(200, json!({ "url": "x" }));
        }
        if !kept.there {
            return lost();
        }
        if method == "GET" && path == format!("/api/datasets/{REPO}") {
            return json(200, json!({ "id": REPO, "private": !kept.public }));
        }
        if let Some(file) = path.strip_prefix(&resolve) {
            let found = kept.files.get(file).cloned();
            return found.map_or_else(lost, |bytes| (200, "application/octet-stream", bytes));
        }
        if path == format!("/api/datasets/{REPO}/preupload/main") {
            let files = read()["files"].as_array().unwrap().clone();
            let mode = |file: &Value| {
                let large = file["path"].as_str().unwrap().ends_with(".zst");
                json!({ "path": file["path"], "uploadMode": if large { "lfs" } else { "regular" } })
            };
            return json(
                200,
                json!({ "files": files.iter().map(mode).collect::<Vec<_>>() }),
            );
        }
        if path == format!("/datasets/{REPO}.git/info/lfs/objects/batch") {
            let oid = read()["objects"][0]["oid"].as_str().unwrap().to_owned();
            let href = format!("http://{}/put/{oid}", self.address);
            let verify = format!("http://{}/verify", self.address);
            let actions =
                json!({ "upload": { "href": href, "header": {} }, "verify": { "href": verify } });
            return json(
                200,
                json!({ "objects": [{ "oid": oid, "actions": actions }] }),
            );
        }
        if path == "/verify" {
            let there = kept.large.contains_key(read()["oid"].as_str().unwrap());
            return json(if there { 200 } else { 404 }, json!({}));
        }
        if path == format!("/api/datasets/{REPO}/commit/main") {
            self.commit(&mut kept, body);
            return json(200, json!({ "commitUrl": "x" }));
        }
        lost()
    }

    fn commit(&self, kept: &mut Kept, body: &[u8]) {
        for line in String::from_utf8_lossy(body).lines() {
            let line: Value = serde_json::from_str(line).unwrap();
            let value = &line["value"];
            let path = || value["path"].as_str().unwrap().to_owned();
            match line["key"].as_str().unwrap() {
                "header" => assert!(value["summary"].is_string()),
                "file" => {
                    let bytes = base64::decode(value["content"].as_str().unwrap()).unwrap();
                    kept.files.insert(path(), bytes);
                }
                "lfsFile" => {
                    let bytes = kept.large[value["oid"].as_str().unwrap()].clone();
                    assert_eq!(value["size"], bytes.len());
                    kept.files.insert(path(), bytes);
                }
                "deletedFile" => drop(kept.files.remove(&path())),
                other => panic!("{other}"),
            }
        }
        kept.commits += 1;
    }
}

/// Method, path, whether the token was shown, and the body.
fn request(reader: &mut impl BufRead) -> Option<(String, String, bool, Vec<u8>)> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, path) = (words.next()?, words.next()?);
    let (mut length, mut signed) = (0, false);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.trim().parse().ok()?,
            "authorization" => signed = value.trim() == format!("Bearer {TOKEN}"),
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some((method, path, signed, body))
}
