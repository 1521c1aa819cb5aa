// The clock of a replay: where it stands, how fast it goes. Knows nothing of the page.

export const SPEEDS = [0.5, 1, 2, 4];
/** Nobody wants to watch an agent think for ten minutes: longer silences are cut to this. */
const LONGEST_SILENCE_MS = 4_000;

export class Player extends EventTarget {
  index = 0;
  playing = false;
  speed = 1;
  #frame = 0;
  #last = 0;

  constructor(events) {
    super();
    this.events = [];
    this.starts = [];
    this.position = 0;
    this.extend(events);
  }

  /** Takes in what happened next; it stands where it stood. */
  extend(events) {
    for (const event of events) {
      const before = this.events.at(-1);
      const gap = before ? Math.max(0, (event.offsetMs ?? 0) - (before.offsetMs ?? 0)) : 0;
      this.starts.push(this.length + Math.min(gap, LONGEST_SILENCE_MS));
      this.events.push(event);
    }
    this.#tell("grown");
  }

  /** Playing time, silences cut. */
  get length() {
    return this.starts.at(-1) ?? 0;
  }

  toggle() {
    if (this.playing) return this.pause();
    if (this.index >= this.events.length - 1) this.seek(0);
    this.playing = true;
    this.#last = performance.now();
    this.#frame = requestAnimationFrame((now) => this.#tick(now));
    this.#tell("state");
  }

  pause() {
    cancelAnimationFrame(this.#frame);
    this.playing = false;
    this.#tell("state");
  }

  step(by) {
    if (this.playing) this.pause();
    this.jump(this.index + by);
  }

  jump(index) {
    this.index = Math.max(0, Math.min(this.events.length - 1, index));
    this.position = this.starts[this.index];
    this.#tell("event");
    this.#tell("position");
  }

  seek(position) {
    this.position = Math.max(0, Math.min(this.length, position));
    const found = this.starts.findLastIndex((start) => start <= this.position);
    this.#to(Math.max(0, found));
    this.#tell("position");
  }

  faster(by) {
    const at = SPEEDS.indexOf(this.speed);
    this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + by))];
    this.#tell("state");
  }

  #tick(now) {
    this.position = Math.min(this.length, this.position + (now - this.#last) * this.speed);
    this.#last = now;
    let index = this.index;
    while (index + 1 < this.starts.length && this.starts[index + 1] <= this.position) index++;
    this.#to(index);
    this.#tell("position");
    if (this.index >= this.events.length - 1) this.pause();
    else this.#frame = requestAnimationFrame((next) => this.#tick(next));
  }

  #to(index) {
    if (index === this.index) return;
    this.index = index;
    this.#tell("event");
  }

  #tell(name) {
    this.dispatchEvent(new Event(name));
  }
}
