// What happens on the server, as it happens: a WebSocket, tried again with longer pauses, polling meanwhile.

import { get } from "./api.js";
import { isOpen } from "./door.js";
import { token } from "./token.js";

const PAUSES_MS = [500, 1_000, 2_000, 5_000, 10_000, 20_000];
const POLL_MS = 5_000;

class Live extends EventTarget {
  state = "connecting";
  #socket = null;
  #tries = 0;
  #retry = 0;
  #poll = 0;
  #cut = false;
  #seen = new Map();

  start() {
    addEventListener("mneme:open", () => this.again());
    addEventListener("online", () => this.again());
    document.addEventListener("visibilitychange", () => !document.hidden && this.state !== "live" && this.again());
    this.#connect();
  }

  /** Tries at once, without waiting out the pause. */
  again() {
    this.#tries = 0;
    clearTimeout(this.#retry);
    this.#socket?.close();
    this.#connect();
  }

  /** Not before the page is let in: `mneme:open` tries again. */
  #connect() {
    if (!isOpen()) return;
    const address = new URL("/stream/mem-live/viewer", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    if (token()) address.searchParams.set("token", token());
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener("open", () => socket === this.#socket && this.#opened());
    socket.addEventListener("message", (message) => socket === this.#socket && this.#heard(message.data));
    socket.addEventListener("close", () => socket === this.#socket && this.#lost());
  }

  #opened() {
    this.#tries = 0;
    clearInterval(this.#poll);
    this.#poll = 0;
    this.#become("live");
  }

  #lost() {
    this.#cut = true;
    const pause = PAUSES_MS[Math.min(this.#tries++, PAUSES_MS.length - 1)];
    this.#retry = setTimeout(() => this.#connect(), pause);
    if (this.state === "live") this.#become("connecting");
    this.#poll ||= setInterval(() => this.#look(), POLL_MS);
    if (this.#tries === 2) this.#look();
  }

  #heard(text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    const seen = message?.data?.observation;
    if (!seen || !["raw_observation", "compressed_observation"].includes(message.type)) return;
    const detail = { ...seen, sessionId: seen.sessionId ?? message.sessionId };
    this.dispatchEvent(
      new CustomEvent("observation", {
        detail: { observation: detail, final: message.type === "compressed_observation" },
      }),
    );
  }

  /** Without a socket: which sessions have grown since the last look? */
  async #look() {
    if (document.hidden || !isOpen()) return;
    try {
      const { sessions = [] } = await get("sessions");
      const grown = sessions.filter((s) => this.#seen.size && this.#seen.get(s.id) !== s.observationCount);
      this.#seen = new Map(sessions.map((s) => [s.id, s.observationCount]));
      if (this.state === "offline") this.again();
      if (this.state !== "live") this.#become("polling");
      if (grown.length) this.dispatchEvent(new CustomEvent("grown", { detail: grown }));
    } catch {
      if (this.state !== "live") this.#become("offline");
    }
  }

  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
    // Whatever happened while nobody listened was missed: everything in front looks again.
    if (this.#cut && ["live", "polling"].includes(state)) this.dispatchEvent(new CustomEvent("changed"));
  }
}

export const live = new Live();

/** Listens until the signal is aborted. */
export function hear(name, act, signal) {
  live.addEventListener(name, (event) => act(event.detail), { signal });
}
