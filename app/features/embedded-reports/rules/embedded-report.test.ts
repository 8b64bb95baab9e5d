import { describe, expect, it } from "vitest";
import { embedFilters, tokenRefreshMs } from "./embedded-report";

const NOW = new Date("2026-06-30T12:00:00Z");
const MINUTE = 60_000;

describe("the filters that a report opens with", () => {
  it.each([
    ["facility", [101, 102], [101]],
    ["region", [11], [11]],
    ["division", [1], [1]],
  ] as const)("keep a %s to its first id", (accessLevel, ids, values) => {
    const viewer = { accessLevel, accessLevelIds: ids, isnpOnly: false };
    expect(embedFilters(viewer)).toEqual([
      { table: "Organization", column: `${accessLevel}_id`, values },
    ]);
  });

  it("are none for the company and the admin, whose id stands for everything", () => {
    for (const accessLevel of ["company", "admin"] as const) {
      const viewer = { accessLevel, accessLevelIds: [0], isnpOnly: false };
      expect(embedFilters(viewer)).toEqual([]);
    }
  });

  it("keep an ISNP-only viewer to ISNP patients as well", () => {
    expect(
      embedFilters({
        accessLevel: "company",
        accessLevelIds: [0],
        isnpOnly: true,
      }),
    ).toEqual([{ table: "Residents", column: "isnp", values: [true] }]);
  });
});

describe("a token is replaced", () => {
  it.each([
    ["five minutes before its end", "2026-06-30T13:00:00Z", 55],
    ["by the instant, whatever its zone", "2026-06-30T15:00:00+02:00", 55],
    ["45 minutes on where its end is not told", null, 45],
    ["45 minutes on where its end is no instant", "soon", 45],
    ["in a minute where it ends at once", "2026-06-30T12:01:00Z", 1],
    ["in a minute where a clock is wrong", "2020-01-01T00:00:00Z", 1],
    ["twice a day at least", "2036-06-30T12:00:00Z", 12 * 60],
  ])("%s", (_, expiration, minutes) => {
    expect(tokenRefreshMs(expiration, NOW)).toBe(minutes * MINUTE);
  });
});
