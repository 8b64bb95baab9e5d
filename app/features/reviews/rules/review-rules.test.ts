import { describe, expect, test } from "vitest";
import { ACCESS_LEVELS } from "~/domain/access/ranks";
import {
  actionsIn,
  mayWriteReview,
  REVIEW_ACTIONS,
  stateAfter,
} from "./review-rules";

test("each state allows its own actions", () => {
  const next = (["open", "reviewed", "signed"] as const).map((state) =>
    REVIEW_ACTIONS.map((action) => stateAfter(state, action)),
  );
  expect(next).toEqual([
    ["open", "reviewed", null, null],
    ["open", null, "signed", null],
    [null, null, null, "signed"],
  ]);
  expect(actionsIn("reviewed", 0)).toEqual(["save", "sign"]);
});

test("a reviewed one stays reviewed where it is only said that the action is done", () => {
  const after = (changed: string[]) => stateAfter("reviewed", "save", changed);
  expect(after(["done_on"])).toBe("reviewed");
  expect(after(["done_on", "action"])).toBe("open");
  expect(after(["due_on"])).toBe("open");
  expect(after([])).toBe("open");
  expect(stateAfter("open", "save", ["done_on"])).toBe("open");
  expect(stateAfter("signed", "save", ["done_on"])).toBeNull();
});

describe("who sees a transfer", () => {
  const writers = (
    isnpOnly: boolean,
    transfer: { npi: number | null; isnp: boolean },
  ) =>
    ACCESS_LEVELS.filter((accessLevel) =>
      mayWriteReview({ accessLevel, accessLevelIds: [7], isnpOnly }, transfer),
    );
  const ALL_BUT_MANAGERS = ACCESS_LEVELS.slice(0, -1);

  test("writes its review, but for account managers and physicians of others", () => {
    expect(writers(false, { npi: 7, isnp: false })).toEqual(ALL_BUT_MANAGERS);
    expect(writers(false, { npi: 8, isnp: false })).toEqual(
      ALL_BUT_MANAGERS.slice(1),
    );
    expect(writers(false, { npi: null, isnp: true })).toEqual(
      ALL_BUT_MANAGERS.slice(1),
    );
  });

  test("writes it of flagged stays alone where they see no others", () => {
    expect(writers(true, { npi: 7, isnp: true })).toEqual(ALL_BUT_MANAGERS);
    expect(writers(true, { npi: 7, isnp: false })).toEqual([]);
  });
});
