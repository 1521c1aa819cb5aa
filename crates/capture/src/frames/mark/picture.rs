//! Pictures in and out, with limits: a small file can claim to be a very large picture.

use std::io::Cursor;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, ImageDecoder, ImageReader, Limits};
use mneme_model::Code;

use crate::frames::kind::{ImageKind, kind};

const LONGEST_SIDE: u32 = 32_768;
/// Room for two screens of 8K.
const MOST_PIXELS: u64 = 1 << 26;
const MOST_BYTES: u64 = 512 << 20;

/// Why bytes could not be used as a picture.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    #[error("the bytes are no PNG, JPEG, WebP, BMP or TIFF picture")]
    NoPicture,
    #[error("the picture claims {width} by {height} pixels, more than is taken")]
    TooLarge { width: u32, height: u32 },
    #[error("the picture is damaged or of a kind that is not read")]
    Damaged(#[source] image::ImageError),
    #[error("the picture could not be written as PNG")]
    Unwritten(#[source] image::ImageError),
}

// === impl Unreadable ===

impl Unreadable {
    pub fn code(&self) -> Code {
        match self {
            Unreadable::Unwritten(_) => Code::Internal,
            _ => Code::BadFile,
        }
    }
}

/// The same pixels as a PNG. What is one already stays as it came, once it has been read through.
pub fn to_png(bytes: &[u8]) -> Result<Vec<u8>, Unreadable> {
    let image = decode(bytes)?;
    match kind(bytes) {
        Some(ImageKind::Png) => Ok(bytes.to_vec()),
        _ => encode(&image),
    }
}

/// Whether the bytes are a whole picture.
pub fn readable(bytes: &[u8]) -> Result<ImageKind, Unreadable> {
    decode(bytes)?;
    kind(bytes).ok_or(Unreadable::NoPicture)
}

pub(super) fn decode(bytes: &[u8]) -> Result<DynamicImage, Unreadable> {
    let kind = kind(bytes).ok_or(Unreadable::NoPicture)?;
    let mut reader = ImageReader::with_format(Cursor::new(bytes), kind.format());
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST_SIDE);
    limits.max_image_height = Some(LONGEST_SIDE);
    limits.max_alloc = Some(MOST_BYTES);
    reader.limits(limits);
    let decoder = reader.into_decoder().map_err(Unreadable::Damaged)?;
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 {
        return Err(Unreadable::NoPicture);
    }
    if u64::from(width) * u64::from(height) > MOST_PIXELS || decoder.total_bytes() > MOST_BYTES {
        return Err(Unreadable::TooLarge { width, height });
    }
    DynamicImage::from_decoder(decoder).map_err(Unreadable::Damaged)
}

/// Fast rather than small: a step should not wait for its picture.
pub(super) fn encode(image: &DynamicImage) -> Result<Vec<u8>, Unreadable> {
    let mut png = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut png, CompressionType::Fast, FilterType::Up);
    let written = match image {
        // The only pixels PNG does not know.
        DynamicImage::ImageRgb32F(_) | DynamicImage::ImageRgba32F(_) => {
            DynamicImage::from(image.to_rgba16()).write_with_encoder(encoder)
        }
        _ => image.write_with_encoder(encoder),
    };
    written.map_err(Unreadable::Unwritten)?;
    Ok(png)
}
