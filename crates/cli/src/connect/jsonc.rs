//! JSON as people write it, with comments and a comma too many, and where each part of it stands.

/// A value, from its first byte to behind its last.
#[derive(Clone, Debug)]
pub struct Node {
    pub from: usize,
    pub to: usize,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub enum Kind {
    Object(Vec<Member>),
    List(Vec<Node>),
    Other,
}

#[derive(Clone, Debug)]
pub struct Member {
    pub from: usize,
    pub name: String,
    pub value: Node,
}

/// Values inside values.
const MAX_DEPTH: usize = 200;

/// The one value of a text, or what is wrong with it.
pub fn read(text: &str) -> Result<Node, String> {
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        at: if text.starts_with('\u{feff}') { 3 } else { 0 },
    };
    let node = reader.value(0)?;
    reader.skip();
    match reader.at == text.len() {
        true => Ok(node),
        false => Err(reader.wrong("something stands behind the end")),
    }
}

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
}

// === impl Node ===

impl Node {
    pub fn member(&self, name: &str) -> Option<&Member> {
        match &self.kind {
            Kind::Object(members) => members.iter().rev().find(|member| member.name == name),
            _ => None,
        }
    }

    /// The value without comments, as any reader would see it.
    pub fn value(&self, text: &str) -> serde_json::Value {
        use serde_json::Value;
        match &self.kind {
            Kind::Object(members) => {
                let fields = members.iter();
                let fields = fields.map(|m| (m.name.clone(), m.value.value(text)));
                Value::Object(fields.collect())
            }
            Kind::List(items) => Value::Array(items.iter().map(|item| item.value(text)).collect()),
            Kind::Other => {
                let part = text.get(self.from..self.to).unwrap_or_default();
                serde_json::from_str(part).unwrap_or_default()
            }
        }
    }
}

// === impl Reader ===

impl Reader<'_> {
    fn value(&mut self, depth: usize) -> Result<Node, String> {
        if depth > MAX_DEPTH {
            return Err(self.wrong("values are nested too deep"));
        }
        self.skip();
        let from = self.at;
        let kind = match self.bytes.get(self.at) {
            Some(b'{') => self.object(depth)?,
            Some(b'[') => self.list(depth)?,
            Some(b'"') => self.string().map(|_| Kind::Other)?,
            Some(_) => self.word()?,
            None => return Err(self.wrong("a value is missing")),
        };
        Ok(Node {
            from,
            to: self.at,
            kind,
        })
    }

    fn object(&mut self, depth: usize) -> Result<Kind, String> {
        let mut members = Vec::new();
        self.at += 1;
        while !self.ends(b'}')? {
            let from = self.at;
            let name = self.string()?;
            self.skip();
            self.take(b':')?;
            let value = self.value(depth + 1)?;
            members.push(Member { from, name, value });
            self.between(b'}')?;
        }
        Ok(Kind::Object(members))
    }

    fn list(&mut self, depth: usize) -> Result<Kind, String> {
        let mut items = Vec::new();
        self.at += 1;
        while !self.ends(b']')? {
            items.push(self.value(depth + 1)?);
            self.between(b']')?;
        }
        Ok(Kind::List(items))
    }

    /// Whether the end is here; it is then behind us.
    fn ends(&mut self, end: u8) -> Result<bool, String> {
        self.skip();
        match self.bytes.get(self.at) {
            Some(byte) if *byte == end => {
                self.at += 1;
                Ok(true)
            }
            Some(_) => Ok(false),
            None => Err(self.wrong("it ends too early")),
        }
    }

    /// A comma, or the end next.
    fn between(&mut self, end: u8) -> Result<(), String> {
        self.skip();
        match self.bytes.get(self.at) {
            Some(b',') => {
                self.at += 1;
                Ok(())
            }
            Some(byte) if *byte == end => Ok(()),
            _ => Err(self.wrong("a comma is missing")),
        }
    }

    fn take(&mut self, byte: u8) -> Result<(), String> {
        if self.bytes.get(self.at) != Some(&byte) {
            return Err(self.wrong("something else was expected"));
        }
        self.at += 1;
        Ok(())
    }

    fn string(&mut self) -> Result<String, String> {
        let from = self.at;
        self.take(b'"')?;
        while let Some(byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'\\' => self.at += 1,
                b'"' => {
                    let part = self.text.get(from..self.at).unwrap_or_default();
                    return serde_json::from_str(part).map_err(|_| self.wrong("a text is broken"));
                }
                _ => {}
            }
        }
        Err(self.wrong("a text does not end"))
    }

    fn word(&mut self) -> Result<Kind, String> {
        let from = self.at;
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
        while self.bytes.get(self.at).is_some_and(plain) {
            self.at += 1;
        }
        let part = self.text.get(from..self.at).unwrap_or_default();
        let read = serde_json::from_str::<serde_json::Value>(part);
        read.map(|_| Kind::Other)
            .map_err(|_| self.wrong("this is no value"))
    }

    /// White space and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            let comment = match trimmed {
                line if line.starts_with("//") => line.find('\n').unwrap_or(line.len()),
                block if block.starts_with("/*") => {
                    block.find("*/").map_or(block.len(), |end| end + 2)
                }
                _ => return,
            };
            self.at += comment;
        }
    }

    fn wrong(&self, what: &str) -> String {
        let before = self.bytes.iter().take(self.at);
        let line = before.filter(|byte| **byte == b'\n').count() + 1;
        format!("line {line}: {what}")
    }
}
