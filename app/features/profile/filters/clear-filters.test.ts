import { expect, test } from "vitest";
import { linkSource, RANGE } from "../testing/link-source";
import { clearHrefOf } from "./clear-filters";

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
