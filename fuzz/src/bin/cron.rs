//! Schedules, and the zones they are read in.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{AT_ONCE, parts, room, within};
use mneme_jobs::Cron;
use mneme_model::Zone;
use mneme_model::time::LATEST_MS;

fuzz_target!(|input: &[u8]| {
    let Some((now, text)) = input.split_first_chunk::<8>() else {
        return;
    };
    let now = (u64::from_be_bytes(*now) % LATEST_MS as u64) as i64;
    let [cron, zone] = parts(text).map(String::from_utf8_lossy);
    let zone = within(AT_ONCE, || Zone::named(&zone)).unwrap_or_default();
    assert_eq!(Zone::named(zone.name()).as_ref(), Some(&zone));
    let Ok(cron) = within(room(text.len()), || Cron::parse(&cron)) else {
        return;
    };
    let _ = cron.words();
    assert_eq!(cron.text().parse(), Ok(cron.clone()));
    if let Some(due) = within(AT_ONCE, || cron.next_after(now, &zone)) {
        assert!(due > now && due % 1_000 == 0);
        let between = now + (due - now) / 2;
        assert_eq!(
            cron.next_after(between, &zone),
            Some(due),
            "nothing lies between"
        );
    }
});
