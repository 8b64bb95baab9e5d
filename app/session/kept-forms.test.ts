import { beforeEach, expect, it } from "vitest";
import {
  KEPT_FORM_MS,
  KEPT_IN_ALL,
  KEPT_PER_SESSION,
  KeptFormStore,
  type KeptForm,
} from "./kept-forms.server";
import { onPortalDatabase } from "../../tests/pages/support/on-portal-database";

const { db, under } = onPortalDatabase();
let now: number;
let store: KeptFormStore;
beforeEach(() => {
  now = Date.now();
  store = storeWith("a secret");
});

const storeWith = (secret: string) =>
  new KeptFormStore(...under(secret), () => now);

const stored = () => db().selectFrom("kept_forms").selectAll().execute();

const PATH = "/page";

function form(text = "a", path = PATH): KeptForm {
  return { owner: "digest", path, fields: [["field", text]] };
}

async function keep(sessionId: string, text?: string): Promise<void> {
  expect(await store.keep(sessionId, form(text))).toBe(true);
}

function take(sessionId: string, path = PATH): Promise<KeptForm | null> {
  return store.take({ sessionId, path }, ({ owner }) => owner === "digest");
}

it("gives the forms of a page back, the newest first, each once", async () => {
  await keep("one");
  now += 1_000;
  await keep("one", "b");
  const taken = await Promise.all([take("one"), take("one")]);
  const texts = taken.map((one) => one?.fields[0]?.[1]);
  expect(texts.sort()).toEqual(["a", "b"]);
  expect(await take("one")).toBeNull();
});

it("keeps the same form once, however often it is sent", async () => {
  await keep("one");
  await keep("one");
  expect(await stored()).toHaveLength(1);
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

it("keeps nothing that can be read, and nothing for another secret", async () => {
  await keep("one-session", "canary");
  const text = JSON.stringify(await stored());
  for (const secret of ["one-session", "canary", PATH, "digest"]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret).toString("base64"));
  }
  const place = { sessionId: "one-session", path: PATH };
  expect(await storeWith("another").take(place, () => true)).toBeNull();
});

it("gives out nothing of a row that is damaged, or that was put in another's place", async () => {
  await keep("one", "a");
  await keep("other", "b");
  const [one, other] = await stored();
  for (const form of ["AAAA", other?.form ?? ""]) {
    await db()
      .updateTable("kept_forms")
      .set({ form })
      .where("key", "=", one?.key ?? "")
      .execute();
    expect(await take("one")).toBeNull();
  }
});

it("forgets a form after half an hour, and sweeps it away", async () => {
  await keep("one");
  now += KEPT_FORM_MS + 1_000;
  expect(await take("one")).toBeNull();
  expect(await store.sweep()).toBe(1);
  expect(await stored()).toEqual([]);
});

it("keeps the newest forms of a session, and those of others", async () => {
  await keep("other");
  for (let count = 0; count <= KEPT_PER_SESSION; count += 1) {
    now += 1_000;
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
  now += 1_000;
  const sessions = Array.from({ length: KEPT_IN_ALL }, (_, at) => `s${at}`);
  await Promise.all(sessions.map((session) => keep(session)));
  expect(await stored()).toHaveLength(KEPT_IN_ALL);
  expect(await take("first")).toBeNull();
});

it("keeps nothing that no form is long enough for", async () => {
  expect(await store.keep("one", form("x".repeat(600_000)))).toBe(false);
});
