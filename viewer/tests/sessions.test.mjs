// Sessions, the timeline that grows, and replays.

import test from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { observe, open, remember, rest, unique } from "./page.mjs";

const bash = (command, output = "done") => ({
  data: { tool_name: "Bash", tool_input: { command }, tool_output: output },
});
const prompt = (text) => ({ hookType: "prompt_submit", data: { prompt: text } });

test("n_080 an observation appears in the timeline as it happens", async () => {
  const session = unique();
  await observe(session, bash("echo first"));
  const { page, finish } = await open(`timeline/${session}`);
  await page.waitForSelector('.live[data-state="live"]');
  await page.waitForSelector('.obs:has-text("echo first")');
  await observe(session, bash("echo second"));
  await page.waitForSelector('.obs.fresh:has-text("echo second")');
  assert.equal(await page.locator(".obs").count(), 2, "once, not twice");
  await finish();
});

test("without the live stream it looks by itself", async () => {
  const session = unique();
  await observe(session, bash("echo first"));
  const { page, finish } = await open(`timeline/${session}`, {
    prepare: (page) => page.routeWebSocket(/stream/, (socket) => socket.close()),
  });
  await page.waitForSelector('.live[data-state="polling"]');
  await observe(session, bash("echo polled"));
  await page.waitForSelector('.obs:has-text("echo polled")');
  await finish();
});

test("chips and importance narrow the timeline", async () => {
  const session = unique();
  await observe(session, bash("ls"));
  await observe(session, prompt("what is here?"));
  const { page, finish } = await open(`timeline/${session}`);
  await page.click('.chip[data-kind="conversation"]');
  await page.waitForFunction(() => document.querySelectorAll(".obs").length === 1);
  assert.match(await page.innerText(".obs"), /what is here/);
  await page.click('.chip[data-kind="conversation"]');
  await page.waitForFunction(() => document.querySelectorAll(".obs").length === 2);
  await page.locator(".obs summary").first().click();
  await page.waitForSelector(".obs[open] .obs-body section");
  await finish();
});

test("n_081 a session is summarised and ended", async () => {
  const session = unique();
  await observe(session, prompt("mend the fence"));
  await observe(session, bash("hammer --gently"));
  const { page, finish } = await open(`sessions/${session}`);
  await page.waitForSelector(".split-detail .obs");
  await page.click('.split-detail button:has-text("Summarize")');
  await page.waitForSelector('.toast:has-text("Summarised")');
  await page.click('.split-detail button:has-text("End")');
  await page.waitForFunction(() => document.querySelector(".split-detail .state")?.textContent === "completed");
  const own = (await rest("GET", "sessions")).sessions.find((each) => each.id === session);
  assert.equal(own.status, "completed");
  await finish();
});

test("n_083 a replay steps, plays to its end and lists its events", async () => {
  const session = unique();
  const at = (second) => ({ timestamp: new Date(Date.now() - 60_000 + second * 200).toISOString() });
  await observe(session, { ...prompt("play this"), ...at(0) });
  await observe(session, { ...bash("one", "first output"), ...at(1) });
  await observe(session, { ...bash("two", "second output"), ...at(2) });
  const { page, finish } = await open(`replay/${session}`);
  await page.waitForFunction(() => document.querySelectorAll(".events li").length === 3);
  await page.waitForSelector('.event:has-text("play this")');
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector('.event:has-text("first output")');
  await page.keyboard.press("Home");
  await page.click('.speeds button[data-speed="4"]');
  await page.locator(".events").click({ position: { x: 1, y: 1 } });
  await page.keyboard.press(" ");
  await page.waitForSelector('.event:has-text("second output")');
  await page.waitForSelector('.play:has-text("Play")');
  await finish();
});

test("the list of the replay grows while something plays", async () => {
  const [playing, later] = [unique(), unique()];
  await observe(playing, prompt("play this"));
  const { page, finish } = await open(`replay/${playing}`);
  await page.waitForSelector('.event:has-text("play this")');
  const list = page.locator('.tools select[aria-label="Session"]');
  await list.focus();
  await observe(later, prompt("came later"));
  await page.waitForSelector(`.tools option[value="${later}"]`, { state: "attached" });
  assert.equal(await list.inputValue(), playing, "what plays is still chosen");
  assert.ok(await list.evaluate((node) => node === document.activeElement), "and under the hands of whoever looks");
  await page.waitForSelector('.event:has-text("play this")');
  await list.selectOption(later);
  await page.waitForSelector('.event:has-text("came later")');
  await finish();
});

test("a replay goes on with what happens meanwhile", async () => {
  const session = unique();
  const at = (second) => ({ timestamp: new Date(Date.now() - 60_000 + second * 200).toISOString() });
  await observe(session, { ...prompt("play this"), ...at(0) });
  await observe(session, { ...bash("one", "first output"), ...at(1) });
  const { page, finish } = await open(`replay/${session}`);
  await page.waitForFunction(() => document.querySelectorAll(".events li").length === 2);
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector('.event:has-text("2 of 2")');
  await observe(session, { ...bash("two", "second output"), ...at(2) });
  await page.waitForFunction(() => document.querySelectorAll(".events li").length === 3);
  await page.waitForSelector('.event:has-text("2 of 3"):has-text("first output")');
  await page.waitForSelector('.tools:has-text("3 events")');
  await page.keyboard.press(" ");
  await page.waitForSelector('.event:has-text("second output")');
  await finish();
});

test("what is seen as one character is not cut in the middle", async () => {
  const [family, session] = ["👨‍👩‍👧‍👦", unique()];
  const said = family.repeat(40);
  await observe(session, prompt(`x${said}`));
  const memory = await remember(`y${unique()}${said}`);
  const whole = (text) => text.replaceAll(family, "").replace(/^[\s\S]*?[xy]\w*/, "").replace(/ ?…[\s\S]*$/, "");
  const { page, finish } = await open(`timeline/${session}`);
  const option = await page.textContent(`.tools option[value="${session}"]`);
  assert.ok(option.includes(family), option);
  assert.equal(whole(option), "", option);
  await page.evaluate((id) => (location.hash = `#/memories/${id}`), memory.id);
  const title = await page.locator(".split-detail h2").textContent();
  assert.ok(title.includes(family) && title.length < said.length, title);
  assert.equal(whole(title), "", title);
  await finish();
});

test("a recorded desktop shows its frames", async () => {
  const session = unique();
  await observe(session, bash("click"));
  const pixel = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const prepare = async (page) => {
    await page.route("**/replay/load**", async (route) => {
      const answer = await route.fetch();
      const told = await answer.json();
      for (const event of told.timeline.events) event.image = "/agentmemory/frame-of-a-test.png";
      await route.fulfill({ json: told });
    });
    await page.route("**/frame-of-a-test.png", (route) => route.fulfill({ contentType: "image/png", body: pixel }));
  };
  const { page, finish } = await open(`replay/${session}`, { prepare });
  await page.waitForFunction(() => document.querySelector(".frame img")?.naturalWidth === 1);
  await finish();
});

test("n_081 transcripts are imported from a path on the server", async () => {
  const folder = mkdtempSync(join(tmpdir(), "viewer-"));
  const [id, file] = [unique(), join(folder, "transcript.jsonl")];
  const line = (type, message, second) =>
    JSON.stringify({ type, sessionId: id, cwd: "/tests/viewer", timestamp: `2026-01-01T00:00:0${second}Z`, message });
  writeFileSync(
    file,
    [
      line("user", { role: "user", content: "Always water the garden" }, 1),
      line("assistant", { role: "assistant", content: [{ type: "text", text: "It is watered." }] }, 2),
    ].join("\n"),
  );
  const { page, finish } = await open("replay");
  await page.click('.tools button:has-text("Import JSONL"), .empty button:has-text("Import JSONL")');
  await page.fill('dialog input[name="path"]', file);
  await page.click("dialog button[type=submit]");
  await page.waitForSelector('.toast:has-text("imported")');
  const { sessions } = await rest("GET", "sessions");
  assert.ok(sessions.some((each) => each.id === id), "the server has it");
  rmSync(folder, { recursive: true });
  await finish();
});

for (const [tab, words] of [
  ["timeline", ".obs"],
  ["sessions", ".split-detail .obs"],
  ["replay", ".events li"],
])
  test(`what is forgotten elsewhere leaves ${tab}, and it says so`, async () => {
    const [session, other, word] = [unique(), unique(), unique()];
    await observe(other, prompt(`another thing ${unique()}`));
    await observe(session, prompt(`the vault opens by ${word}`));
    await observe(session, bash(`echo ${word}`));
    const { page, finish } = await open(`${tab}/${session}`);
    await page.waitForSelector(`${words}:has-text("${word}")`);
    await rest("POST", "forget", { sessionId: session });
    await page.waitForFunction((said) => !document.body.innerHTML.includes(said), word);
    await page.waitForSelector('.none:has-text("It may have been forgotten")');
    await finish();
  });

for (const tab of ["timeline", "sessions", "replay"])
  test(`of a session forgotten in part ${tab} keeps the rest, and what is open stays open`, async () => {
    const [session, word] = [unique(), unique()];
    await observe(session, prompt("this one stays"));
    const { observationId } = await observe(session, bash(`echo ${word}`));
    const { page, finish } = await open(`${tab}/${session}`);
    const [row, kept] = tab === "replay" ? [".events li", ".event"] : [".obs", ".obs[open]"];
    await page.waitForSelector(`${row}:has-text("${word}")`);
    if (tab !== "replay") await page.click('.obs:has-text("this one stays") summary');
    await rest("POST", "forget", { sessionId: session, observationIds: [observationId] });
    await page.waitForFunction((said) => !document.body.innerHTML.includes(said), word);
    await page.waitForSelector(`${kept}:has-text("this one stays")`);
    assert.equal(await page.locator(row).count(), 1);
    await finish();
  });

test("of all sessions those that were forgotten leave the timeline", async () => {
  const [session, other, word, kept] = [unique(), unique(), unique(), unique()];
  await observe(other, prompt(`it stays ${kept}`));
  await observe(session, prompt(`it goes ${word}`));
  const { page, finish } = await open("timeline");
  await page.waitForSelector(`.obs:has-text("${word}")`);
  await rest("POST", "forget", { sessionId: session });
  await page.waitForFunction((said) => !document.body.innerHTML.includes(said), word);
  assert.equal(await page.locator(".obs", { hasText: kept }).count(), 1);
  await finish();
});

test("contents are looked at again when something is forgotten", async () => {
  const [session, word] = [unique(), unique()];
  await observe(session, prompt(`the well is called ${word}`));
  let title = word;
  const prepare = (page) =>
    page.route("**/agentmemory/toc**", (route) =>
      route.fulfill({ json: { nodes: [{ id: "y", level: "Year", title, events: 1, children: [], bullets: [] }] } }),
    );
  const { page, finish } = await open("contents", { prepare });
  await page.waitForSelector(`.tree-line:has-text("${word}")`);
  title = "2026";
  await rest("POST", "forget", { sessionId: session });
  await page.waitForFunction((said) => !document.querySelector(".tree").textContent.includes(said), word);
  await finish();
});

/** The names of the observations in sight that carry the word, from the top. */
const order = (page, word) =>
  page.locator(".obs", { hasText: word }).evaluateAll((all) => all.map((each) => each.querySelector(".obs-title").textContent));

test("of all sessions the timeline shows first what happened last, also in a session begun long ago", async () => {
  const [old, young, word, now] = [unique(), unique(), unique(), Date.now()];
  const at = (seconds) => ({ timestamp: new Date(now - seconds * 1_000).toISOString() });
  await observe(old, { ...bash(`${word} first`), ...at(20 * 86_400) });
  // More sessions than one would ask for in turn, and all of them begun later.
  for (let n = 0; n < 8; n++) await observe(unique(), { ...bash("between"), ...at(40) });
  await observe(young, { ...bash(`${word} third`), ...at(2) });
  await observe(old, { ...bash(`${word} second`), ...at(4) });
  await observe(old, { ...bash(`${word} last`), ...at(1) });
  const { page, finish } = await open("timeline");
  await page.waitForSelector(`.obs:has-text("${word} last")`);
  const said = (await order(page, word)).map((text) => text.split(" ").at(-1));
  assert.deepEqual(said.slice(0, 3), ["last", "third", "second"]);
  await page.waitForSelector('.live[data-state="live"]');
  await observe(old, { ...bash(`${word} now`), ...at(0) });
  await page.waitForSelector(`.obs.fresh:has-text("${word} now")`);
  // One that is told late stands where it happened, not on top.
  await observe(old, { ...bash(`${word} late`), ...at(3) });
  await page.waitForSelector(`.obs.fresh:has-text("${word} late")`);
  const after = (await order(page, word)).map((text) => text.split(" ").at(-1));
  assert.deepEqual(after.slice(0, 5), ["now", "last", "third", "late", "second"]);
  await finish();
});

test("the timeline goes back through all sessions without a gap and nothing twice", async () => {
  const [word, sessions, newest] = [unique(), [unique(), unique(), unique()], Date.now() + 60_000];
  const at = (n) => ({ timestamp: new Date(newest - n * 100).toISOString() });
  for (let n = 0; n < 230; n++) await observe(sessions[n % 3], { ...bash(`${word} ${n}`), ...at(n) });
  const { page, finish } = await open("timeline");
  await page.waitForSelector(`.obs:has-text("${word} 0")`);
  // A page that is on its way has no button; the last one leaves none.
  const shown = (word) => [...document.querySelectorAll(".obs")].filter((each) => each.textContent.includes(word)).length;
  const more = () => page.waitForFunction(`(${shown})("${word}") === 230 ? "all" : document.querySelector(".stream-more button") && "more"`);
  while ((await (await more()).jsonValue()) === "more") await page.evaluate(() => document.querySelector(".stream-more button")?.click());
  const told = (await order(page, word)).map((text) => Number(text.split(" ").at(-1)));
  assert.deepEqual(told, [...told.keys()]);
  // What is forgotten of a session that is loaded in part leaves too.
  const [first] = (await rest("GET", `observations?sessionId=${sessions[0]}`)).observations.slice(-1);
  await rest("POST", "forget", { sessionId: sessions[0], observationIds: [first.id] });
  await page.waitForFunction((id) => !document.getElementById(`obs-${id}`), first.id, { timeout: 15_000 });
  for (const sessionId of sessions) await rest("POST", "forget", { sessionId });
  await finish();
});
