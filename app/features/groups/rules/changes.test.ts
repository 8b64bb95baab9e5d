import { expect, it } from "vitest";
import { groupChanges } from "./changes";

const BEFORE = {
  name: "Nurses",
  label: "",
  accessLevel: "facility",
  ids: [101],
  isnpOnly: false,
} as const;

it("tells each fact that is another one now", () => {
  const now = {
    name: "Carers",
    label: "Care",
    accessLevel: "region",
    ids: [11],
    isnpOnly: true,
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
