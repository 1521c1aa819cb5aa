//! What a keyboard did.

use mneme_model::archive::Os;

use super::modifiers;
use super::unlabelled;

/// The text after `Typed: `, untouched; of a command that failed, what was entered.
pub fn typed(raw: &str) -> &str {
    told(raw, "Typed: ", "type ")
}

/// The keys after `Pressed: `.
pub fn pressed(raw: &str) -> &str {
    told(raw, "Pressed: ", "press ")
}

fn told<'a>(raw: &'a str, sentence: &str, entered: &str) -> &'a str {
    let told = raw.strip_prefix(sentence);
    told.or_else(|| unlabelled(raw).strip_prefix(entered))
        .unwrap_or(raw)
}

/// A key with what was held, as printed on a keyboard.
pub fn label(key: &str, os: Os) -> String {
    if let Some(text) = held_down(key, os) {
        return text;
    }
    let (held, base) = modifiers::symbolic(key, os);
    held.names() + &name(base, os)
}

/// The command that presses it again. Names of modifiers become symbols, as the peer presses
/// a name in braces for what it says.
pub fn replay(key: &str, os: Os) -> String {
    let (held, base) = modifiers::named(key);
    if !held.is_empty() && !base.is_empty() {
        return format!("press {}{}", held.symbols(), replay_base(base, os));
    }
    if key.starts_with(['^', '+', '!', '#', '{', '⌘', '⌃', '⇧', '⌥']) {
        return format!("press {key}");
    }
    format!("press {{{}}}", replay_name(key, os))
}

/// A single letter is pressed as it is, and small: a capital would hold Shift as well.
fn replay_base(base: &str, os: Os) -> String {
    let mut chars = base.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => c.to_lowercase().collect(),
        _ => format!("{{{}}}", replay_name(base, os)),
    }
}

fn replay_name(name: &str, os: Os) -> &str {
    match name {
        "Return" | "Enter" => "Enter",
        "BackSpace" | "Backspace" => "Backspace",
        "Delete" if os == Os::Macos => "Backspace",
        "Escape" | "Esc" => "Esc",
        "ForwardDelete" => "Del",
        "Page_Up" | "Prior" | "PgUp" => "PgUp",
        "Page_Down" | "Next" | "PgDn" => "PgDn",
        other => other,
    }
}

/// `{Ctrl down}a{Ctrl up}`: what is held down, then the key.
fn held_down(key: &str, os: Os) -> Option<String> {
    let (mut text, mut rest) = (String::new(), key);
    while let Some((modifier, after)) = opening(rest) {
        if !text.is_empty() {
            text.push('+');
        }
        text.push_str(modifier);
        rest = after;
    }
    if rest.len() == key.len() {
        return None;
    }
    while let Some(before) = without_closing(rest) {
        rest = before;
    }
    if !rest.is_empty() {
        text = text + "+" + &capital(rest, os);
    }
    Some(text)
}

fn opening(text: &str) -> Option<(&str, &str)> {
    let end = text.strip_prefix('{')?.find('}')?;
    let (group, rest) = (&text[1..=end], &text[end + 2..]);
    let modifier = match group.strip_suffix(" down")? {
        "Control" => "Ctrl",
        "Command" => "Cmd",
        other => other,
    };
    Some((modifier, rest))
}

fn without_closing(text: &str) -> Option<&str> {
    let open = text.strip_suffix(" up}")?.rfind('{')?;
    Some(&text[..open])
}

/// Names keep their letters; anything else is as large as on the key.
fn capital(base: &str, os: Os) -> String {
    let plain = name(base, os);
    match base.starts_with('{') || plain != base || is_name(base) {
        true => plain,
        false => base.to_uppercase(),
    }
}

fn is_name(base: &str) -> bool {
    let names = [
        "Backspace",
        "Delete",
        "Down",
        "End",
        "Enter",
        "Escape",
        "Home",
        "Insert",
        "Left",
        "Mute",
        "Pause",
        "Right",
        "Space",
        "Tab",
        "Up",
    ];
    names.contains(&base)
}

/// One name for a key that goes by several.
fn name(base: &str, os: Os) -> String {
    let base = unbraced(base);
    let one = match base.as_str() {
        "Return" | "Enter" => "Enter",
        "BackSpace" | "Backspace" => "Backspace",
        "Delete" if os == Os::Macos => "Backspace",
        "ForwardDelete" | "Del" | "Delete" => "Delete",
        "Escape" | "Esc" => "Escape",
        "Page_Up" | "Prior" | "PgUp" => "Page Up",
        "Page_Down" | "Next" | "PgDn" => "Page Down",
        "Space" | "space" => "Space",
        "CapsLock" => "Caps Lock",
        "NumLock" => "Num Lock",
        "ScrollLock" => "Scroll Lock",
        "PrintScreen" => "Print Screen",
        "VolumeUp" => "Volume Up",
        "VolumeDown" => "Volume Down",
        "BrightnessUp" => "Brightness Up",
        "PlayPause" => "Play/Pause",
        "LWin" | "RWin" => "Win",
        _ => return base,
    };
    one.to_owned()
}

/// Without the braces around names; a brace that is itself the key stays.
fn unbraced(base: &str) -> String {
    let inner = base.strip_prefix('{').and_then(|b| b.strip_suffix('}'));
    match inner {
        Some(key @ ("{" | "}")) => key.to_owned(),
        Some(inner) if !inner.contains(['{', '}']) => inner.to_owned(),
        Some(inner) => inner.replace("}{", " ").replace(['{', '}'], ""),
        None if base.chars().nth(1).is_none() => base.to_owned(),
        None => base.replace(['{', '}'], ""),
    }
}
