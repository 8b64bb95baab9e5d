import { describe, expect, it } from "vitest";
import type { PatientHistory } from "../totals/patient-histories";
import { packHistory, PackedHistory } from "./history-format";
import { historyAfter, PhysiciansChange } from "./physicians-change";

const A = { company: 0, division: 1, region: 2, facility: 3 };
const B = { ...A, facility: 4 };

function patient(
  id: number,
  {
    npi = 7,
    at = A,
    admitted_on = 100,
    events = [110],
  }: Partial<{
    npi: number | null;
    at: typeof A;
    admitted_on: number;
    events: number[];
  }> = {},
): PatientHistory {
  const whose = { patient_id: id, npi, at, isnp: 0 } as const;
  return {
    band: "low",
    stays: [
      {
        ...whose,
        admitted_on,
        days_end: 120,
        admitted_from: "hospital",
        long_stay_from: 200,
        rth: 0,
        ed: 0,
      },
    ],
    events: events.map((day) => ({
      ...whose,
      transferred_on: day,
      outcome: "inpatient",
      planned: 0,
    })),
  };
}

/** The histories of all physicians after some changes, one change after the other. */
function after(
  ...changes: (readonly [PatientHistory[], PatientHistory[]])[]
): Map<string, Buffer> {
  const stored = new Map<string, Buffer>();
  for (const [gone, come] of changes) {
    const change = new PhysiciansChange();
    for (const history of gone) change.add(history, -1);
    for (const history of come) change.add(history);
    for (const one of change.all()) {
      const key = `${one.facility_id} ${one.npi}`;
      const before = stored.get(key);
      const parts = historyAfter(
        before ? new PackedHistory(before) : null,
        one,
      );
      if (parts.stays.length === 0) stored.delete(key);
      else stored.set(key, packHistory(parts.stays, parts.events));
    }
  }
  return stored;
}

describe("a change of physicians' histories", () => {
  it("gives the same bytes as all that is there in the end, in whatever order it came", () => {
    const first = patient(1);
    const second = patient(2, { events: [110, 110, 115] });
    const moved = patient(1, { at: B });
    const changes = after(
      [[], [second]],
      [[], [first, patient(3)]],
      [[first], [moved]],
    );
    expect(changes).toEqual(after([[], [patient(3), moved, second]]));
  });

  it("takes out of events that are alike as many as go", () => {
    const twice = patient(1, { events: [110, 110] });
    const other = patient(2);
    expect(after([[], [twice, other]], [[twice], [patient(1)]])).toEqual(
      after([[], [patient(1), other]]),
    );
  });

  it("leaves nothing of a physician whose last stay goes to another, or to none", () => {
    expect([
      ...after([[], [patient(1)]], [[patient(1)], [patient(1, { npi: null })]]),
    ]).toEqual([...after([[], [patient(1, { npi: null })]])]);
    expect(after([[], [patient(1)]], [[patient(1)], []]).size).toBe(0);
  });

  it("keeps the other stays of a patient apart by facility", () => {
    const here = patient(1);
    const there = patient(1, { at: B, admitted_on: 130 });
    const both = {
      ...here,
      stays: [...here.stays, ...there.stays],
      events: [...here.events, ...there.events],
    };
    expect(after([[], [both]], [[both], [there]])).toEqual(
      after([[], [there]]),
    );
  });
});
