import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getFrailty } from "~/contract/frailty";
import {
  ADA,
  openHandMadeCensus,
  QUARTER,
} from "~server/measures/testing/hand-made-census";
import { askFor, readWith } from "~server/testing/ask-figures";
import type { TestApi } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";

const ask = askFor("frailty");
const bands = readWith(ask, getFrailty.answer);

describe.each(TEST_DIALECTS)("the frailty call on %s", (dialect) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openHandMadeCensus(dialect);
  });
  afterAll(() => api.close());

  it.each([
    // Patients 1 and 6; 2; 4. Patients 3 and 5 have no score.
    ["company/0", { high: 2, medium: 1, low: 1 }],
    ["facility/111", { high: 1, medium: 1, low: 0 }],
    // Patient 2 has a day there.
    ["facility/112", { high: 0, medium: 1, low: 1 }],
    [`physician/${ADA}`, { high: 1, medium: 1, low: 0 }],
    ["physician/0", { high: 0, medium: 0, low: 0 }],
  ])("counts the patients of %s by band", async (subject, expected) => {
    expect(await bands(api, `${subject}/${QUARTER}`)).toEqual(expected);
  });

  it("is empty where no patient has a day in the range", async () => {
    // Stay 7 ended that day.
    const path = "facility/112/2026-02-27/2026-03-31/";
    expect((await ask(api, path)).status).toBe(204);
  });
});
