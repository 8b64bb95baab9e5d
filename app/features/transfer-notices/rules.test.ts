import { expect, test } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import {
  daysOfMonth,
  dueOn,
  dueParts,
  entriesOf,
  monthAsked,
  NOTICE_PARTS,
  noticeProblems,
  type NoticeEntries,
} from "./rules";

const day = epochDayOf;
const EMERGENCY = { planned: false, transferred_on: day("2026-11-30") };
const PLANNED = { planned: true, transferred_on: day("2026-11-30") };
const NOTHING = entriesOf({});
const GIVEN = entriesOf({
  notice_on: "2026-11-30",
  notice_to: "both",
  notice_by: "A. Reed, RN",
});

test("a planned transfer needs all on its day, an emergency notice and bed hold the day after, and its copy with the month's list", () => {
  const daysOf = (transfer: typeof PLANNED) =>
    NOTICE_PARTS.map((part) => dueOn(part, transfer));
  expect(daysOf(PLANNED)).toEqual(Array(3).fill(day("2026-11-30")));
  const dayAfter = day("2026-12-01");
  expect(daysOf(EMERGENCY)).toEqual([dayAfter, dayAfter, dayAfter]);
  const early = { planned: false, transferred_on: day("2026-11-01") };
  expect(daysOf(early)[2]).toBe(day("2026-12-01"));
});

test("a part is due from its day on, until it is recorded", () => {
  const transfer = { planned: false, transferred_on: day("2026-12-31") };
  const on = (today: string, entries: Partial<NoticeEntries> = {}) =>
    dueParts(entriesOf(entries), transfer, day(today));
  expect(on("2026-12-31")).toEqual([]);
  expect(on("2027-01-01")).toEqual([...NOTICE_PARTS]);
  const rest = { notice_on: "2026-12-31", ombudsman_on: "2027-01-01" };
  expect(on("2027-01-01", rest)).toEqual(["bed_hold_on"]);
});

test.each<[string, Partial<NoticeEntries>, typeof PLANNED, string[]]>([
  ["nothing", {}, EMERGENCY, []],
  ["a whole notice", GIVEN, EMERGENCY, []],
  ["today", { bed_hold_on: "2026-12-10" }, EMERGENCY, []],
  ["tomorrow", { bed_hold_on: "2026-12-11" }, EMERGENCY, ["bed_hold_on"]],
  ["an earlier day", { bed_hold_on: "2026-11-29" }, EMERGENCY, ["bed_hold_on"]],
  ["60 days before", { ombudsman_on: "2026-10-01" }, PLANNED, []],
  ["61 days before", { ombudsman_on: "2026-09-30" }, PLANNED, ["ombudsman_on"]],
  ["no day", { ombudsman_on: "2026-02-30" }, PLANNED, ["ombudsman_on"]],
  ["a day", { notice_on: "2026-11-30" }, PLANNED, ["notice_to", "notice_by"]],
  [
    "a name alone",
    { notice_by: "A. Reed" },
    PLANNED,
    ["notice_on", "notice_to"],
  ],
  ["a neighbour", { ...GIVEN, notice_to: "them" }, PLANNED, ["notice_to"]],
  ["120 letters", { ...GIVEN, notice_by: "a".repeat(120) }, PLANNED, []],
  ["121", { ...GIVEN, notice_by: "a".repeat(121) }, PLANNED, ["notice_by"]],
  ["two lines", { ...GIVEN, notice_by: "A.\nReed" }, PLANNED, ["notice_by"]],
])("%s is judged by the transfer and today", (_, wanted, transfer, fields) => {
  const problems = noticeProblems(
    entriesOf(wanted),
    NOTHING,
    transfer,
    day("2026-12-10"),
  );
  expect(problems.map(({ field }) => field)).toEqual(fields);
});

test("what was wrong before somebody wrote is not theirs to mend", () => {
  const before = entriesOf({ ...GIVEN, notice_by: "" });
  const problems = (wanted: NoticeEntries) =>
    noticeProblems(wanted, before, EMERGENCY, day("2026-12-10"));
  expect(problems({ ...before, bed_hold_on: "2026-12-01" })).toEqual([]);
  expect(problems({ ...before, bed_hold_on: "2026-12-11" })).toHaveLength(1);
});

test("a month is not later than the present one, and has its days", () => {
  const today = day("2026-11-30");
  expect(monthAsked("2026-10", today)).toBe("2026-10");
  for (const text of ["2026-12", "2026-13", "2026-1", "2026-11-01", ""])
    expect(monthAsked(text, today)).toBe("2026-11");
  const days = { from: day("2028-02-01"), to: day("2028-02-29") };
  expect(daysOfMonth("2028-02")).toEqual(days);
});
