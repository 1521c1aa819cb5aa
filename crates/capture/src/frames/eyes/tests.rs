use mneme_model::Clock;
use mneme_peers::desktop::Tiny;
use mneme_peers::eyes::{self as peer, Delay, Faults, Format, Spoiled};

use super::*;

/// A moment that is not on a whole second.
const NOW: i64 = 1_767_225_600_700;
const TOKEN: &str = "an-eyes-token-nobody-may-see";

struct Still;

impl Clock for Still {
    fn now_ms(&self) -> i64 {
        NOW
    }
}

async fn peer(settings: peer::Settings) -> peer::Eyes {
    let screen = Arc::new(Tiny {
        width: 32,
        height: 16,
    });
    peer::Eyes::start(settings, screen, Arc::new(Still))
        .await
        .unwrap()
}

fn counting(unit: peer::Unit, head_start: i64) -> peer::Settings {
    peer::Settings {
        unit,
        head_start,
        ..peer::Settings::default()
    }
}

fn eyes() -> Eyes {
    Eyes::new(Settings::default()).unwrap()
}

async fn three(eyes: &Eyes, place: &Place) -> Vec<Picture> {
    let mut pictures = Vec::new();
    for target in [NOW - 4_000, NOW - 3_000, NOW - 2_000] {
        pictures.push(eyes.closest(place, target).await.unwrap());
    }
    pictures
}

async fn assert_finds_out(unit: peer::Unit, scale: Scale, head_start: i64) {
    let peer = peer(counting(unit, head_start)).await;
    let (eyes, place) = (eyes(), Place::new(peer.address()));
    let pictures = three(&eyes, &place).await;
    assert_eq!(eyes.scale(&place), Some(scale));
    let mut ids: Vec<_> = pictures.iter().map(|p| p.found.frame_id.clone()).collect();
    ids.dedup();
    assert_eq!(ids.len(), 3);
    assert!(pictures.iter().all(|p| p.found.delta_ms.abs() <= 1_000));
    let asked = peer.asked().len();
    three(&eyes, &place).await;
    assert_eq!(
        peer.asked().len(),
        asked + 3,
        "what is known is not asked again"
    );
}

#[tokio::test]
async fn a_064_a_peer_that_counts_in_seconds_is_found_out() {
    for head_start in [8, 60, 500] {
        assert_finds_out(peer::Unit::Seconds, Scale::Seconds, head_start).await;
    }
}

#[tokio::test]
async fn a_065_a_peer_that_counts_in_milliseconds_is_found_out() {
    for head_start in [8, 60, 500] {
        assert_finds_out(peer::Unit::Milliseconds, Scale::Milliseconds, head_start).await;
    }
}

/// Prompt questions are about the newest pictures, where either unit is near by chance.
#[tokio::test]
async fn a_064_a_065_young_pictures_tell_the_unit_by_looking_back() {
    for (unit, scale) in [
        (peer::Unit::Seconds, Scale::Seconds),
        (peer::Unit::Milliseconds, Scale::Milliseconds),
    ] {
        let peer = peer(counting(unit, 4)).await;
        let (eyes, place) = (eyes(), Place::new(peer.address()));
        let picture = eyes.closest(&place, NOW - 1_000).await.unwrap();
        assert!(picture.found.delta_ms.abs() <= 1_000);
        assert_eq!(eyes.scale(&place), Some(scale));
    }
}

#[tokio::test]
async fn a_064_one_single_picture_tells_nothing_and_is_given_all_the_same() {
    let peer = peer(counting(peer::Unit::Milliseconds, 1)).await;
    let (eyes, place) = (eyes(), Place::new(peer.address()));
    let picture = eyes.closest(&place, NOW).await.unwrap();
    assert_eq!((picture.found.delta_ms, eyes.scale(&place)), (0, None));
}

#[tokio::test]
async fn a_063_a_unit_from_the_settings_is_used_as_it_is() {
    let peer = peer(counting(peer::Unit::Milliseconds, 60)).await;
    let eyes = eyes();
    for (unit, number) in [(Unit::Seconds, NOW / 1_000), (Unit::Milliseconds, NOW)] {
        let place = Place {
            unit,
            ..Place::new(peer.address())
        };
        eyes.closest(&place, NOW).await.unwrap();
        assert_eq!(peer.targets().last(), Some(&number));
    }
    assert_eq!(peer.asked().len(), 2);
}

#[tokio::test]
async fn every_format_is_known_by_its_first_bytes() {
    for format in [
        Format::Webp,
        Format::Png,
        Format::Jpeg,
        Format::Bmp,
        Format::Tiff,
    ] {
        let peer = peer(peer::Settings {
            format,
            ..counting(peer::Unit::Seconds, 9)
        })
        .await;
        let place = Place::new(peer.address());
        let picture = eyes().closest(&place, NOW).await.unwrap();
        assert_eq!(picture.kind.extension(), format.extension());
        assert_eq!(picture.kind.media_type(), format.media_type());
    }
}

#[tokio::test]
async fn a_068_an_error_never_becomes_a_picture() {
    let peer = peer(counting(peer::Unit::Seconds, 60)).await;
    let eyes = eyes();
    let place = Place {
        unit: Unit::Seconds,
        ..Place::new(peer.address())
    };
    let missing = NOW - 10_000..NOW - 5_000;
    let spoiled = |spoiled| Faults {
        spoiled: Some(spoiled),
        ..Faults::default()
    };
    let status = |status| Faults {
        status: Some(status),
        ..Faults::default()
    };
    for (faults, expected) in [
        (status(500), Missed::Status(500)),
        (status(302), Missed::Status(302)),
        (status(204), Missed::Status(204)),
        (spoiled(Spoiled::Text), Missed::NoPicture),
        (spoiled(Spoiled::Huge(60 << 20)), Missed::TooLarge(50 << 20)),
    ] {
        peer.set_faults(faults);
        assert_eq!(eyes.closest(&place, NOW).await.err(), Some(expected));
    }
    peer.set_faults(spoiled(Spoiled::CutShort));
    assert!(eyes.closest(&place, NOW).await.is_err());
    peer.set_faults(Faults {
        missing: vec![missing],
        ..Faults::default()
    });
    let missed = eyes.closest(&place, NOW - 7_000).await.err();
    assert_eq!(missed, Some(Missed::Status(404)));
    assert!(eyes.closest(&place, NOW).await.is_ok());
}

#[tokio::test]
async fn a_068_a_missing_picture_is_not_looked_for_in_another_unit() {
    let peer = peer(counting(peer::Unit::Seconds, 60)).await;
    peer.set_faults(Faults {
        missing: std::iter::once(NOW - 10_000..NOW).collect(),
        ..Faults::default()
    });
    let place = Place::new(peer.address());
    let missed = eyes().closest(&place, NOW - 5_000).await.err();
    assert_eq!(missed, Some(Missed::Status(404)));
    assert_eq!(peer.asked().len(), 1);
}

#[tokio::test]
async fn a_peer_that_does_not_answer_is_given_up_in_time() {
    let peer = peer(counting(peer::Unit::Seconds, 60)).await;
    peer.set_faults(Faults {
        delay: Delay::Fixed(Duration::from_secs(60)),
        ..Faults::default()
    });
    let eyes = Eyes::new(Settings {
        timeout: Duration::from_millis(100),
        ..Settings::default()
    });
    let place = Place::new(peer.address());
    let missed = eyes.unwrap().closest(&place, NOW).await.err();
    assert_eq!(missed, Some(Missed::TimedOut));
}

#[tokio::test]
async fn a_picture_without_a_name_is_taken_in_seconds() {
    let peer = peer(counting(peer::Unit::Seconds, 60)).await;
    peer.set_faults(Faults {
        nameless: true,
        ..Faults::default()
    });
    let (eyes, place) = (eyes(), Place::new(peer.address()));
    let picture = eyes.closest(&place, NOW).await.unwrap();
    assert_eq!(picture.found, FrameFound::default());
    assert_eq!(eyes.scale(&place), Some(Scale::Seconds));
}

#[tokio::test]
async fn the_interval_is_worked_out_from_the_pictures() {
    let peer = peer(peer::Settings {
        interval_ms: 250,
        ..counting(peer::Unit::Milliseconds, 400)
    })
    .await;
    let (eyes, place) = (eyes(), Place::new(peer.address()));
    assert_eq!(eyes.interval(&place), Duration::from_secs(1));
    for ago in [3_000, 2_750] {
        eyes.closest(&place, NOW - ago).await.unwrap();
    }
    assert_eq!(eyes.interval(&place), Duration::from_millis(250));
}

#[tokio::test]
async fn a_075_three_failed_polls_are_told_to_everybody_by_one_poller() {
    let peer = peer(counting(peer::Unit::Seconds, 9)).await;
    let (eyes, place) = (eyes(), Place::new(peer.address()));
    let every = Duration::from_millis(20);
    let mut followers: Vec<_> = (0..5).map(|_| eyes.liveness(&place, every)).collect();
    for follower in &mut followers {
        follower
            .wait_for(|health| *health == Health::Up)
            .await
            .unwrap();
    }
    peer.set_faults(Faults {
        unhealthy: true,
        ..Faults::default()
    });
    let seen = followers[0].wait_for(|health| matches!(health, Health::Shaky(_)));
    assert!(!seen.await.unwrap().is_down());
    for follower in &mut followers {
        follower.wait_for(Health::is_down).await.unwrap();
    }
    peer.set_faults(Faults::default());
    followers[0]
        .wait_for(|health| *health == Health::Up)
        .await
        .unwrap();
    peer.switch(false);
    followers[0].wait_for(Health::is_down).await.unwrap();
    assert!(peer.asked().iter().all(|asked| asked == "/health"));
}

#[test]
fn a_peer_is_shaky_twice_before_it_is_down() {
    let fail = || Err(Missed::TimedOut);
    let first = Health::Up.after(fail());
    let second = first.after(fail());
    assert_eq!((&first, &second), (&Health::Shaky(1), &Health::Shaky(2)));
    assert!(second.after(fail()).is_down());
    assert_eq!(second.after(Ok(())), Health::Up);
}

#[tokio::test]
async fn a_163_the_token_is_never_shown() {
    let place = Place {
        token: Some(Secret(TOKEN.into())),
        ..Place::new("http://127.0.0.1:1")
    };
    let missed = eyes().closest(&place, NOW).await.err().unwrap();
    let words = format!("{missed} {missed:?} {place:?}");
    assert!(!words.contains(TOKEN), "{words}");
}
