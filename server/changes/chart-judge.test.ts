import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isoDayOf } from "~/domain/calendar";
import { createAnswerCache } from "~server/answer-cache";
import { rebuildFigures } from "~server/measures/rebuild";
import {
  ReviewedCompany,
  TODAY,
} from "~server/reviews/testing/reviewed-company";
import { startChartJudge } from "./chart-judge";

const DAY_MS = 86_400_000;

describe("charts are judged", () => {
  let company: ReviewedCompany;
  let judge: ReturnType<typeof startChartJudge>;
  beforeEach(async () => {
    company = await ReviewedCompany.open();
    await company.db.updateTable("stays").set({ isnp: 1 }).execute();
    await rebuildFigures(company.db);
    judge = startChartJudge(company.api.deps, () => () => undefined);
  });
  afterEach(async () => {
    await judge.stop();
    await company.api.close();
  });

  /** What the job judges when it looks, with nothing remembered. */
  async function judged() {
    const { deps } = company.api;
    deps.cache = createAnswerCache();
    deps.signals.clear();
    await company.db.deleteFrom("judged_signals").execute();
    await judge.now();
    const found = [...deps.signals.keys()].map((key) => {
      const [, level, isnp, , day] = JSON.parse(key) as unknown[];
      return `${String(level)} ${String(isnp)} ${String(day)}`;
    });
    return [...new Set(found)].sort();
  }

  it("before anybody asks, once for an import and a day", async () => {
    const allOf = (day: number) =>
      ["false", "true"].map((isnp) => `facility ${isnp} ${isoDayOf(day)}`);
    expect(await judged()).toEqual(allOf(TODAY));
    expect(await judged()).toEqual([]);
    await company.db
      .updateTable("data_state")
      .set({ imported_at: new Date(TODAY * DAY_MS).toISOString() })
      .execute();
    expect(await judged()).toEqual(allOf(TODAY));
    company.api.advance(DAY_MS);
    expect(await judged()).toEqual(allOf(TODAY + 1));
  });
});
