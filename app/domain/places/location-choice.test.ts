import { describe, expect, it } from "vitest";
import {
  chosenLocation,
  clearedPlaces,
  EVERYWHERE,
  facilityIdsIn,
  locationName,
  locationOptions,
  offered,
  readLocationChoice,
} from "./location-choice";

const OPTIONS = locationOptions({
  divisions: [
    { division_id: 1, division_name: "East" },
    { division_id: 2, division_name: "West" },
  ],
  regions: [
    { region_id: 11, region_name: "Coast", division_id: 1 },
    { region_id: 12, region_name: "Hills", division_id: 1 },
    { region_id: 21, region_name: "Plains", division_id: 2 },
  ],
  facilities: [
    facility(111, 11, 1),
    facility(112, 11, 1),
    facility(121, 12, 1),
    facility(211, 21, 2),
  ],
});

function facility(facility_id: number, region_id: number, division_id: number) {
  return {
    facility_id,
    facility_name: `Facility ${facility_id}`,
    region_id,
    region_name: "",
    division_id,
  };
}

function read(query: string) {
  return readLocationChoice(new URLSearchParams(query), OPTIONS);
}

describe("a place that was cleared", () => {
  const told = (query: string, options = OPTIONS) => {
    const search = new URLSearchParams(query);
    return clearedPlaces(search, options, readLocationChoice(search, options));
  };

  it.each<[string, string[]]>([
    ["", []],
    ["division=&region=x", []],
    ["division=1&region=11&facility=112", []],
    [
      "division=2&facility=112",
      ["Facility 112 is not in West. You now see all of West."],
    ],
    [
      "division=2&region=11",
      ["Coast is not in West. You now see all of West."],
    ],
    [
      "region=12&facility=112",
      ["Facility 112 is not in Hills. You now see all of Hills."],
    ],
    [
      "facility=999",
      ["The facility in the address is not one of yours. It was left out."],
    ],
    [
      "division=9",
      ["The division in the address is not one of yours. It was left out."],
    ],
  ])("of '%s' is told", (query, words) => {
    expect(told(query)).toEqual(words);
  });

  it("is not told where the places could not be had", () => {
    expect(
      told("facility=112", { division: [], region: [], facility: [] }),
    ).toEqual([]);
  });
});

const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id);

describe("the choice of a query", () => {
  it.each([
    ["", {}],
    ["division=&region=&facility=", {}],
    [
      "division=1&region=11&facility=112",
      { division: 1, region: 11, facility: 112 },
    ],
    ["division=2&region=11&facility=112", { division: 2 }],
    ["division=1&region=12&facility=112", { division: 1, region: 12 }],
    ["region=21", { region: 21 }],
    ["facility=211", { facility: 211 }],
    ["division=9&region=-1&facility=1e3", {}],
    [`facility=${"1".repeat(16)}`, {}],
  ])("'%s' is %j", (query, chosen) => {
    expect(read(query)).toEqual({ ...EVERYWHERE, ...chosen });
  });
});

describe("what is left to choose from", () => {
  it("is everything at first", () => {
    expect(offered(OPTIONS, EVERYWHERE)).toEqual(OPTIONS);
  });

  it("is what lies in the chosen division and region", () => {
    const inEast = offered(OPTIONS, { division: 1, region: null });
    expect(idsOf(inEast.division)).toEqual([1, 2]);
    expect(idsOf(inEast.region)).toEqual([11, 12]);
    expect(idsOf(inEast.facility)).toEqual([111, 112, 121]);
    const onTheCoast = offered(OPTIONS, { division: 1, region: 11 });
    expect(idsOf(onTheCoast.region)).toEqual([11, 12]);
    expect(idsOf(onTheCoast.facility)).toEqual([111, 112]);
  });
});

describe("the chosen place", () => {
  it("is the lowest one", () => {
    expect(chosenLocation(read("division=1&region=11"))).toEqual({
      level: "region",
      id: 11,
    });
    expect(chosenLocation(EVERYWHERE)).toBeNull();
  });

  it("has its name", () => {
    expect(locationName(OPTIONS, { level: "region", id: 11 })).toBe("Coast");
    expect(locationName(OPTIONS, { level: "region", id: 111 })).toBeNull();
    expect(locationName(OPTIONS, null)).toBeNull();
  });

  it.each([
    ["", null],
    ["division=1", [111, 112, 121]],
    ["region=21", [211]],
    ["facility=112", [112]],
  ])("of '%s' holds the facilities %j", (query, ids) => {
    const held = facilityIdsIn(OPTIONS, read(query));
    expect(held && [...held]).toEqual(ids);
  });
});
