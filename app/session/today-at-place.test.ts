import { expect, it, vi } from "vitest";
import type { Organization } from "~/contract/organization";
import { todayAtPlace } from "./today-at-place.server";

const FACILITY = {
  facility_name: "Elm House",
  ...{ region_id: 1, region_name: "Coast", division_id: 1 },
  ...{ overall: null, health_inspection: null, qm: null, staffing: null },
  cms_file: null,
};

const organization = async (): Promise<Organization> => ({
  divisions: [],
  regions: [],
  facilities: [
    { ...FACILITY, facility_id: 1, time_zone: "Pacific/Honolulu" },
    { ...FACILITY, facility_id: 2, time_zone: "America/Puerto_Rico" },
    { ...FACILITY, facility_id: 3 },
  ],
});

it.each([
  // 23:30 and 02:00 in New York.
  ["2026-12-16T04:30:00Z", ["15", "16", "15", "15"]],
  ["2026-12-16T07:00:00Z", ["15", "16", "16", "16"]],
])(
  "takes a facility's own day at %s, and New York's elsewhere",
  async (at, days) => {
    vi.useFakeTimers({ now: new Date(at) });
    const found = await Promise.all([
      ...[1, 2, 3].map((id) => todayAtPlace({ organization }, "facility", id)),
      todayAtPlace({ organization }, "region", 1),
    ]);
    expect(found).toEqual(days.map((day) => `2026-12-${day}`));
  },
);
