import { describe, expect, test } from "vitest";
import {
  afterHoursQuery,
  filterNotes,
  isSameFilter,
  readAfterHoursFilters,
  type AfterHoursFilters,
  type FilteredNote,
} from "./filters";

const NOW = new Date("2026-06-15T16:00:00Z");

function read(query: string, isnpOnly = false) {
  return readAfterHoursFilters(new URLSearchParams(query), isnpOnly);
}

function written(query: string, isnpOnly = false): string {
  return decodeURIComponent(
    afterHoursQuery(new URLSearchParams(query), isnpOnly, NOW).toString(),
  );
}

describe("the filters of a query", () => {
  test.each(["hours=25", "hours=024", "hours=", "highRisk=1", "isnp=yes"])(
    "are the defaults where it is odd: %s",
    (query) => {
      expect(read(query)).toEqual({ hours: 24, highRisk: false, isnp: false });
    },
  );
});

describe("the query of what is shown", () => {
  test("says the days that it shows now, not those of an old link", () => {
    expect(written("hours=24&startDate=2020-01-01&endDate=2020-01-02")).toBe(
      "hours=24&isnp=false&startDate=2026-06-14&endDate=2026-06-15",
    );
  });

  test("has nothing for the page as it opens, and keeps what is not its own", () => {
    expect(written("sort=patient&dir=asc&startDate=2020-01-01")).toBe(
      "sort=patient&dir=asc",
    );
    expect(written("isnp=true&sort=patient&help=open")).toBe(
      "hours=24&isnp=true&startDate=2026-06-14&endDate=2026-06-15&sort=patient&help=open",
    );
  });

  test("is the same in another order, and another with another value", () => {
    const same = (one: string, other: string) =>
      isSameFilter(new URLSearchParams(one), new URLSearchParams(other));
    expect(same("hours=24&isnp=true&sort=x", "isnp=true&hours=24")).toBe(true);
    expect(same("hours=24&region=", "hours=24")).toBe(true);
    expect(same("hours=24", "hours=48")).toBe(false);
    expect(same("isnp=true", "isnp=true&isnp=true")).toBe(false);
  });
});

describe("the notes that are kept", () => {
  const HOUR_MS = 3_600_000;
  const note = (
    name: string,
    ago: number | null,
    changes: Partial<FilteredNote> = {},
  ) => ({
    name,
    time:
      ago === null
        ? null
        : { at: new Date(NOW.getTime() - ago * HOUR_MS), isCertain: true },
    highRisk: false,
    isnp: false,
    facilityId: 1,
    ...changes,
  });
  const NOTES = [
    note("new", 1),
    note("risky", 24, { highRisk: true }),
    note("isnp", 30, { isnp: true }),
    note("elsewhere", 50, { facilityId: 2 }),
    note("nowhere", 72, { facilityId: null, highRisk: true }),
    note("old", 73, { highRisk: true, isnp: true }),
    note("timeless", null),
  ];
  const kept = (changes: Partial<AfterHoursFilters>) => {
    const { shown, ...counts } = filterNotes(
      NOTES,
      {
        hours: 24,
        highRisk: false,
        isnp: false,
        facilityIds: null,
        ...changes,
      },
      NOW,
    );
    return {
      shown: shown.map(({ name }) => name).join(" "),
      counts: [
        counts.inLookback,
        counts.atLongest.length,
        counts.recent.length,
      ],
    };
  };

  test("keep a risk that nobody can tell, and leave out an ISNP choice that nobody can", () => {
    const doubtful = note("doubtful", 1, { highRisk: null, isnp: null });
    const keptBy = (changes: Partial<AfterHoursFilters>) => {
      const open = { highRisk: false, isnp: false, facilityIds: null };
      const filters = { hours: 24 as const, ...open, ...changes };
      return filterNotes([doubtful], filters, NOW).shown.length;
    };
    expect([keptBy({ highRisk: true }), keptBy({ isnp: true })]).toEqual([
      1, 0,
    ]);
  });

  test("are those of the lookback, with what has no time", () => {
    expect(kept({})).toEqual({
      shown: "new risky timeless",
      counts: [3, 6, 6],
    });
    expect(kept({ hours: 48 }).shown).toBe("new risky isnp timeless");
    expect(kept({ hours: 72 }).shown).toBe(
      "new risky isnp elsewhere nowhere timeless",
    );
  });

  test("are those of high risk, of ISNP patients, and of the facilities that are chosen", () => {
    expect(kept({ hours: 72, highRisk: true })).toEqual({
      shown: "risky nowhere",
      counts: [6, 2, 6],
    });
    expect(kept({ isnp: true })).toEqual({ shown: "", counts: [3, 1, 6] });
    expect(kept({ hours: 72, facilityIds: new Set([2]) }).shown).toBe(
      "elsewhere",
    );
  });
});
