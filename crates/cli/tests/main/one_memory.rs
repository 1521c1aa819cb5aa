//! The promise of the whole product: what is told to one door is known at every other, outlives a
//! restart and a kill, and is gone from all of them once it is forgotten.
//!
//! The story is data, in `scenarios/one_memory`. Here are its stage and a driver for each door.

mod door;
mod doors;
mod matrix;
mod stage;
mod story;

use doors::Doors;
use matrix::Matrix;
use stage::Stage;
use story::Story;

#[test]
fn one_fact_through_each_door_is_known_at_every_other_and_gone_once_forgotten() {
    let story = Story::read();
    let mut stage = Stage::set();
    let mut doors = Doors::open(&stage, &story);
    let mut matrix = Matrix::default();
    doors.tell_all(&stage);
    matrix.look("at once", true, &mut doors, &stage);
    let mut doors = doors.again(&mut stage, Stage::restart);
    matrix.look("after a restart", true, &mut doors, &stage);
    let mut doors = doors.again(&mut stage, Stage::kill);
    matrix.look("after a kill", true, &mut doors, &stage);
    matrix.assert_whole();
    doors.forget_all(&stage);
    matrix.look("forgotten", false, &mut doors, &stage);
    let mut doors = doors.again(&mut stage, Stage::restart);
    matrix.look("forgotten, after a restart", false, &mut doors, &stage);
    matrix.assert_whole();
    stage.assert_sound();
}
