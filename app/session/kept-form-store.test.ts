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

function form(text = "a"): KeptForm {
  return { owner: "digest", path: "/page", fields: [["field", text]] };
}

async function keep(session: string, text?: string): Promise<string> {
  const id = await store.keep(session, form(text));
  if (id === null) throw new Error("not kept");
  return id;
}

/** Makes what is kept so far older, so that its order is known. */
function age(ms: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const then = (statSync(path).mtimeMs - ms) / 1000;
    utimesSync(path, then, then);
  }
}

it("gives a form back by its id, until it is dropped, and tells who dropped it", async () => {
  const id = await keep("one");
  expect(await store.find(id)).toEqual(form());
  expect(await Promise.all([store.drop(id), store.drop(id)])).toContain(false);
  expect(await store.find(id)).toBeNull();
});

it("keeps files that only this account may read, under names that are not their ids", async () => {
  const id = await keep("one");
  const [name = ""] = readdirSync(folder);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  expect(name).not.toContain(id.split(".")[1]);
});

it.each(["", "guess", "../../etc/passwd", `${"0".repeat(16)}.x`])(
  "finds nothing by %j",
  async (id) => {
    await keep("one");
    expect(await store.find(id)).toBeNull();
  },
);

it("forgets a form after half an hour, and sweeps it away", async () => {
  const id = await keep("one");
  now += KEPT_FORM_MS + 1_000;
  expect(await store.find(id)).toBeNull();
  expect(await store.sweep()).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

it("keeps the newest forms of a session, and those of others", async () => {
  const other = await keep("other");
  const ids: string[] = [];
  for (let count = 0; count <= KEPT_PER_SESSION; count += 1) {
    age(1_000);
    ids.push(await keep("one", String(count)));
  }
  expect(await store.find(ids[0] ?? "")).toBeNull();
  expect(await store.find(ids[1] ?? "")).toEqual(form("1"));
  expect(await store.find(other)).not.toBeNull();
});

it("keeps so many in all, and drops the oldest, however many come at once", async () => {
  const first = await keep("first");
  age(1_000);
  const sessions = Array.from({ length: KEPT_IN_ALL }, (_, at) => `s${at}`);
  await Promise.all(sessions.map((session) => keep(session)));
  expect(readdirSync(folder)).toHaveLength(KEPT_IN_ALL);
  expect(await store.find(first)).toBeNull();
});

it("keeps nothing that no form is long enough for", async () => {
  expect(await store.keep("one", form("x".repeat(600_000)))).toBeNull();
});
