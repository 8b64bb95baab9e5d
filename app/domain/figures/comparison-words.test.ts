import { expect, test } from "vitest";
import { comparisonNote } from "./comparison-words";

test.each([
  ["nothing where all facilities have all days of both", {}, null],
  [
    "how many are compared",
    { facilities: 1_200, compared: 1_199, data_from: "2025-06-01" },
    "Compared: 1,199 of 1,200 facilities, whose data cover both periods.",
  ],
  [
    "when the data begin, where none is compared",
    { facilities: 1, compared: 0, data_from: "2025-06-01" },
    "No comparison: data begin on 06/01/2025.",
  ],
  [
    "that nothing tells of a beginning",
    { facilities: 1, compared: 0, data_from: null },
    "No comparison: no discharge or transfer tells when the data begin.",
  ],
  [
    "that some are compared over fewer days",
    { facilities: 3, compared: 2, data_from: null, fewer_days: true },
    "Compared: 2 of 3 facilities, whose data cover both periods. Facilities whose data end earlier are compared over the days that they have in both.",
  ],
])("a comparison says %s", (_, facilities, words) => {
  expect(comparisonNote(facilities)).toBe(words);
});
