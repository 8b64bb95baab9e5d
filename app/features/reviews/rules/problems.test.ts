import { describe, expect, test } from "vitest";
import { answersOf, type ReviewAnswers } from "./answers";
import {
  amendmentProblem,
  answerProblems,
  causeProblem,
  LONGEST_CAUSE,
  LONGEST_LINE,
  LONGEST_TEXT,
  missingAnswers,
} from "./problems";

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
