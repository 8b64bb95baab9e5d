import { expect, test } from "vitest";
import { comparisonNote } from "./load-panels.server";

test.each([
  ["nothing where all facilities have all days of both", {}, null],
  [
    "that nothing tells of a beginning",
    { facilities: 1, compared: 0, data_from: null },
    "No comparison: the start of the data is not known.",
  ],
  [
    "that some are compared over fewer days",
    { facilities: 3, compared: 2, data_from: null, fewer_days: true },
    "Only 2 of 3 facilities have data for both periods. Facilities with less data are compared over the days they have in both periods.",
  ],
])("a comparison says %s", (_, facilities, words) => {
  expect(comparisonNote(facilities)).toBe(words);
});
