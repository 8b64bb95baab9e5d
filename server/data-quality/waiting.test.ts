import type { KyselyPlugin } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { trailOf } from "~server/audit/testing/trail-of";
import { treatMessage } from "~server/messages/service";
import { countWaiting } from "~server/measures/census/census-memory";
import { DoubtfulCompany } from "~server/testing/doubtful-company";

const SAID = "2026-06-15T08:00:00.000Z";
const WAITS = { status: "waiting", reason: "no_stay" } as const;

describe("the waiting messages", () => {
  let company: DoubtfulCompany;
  beforeEach(async () => {
    company = await DoubtfulCompany.open();
  });
  afterEach(() => company.api.close());

  /** Those of 111, in its row and in the list behind it, and those of nobody. */
  async function waiting() {
    const { data, unplaced } = await company.ask();
    const own = data.find(({ facility_id }) => facility_id === 111);
    const [reason] = await company.waiting();
    expect(await trailOf(company.api, "view_patients")).toEqual([]);
    return [own?.waiting, reason?.messages ?? 0, unplaced];
  }

  it("are counted again for each who asks, where they are few", async () => {
    await company.strangers(9_000);
    await company.message(SAID, WAITS);
    expect(await waiting()).toEqual([1, 1, 9_000]);
    await company.message(SAID, WAITS);
    expect(await waiting()).toEqual([2, 2, 9_000]);
    const { db } = company.api.deps.store;
    const { id } = await db
      .selectFrom("feed_messages")
      .where("facility_id", "=", 111)
      .select("id")
      .limit(1)
      .executeTakeFirstOrThrow();
    const { token } = await company.api.signIn({
      accessLevel: "account_manager",
    });
    const drop = { id, action: "drop" } as const;
    const dropped = await company.api.ask(token, treatMessage, drop);
    expect(dropped.status).toBe(204);
    expect(await waiting()).toEqual([1, 1, 9_000]);
  });

  it("are counted once in some seconds, where they are many", async () => {
    await company.strangers(40_000);
    expect(await waiting()).toEqual([0, 0, 40_000]);
    await company.message(SAID, WAITS);
    company.api.advance(3_999);
    expect(await waiting()).toEqual([0, 0, 40_000]);
    company.api.advance(1);
    expect(await waiting()).toEqual([1, 1, 40_000]);
  });

  it("are a minute old at most, however many they are", async () => {
    await company.strangers(1);
    let messages = 1_000_000;
    const many: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) =>
        Promise.resolve({
          ...result,
          rows: result.rows.map((row) => ({ ...row, messages })),
        }),
    };
    const { store, census } = company.api.deps;
    const unplaced = async (second: number) => {
      const at = new Date(second * 1_000);
      const found = await census.waiting.read(store.db.withPlugin(many), at);
      return countWaiting(found, null);
    };
    expect(await unplaced(100)).toBe(1_000_000);
    messages += 1;
    expect(await unplaced(159)).toBe(1_000_000);
    expect(await unplaced(160)).toBe(1_000_001);
    // The clock was put back.
    messages += 1;
    expect(await unplaced(90)).toBe(1_000_002);
  });
});
