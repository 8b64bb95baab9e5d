import { describe, expect, it } from "vitest";
import { getQuality } from "~/contract/qmcalculator";
import { openHandMadeCensus } from "~server/measures/testing/hand-made-census";
import { askFor, ONE_DAY, readWith } from "~server/testing/ask-figures";
import { reachThrough } from "~server/measures/testing/reach-through";
import { openedForEach } from "~server/testing/opened";

const ask = askFor("qmcalculator");
const quality = readWith(ask, getQuality.answer);

describe("the quality call", () => {
  const api = openedForEach(() => openHandMadeCensus());

  it("moves its year every day, at midnight in New York", async () => {
    await reachThrough(api, "2026-09-02");
    // 03:59 UTC of 16 June is still the 15th there.
    api.advance((15 * 60 + 59) * 60 * 1000);
    expect(await quality(api, "company/0/")).toMatchObject({ ls_days: 110 });
    api.advance(60 * 1000);
    // One day more of stays 1 and 9.
    expect(await quality(api, "company/0/")).toMatchObject({ ls_days: 112 });
    // Stay 5 began on 1 September 2025: out of the year on 2 September 2026.
    api.advance(77 * ONE_DAY);
    expect(await quality(api, "company/0/")).toMatchObject({ ach_adm: 7 });
    api.advance(ONE_DAY);
    expect(await quality(api, "company/0/")).toMatchObject({ ach_adm: 6 });
  });
});
