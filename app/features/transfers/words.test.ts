import { expect, test } from "vitest";
import {
  blockText,
  groupLabel,
  groupTitle,
  outcomeText,
  ofCausedText,
  ofReviewsText,
  shareText,
  smallShareNote,
} from "./words";

test.each([
  ["outcome", "planned", "Planned hospital stay"],
  ["outcome", "transport", "transport"],
  ["weekday", "0", "Monday"],
  ["weekday", "6", "Sunday"],
  ["hour", "0", "12:00 AM–04:00 AM"],
  ["hour", "2", "08:00 AM–12:00 PM"],
  ["hour", "3", "12:00 PM–04:00 PM"],
  ["hour", "5", "08:00 PM–12:00 AM"],
  ["hour", "not-known", "Not known"],
  ["hour", "6", "6"],
  ["hour", "dawn", "dawn"],
  ["weekday_hour", "0-2", "Monday, 08:00 AM–12:00 PM"],
  ["weekday_hour", "6-not-known", "Sunday, hour not known"],
  ["weekday_hour", "7-0", "7-0"],
  ["shift", "day", "Day, 07:00 AM–03:00 PM"],
  ["shift", "night", "Night, 11:00 PM–07:00 AM"],
  ["shift", "not-known", "Not known"],
  ["diagnosis", "Sepsis", "Sepsis"],
  ["since_admission", "over-30", "Over 30 days"],
  ["since_admission", "not-known", "After discharge"],
  ["physician", "1003000101", "NPI 1003000101"],
  ["physician", "not-known", "None"],
  ["hospital", "Fictional General", "Fictional General"],
  ["avoidable", "unsure", "Unsure"],
  ["cause", "added-3", "added-3"],
] as const)("the group of %s %s is called %s", (by, key, label) => {
  expect(groupLabel(by, { key })).toBe(label);
});

test("the axis of hours gives each block its range, which wraps after the dash alone", () => {
  expect([2, 5].map(blockText)).toEqual([
    "8\u{a0}AM–12\u{a0}PM",
    "8\u{a0}PM–12\u{a0}AM",
  ]);
});

test("the title of a group is its grouping with its name, a question with its answer", () => {
  expect(groupTitle("weekday", "Saturday")).toBe("Day of the week: Saturday");
  expect(groupTitle("avoidable", "Yes")).toBe(
    "Could it have been avoided? Yes",
  );
});

test("a physician is called by name where it is known", () => {
  expect(groupLabel("physician", { key: "1", name: "Ames, Ada" })).toBe(
    "Ames, Ada",
  );
});

test("shares are marked where there are fewer than 20 transfers", () => {
  expect(shareText(1, 19)).toBe("* 5%");
  expect(smallShareNote(19)).toContain("fewer than 20");
  expect(shareText(1, 20)).toBe("5%");
  expect(smallShareNote(20)).toBeNull();
});

test("a share that is not nothing does not read as nothing", () => {
  expect(shareText(1, 1_000)).toBe("<1%");
  expect(shareText(0, 1_000)).toBe("0%");
});

test("the outcome says what is planned, and what is assumed", () => {
  const of = (outcome: string | null, planned: boolean, assumed: boolean) =>
    outcomeText({ outcome, planned, assumed });
  expect(of("inpatient", true, false)).toBe("Inpatient, planned");
  expect(of("ed_only", false, true)).toBe("ED visit, assumed");
  expect(of(null, false, false)).toBe("Unknown");
});

test("a share of reviews says of how many it is, and how many are not", () => {
  expect(ofReviewsText(12, 18)).toBe("12 of 18 unplanned transfers reviewed");
  expect(ofReviewsText(1, 2)).toBe("1 of 2 unplanned transfers reviewed");
  expect(ofReviewsText(1, 1)).toBe("1 of 1 unplanned transfer reviewed");
});

test("the one share of causes says what it is of", () => {
  expect(ofCausedText(1)).toBe(
    "Share: of the 1 transfer with a reviewed cause.",
  );
});
