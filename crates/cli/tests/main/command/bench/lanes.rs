//! `mneme bench lanes` and `mneme bench soak`: what is said of recall is measured, and fails when it
//! does not hold. The many memories are found by words here; reading them takes a model minutes.

use std::sync::OnceLock;

use serde_json::Value;

use super::run;
use crate::support::{Home, Ran};

/// Whether it held is not asked: on a busy machine the time alone can fail it.
fn report(ran: &Ran) -> Value {
    assert!(matches!(ran.code, 0 | 1), "{ran:?}");
    serde_json::from_str(&ran.out).unwrap()
}

/// One run for all of them.
fn lanes() -> &'static (Value, String) {
    static LANES: OnceLock<(Value, String)> = OnceLock::new();
    LANES.get_or_init(|| {
        let home = Home::new();
        let dir = home.path().join("docs");
        let args = [
            "bench",
            "lanes",
            "--json",
            "--report",
            dir.to_str().unwrap(),
        ];
        let told = report(&run(&home, &args));
        let written = std::fs::read_to_string(dir.join("lanes.json")).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), told);
        (told, std::fs::read_to_string(dir.join("lanes.md")).unwrap())
    })
}

#[test]
fn g_005_the_right_one_is_first_among_twenty_thousand() {
    let own = &lanes().0["own"];
    assert_eq!(own["active_memories"], 20_000, "{own}");
    assert_eq!(
        (&own["signals"], &own["signal_hit_rate"]),
        (&25.into(), &1.0.into()),
        "{own}"
    );
    assert_eq!(
        (&own["noise"], &own["noise_rejection_rate"]),
        (&25.into(), &1.0.into()),
        "{own}"
    );
}

#[test]
fn g_006_what_was_told_first_is_found_first_in_the_end() {
    assert_eq!(lanes().0["own"]["first_found_first"], true);
}

#[test]
fn g_008_duplicates_size_and_intrusions_are_reported() {
    let (told, page) = lanes();
    let own = &told["own"];
    assert_eq!(
        (
            &own["duplicate_rate"],
            &own["false_positive_injection_rate"]
        ),
        (&0.0.into(), &0.0.into()),
        "{own}"
    );
    for row in [
        "kept twice",
        "memories that are believed",
        "noise put before a model",
    ] {
        assert!(page.contains(row), "{row}: {page}");
    }
}

#[test]
fn the_open_lane_has_published_thresholds_and_tells_what_came_of_each() {
    let open = &lanes().0["open"];
    for (field, value) in [
        ("hit_rate", 1.0),
        ("wrong_rate", 0.0),
        ("abstain_precision", 1.0),
        ("abstain_recall", 1.0),
        ("p95_ms", 1_500.0),
    ] {
        assert_eq!(open["thresholds"][field], value, "{field}: {open}");
        assert!(open[field].is_f64(), "{field}: {open}");
    }
    assert_eq!(
        (&open["first_rate"], &open["wrong_rate"]),
        (&1.0.into(), &0.0.into()),
        "{open}"
    );
}

/// How long an answer takes is told and no assertion here: the machine may be busy.
#[test]
fn g_009_with_the_model_the_open_lane_meets_its_thresholds() {
    let home = crate::meaning::weights::home();
    let args = ["bench", "lanes", "--memories", "100", "--json"];
    let told = report(&run(&home, &args));
    assert_eq!(told["meaning"], true, "{told}");
    let open = &told["open"];
    for (field, wanted) in [
        ("hit_rate", 1.0),
        ("wrong_rate", 0.0),
        ("abstain_precision", 1.0),
        ("abstain_recall", 1.0),
    ] {
        assert_eq!(open[field], wanted, "{field}: {open}");
    }
    assert_eq!(open["missed"], serde_json::json!([]), "{open}");
    assert!(open["p95_ms"].as_f64() > Some(0.0) && open["late"].is_u64());
}

#[test]
fn g_010_german_has_a_lane_of_its_own_that_cannot_fail() {
    let (told, page) = lanes();
    let german = &told["german"];
    assert_eq!(german["thresholds"], Value::Null);
    assert!(german["cases"].as_u64() > Some(5), "{german}");
    assert!(german["first_rate"].as_f64() > Some(0.5), "{german}");
    assert!(page.contains("| German |"), "{page}");
}

#[test]
fn a_lane_that_does_not_hold_fails_and_is_told() {
    // By words alone too little is sure enough to be put before a model.
    let ran = run(&Home::new(), &["bench", "lanes", "--memories", "1000"]);
    assert_eq!(ran.code, 1, "{}", ran.out);
    for told in ["A lane does not hold.", "Other than expected:", "held back"] {
        assert!(ran.out.contains(told), "{told}: {}", ran.out);
    }
}

#[test]
fn g_007_a_soak_tells_errors_growth_and_drift() {
    let home = Home::new();
    let soak = [
        "bench",
        "soak",
        "--minutes",
        "0.05",
        "--keep",
        "100",
        "--json",
    ];
    // So short a run says nothing of drift; that it is counted is asked here.
    let ran = run(&home, &[&soak[..], &["--most-drift", "1000"]].concat());
    assert_eq!(ran.code, 0, "no error, and no growth: {ran:?}");
    let told = report(&ran);
    let figures = told["figures"].as_array().unwrap();
    let value = |name: &str| {
        figures
            .iter()
            .find(|figure| figure["name"] == name)
            .unwrap()["value"]
            .as_f64()
            .unwrap()
    };
    assert!(
        value("stores, each found at once") > 0.0 && value("recalls") > 0.0,
        "{told}"
    );
    assert!(value("drift of recall p50").is_finite(), "{told}");
    assert!(value("growth of memory") < 500.0, "{told}");
    // For each new one the oldest goes.
    assert_eq!(value("memories at the end"), 100.0, "{told}");
}

#[test]
fn a_soak_that_drifts_more_than_it_may_fails() {
    let home = Home::new();
    let soak = [
        "bench",
        "soak",
        "--minutes",
        "0.02",
        "--keep",
        "20",
        "--most-drift",
    ];
    // Nothing becomes faster than in no time: this much is always too much.
    let ran = run(&home, &[&soak[..], &["-1"]].concat());
    assert_eq!(ran.code, 1, "{ran:?}");
    let ran = run(&home, &[&soak[..], &["1000"]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
}
