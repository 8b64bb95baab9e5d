import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepNews } from "./keep-news.server";
import { SessionFileStore } from "./session-file-store.server";
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

let folder: string;
let store: SessionFileStore;
let id: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sojourn-news-"));
  store = new SessionFileStore(folder);
  id = await store.create(record);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("keeps the time of the data once for all the answers that bring it at the same moment", async () => {
  const update = vi.spyOn(store, "update");
  const kept = await Promise.all(
    Array.from({ length: 50 }, () => keepNews(store, { id, record }, NEWS)),
  );
  expect(update).toHaveBeenCalledTimes(1);
  for (const one of kept) expect(one?.lastUpdated).toBe(NEWS.lastUpdated);
  expect((await store.find(id))?.lastUpdated).toBe(NEWS.lastUpdated);
});

it("writes nothing where another page has kept the same meanwhile", async () => {
  await keepNews(store, { id, record }, NEWS);
  const write = vi.spyOn(store as never, "write");
  const kept = await keepNews(store, { id, record }, NEWS);
  expect(write).not.toHaveBeenCalled();
  expect(kept?.lastUpdated).toBe(NEWS.lastUpdated);
});

it("keeps what different answers bring, one after the other", async () => {
  const later = { ...NEWS, lastUpdated: "2026-02-03 04:05:06" };
  await Promise.all([
    keepNews(store, { id, record }, NEWS),
    keepNews(store, { id, record }, later),
  ]);
  expect((await store.find(id))?.lastUpdated).toBe(later.lastUpdated);
});

it("asks for no change where the page knew already, and where an answer has no time", async () => {
  const update = vi.spyOn(store, "update");
  const known = { ...record, lastUpdated: NEWS.lastUpdated };
  expect(await keepNews(store, { id, record: known }, NEWS)).toBeNull();
  expect(await keepNews(store, { id, record }, { data: [] })).toBeNull();
  expect(await keepNews(store, { id, record }, { token: "t1" })).toBeNull();
  expect(update).not.toHaveBeenCalled();
});
