import { expect, test } from "vitest";
import { comparisonNote } from "./load-panels.server";

test.each([
  ["nothing where all facilities have all days of both", {}, null],
  [
    "how many are compared",
    { facilities: 1_200, compared: 1_199, data_from: "2025-06-01" },
    "Only 1,199 of 1,200 facilities have data for both periods.",
  ],
  [
    "when the data begin, where none is compared",
    { facilities: 1, compared: 0, data_from: "2025-06-01" },
    "No comparison: data start on 06/01/2025.",
  ],
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
