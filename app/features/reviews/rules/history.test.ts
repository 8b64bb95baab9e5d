import { describe, expect, test } from "vitest";
import { REVIEW_CAUSES } from "./causes.data";
import {
  answersWhenOpened,
  changesSince,
  firstEntry,
  historyEntry,
  lastChange,
  type ReviewVersion,
} from "./history";

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

  test("has an entry for each version, with the answers that it changed", () => {
    expect(
      historyEntry(save(1, "Ada", { due_on: "2026-03-09", owner: "" }), []),
    ).toEqual({
      text: `Ada saved the review ${WHEN}`,
      answers: [
        { label: "To be done by", value: "03/09/2026" },
        { label: "Who does it", value: "No answer" },
      ],
    });
  });

  test("begins with what was known, where anything was", () => {
    const first = { reason: "Fever", returned_on: "2026-03-09", diagnosis: "" };
    expect(firstEntry(first, [])?.answers).toEqual([
      { label: "Reason for the transfer", value: "Fever" },
      { label: "Returned on", value: "03/09/2026" },
    ]);
    expect(firstEntry({ reason: "" }, [])).toBeNull();
  });

  test("says who was the last to change an answer", () => {
    const later = [...history, save(4, "Cleo", { reason: "Sepsis" })];
    expect(lastChange(later, 1, "reason", [])).toBe(
      `Cleo changed “Reason for the transfer” to “Sepsis” ${WHEN}`,
    );
    expect(lastChange(later, 4, "reason", [])).toBeNull();
    expect(lastChange(later, 1, "change", [])).toBeNull();
  });

  test("gives what a form was opened with", () => {
    const opened = answersWhenOpened({ reason: "Cough" }, history, 1);
    expect(opened).toMatchObject({
      reason: "Cough",
      change: "Pale",
      owner: "",
    });
    expect(answersWhenOpened({}, history, 2).reason).toBe("Fever");
  });
});
