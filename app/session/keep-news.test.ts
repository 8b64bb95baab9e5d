import { beforeEach, expect, it, vi } from "vitest";
import { keepNews } from "./keep-news.server";
import type { SessionRecord } from "./session-record.server";
import { recordAt } from "../../tests/pages/support/on-portal-database";

const NEWS = { data: [], lastUpdated: "2026-01-02 03:04:05" };

const record = recordAt(Date.now());
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
    Array.from({ length: 50 }, () =>
      keepNews(store, { id, record, sent: record.token }, NEWS),
    ),
  );
  expect(update).toHaveBeenCalledTimes(1);
  for (const one of told) expect(one?.lastUpdated).toBe(NEWS.lastUpdated);
  expect(kept.lastUpdated).toBe(NEWS.lastUpdated);
});

it("writes nothing where another page has kept the same meanwhile", async () => {
  await keepNews(store, { id, record, sent: record.token }, NEWS);
  const told = await keepNews(store, { id, record, sent: record.token }, NEWS);
  expect(writes).toBe(1);
  expect(told?.lastUpdated).toBe(NEWS.lastUpdated);
});

it.each([0, 1, 2, 3, 4, 5])(
  "keeps a newer token of the same second beside echoes of the one that the calls carried, at place %i of six",
  async (place) => {
    const exp = Math.floor(Date.now() / 1_000) + 900;
    const tokenOf = (mark: string) => {
      const claims = { role: "company", levels: [0], sub: "1", exp, mark };
      const part = (value: object) =>
        Buffer.from(JSON.stringify(value)).toString("base64url");
      return [part({ alg: "HS256" }), part(claims), "c2ln"].join(".");
    };
    const sent = tokenOf("old");
    kept = { ...record, token: sent };
    for (let at = 0; at < 6; at += 1) {
      const token = at === place ? tokenOf("new") : sent;
      await keepNews(store, { id, record: kept, sent }, { ...NEWS, token });
    }
    expect(kept.token).toBe(tokenOf("new"));
  },
);
