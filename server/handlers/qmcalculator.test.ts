import { describe, expect, it } from "vitest";
import { getQuality } from "~/contract/qmcalculator";
import { openHandMadeCensus } from "~server/measures/testing/hand-made-census";
import { askFor, ONE_DAY, readWith } from "~server/testing/ask-figures";
import { reachThrough } from "~server/measures/testing/reach-through";
import { openedForEach, openedForAll } from "~server/testing/opened";

const ask = askFor("qmcalculator");
const quality = readWith(ask, getQuality.answer);

describe("the quality call", () => {
  const api = openedForAll(() => openHandMadeCensus());

  it("scores the default range, from 15 June 2025 to 15 June 2026", async () => {
    expect(await quality(api, "company/0/")).toEqual({
      // Stays 2 and 8 of stays 1, 2, 3, 5, 6, 8, 9. Of 7 one is at or below 20 %, and one below 28.1 %.
      rth: {
        metric: 200 / 7,
        score: 15,
        events: 2,
        events_up: 1,
        events_down: 0,
        events_perfect: 1,
      },
      // Stays 3, 6 and 8. One of 7 is below 15.04 %, none below 8.4 %.
      ed: {
        metric: 300 / 7,
        score: 15,
        events: 3,
        events_up: 2,
        events_down: 0,
        events_perfect: 3,
      },
      // Transfers 2 and 3.
      h_1000: {
        metric: 2000 / 110,
        score: 15,
        events: 2,
        events_up: 2,
        events_down: 0,
        events_perfect: 2,
      },
      // Transfers 5 and 9.
      ed_1000: {
        metric: 2000 / 110,
        score: 15,
        events: 2,
        events_up: 2,
        events_down: 0,
        events_perfect: 2,
      },
      ach_adm: 7,
      settled_adm: 7,
      // Stay 1 from 11 March: 21 + 30 + 31 + 15; stay 6: 10; stay 9 from 13 to 15 June.
      ls_days: 110,
    });
  });
});

describe("the quality call later", () => {
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
