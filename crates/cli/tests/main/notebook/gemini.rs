//! A stand-in for the Gemini API on this machine.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

/// What it answers to a prompt: a status and the model's words.
type Answer = dyn Fn(&str) -> (u16, Value) + Send + Sync;

#[derive(Clone)]
pub struct Gemini {
    pub base: String,
    /// Every request: its first line and headers, and its body.
    asked: Arc<Mutex<Vec<(String, Value)>>>,
}

// === impl Gemini ===

impl Gemini {
    pub fn start(answer: impl Fn(&str) -> (u16, Value) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let gemini = Self {
            base: format!("http://{}", listener.local_addr().unwrap()),
            asked: Arc::default(),
        };
        let (asked, answer): (_, Arc<Answer>) = (gemini.asked.clone(), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (asked, answer) = (asked.clone(), answer.clone());
                thread::spawn(move || serve(stream.unwrap(), &asked, &*answer));
            }
        });
        gemini
    }

    pub fn calls(&self) -> usize {
        self.asked.lock().unwrap().len()
    }

    pub fn asked(&self) -> Vec<(String, Value)> {
        self.asked.lock().unwrap().clone()
    }
}

fn serve(mut stream: TcpStream, asked: &Mutex<Vec<(String, Value)>>, answer: &Answer) {
    let (head, body) = request(&mut stream);
    let reads = head.contains(":batchEmbedContents");
    let prompt = body["contents"][0]["parts"][0]["text"].as_str();
    let (status, told) = answer(if reads {
        READ
    } else {
        prompt.unwrap_or_default()
    });
    let part = json!({ "text": told.to_string() });
    let reply = match reads {
        true => vectors(&body, told.as_u64()),
        false => json!({ "candidates": [{ "content": { "parts": [part] } }] }),
    };
    asked.lock().unwrap().push((head, body));
    let reply = reply.to_string();
    let head = format!(
        "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        reply.len()
    );
    // Whoever asked may have gone.
    let _ = stream.write_all(format!("{head}{reply}").as_bytes());
}

/// What the answer is asked with before texts are read; it may say how long their vectors are.
pub const READ: &str = "(read)";

/// What a text is about decides where its vector points.
fn vectors(body: &Value, length: Option<u64>) -> Value {
    const ABOUT: [[&str; 2]; 2] = [["hound", "puppy"], ["lorry", "truck"]];
    let vector = |text: &str| {
        let about = |words: &[&str; 2]| words.iter().any(|word| text.contains(word));
        let place = ABOUT.iter().position(about).unwrap_or(ABOUT.len());
        let wanted = body["requests"][0]["outputDimensionality"].as_u64();
        let mut numbers = vec![0.0; length.or(wanted).unwrap_or(0) as usize];
        numbers[place] = 7.0;
        json!({ "values": numbers })
    };
    let texts = body["requests"].as_array().unwrap().iter();
    let texts = texts.map(|one| one["content"]["parts"][0]["text"].as_str().unwrap());
    json!({ "embeddings": texts.map(vector).collect::<Vec<_>>() })
}

fn request(stream: &mut TcpStream) -> (String, Value) {
    let (mut request, mut part) = (Vec::new(), [0; 65_536]);
    loop {
        let text = String::from_utf8_lossy(&request).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.to_lowercase();
            let length = length
                .split("content-length: ")
                .nth(1)
                .and_then(|rest| rest.lines().next());
            let length: usize = length.and_then(|n| n.trim().parse().ok()).unwrap_or(0);
            if body.len() >= length {
                return (
                    head.to_owned(),
                    serde_json::from_str(body).unwrap_or_default(),
                );
            }
        }
        match stream.read(&mut part) {
            Ok(n) if n > 0 => request.extend(&part[..n]),
            _ => return (String::new(), Value::Null),
        }
    }
}
