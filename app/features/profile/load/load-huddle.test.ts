import { expect, test } from "vitest";
import type { TodayRow } from "~/features/today/rules/list";
import type { SignedIn } from "~/session/require-user.server";
import { listToday } from "~server/today/service";
import { loadHuddle } from "./load-huddle.server";

const TODAY = "2026-06-15";

/** Needs attention for a second transfer. */
function resident(last_name: string, more: Partial<TodayRow> = {}) {
  return {
    ...{ last_name, first_name: "Bo", unit: "1 North", facility_id: 4 },
    ...{ admitted_on: "2026-01-01", from_hospital: false },
    ...{ long_stay_from: "2026-04-11", frailty_score: 3 },
    ...{ hospitalizations_30: 2, ed_visits_30: 0, out_since: null },
    ...{ back_on: null, high_risk_note_on: null, ...more },
  };
}

function askerOf(data: unknown[]): SignedIn {
  return {
    ask: async (service: unknown) =>
      service === listToday
        ? { kind: "data", answer: { data, day: TODAY, facilities: [] } }
        : { kind: "empty" },
  } as unknown as SignedIn;
}

test("a huddle sheet leaves out residents with a high-risk note last, and names whom it leaves out", async () => {
  const data = [
    ...Array.from("ABCDEFGHIJKLM", (name) => resident(name)),
    resident("Z", {
      ...{ hospitalizations_30: 0, unit: "1 South" },
      high_risk_note_on: TODAY,
    }),
  ];
  const place = { level: "facility", id: 4 } as const;
  const huddle = await loadHuddle(askerOf(data), place, TODAY);
  const { count, units, more } = huddle?.attention ?? {};
  expect(count).toBe("14");
  expect(units?.map(({ name, rows }) => [name, rows.length])).toEqual([
    ["1 North", 11],
    ["1 South", 1],
  ]);
  expect(more).toBe("and 2 more: L, Bo (1 North) · M, Bo (1 North)");
});
