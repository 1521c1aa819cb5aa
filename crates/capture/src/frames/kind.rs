//! What sort of picture some bytes are, by how they begin. What a peer says of them does not
//! count: an error page can be sent as a picture.

use image::ImageFormat;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageKind {
    Png,
    Jpeg,
    Webp,
    Bmp,
    Tiff,
}

pub fn kind(bytes: &[u8]) -> Option<ImageKind> {
    let begins = |magic: &[u8]| bytes.starts_with(magic);
    if begins(b"\x89PNG\r\n\x1a\n") {
        Some(ImageKind::Png)
    } else if begins(b"\xff\xd8\xff") {
        Some(ImageKind::Jpeg)
    } else if begins(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        Some(ImageKind::Webp)
    } else if begins(b"BM") && bytes.len() >= 26 {
        Some(ImageKind::Bmp)
    } else if begins(b"II*\0") || begins(b"MM\0*") {
        Some(ImageKind::Tiff)
    } else {
        None
    }
}

// === impl ImageKind ===

impl ImageKind {
    /// The ending of its files.
    pub fn extension(self) -> &'static str {
        match self {
            ImageKind::Png => "png",
            ImageKind::Jpeg => "jpg",
            ImageKind::Webp => "webp",
            ImageKind::Bmp => "bmp",
            ImageKind::Tiff => "tiff",
        }
    }

    pub fn media_type(self) -> &'static str {
        match self {
            ImageKind::Png => "image/png",
            ImageKind::Jpeg => "image/jpeg",
            ImageKind::Webp => "image/webp",
            ImageKind::Bmp => "image/bmp",
            ImageKind::Tiff => "image/tiff",
        }
    }

    pub(super) fn format(self) -> ImageFormat {
        match self {
            ImageKind::Png => ImageFormat::Png,
            ImageKind::Jpeg => ImageFormat::Jpeg,
            ImageKind::Webp => ImageFormat::WebP,
            ImageKind::Bmp => ImageFormat::Bmp,
            ImageKind::Tiff => ImageFormat::Tiff,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_068_an_error_page_is_no_picture() {
        for bytes in ["", "No frames in buffer", "BM", "RIFF", "<html>"] {
            assert_eq!(kind(bytes.as_bytes()), None, "{bytes}");
        }
        assert_eq!(kind(b"RIFF\0\0\0\0WEBPVP8 "), Some(ImageKind::Webp));
    }
}
