import { expect, it } from "vitest";
import { groupChanges } from "./group-changes";

const BEFORE = {
  name: "Nurses",
  label: "",
  access_level: "facility",
  access_level_id: "101",
  isnp_only: false,
} as const;

it("tells each fact that is another one now", () => {
  const now = {
    name: "Carers",
    label: "Care",
    access_level: "region",
    access_level_id: "11",
    isnp_only: true,
  } as const;
  expect(groupChanges(BEFORE, now, null)).toEqual([
    "Group: Nurses → Carers",
    "Label: none → Care",
    "Access level: Facility → Region",
    "Location: Facility 101 → Region 11",
    "ISNP patients only: no → yes",
  ]);
});

it("says so where nothing of it can be seen", () => {
  expect(groupChanges(BEFORE, { ...BEFORE }, null)).toEqual([
    "The change cannot be shown here.",
  ]);
});
