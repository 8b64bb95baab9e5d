import { expect, test } from "vitest";
import { landingPageFor, type Landing } from "./landing";
import type { AccessLevel } from "./ranks";

function landingOf(accessLevel: AccessLevel, accessLevelIds: number[]) {
  return landingPageFor({ accessLevel, accessLevelIds, isnpOnly: false });
}

const CASES: [AccessLevel, number[], Landing][] = [
  ["account_manager", [0], { page: "users" }],
  ["company", [0], { page: "company" }],
  ["admin", [], { page: "company" }],
  ["division", [3], { page: "profile", level: "division", id: 3 }],
  ["region", [8], { page: "profile", level: "region", id: 8 }],
  ["facility", [40], { page: "profile", level: "facility", id: 40 }],
  [
    "physician",
    [1234567890],
    { page: "profile", level: "physician", id: 1234567890 },
  ],
  ["facility", [40, 41], { page: "logo" }],
  ["facility", [40, 40], { page: "profile", level: "facility", id: 40 }],
  ["region", [], { page: "logo" }],
];

test.each(CASES)("%s with ids %j lands at %j", (level, ids, landing) => {
  expect(landingOf(level, ids)).toEqual(landing);
});
