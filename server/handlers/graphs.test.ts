import { describe, expect, it } from "vitest";
import { getGraphs } from "~/contract/graphs";
import { openHandMadeCensus } from "~server/measures/testing/hand-made-census";
import { askFor, readWith } from "~server/testing/ask-figures";
import { openedForAll } from "~server/testing/opened";

const ask = askFor("new_graphs");
const graphs = readWith(ask, getGraphs.answer);

describe("the graphs call", () => {
  const api = openedForAll(() => openHandMadeCensus());

  it("answers 36 months that end with the 18, and those before", async () => {
    const usual = await graphs(api, "company/0/2026-03-31/");
    const long = await graphs(api, "company/0/2026-03-31/?months=36");
    expect(usual.months).toHaveLength(18);
    expect([long.months.length, long.months[0], long.years[0]]).toEqual([
      36, 4, 2023,
    ]);
    expect(long.long_stays.adm_1000.rolling.slice(18)).toEqual(
      usual.long_stays.adm_1000.rolling,
    );
    expect(long.short_stays.rth_30.mom.slice(18)).toEqual(
      usual.short_stays.rth_30.mom,
    );
    expect(long.general?.patient_count).toHaveLength(36);
  });
});
