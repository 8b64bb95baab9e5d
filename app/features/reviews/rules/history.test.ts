import { describe, expect, test } from "vitest";
import { REVIEW_CAUSES } from "./causes.data";
import { changesSince, type ReviewVersion } from "./history";

const at = "2026-03-04T15:05:00.000Z";
const WHEN = "at 03/04/2026 10:05 AM ET.";

const save = (
  version: number,
  author: string,
  changes: ReviewVersion["changes"],
): ReviewVersion => ({
  version,
  action: "save",
  author,
  at,
  changes,
});

describe("the history of a review", () => {
  const history: ReviewVersion[] = [
    { version: 3, action: "sign", author: "Ben", at, changes: {} },
    save(2, "Ada", { reason: "Fever", causes: "fall gone" }),
    save(1, "Ada", { change: "Pale", due_on: "2026-03-09" }),
  ];

  test("tells others who changed what, to what and when, oldest first", () => {
    expect(changesSince(history, 1, REVIEW_CAUSES)).toEqual([
      `Ada changed “Reason for the transfer” to “Fever” ${WHEN}`,
      `Ada changed “Causes, up to three” to “A fall; gone” ${WHEN}`,
      `Ben signed the review ${WHEN}`,
    ]);
    expect(changesSince(history, 2, null)).toHaveLength(1);
    expect(changesSince(history, 1, null)[0]).toBe(
      `Ada changed “Reason for the transfer” ${WHEN}`,
    );
    expect(changesSince(history, 3, REVIEW_CAUSES)).toEqual([]);
  });
});
