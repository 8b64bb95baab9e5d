import {
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  KEPT_FORM_MS,
  KEPT_IN_ALL,
  KEPT_PER_SESSION,
  KeptFormStore,
  type KeptForm,
} from "./kept-form-store.server";

let folder: string;
let now: number;
let store: KeptFormStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sojourn-kept-"));
  now = Date.now();
  store = new KeptFormStore(folder, () => now);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const PATH = "/page";

function form(text = "a", path = PATH): KeptForm {
  return { owner: "digest", path, fields: [["field", text]] };
}

async function keep(sessionId: string, text?: string): Promise<void> {
  expect(await store.keep(sessionId, form(text))).toBe(true);
}

function take(sessionId: string, path = PATH): Promise<KeptForm | null> {
  return store.take({ sessionId, path }, (owner) => owner === "digest");
}

/** Makes what is kept so far older, so that its order is known. */
function age(ms: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const then = (statSync(path).mtimeMs - ms) / 1000;
    utimesSync(path, then, then);
  }
}

it("gives the forms of a page back, the newest first, each once", async () => {
  await keep("one");
  age(1_000);
  await keep("one", "b");
  const taken = await Promise.all([take("one"), take("one")]);
  const texts = taken.map((one) => one?.fields[0]?.[1]);
  expect(texts.sort()).toEqual(["a", "b"]);
  expect(await take("one")).toBeNull();
});

it("keeps the same form once, however often it is sent", async () => {
  await keep("one");
  await keep("one");
  expect(readdirSync(folder)).toHaveLength(1);
});

it("gives nothing to another owner, session or page", async () => {
  await keep("one");
  const place = { sessionId: "one", path: PATH };
  expect(await store.take(place, () => false)).toBeNull();
  expect(await take("other")).toBeNull();
  expect(await take("one", "/other")).toBeNull();
  expect(await take("one")).toEqual(form());
});

it("drops the forms of a page, and leaves those of others", async () => {
  await keep("one");
  await store.keep("one", form("b", "/other"));
  await store.drop({ sessionId: "one", path: PATH });
  expect(await take("one")).toBeNull();
  expect(await take("one", "/other")).not.toBeNull();
});

it("keeps files that only this account may read, under names that are not their sessions", async () => {
  await keep("one-session");
  const [name = ""] = readdirSync(folder);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  expect(name).not.toContain("one-session");
});

it("forgets a form after half an hour, and sweeps it away", async () => {
  await keep("one");
  now += KEPT_FORM_MS + 1_000;
  expect(await take("one")).toBeNull();
  expect(await store.sweep()).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

it("keeps the newest forms of a session, and those of others", async () => {
  await keep("other");
  for (let count = 0; count <= KEPT_PER_SESSION; count += 1) {
    age(1_000);
    await keep("one", String(count));
  }
  const texts: (string | undefined)[] = [];
  for (let count = 0; count <= KEPT_PER_SESSION; count += 1) {
    texts.push((await take("one"))?.fields[0]?.[1]);
  }
  expect(texts).toEqual(["3", "2", "1", undefined]);
  expect(await take("other")).not.toBeNull();
});

it("keeps so many in all, and drops the oldest, however many come at once", async () => {
  await keep("first");
  age(1_000);
  const sessions = Array.from({ length: KEPT_IN_ALL }, (_, at) => `s${at}`);
  await Promise.all(sessions.map((session) => keep(session)));
  expect(readdirSync(folder)).toHaveLength(KEPT_IN_ALL);
  expect(await take("first")).toBeNull();
});

it("keeps nothing that no form is long enough for", async () => {
  expect(await store.keep("one", form("x".repeat(600_000)))).toBe(false);
});
