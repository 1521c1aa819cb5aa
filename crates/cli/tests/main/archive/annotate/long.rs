//! A recording of ten thousand steps.

use crate::archive::Desk;

const STEPS: u32 = 10_000;
/// More than the program itself and so many steps take, less than a picture of each would.
const MOST_KB: u64 = 400_000;

/// The most memory a process ever had.
fn peak_kb(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let digits = peak.unwrap().split_whitespace().next().unwrap();
    digits.parse().unwrap()
}

#[test]
fn a_127_ten_thousand_steps_open_and_scroll_to_the_last() {
    let desk = Desk::new();
    let file = desk.file("metadata.json");
    let mut metadata = desk.studio.metadata("open-browser-and-search");
    let first = metadata.steps[0].clone();
    let step = |step_id| mneme_model::archive::Step {
        step_id,
        converted_command: format!("Left-click at ({step_id}, 7)"),
        ..first.clone()
    };
    metadata.steps = (1..=STEPS).map(step).collect();
    std::fs::write(&file, serde_json::to_vec(&metadata).unwrap()).unwrap();
    let screen = desk.annotate();
    screen.shows("Steps 1/10000");
    screen.keys(&["End"]).shows("Left-click at (10000, 7)");
    screen.shows("Steps 10000/10000");
    screen.keys(&["g"]).types("5000").keys(&["Enter"]);
    screen.shows("Steps 5000/10000");
    for _ in 0..100 {
        screen.keys(&["NPage"]);
    }
    screen.shows("Steps 5500/10000");
    screen.until("a picture", |screen| screen.contains(['▀', '▄']));
    let peak = peak_kb(screen.pid());
    assert!(peak < MOST_KB, "{peak} kB");
    screen.keys(&["C-q"]).ended();
}
