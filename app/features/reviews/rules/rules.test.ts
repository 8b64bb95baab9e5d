import { describe, expect, test } from "vitest";
import { ACCESS_LEVELS } from "~/domain/access/ranks";
import {
  REVIEW_ACTIONS,
  actionsIn,
  isOverdue,
  mayWriteReview,
  ownerKey,
  ownerKeysOf,
  stateAfter,
} from "./review-rules";
import { type ReviewAnswers, answerText, answersOf, causesIn } from "./answers";
import { REVIEW_CAUSES } from "./fields.data";
import {
  LONGEST_CAUSE,
  LONGEST_LINE,
  LONGEST_TEXT,
  amendmentProblem,
  answerProblems,
  causeProblem,
  missingAnswers,
} from "./problems";

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

test("an open one is overdue from the eighth day, as long as the list of work has it", () => {
  const after = (days: number) => isOverdue("open", 0, days, 7);
  expect([7, 8, 89, 90].map(after)).toEqual([false, true, true, false]);
  expect(isOverdue("reviewed", 0, 8, 7)).toBe(false);
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

test("answers are read in words", () => {
  const text = (
    name: "due_on" | "assessed" | "causes" | "tried",
    value: string,
  ) => answerText(name, value, REVIEW_CAUSES);
  expect(text("due_on", "2026-03-09")).toBe("03/09/2026");
  expect(text("assessed", "by_phone")).toBe("By phone or video");
  expect(text("causes", "fall gone")).toBe("A fall; gone");
  expect(text("tried", "Fluids")).toBe("Fluids");
  expect(text("causes", "")).toBe("");
});

test("an action is found by the name or username of its owner", () => {
  const keys = ownerKeysOf({
    username: "Areed",
    firstname: "Ada",
    lastname: "Reed",
  });
  for (const owner of ["areed", " ADA  reed ", "Reed, Ada"]) {
    expect(keys).toContain(ownerKey(owner));
  }
  expect(keys).not.toContain(ownerKey("Ada"));
  expect(keys).not.toContain(ownerKey(""));
});

test("there are twenty causes, each with an id and words of its own", () => {
  expect(REVIEW_CAUSES).toHaveLength(20);
  expect(new Set(REVIEW_CAUSES.map(({ id }) => id)).size).toBe(20);
  expect(new Set(REVIEW_CAUSES.map(({ text }) => text)).size).toBe(20);
});

test("a cause that is named twice is one", () => {
  expect(causesIn({ causes: "fall  infection fall" })).toEqual([
    "fall",
    "infection",
  ]);
});

const DAYS = { transferredOn: "2026-03-10", today: "2026-06-15" };
const KNOWN = new Set(["fall", "wound", "infection", "few_staff"]);

const wrongIn = (answers: Partial<ReviewAnswers>) =>
  answerProblems(answers, DAYS, KNOWN).map(({ field }) => field);

/** A field, answers that may be kept, and answers that may not. */
const LIMITS: [
  field: keyof ReviewAnswers,
  kept: string[],
  refused: string[],
][] = [
  [
    "noticed_by",
    ["x".repeat(LONGEST_LINE)],
    ["x".repeat(LONGEST_LINE + 1), "a\u0007b"],
  ],
  [
    "change",
    ["x".repeat(LONGEST_TEXT), "two\nlines"],
    ["x".repeat(LONGEST_TEXT + 1)],
  ],
  [
    "noticed_on",
    ["2026-03-10", "2026-01-09"],
    ["2026-03-11", "2026-01-08", "03/10/2026", "2026-02-30"],
  ],
  ["returned_on", ["2026-03-10", "2026-06-15"], ["2026-03-09", "2026-06-16"]],
  ["done_on", ["2026-03-10", "2026-06-15"], ["2026-03-09", "2026-06-16"]],
  ["due_on", ["2026-03-10", "2028-03-09"], ["2026-03-09", "2028-03-10"]],
  ["noticed_at", ["00:00", "23:59"], ["24:00", "7:30", "12:60"]],
  ["systolic", ["40", "300"], ["39", "301", "120.5", "-40", "x"]],
  ["diastolic", ["20", "200"], ["19", "201"]],
  ["pulse", ["20", "250"], ["19", "251"]],
  ["breaths", ["4", "80"], ["3", "81"]],
  ["temperature", ["85", "110", "98.6"], ["84.9", "110.1", "98.65"]],
  ["oxygen", ["50", "100"], ["49", "101"]],
  ["assessed", ["on_site", "not"], ["maybe"]],
  ["avoidable", ["yes", "no", "unsure"], ["Yes"]],
  [
    "causes",
    ["fall", "fall wound infection"],
    ["fall wound infection few_staff", "gremlins"],
  ],
];

describe("an answer", () => {
  test.each(LIMITS)(
    "of %s is kept within its limits and not beyond them",
    (field, kept, refused) => {
      expect(wrongIn({ [field]: "" })).toEqual([]);
      for (const value of kept) {
        expect([value, wrongIn({ [field]: value })]).toEqual([value, []]);
      }
      for (const value of refused) {
        expect([value, wrongIn({ [field]: value })]).toEqual([value, [field]]);
      }
    },
  );

  test("has the lower blood pressure below the upper one", () => {
    expect(wrongIn({ systolic: "120", diastolic: "119" })).toEqual([]);
    expect(wrongIn({ systolic: "120", diastolic: "120" })).toEqual([
      "diastolic",
    ]);
  });

  test("has no time without its day", () => {
    expect(wrongIn({ noticed_on: "", noticed_at: "07:30" })).toEqual([
      "noticed_at",
    ]);
    expect(wrongIn({ noticed_on: "2026-03-10", noticed_at: "07:30" })).toEqual(
      [],
    );
  });
});

describe("a draft", () => {
  const missingIn = (answers: Partial<ReviewAnswers>) =>
    missingAnswers(answersOf(answers)).map(({ field }) => field);

  test("counts as reviewed when it judges the transfer, and names causes of one that could have been avoided", () => {
    expect(missingIn({})).toEqual(["avoidable"]);
    expect(missingIn({ avoidable: "no" })).toEqual([]);
    expect(missingIn({ avoidable: "yes" })).toEqual(["causes"]);
    expect(missingIn({ avoidable: "yes", causes: "fall" })).toEqual([]);
  });

  test("says who does what by when, or nothing of it", () => {
    const judged = { avoidable: "no" };
    expect(missingIn({ ...judged, action: "Teach" })).toEqual([
      "owner",
      "due_on",
    ]);
    expect(missingIn({ ...judged, done_on: "2026-04-01" })).toEqual(["action"]);
    expect(
      missingIn({
        ...judged,
        action: "Teach",
        owner: "Ada",
        due_on: "2026-04-01",
      }),
    ).toEqual([]);
  });
});

test("an amendment says something, and not too much", () => {
  expect(amendmentProblem("")).toMatch(/^Enter/);
  expect(amendmentProblem("", true)).toBeNull();
  expect(amendmentProblem("x".repeat(LONGEST_TEXT + 1), true)).toMatch(/2000/);
  expect(amendmentProblem("x".repeat(LONGEST_TEXT))).toBeNull();
  expect(amendmentProblem("x".repeat(LONGEST_TEXT + 1))).toMatch(/2000/);
});

test("a cause says something that no other says", () => {
  expect(causeProblem("", [])).toMatch(/^Enter/);
  expect(causeProblem("A Fall", ["a fall"])).toMatch(/already/);
  expect(causeProblem("x".repeat(LONGEST_CAUSE), [])).toBeNull();
  expect(causeProblem("x".repeat(LONGEST_CAUSE + 1), [])).toMatch(/100/);
  expect(causeProblem("two\nlines", [])).toMatch(/invisible/);
});
