// Talking to the server: one function, errors in words, the token asked for when it is missing.

import { enter } from "./door.js";
import { keepToken, token } from "./token.js";

const BASE = "/agentmemory";
/** Answered to anybody: says nothing of whether this page is let in. */
const FREE = "health";
const PATIENCE_MS = 30_000;

export class ApiError extends Error {
  constructor(message, status = 0, body = null) {
    super(message);
    this.status = status;
    this.body = body;
  }
  get code() {
    return this.body?.code;
  }
  get missing() {
    return this.status === 404;
  }
}

const NAMED = {
  session_not_found: "This session is not known to the server.",
  no_observations: "There is nothing in this session yet to summarise.",
  insufficient_observations: "There are too few observations yet to consolidate.",
};

export const get = (path, query) => request("GET", path, { query });
export const post = (path, body) => request("POST", path, { body: body ?? {} });
export const patch = (path, body) => request("PATCH", path, { body });
export const remove = (path, query) => request("DELETE", path, { query });

/** A picture of this server as an address an image may show. */
export async function picture(path) {
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin) throw new ApiError("This frame lies on another server and is not loaded.");
  const answer = await admitted(() => send(url.pathname + url.search, { headers: bearer() }));
  if (!answer.ok) throw new ApiError("The frame could not be loaded.", answer.status);
  return URL.createObjectURL(await answer.blob());
}

/** Turns a link that works once into a token of this browser session. */
export async function swapPass(pass) {
  const answer = await send("/viewer/session", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ pass }),
  });
  keepToken((await read(answer)).token);
}

async function request(method, path, { query, body, signal } = {}) {
  const url = address(path, query);
  const ask = () =>
    send(url, {
      method,
      signal,
      headers: { Accept: "application/json", ...(body ? { "Content-Type": "application/json" } : {}), ...bearer() },
      body: body ? JSON.stringify(body) : undefined,
    });
  return read(await (path === FREE ? ask() : admitted(ask)));
}

async function admitted(ask) {
  const answer = await enter(ask);
  if (!answer) throw new ApiError("A token is needed to see this.", 401);
  return answer;
}

function address(path, query) {
  const url = path.startsWith("/") ? path : `${BASE}/${path}`;
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== "");
  return pairs.length ? `${url}?${new URLSearchParams(pairs)}` : url;
}

const bearer = () => (token() ? { Authorization: `Bearer ${token()}` } : {});

async function send(url, options) {
  try {
    return await fetch(url, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS), ...defined(options) });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    const late = error.name === "TimeoutError";
    throw new ApiError(
      late ? "The server took more than 30 seconds to answer." : "The server does not answer. Is it running?",
    );
  }
}

const defined = (options) => Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

async function read(answer) {
  const text = await answer.text();
  let body = null;
  try {
    body = text ? JSON.parse(text) : {};
  } catch {
    throw new ApiError(`The server answered something that is not JSON (${answer.status}).`, answer.status || 500);
  }
  if (answer.ok) return body;
  throw new ApiError(inWords(answer.status, body), answer.status, body);
}

function inWords(status, body) {
  const said = typeof body?.error === "string" ? body.error : (body?.error?.message ?? body?.message);
  if (said) return NAMED[said] ?? said[0].toUpperCase() + said.slice(1);
  if (status === 404) return "The server knows nothing of this.";
  return `The server answered with an error (${status}).`;
}
