import { describe, expect, it } from "vitest";
import type { StayFacts } from "~/domain/residents/resident-facts";
import { elsewhereText, reasonTexts, reportedText } from "./words";
import { stay, transfer } from "./testing/facts";
import {
  type MergedTransfer,
  mergeTransfers,
  transferFigures,
} from "./transfers";

/** Days are those since 01/01/1970. */
function textsOf(
  one: MergedTransfer,
  stays: readonly StayFacts[],
  others: readonly MergedTransfer[] = [],
): string[] {
  return reasonTexts(transferFigures(one, stays, [one, ...others]));
}

const RTH = { returned: { rth: true, ed: false } };
const ED = { returned: { rth: false, ed: true } };

describe("why a figure counts a transfer", () => {
  it.each([
    [100, "on the day of admission on 04/11/1970"],
    [101, "1 day after admission on 04/11/1970"],
    [130, "30 days after admission on 04/11/1970"],
  ])("is in RTH%% that it followed an admission: day %i", (day, why) => {
    const event = transfer(day, { stayId: 100 });
    const texts = textsOf(event, [stay(100, null, RTH)]);
    expect(texts).toContain(`Counts in RTH%: ${why}`);
  });

  it("is no admission of its own day that it does not belong to", () => {
    const left = transfer(110, { stayId: 100 });
    const back = stay(110, null, RTH);
    expect(textsOf(left, [stay(100, 110, RTH), back])[0]).toBe(
      "Counts in RTH%: 10 days after admission on 04/11/1970",
    );
    expect(textsOf(left, [back])[0]).toBe(
      "Not in RTH%: no stay before it began from hospital",
    );
  });

  it("is in ED% the same, planned or not", () => {
    const visit = transfer(110, { outcome: "ed_only", planned: true });
    expect(textsOf(visit, [stay(100, null, ED)])).toEqual([
      "Counts in ED%: 10 days after admission on 04/11/1970",
      "Not in ED/1000: not in a stay on that day",
    ]);
  });

  it("is each admission that it followed", () => {
    const both = [stay(100, 105, RTH), stay(108, null, RTH)];
    expect(textsOf(transfer(110), both).slice(0, 2)).toEqual([
      "Counts in RTH%: 2 days after admission on 04/19/1970",
      "Counts in RTH%: 10 days after admission on 04/11/1970",
    ]);
  });

  it("is in long-stay rates since when they are long-stay, by kind", () => {
    const held = [stay(100, null)];
    const late = { stayId: 100, isLongStay: true };
    const since = "long-stay since 07/20/1970";
    expect(textsOf(transfer(300, late), held)[1]).toBe(
      `Counts in H/1000 and ADM/1000: ${since}`,
    );
    const kept = transfer(300, { ...late, outcome: "observation" });
    expect(textsOf(kept, held)[1]).toBe(`Counts in H/1000: ${since}`);
    const visit = transfer(300, { ...late, outcome: "ed_only" });
    expect(textsOf(visit, held)[1]).toBe(`Counts in ED/1000: ${since}`);
  });

  it("is long-stay status of the stay before, after a trip to hospital", () => {
    const stays = [
      stay(100, 250),
      stay(256, null, { longStayFrom: 256 }),
      // Another facility, and one so long ago that the count began again.
      stay(90, 99, { facilityId: 2, longStayFrom: 90 }),
      stay(10, 60, { longStayFrom: 10 }),
    ];
    const late = transfer(300, { stayId: 256, isLongStay: true });
    expect(textsOf(late, stays)[1]).toContain("long-stay since 07/20/1970");
  });
});

describe("why a figure does not count a transfer", () => {
  it("is that the facility's data do not reach it", () => {
    const why =
      "Not counted: the facility's data for that day are not complete yet";
    const held = [stay(100, null, RTH)];
    expect(textsOf(transfer(110, { dataThrough: 109 }), held)).toEqual([why]);
    expect(textsOf(transfer(110, { dataThrough: null }), held)).toEqual([why]);
    expect(textsOf(transfer(110, { dataThrough: 110 }), held)).not.toContain(
      why,
    );
  });

  it("is that it was planned", () => {
    expect(
      textsOf(transfer(110, { planned: true }), [stay(100, null)]),
    ).toEqual(["Not counted: planned"]);
  });

  it("is that the admission is counted already, seen or not", () => {
    const first = transfer(105);
    expect(textsOf(transfer(110), [stay(100, null, RTH)], [first])[0]).toBe(
      "Not in RTH%: the admission of 04/11/1970 is counted already, by the transfer of 04/16/1970",
    );
    const rth = { day: 105, outcome: "inpatient", facilityName: null } as const;
    const hidden = { returnedElsewhere: { rth, ed: null } };
    expect(
      textsOf(transfer(110), [stay(100, null, { ...RTH, ...hidden })])[0],
    ).toContain("by the transfer of 04/16/1970 at another facility");
  });

  it("is that the admission lies beyond the data", () => {
    const late = stay(100, null, { ...RTH, dataThrough: 99 });
    expect(textsOf(transfer(110), [late])[0]).toBe(
      "Not in RTH%: the admission of 04/11/1970 is beyond the data that are complete",
    );
  });

  it("is that the 30 days after the admission are not over", () => {
    const admitted = (dataThrough: number) =>
      textsOf(transfer(110), [stay(100, null, { ...RTH, dataThrough })])[0];
    expect(admitted(129)).toBe(
      "Not yet in RTH%: the 30 days after the admission of 04/11/1970 are not over",
    );
    expect(admitted(130)).toBe(
      "Counts in RTH%: 10 days after admission on 04/11/1970",
    );
  });

  it("is that it came too late, or that nobody came from hospital", () => {
    expect(textsOf(transfer(131), [stay(100, null)])[0]).toBe(
      "Not in RTH%: 31 days after admission from hospital, more than 30",
    );
    const home = stay(100, null, { admittedFrom: "community" });
    expect(textsOf(transfer(110), [home, stay(111, null)])[0]).toBe(
      "Not in RTH%: no stay before it began from hospital",
    );
  });

  it("is that no stay holds its day, or that it is not long-stay yet", () => {
    const held = [stay(100, null, { admittedFrom: "other" })];
    expect(textsOf(transfer(110), held)[1]).toBe(
      "Not in H/1000 or ADM/1000: not in a stay on that day",
    );
    expect(textsOf(transfer(199, { stayId: 100 }), held)[1]).toBe(
      "Not in H/1000 or ADM/1000: not yet long-stay, only from 07/20/1970 on",
    );
  });

  // The hundredth day after the admission is day 200, 07/20/1970.
  it.each([
    ["before that day", 199, ""],
    ["on that day", 200, ""],
    ["on the day after it", 201, ", only from 07/20/1970 on"],
    ["never", null, ", only from 07/20/1970 on"],
  ])(
    "tells when a stay became long-stay if it lasted so long: it ended %s",
    (_, end, from) => {
      const held = [stay(100, end, { admittedFrom: "other" })];
      expect(textsOf(transfer(198, { stayId: 100 }), held)[1]).toBe(
        `Not in H/1000 or ADM/1000: not yet long-stay${from}`,
      );
    },
  );

  it.each([
    [199, ", only from 07/20/1970 on"],
    [200, ""],
  ])("tells no day that is not after the transfer: day %i", (day, from) => {
    const held = [stay(100, null, { admittedFrom: "other" })];
    expect(textsOf(transfer(day, { stayId: 100 }), held)[1]).toBe(
      `Not in H/1000 or ADM/1000: not yet long-stay${from}`,
    );
  });
});

it("an admission says what happened elsewhere, and where, if that may be said", () => {
  const by = { kind: "elsewhere", day: 112, outcome: "inpatient" } as const;
  const text = (facilityName: string | null, dischargedOn: number | null) =>
    elsewhereText("rth", stay(100, dischargedOn), { ...by, facilityName });
  expect(text(null, 112)).toBe(
    "Counts in RTH%: a transfer at another facility on 04/23/1970, 12 days after admission",
  );
  expect(text("Oak House", null)).toContain("a transfer at Oak House on");
  expect(text("Oak House", 111)).toContain(
    "a transfer after discharge at Oak House on",
  );
});

it("a transfer says how often it was told", () => {
  expect([1, 2, 3].map(reportedText)).toEqual([
    null,
    "Reported twice, counted once",
    "Reported 3 times, counted once",
  ]);
});

it("tells of a transfer what any of its rows tells", () => {
  const rows = [
    transfer(10, { id: 3, planned: true, hospital: "Mercy", isLongStay: true }),
    transfer(10, { id: 5, outcome: "ed_only", reason: "Fall" }),
    transfer(11, { id: 7 }),
  ];
  expect(mergeTransfers(rows)).toMatchObject([
    {
      id: 3,
      rowCount: 2,
      outcome: "inpatient",
      planned: false,
      hospital: "Mercy",
      reason: "Fall",
      isLongStay: true,
    },
    { id: 7, rowCount: 1 },
  ]);
});

it("takes the outcome of a transfer for assumed where all rows of that outcome do", () => {
  const assumed = transfer(10, { id: 1, isAssumed: true });
  const known = transfer(10, { id: 2 });
  const visit = transfer(10, { id: 3, outcome: "ed_only" });
  expect(mergeTransfers([assumed, visit])[0]?.isAssumed).toBe(true);
  expect(mergeTransfers([assumed, known])[0]?.isAssumed).toBe(false);
});
