import { expect, test } from "vitest";
import type { LinkSource } from "../profile-links";
import { clearHrefOf } from "./clear-filters";

const RANGE = { startDate: "2026-01-01", endDate: "2026-02-01", isnp: false };

function source(more: Partial<LinkSource> = {}): LinkSource {
  return {
    level: "facility",
    id: 12,
    filters: RANGE,
    carried: {},
    sort: null,
    frailtyFilter: "all",
    monthly: [],
    hasLongGraph: false,
    layout: "page",
    ...more,
  };
}

test("a page without filters has nothing to clear, in whatever order its list is", () => {
  const sort = { column: "name", direction: "asc" } as const;
  expect(clearHrefOf(source())).toBeNull();
  expect(clearHrefOf(source({ sort, monthly: ["rth_30"] }))).toBeNull();
});

test("the range, the ISNP choice and a frailty band can be cleared", () => {
  const plain = "/facility-profile/12";
  expect(clearHrefOf(source({ carried: RANGE }))).toBe(plain);
  expect(clearHrefOf(source({ carried: { isnp: true } }))).toBe(plain);
  expect(clearHrefOf(source({ frailtyFilter: "high" }))).toBe(plain);
});

test("clearing keeps the order and the graphs as they are", () => {
  const view = source({
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
    source({ level: "physician", id, filters: { ...RANGE, facilityId: 12 } });
  expect(clearHrefOf(at(0))).toBeNull();
  expect(clearHrefOf({ ...at(0), frailtyFilter: "low" })).toBe(
    "/physician-profile/0?facility-id=12",
  );
  expect(clearHrefOf(at(99))).toBe("/physician-profile/99");
});
