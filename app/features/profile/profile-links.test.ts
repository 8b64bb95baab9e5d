import { describe, expect, test } from "vitest";
import { linkSource, RANGE } from "./testing/link-source";
import {
  carriedFilters,
  childHref,
  ownHref,
  clearHrefOf,
} from "./profile-links";

describe("a link to this page", () => {
  test("keeps filters and frailty while it changes the sort", () => {
    const view = linkSource({
      level: "physician",
      id: 99,
      filters: { ...RANGE, facilityId: 12 },
      carried: { isnp: true },
      sort: { column: "name", direction: "asc" },
      frailtyFilter: "high",
    });
    expect(ownHref(view, { sort: "days_care", dir: "desc" })).toBe(
      "/physician-profile/99?facility-id=12&isnp=true&sort=days_care&dir=desc&frailty=high",
    );
  });

  test("keeps how the graphs are shown, and drops what is taken away of it", () => {
    const view = linkSource({
      monthly: ["rth_30"],
      hasLongGraph: true,
    });
    expect(ownHref(view)).toBe("/facility-profile/12?mom=rth_30&months=36");
    expect(ownHref(view, { months: null })).toBe(
      "/facility-profile/12?mom=rth_30",
    );
    expect(ownHref(linkSource(), { months: "36" })).toBe(
      "/facility-profile/12?months=36",
    );
  });

  test("drops the parameter that is taken away", () => {
    const view = linkSource({ frailtyFilter: "low" });
    expect(ownHref(view, { frailty: null })).toBe("/facility-profile/12");
  });
});

describe("a link to a child", () => {
  test("keeps the dates, and has no facility elsewhere", () => {
    const view = linkSource({
      level: "company",
      id: 0,
      carried: { startDate: "2026-01-01", endDate: "2026-02-01" },
    });
    expect(childHref(view, "division", 3)).toBe(
      "/division-profile/3?startDate=2026-01-01&endDate=2026-02-01",
    );
  });
});

describe("the filters that links carry", () => {
  test("are those that the URL names, as they were accepted", () => {
    const search = new URLSearchParams("startDate=2030-01-01&isnp=perhaps");
    expect(carriedFilters(search, RANGE)).toEqual(RANGE);
  });

  test("are none where the URL names none", () => {
    expect(carriedFilters(new URLSearchParams("sort=name"), RANGE)).toEqual({});
  });
});

test("a page without filters has nothing to clear, in whatever order its list is", () => {
  const sort = { column: "name", direction: "asc" } as const;
  expect(clearHrefOf(linkSource())).toBeNull();
  expect(clearHrefOf(linkSource({ sort, monthly: ["rth_30"] }))).toBeNull();
});

test("the range, the ISNP choice and a frailty band can be cleared", () => {
  const plain = "/facility-profile/12";
  expect(clearHrefOf(linkSource({ carried: RANGE }))).toBe(plain);
  expect(clearHrefOf(linkSource({ carried: { isnp: true } }))).toBe(plain);
  expect(clearHrefOf(linkSource({ frailtyFilter: "high" }))).toBe(plain);
});

test("clearing keeps the order and the graphs as they are", () => {
  const view = linkSource({
    level: "physician",
    id: 99,
    filters: { ...RANGE, facilityId: 12 },
    carried: RANGE,
    sort: { column: "name", direction: "asc" },
    frailtyFilter: "high",
    monthly: ["rth_30", "ed_30"],
    hasLongGraph: true,
  });
  expect(clearHrefOf(view)).toBe(
    "/physician-profile/99?sort=name&dir=asc&mom=rth_30,ed_30&months=36",
  );
});

test("the facility of stays without a physician is no filter, that of a physician is one", () => {
  const at = (id: number) =>
    linkSource({
      level: "physician",
      id,
      filters: { ...RANGE, facilityId: 12 },
    });
  expect(clearHrefOf(at(0))).toBeNull();
  expect(clearHrefOf({ ...at(0), frailtyFilter: "low" })).toBe(
    "/physician-profile/0?facility-id=12",
  );
  expect(clearHrefOf(at(99))).toBe("/physician-profile/99");
});
