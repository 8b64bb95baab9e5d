import { expect, it } from "vitest";
import { userChanges, type UserFacts } from "./form-words";
import { locationNames } from "./locations";

const FACILITIES = Array.from({ length: 20 }, (_, index) => ({
  facility_id: index + 1,
  facility_name: `F${index + 1}`,
  region_id: 11,
  region_name: "Coast",
  division_id: 1,
}));
const NAMES = locationNames({
  divisions: [{ division_id: 1, division_name: "East" }],
  regions: [{ region_id: 11, region_name: "Coast", division_id: 1 }],
  facilities: FACILITIES,
});
const BEFORE: UserFacts = {
  username: "ada",
  firstname: "Ada",
  lastname: "Lind",
  access_level: "facility",
  access_level_id: "1 2",
  isnp_only: false,
};
const changes = (now: Partial<UserFacts>, before: Partial<UserFacts> = {}) =>
  userChanges({ ...BEFORE, ...before }, { ...BEFORE, ...now }, NAMES);

it("tells each fact that is another one now", () => {
  expect(
    changes({
      username: "ada2",
      firstname: "Eda",
      lastname: "Lund",
      isnp_only: true,
    }),
  ).toEqual([
    "Username: ada → ada2",
    "First name: Ada → Eda",
    "Last name: Lind → Lund",
    "ISNP patients only: no → yes",
  ]);
});

it("names places", () => {
  expect(changes({ access_level: "region", access_level_id: "11" })).toEqual([
    "Access level: Facility → Region",
    "Location: F1, F2 → Coast",
  ]);
  expect(changes({ access_level_id: "2 77" })).toEqual([
    "Facility: F1, F2 → F2, INVALID FACILITY (ID: 77)",
  ]);
  expect(changes({ access_level_id: "2 1" })).toEqual([
    "The change cannot be shown here. It may be the password.",
  ]);
});

it("of many places tells those that came and went", () => {
  expect(changes({ access_level_id: "2 3 4 5 6" })).toEqual([
    "Facility: added F3, F4, F5, F6; removed F1",
  ]);
  const all = FACILITIES.map(({ facility_id }) => facility_id).join(" ");
  expect(changes({ access_level_id: "1" }, { access_level_id: all })).toEqual([
    "Facility: removed F2, F3, F4, F5, F6, F7, F8, F9, F10, F11 and 9 more",
  ]);
});
