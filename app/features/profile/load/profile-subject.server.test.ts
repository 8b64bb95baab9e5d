import { describe, expect, test } from "vitest";
import type { Organization } from "~/contract/organization";
import type { Physician } from "~/contract/physician";
import { EMPTY_METRICS } from "~/domain/figures/metrics";
import { physicianEntity, placeEntity } from "./profile-subject.server";

const ORGANIZATION: Organization = {
  divisions: [{ division_id: 1, division_name: "North" }],
  regions: [{ region_id: 2, region_name: "Lakes", division_id: 1 }],
  facilities: [
    {
      facility_id: 3,
      facility_name: "Maple Court",
      region_id: 2,
      region_name: "Lakes",
      division_id: 1,
      overall: 4,
      health_inspection: 3,
      qm: 5,
      staffing: null,
    },
  ],
};

const at = (id: number, name: string) => ({
  facility_id: id,
  facility_name: name,
  region_id: 2,
  region_name: "Lakes",
  division_id: 1,
  division_name: "North",
});

function physician(facilities: Physician["facilities"]): Physician {
  return {
    physician_id: 1,
    physician_npi: 1234567893,
    first_name: "Ada",
    last_name: "Grey",
    credentials: "MD",
    primary_specialty: "Geriatrics",
    alternate_specialty: null,
    organization_legal_name: " ",
    facilities,
  };
}

describe("a place", () => {
  test.each([
    [undefined, [], null],
    [{ date: null, special_focus: null, abuse: false }, [], null],
    [
      { date: "2026-04-01", special_focus: "candidate", abuse: true },
      ["Special Focus Facility candidate", "Cited for abuse"],
      "CMS file of 04/01/2026",
    ],
    [
      { date: null, special_focus: "facility", abuse: false },
      ["Special Focus Facility"],
      null,
    ],
  ] as const)("says of the CMS file %j what it marks", (file, marks, date) => {
    const stars = { overall: 1, survey: 1, quality: 1, staffing: null };
    const cms_file = file && { ...file };
    const ofFigures = placeEntity("facility", 3, ORGANIZATION, {
      state: "data",
      data: { ...EMPTY_METRICS, cms_rating: { ...stars, cms_file } },
    });
    expect(ofFigures.entity).toMatchObject({ ratings: { marks, date } });
    const listed = ORGANIZATION.facilities.map((one) => ({ ...one, cms_file }));
    const ofList = placeEntity(
      "facility",
      3,
      { ...ORGANIZATION, facilities: listed },
      { state: "empty" },
    );
    expect(ofList.entity).toMatchObject({ ratings: { marks, date } });
  });

  test("has the stars of the figures, and those of the organisation when the figures fail", () => {
    const rated = {
      ...EMPTY_METRICS,
      cms_rating: { overall: 1, survey: 2, quality: 3, staffing: 4 },
    };
    const shown = placeEntity("facility", 3, ORGANIZATION, {
      state: "data",
      data: rated,
    });
    expect(shown.entity).toMatchObject({ ratings: rated.cms_rating });
    const failed = placeEntity("facility", 3, ORGANIZATION, {
      state: "error",
      message: "x",
    });
    expect(failed.entity).toMatchObject({
      ratings: { overall: 4, survey: 3, quality: 5, staffing: null },
    });
  });
});

describe("a physician", () => {
  const known = (facilities: Physician["facilities"], facilityId?: number) =>
    physicianEntity({
      npi: 1234567893,
      record: { state: "data", data: physician(facilities) },
      facilityId,
      organization: null,
    });

  test("shows a blank employer as unknown", () => {
    expect(known([at(3, "Maple Court")]).entity).toMatchObject({
      name: "Ada Grey, MD",
      specialty: "Geriatrics",
      employer: null,
    });
  });

  test("names a facility filter that is not among their facilities", () => {
    const { choices, facilityName } = known([at(3, "Maple Court")], 77);
    expect(facilityName).toBe("Facility 77");
    expect(choices.at(-1)).toEqual({ id: 77, name: "Facility 77" });
  });

  test("whose record failed is told from one who has none", () => {
    const view = (state: "error" | "empty") =>
      physicianEntity({
        npi: 5,
        record: state === "error" ? { state, message: "x" } : { state },
        facilityId: undefined,
        organization: null,
      }).entity.kind;
    expect(view("error")).toBe("physician-error");
    expect(view("empty")).toBe("physician-empty");
  });
});

test("the stays without a physician are placed by the facility that they are reached from", () => {
  const { entity, trail, choices } = physicianEntity({
    npi: 0,
    record: null,
    facilityId: 3,
    organization: ORGANIZATION,
  });
  expect(entity).toEqual({ kind: "no-physician", facility: "Maple Court" });
  expect(trail.map((place) => place.name)).toEqual([
    "North",
    "Lakes",
    "Maple Court",
  ]);
  expect(choices).toEqual([]);
});
