import { expect, test } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import { isOrdered, ORDERED, packFacts } from "./packed-facts";
import { FactTally } from "./transfer-tallies";

const FRIDAY = epochDayOf("2026-06-12");
const TRANSFER = {
  day: FRIDAY,
  minuteOfDay: 419 as number | null,
  outcome: "inpatient" as const,
};
const since = (days: number) =>
  ({ admitted_on: FRIDAY - days, isnp: 0 }) as const;

/** The group of a transfer by each grouping with an order. */
function groupsOf(...packed: Parameters<typeof packFacts>) {
  const texts = {
    ...{ physician: null, hospital: null, unit: null },
    ...{ reason: null, diagnosis: null },
  };
  const facts = String(packFacts(...packed));
  const tally = new FactTally({ facility: 1, facts, ...texts });
  return Object.fromEntries(
    Object.keys(ORDERED)
      .filter(isOrdered)
      .map((by) => {
        const counted = [...tally.of(by)].filter(([, sum]) => sum > 0);
        return [by, counted.map(([key]) => key).join()];
      }),
  );
}

test("a transfer is packed into one number, and counted by its digits", () => {
  expect(groupsOf(TRANSFER, 0, since(2))).toEqual({
    outcome: "inpatient",
    since_admission: "0-2",
    weekday: "4",
    hour: "1",
    weekday_hour: "4-1",
    shift: "night",
  });
  const visit = { ...TRANSFER, minuteOfDay: null, outcome: "ed_only" } as const;
  expect(groupsOf(visit, 1, undefined)).toEqual({
    outcome: "ed_only",
    since_admission: "not-known",
    weekday: "4",
    hour: "not-known",
    weekday_hour: "4-not-known",
    shift: "not-known",
  });
});

test.each([
  [-1, "0-2"],
  [3, "3-7"],
  [30, "15-30"],
  [31, "over-30"],
  [900, "over-30"],
])("day %i since admission is in the band %s", (days, band) => {
  const groups = groupsOf(TRANSFER, 1, since(days));
  expect(groups).toMatchObject({ since_admission: band, outcome: "planned" });
});
