//! From text to a value. Line breaks inside quotes are let through, as a shell script writes
//! them; half a surrogate pair becomes U+FFFD; all else is as RFC 8259 has it.

use std::collections::BTreeMap;

use super::Value;

/// Deeper nesting is refused, so that no input can use up the stack.
const MAX_DEPTH: usize = 128;

/// The first value of a text; what follows it does not count.
pub fn read(text: &str) -> Result<Value, String> {
    let mut reader = Reader { text, at: 0 };
    reader
        .value(0)
        .map_err(|what| format!("not JSON: {what} at byte {}", reader.at))
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

type Read<T> = Result<T, &'static str>;

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Takes the byte if it is next.
    fn take(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    fn value(&mut self, depth: usize) -> Read<Value> {
        if depth > MAX_DEPTH {
            return Err("too deeply nested");
        }
        self.skip_space();
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => self.quoted().map(Value::Text),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            Some(_) => Err("no value"),
            None => Err("the end"),
        }
    }

    fn word(&mut self, word: &str, value: Value) -> Read<Value> {
        let there = self.text.as_bytes()[self.at..].starts_with(word.as_bytes());
        self.at += if there { word.len() } else { 0 };
        there.then_some(value).ok_or("no value")
    }

    fn object(&mut self, depth: usize) -> Read<Value> {
        let mut fields = BTreeMap::new();
        self.items(b'}', |reader| {
            if reader.peek() != Some(b'"') {
                return Err("no name");
            }
            let name = reader.quoted()?;
            reader.skip_space();
            if !reader.take(b':') {
                return Err("no colon");
            }
            fields.insert(name, reader.value(depth + 1)?);
            Ok(())
        })?;
        Ok(Value::Object(fields))
    }

    fn list(&mut self, depth: usize) -> Read<Value> {
        let mut values = Vec::new();
        self.items(b']', |reader| {
            values.push(reader.value(depth + 1)?);
            Ok(())
        })?;
        Ok(Value::List(values))
    }

    /// Items between brackets, with commas between them.
    fn items(&mut self, close: u8, mut item: impl FnMut(&mut Self) -> Read<()>) -> Read<()> {
        self.at += 1;
        self.skip_space();
        if self.take(close) {
            return Ok(());
        }
        loop {
            self.skip_space();
            item(self)?;
            self.skip_space();
            if self.take(close) {
                return Ok(());
            }
            if !self.take(b',') {
                return Err("no comma");
            }
        }
    }

    fn number(&mut self) -> Read<Value> {
        let start = self.at;
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        Ok(Value::Number(self.text[start..self.at].to_owned()))
    }

    fn digits(&mut self) -> Read<()> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        (self.at > start).then_some(()).ok_or("no digit")
    }

    fn quoted(&mut self) -> Read<String> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let rest = &self.text[self.at..];
            let plain = rest.find(['"', '\\']).ok_or("quotes left open")?;
            out.push_str(&rest[..plain]);
            self.at += plain + 1;
            if rest.as_bytes()[plain] == b'"' {
                return Ok(out);
            }
            out.push(self.escape()?);
        }
    }

    /// What stands after a backslash.
    fn escape(&mut self) -> Read<char> {
        let byte = self.peek().ok_or("quotes left open")?;
        let c = match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                self.at += 1;
                return self.unicode();
            }
            _ => return Err("no such escape"),
        };
        self.at += 1;
        Ok(c)
    }

    fn unicode(&mut self) -> Read<char> {
        let first = self.hex()?;
        if !(0xd800..0xdc00).contains(&first) {
            return Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        let before = self.at;
        if self.take(b'\\') && self.take(b'u') {
            let second = self.hex()?;
            if (0xdc00..0xe000).contains(&second) {
                let whole = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return Ok(char::from_u32(whole).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
        }
        self.at = before;
        Ok(char::REPLACEMENT_CHARACTER)
    }

    fn hex(&mut self) -> Read<u32> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            code = code * 16 + digit.ok_or("four hex digits are needed")?;
            self.at += 1;
        }
        Ok(code)
    }
}
