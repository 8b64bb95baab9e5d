import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Habits } from "~/features/data-quality/rules/silence";
import { isoDayOf } from "~/domain/calendar";
import { DoubtfulCompany, TODAY } from "~server/testing/doubtful-company";
import { readFeedFacts } from "./feed-facts";

const at = (day: number, time = "12:00") => `${isoDayOf(day)}T${time}:00.000Z`;

describe("what is known of a feed", () => {
  let company: DoubtfulCompany;
  beforeEach(async () => {
    company = await DoubtfulCompany.open();
    for (let back = 0; back <= 20; back += 1) {
      await company.message(at(TODAY - back));
    }
    await newest(at(TODAY));
  });
  afterEach(() => company.api.close());

  async function newest(last: string): Promise<void> {
    const { db } = company.api.deps.store;
    const last_message_at = last;
    await db.deleteFrom("feed_facilities").execute();
    await db
      .insertInto("feed_facilities")
      .values({ facility_id: 111, last_message_at, last_movement_at: last })
      .execute();
  }

  async function movements(known: Map<string, Habits>, now: string) {
    const { db } = company.api.deps.store;
    const facts = await readFeedFacts(db, [111, 112], new Date(now), known);
    expect(facts.has(112)).toBe(false);
    return facts.get(111)?.movements;
  }

  it("is counted again where a newer message has come, and on another day", async () => {
    const known = new Map<string, Habits>();
    const now = at(TODAY, "13:00");
    expect(await movements(known, now)).toBe(1);
    for (let times = 0; times < 7; times += 1) {
      await company.message(at(TODAY - 3, `0${times}:00`));
    }
    expect(await movements(known, now)).toBe(1);
    await newest(at(TODAY, "12:30"));
    expect(await movements(known, now)).toBe(2);
    await company.message(at(TODAY, "12:00"));
    const tomorrow = at(TODAY + 1, "01:00");
    expect(await movements(known, tomorrow)).toBeCloseTo((7 + 7 + 1) / 7);
  });

  it("is silent as time passes, without being counted again", async () => {
    const known = new Map<string, Habits>();
    const silent = async (now: string) => {
      const { db } = company.api.deps.store;
      const facts = await readFeedFacts(db, [111], new Date(now), known);
      return facts.get(111)?.silent_since !== null;
    };
    expect(await silent(at(TODAY, "13:00"))).toBe(false);
    expect(known.size).toBe(1);
    expect(await silent(at(TODAY + 30))).toBe(true);
  });
});
