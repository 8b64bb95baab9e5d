import { beforeEach, expect, it, vi } from "vitest";
import { keepNews } from "./keep-news.server";
import type { SessionRecord } from "./session-record.server";

const NEWS = { data: [], lastUpdated: "2026-01-02 03:04:05" };

const record: SessionRecord = {
  token: "t0",
  refreshToken: "r0",
  tokenEndsAt: Date.now() + 900_000,
  signedInAt: Date.now(),
  user: {
    id: "1",
    name: "Ada",
    username: "ada",
    viewer: { accessLevel: "company", accessLevelIds: [0], isnpOnly: false },
    multiFacility: false,
  },
  lastUpdated: null,
  notices: [],
};

const id = "a session";
let kept: SessionRecord;
let writes: number;
const store = {
  async updateIfPossible(
    _: string,
    change: (newest: SessionRecord) => SessionRecord | null,
  ) {
    const changed = change(kept);
    if (!changed) return kept;
    writes += 1;
    return (kept = changed);
  },
};
beforeEach(() => {
  kept = record;
  writes = 0;
});

it("keeps the time of the data once for all the answers that bring it at the same moment", async () => {
  const update = vi.spyOn(store, "updateIfPossible");
  const told = await Promise.all(
    Array.from({ length: 50 }, () => keepNews(store, { id, record }, NEWS)),
  );
  expect(update).toHaveBeenCalledTimes(1);
  for (const one of told) expect(one?.lastUpdated).toBe(NEWS.lastUpdated);
  expect(kept.lastUpdated).toBe(NEWS.lastUpdated);
});

it("writes nothing where another page has kept the same meanwhile", async () => {
  await keepNews(store, { id, record }, NEWS);
  const told = await keepNews(store, { id, record }, NEWS);
  expect(writes).toBe(1);
  expect(told?.lastUpdated).toBe(NEWS.lastUpdated);
});

it("keeps what different answers bring, one after the other", async () => {
  const later = { ...NEWS, lastUpdated: "2026-02-03 04:05:06" };
  await Promise.all([
    keepNews(store, { id, record }, NEWS),
    keepNews(store, { id, record }, later),
  ]);
  expect(kept.lastUpdated).toBe(later.lastUpdated);
});

it("asks for no change where the page knew already, and where an answer has no time", async () => {
  const update = vi.spyOn(store, "updateIfPossible");
  const known = { ...record, lastUpdated: NEWS.lastUpdated };
  expect(await keepNews(store, { id, record: known }, NEWS)).toBeNull();
  expect(await keepNews(store, { id, record }, { data: [] })).toBeNull();
  expect(await keepNews(store, { id, record }, { token: "t1" })).toBeNull();
  expect(update).not.toHaveBeenCalled();
});
