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
    let prompt = body["contents"][0]["parts"][0]["text"].as_str();
    let (status, told) = answer(prompt.unwrap_or_default());
    asked.lock().unwrap().push((head, body));
    let part = json!({ "text": told.to_string() });
    let reply = json!({ "candidates": [{ "content": { "parts": [part] } }] }).to_string();
    let head = format!(
        "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        reply.len()
    );
    // Whoever asked may have gone.
    let _ = stream.write_all(format!("{head}{reply}").as_bytes());
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
