// Whether the server lets this page in. Until it has, one request goes first and all others wait for what comes of it;
// once it was refused, nothing is sent before somebody gave a token.

import { askToken, forgetToken, token } from "./token.js";

/** Whether the last token, or none, was good enough. A server that cannot be reached refuses nobody. */
let open = false;
/** What was refused: a token, or that there was none. Null while nothing was. */
let refused = null;
let first = null;

export const isOpen = () => open;

/** `send` makes a request; gives its answer, or null where the reader would not name a token. */
export async function enter(send) {
  for (;;) {
    while (first) await first;
    const told = open ? await tried(send) : await alone(send);
    if (told !== undefined) return told;
  }
}

/** The others wait for this one, and for the reader, if one has to be asked. */
async function alone(send) {
  let done;
  first = new Promise((resolve) => (done = resolve));
  try {
    return refused === null || token() || (await askToken(refused)) ? await tried(send) : null;
  } finally {
    first = null;
    done();
  }
}

/** The answer, or undefined where it was refused. */
async function tried(send) {
  const used = token();
  let status = 0;
  try {
    const answer = await send();
    status = answer.status;
    return status === 401 ? undefined : answer;
  } finally {
    if (status === 401) shut(used);
    else unlock();
  }
}

function shut(used) {
  forgetToken(used);
  [open, refused] = [false, Boolean(used)];
}

function unlock() {
  if (open) return;
  [open, refused] = [true, null];
  dispatchEvent(new CustomEvent("mneme:open"));
}
