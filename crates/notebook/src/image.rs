//! Pictures inside of what a hook tells: taken out, and put back where everything is taken along.

use mneme_model::base64;
use serde_json::Value;

use crate::observation::Observation;

/// A picture, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    pub bytes: Vec<u8>,
    pub media: &'static str,
}

/// What stands in the place of a picture: an address of the server, and its name there.
pub const ADDRESS: &str = "/agentmemory/image?id=";
/// In the place of one that is not kept.
pub const NOT_KEPT: &str = "[a picture that is not kept]";

/// Fields that hold a picture as letters and nothing else.
const FIELDS: [&str; 4] = ["image_data", "imageData", "imageBase64", "image_base64"];
/// Fewer letters are no picture.
const SHORTEST: usize = 16;
/// More pictures of one observation are not kept.
const MOST: usize = 16;

/// Takes every picture out of a value; `keep` says by which address it is known from now on.
pub fn taken_out(value: Value, keep: &mut impl FnMut(Image) -> Option<String>) -> Value {
    let mut left = MOST;
    walk(value, None, &mut left, keep)
}

fn walk(
    value: Value,
    field: Option<&str>,
    left: &mut usize,
    keep: &mut impl FnMut(Image) -> Option<String>,
) -> Value {
    match value {
        Value::String(text) => match picture(&text, field) {
            Some(image) => {
                *left = left.saturating_sub(1);
                let kept = (*left > 0).then(|| keep(image)).flatten();
                Value::from(kept.unwrap_or_else(|| NOT_KEPT.to_owned()))
            }
            None => Value::String(text),
        },
        Value::Array(all) => {
            let all = all.into_iter();
            all.map(|one| walk(one, field, left, keep)).collect()
        }
        Value::Object(fields) => {
            let fields = fields.into_iter().map(|(name, value)| {
                let value = walk(value, Some(&name), left, keep);
                (name, value)
            });
            Value::Object(fields.collect())
        }
        other => other,
    }
}

fn picture(text: &str, field: Option<&str>) -> Option<Image> {
    if text.len() < SHORTEST {
        return None;
    }
    let letters = match text.strip_prefix("data:image/") {
        Some(rest) => rest.split_once(";base64,")?.1,
        None if field.is_some_and(|field| FIELDS.contains(&field)) => text,
        // Tools that read a picture tell its letters as they are.
        None if text.starts_with("iVBORw0KGgo") || text.starts_with("/9j/") => text,
        None => return None,
    };
    let bytes = base64::decode(letters)?;
    Some(Image {
        media: media(&bytes)?,
        bytes,
    })
}

/// What bytes are, by how they begin.
pub fn media(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        _ => None,
    }
}

/// Puts pictures back in the place of their addresses; one that is gone stays an address.
pub fn put_back(value: Value, find: &mut impl FnMut(&str) -> Option<Image>) -> Value {
    match value {
        Value::String(text) => {
            let found = text.strip_prefix(ADDRESS).and_then(&mut *find);
            Value::from(found.map_or(text, |image| as_uri(&image)))
        }
        Value::Array(all) => all.into_iter().map(|one| put_back(one, find)).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter();
            Value::Object(
                fields
                    .map(|(name, value)| (name, put_back(value, find)))
                    .collect(),
            )
        }
        other => other,
    }
}

fn as_uri(image: &Image) -> String {
    format!(
        "data:{};base64,{}",
        image.media,
        base64::encode(&image.bytes)
    )
}

/// The first picture of what is told, by its address.
fn first(told: &Value) -> Option<&str> {
    match told {
        Value::String(text) => text.strip_prefix(ADDRESS).map(|_| text.as_str()),
        Value::Array(all) => all.iter().find_map(first),
        Value::Object(fields) => fields.values().find_map(first),
        _ => None,
    }
}

/// An observation says whether it is a picture, and where that is.
pub fn shown(mut seen: Observation, told: &Value) -> Observation {
    let Some(image) = first(told) else {
        return seen;
    };
    let parts = [&seen.tool_input, &seen.tool_output];
    let words = parts.into_iter().flatten().any(has_words)
        || seen.user_prompt.is_some()
        || has_words(&seen.raw);
    seen.modality = Some(if words { "mixed" } else { "image" }.to_owned());
    seen.image_data = Some(image.to_owned());
    seen
}

/// Whether anything is told beside pictures.
fn has_words(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.trim().is_empty() && !text.starts_with(ADDRESS),
        Value::Array(all) => all.iter().any(has_words),
        Value::Object(fields) => fields.values().any(has_words),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    #[test]
    fn pictures_are_taken_out_wherever_they_are_and_put_back() {
        let told = json!({
            "tool_output": [{ "type": "image", "data": format!("data:image/png;base64,{PNG}") }, "words"],
            "image_data": PNG, "note": "data:image/png;base64,broken!", "n": 1,
        });
        let mut kept = Vec::new();
        let out = taken_out(told.clone(), &mut |image: Image| {
            kept.push(image);
            Some(format!("{ADDRESS}{}", kept.len()))
        });
        assert_eq!(kept.len(), 2);
        assert_eq!(kept[0].media, "image/png");
        let place = out["tool_output"][0]["data"].as_str().unwrap();
        assert!(place.starts_with(ADDRESS), "{place}");
        assert_eq!(out["tool_output"][1], "words");
        assert_eq!(out["note"], told["note"]);
        let back = put_back(out, &mut |id: &str| {
            Some(kept[id.parse::<usize>().unwrap() - 1].clone())
        });
        assert_eq!(back["tool_output"], told["tool_output"]);
        assert_eq!(back["image_data"], format!("data:image/png;base64,{PNG}"));
    }

    #[test]
    fn what_is_not_kept_says_so() {
        let out = taken_out(json!({ "image_data": PNG }), &mut |_| None);
        assert_eq!(out["image_data"], NOT_KEPT);
    }
}
