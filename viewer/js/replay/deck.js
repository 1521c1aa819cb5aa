// What one sees of a replay: the controls, the list of events, the event in front.

import { h, narrow, replace } from "../core/dom.js";
import { request, stopwatch } from "../core/format.js";
import { glyphButton } from "../parts/small.js";
import { icon } from "../parts/icon.js";
import { SPEEDS } from "./player.js";
import { EventView, NAMES } from "./event.js";

export class Deck {
  constructor(player, session) {
    this.player = player;
    this.view = new EventView(player);
    this.play = h("button.button.primary.play", { type: "button", on: { click: () => player.toggle() } });
    this.track = h("input.track", {
      type: "range",
      min: "0",
      step: "any",
      value: "0",
      "aria-label": "Where the replay stands",
      on: { input: (event) => player.seek(Number(event.target.value)) },
    });
    this.clock = h("span.clock");
    this.speeds = h(
      "div.speeds",
      { role: "group", "aria-label": "Speed" },
      SPEEDS.map((speed) =>
        h(
          "button",
          {
            type: "button",
            data: { speed },
            on: {
              click: () => {
                player.speed = speed;
                this.#state();
              },
            },
          },
          `${speed}×`,
        ),
      ),
    );
    this.marks = h("div.track-marks", { "aria-hidden": "true" });
    this.items = [];
    this.list = h("ol.events", { "aria-label": "Events" });
    this.node = h(
      "div.deck",
      h(
        "div.deck-bar",
        glyphButton("Step back", "stepBack", () => player.step(-1)),
        this.play,
        glyphButton("Step on", "stepOn", () => player.step(1)),
        this.clock,
        h("div.track-wrap", this.marks, this.track),
        this.speeds,
      ),
      h("div.deck-main", this.list, this.view.node),
    );
    this.node.dataset.session = session?.id ?? "";
    player.addEventListener("grown", () => this.#grown());
    player.addEventListener("event", () => this.#event());
    player.addEventListener("position", () => this.#position());
    player.addEventListener("state", () => this.#state());
    this.keys = {
      " ": () => player.toggle(),
      ArrowLeft: () => player.step(-1),
      ArrowRight: () => player.step(1),
      ArrowUp: () => player.faster(1),
      ArrowDown: () => player.faster(-1),
      Home: () => player.jump(0),
      End: () => player.jump(player.events.length - 1),
      j: () => player.step(1),
      k: () => player.step(-1),
    };
  }

  start() {
    this.#grown();
    this.#state();
    this.#event();
    this.#position();
  }

  close() {
    this.player.pause();
    this.view.close();
  }

  #item(event, index) {
    return h(
      "li",
      h(
        "button",
        { type: "button", data: { kind: event.kind }, on: { click: () => this.player.jump(index) } },
        h("span.quiet", stopwatch(event.offsetMs)),
        h("i", { "aria-hidden": "true" }),
        h("span.cut", name(event), " ", h("span.quiet", gist(event))),
        event.image && icon("dashboard"),
      ),
    );
  }

  /** What is new goes to the end of the list, and the track is as long as all of it. */
  #grown() {
    const { events, length } = this.player;
    for (const event of events.slice(this.items.length)) {
      this.items.push(this.#item(event, this.items.length));
      this.list.append(this.items.at(-1));
    }
    this.track.max = String(Math.max(1, length));
    replace(this.marks, this.#ticks());
    this.view.grown();
    this.#position();
  }

  /** A tick where prompts and errors lie, so that one can aim. */
  #ticks() {
    const length = Math.max(1, this.player.length);
    return this.player.events.map(
      (event, index) =>
        ["prompt", "tool_error"].includes(event.kind) &&
        h("i", { data: { kind: event.kind }, style: { left: `${(this.player.starts[index] / length) * 100}%` } }),
    );
  }

  #event() {
    const { index, events } = this.player;
    this.view.show(index);
    for (const [i, item] of this.items.entries()) {
      item.classList.toggle("past", i < index);
      if (i === index) item.firstChild.setAttribute("aria-current", "step");
      else item.firstChild.removeAttribute("aria-current");
    }
    const item = this.items[index];
    const side = narrow.matches ? "left" : "top";
    if (side === "top") this.list.scrollTop = item.offsetTop - this.list.clientHeight / 2;
    else this.list.scrollLeft = item.offsetLeft - this.list.clientWidth / 3;
    this.track.setAttribute("aria-valuetext", `Event ${index + 1} of ${events.length}`);
  }

  #position() {
    const { position, length } = this.player;
    this.track.value = String(position);
    this.track.style.setProperty("--part", String(length ? position / length : 1));
    this.clock.textContent = `${stopwatch(position)} / ${stopwatch(length)}`;
  }

  #state() {
    const { playing, speed } = this.player;
    replace(this.play, icon(playing ? "pause" : "play"), h("span", playing ? "Pause" : "Play"));
    for (const node of this.speeds.children)
      node.setAttribute("aria-pressed", String(Number(node.dataset.speed) === speed));
  }
}

const name = (event) => (event.kind === "prompt" ? NAMES.prompt : event.label || NAMES[event.kind] || event.kind);
/** Where it clicked says little; what came of it says more. */
const gist = (event) => (event.image || !event.toolInput ? event.body : request(event.toolInput)) ?? "";
