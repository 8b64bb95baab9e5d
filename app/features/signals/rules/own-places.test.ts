import { expect, test } from "vitest";
import type { AccessLevel } from "~/domain/access/ranks";
import { ownPlacesOf } from "./own-places";

function places(accessLevel: AccessLevel, accessLevelIds: number[]) {
  return ownPlacesOf({ accessLevel, accessLevelIds, isnpOnly: false });
}

test("each level has its own places, once each", () => {
  expect(places("facility", [101, 102, 101])).toEqual([
    { level: "facility", id: 101 },
    { level: "facility", id: 102 },
  ]);
  expect(places("physician", [0, 7001])).toEqual([
    { level: "physician", id: 7001 },
  ]);
  const company = [{ level: "company", id: 0 }];
  expect([places("company", [0]), places("admin", [0])]).toEqual([
    company,
    company,
  ]);
  expect(places("account_manager", [0])).toEqual([]);
});

test("a line is read of a hundred at most", () => {
  const many = Array.from({ length: 150 }, (_, at) => at + 1);
  expect(places("region", many)).toHaveLength(100);
});
