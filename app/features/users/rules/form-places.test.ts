import { expect, it, test } from "vitest";
import type { LocationOptions } from "~/domain/places/location-choice";
import {
  placeGroups,
  placesHeld,
  placesOfLevel,
  settledPlaces,
  NO_PLACES,
} from "./form-places";

const OPTIONS: LocationOptions = {
  division: [
    { id: 1, name: "East" },
    { id: 2, name: "West" },
  ],
  region: [
    { id: 11, name: "Coast", division: 1 },
    { id: 12, name: "Hills", division: 1 },
    { id: 21, name: "Coast", division: 2 },
  ],
  facility: [
    { id: 101, name: "Elm", division: 1, region: 11 },
    { id: 102, name: "Oak", division: 1, region: 11 },
    { id: 103, name: "Fir", division: 1, region: 12 },
    { id: 201, name: "Ash", division: 2, region: 21 },
  ],
};

test.each([
  ["company", []],
  ["physician", []],
  ["", []],
  ["__proto__", []],
  ["division", ["division"]],
  ["region", ["division", "region"]],
  ["facility", ["division", "region", "facility"]],
])("the level '%s' needs %j", (level, places) => {
  expect(placesOfLevel(level)).toEqual(places);
});

it("finds what a user's places lie in, and keeps those that the organisation does not have", () => {
  const held = (
    accessLevel: "division" | "region" | "facility" | "company",
    ids: number[],
  ) => placesHeld({ accessLevel, ids }, OPTIONS);
  expect(held("facility", [103, 101, 77])).toEqual({
    division: [1],
    region: [11, 12],
    facility: [103, 101, 77],
  });
  expect(held("region", [21, 12])).toEqual({
    division: [1, 2],
    region: [21, 12],
    facility: [],
  });
  expect(held("division", [2])).toEqual({ ...NO_PLACES, division: [2] });
  expect(held("company", [0])).toEqual(NO_PLACES);
});

const CHOSEN = { division: [1], region: [11, 12], facility: [101, 103] };
const BASIS = { accessLevel: "facility", division: [1], region: [12, 11] };

it("keeps everything where nothing has changed above it, in whatever order", () => {
  expect(
    settledPlaces({ accessLevel: "facility", ...CHOSEN }, BASIS, OPTIONS),
  ).toEqual({ places: CHOSEN, cleared: [] });
});

it("clears facilities with another choice of regions", () => {
  expect(
    settledPlaces(
      { accessLevel: "facility", ...CHOSEN, region: [11] },
      BASIS,
      OPTIONS,
    ),
  ).toEqual({
    places: { ...CHOSEN, region: [11], facility: [] },
    cleared: ["facility"],
  });
});

it("says nothing of what was empty before", () => {
  expect(
    settledPlaces(
      { accessLevel: "facility", ...NO_PLACES, division: [2] },
      { accessLevel: "facility", division: [], region: [] },
      OPTIONS,
    ).cleared,
  ).toEqual([]);
});

it("drops what does not lie in what is chosen above it, and leaves what is unknown", () => {
  expect(
    settledPlaces(
      {
        accessLevel: "facility",
        division: [1],
        region: [11, 21],
        facility: [101, 103, 77],
      },
      { accessLevel: "facility", division: [1], region: [11, 21] },
      OPTIONS,
    ).places,
  ).toEqual({ division: [1], region: [11], facility: [101, 77] });
});

const groups = (level: "division" | "region" | "facility", chosen: object) =>
  placeGroups(level, { ...NO_PLACES, ...chosen }, OPTIONS, "Unknown").map(
    ({ label, places }) => [label, places.map(({ name }) => name)],
  );

it("offers what lies in the choice above, under its names where several are chosen", () => {
  expect(groups("division", {})).toEqual([[null, ["East", "West"]]]);
  expect(groups("region", {})).toEqual([]);
  expect(groups("region", { division: [1] })).toEqual([
    [null, ["Coast", "Hills"]],
  ]);
  expect(groups("region", { division: [1, 2] })).toEqual([
    ["East", ["Coast", "Hills"]],
    ["West", ["Coast"]],
  ]);
  expect(groups("facility", { division: [1], region: [11, 12] })).toEqual([
    ["Coast", ["Elm", "Oak"]],
    ["Hills", ["Fir"]],
  ]);
  expect(groups("facility", { division: [1, 2], region: [11, 21] })).toEqual([
    ["Coast, East", ["Elm", "Oak"]],
    ["Coast, West", ["Ash"]],
  ]);
});

it("shows what is chosen and not in the organisation", () => {
  expect(groups("facility", { region: [12], facility: [103, 77] })).toEqual([
    [null, ["Fir"]],
    ["Unknown", ["INVALID FACILITY (ID: 77)"]],
  ]);
  expect(groups("region", { region: [9] })).toEqual([
    [null, ["INVALID REGION (ID: 9)"]],
  ]);
});
