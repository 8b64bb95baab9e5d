import { describe, expect, it } from "vitest";
import { nameOf, npiOf, personNumbers } from "./fhir-people";
import type { Identifier } from "./shapes";

const typed = (code: string) => ({ coding: [{ code }] });

describe("the numbers of a patient", () => {
  it.each<[Identifier, string]>([
    [{ value: "77", type: typed("MR"), system: "http://m" }, "77 http://m MR"],
    [{ value: "77", type: typed("pi"), system: "urn:oid:1.2" }, "77 1.2 PI"],
    [{ value: " 77 " }, "77  none"],
    [
      { value: "77", type: { coding: [{ code: "MR" }, { code: "PI" }] } },
      "77  MR",
    ],
    [{ value: "77", type: { text: "Patient identifier" } }, "77  PI"],
    [{ value: "77", assigner: { display: "Maple" } }, "77 Maple none"],
    [
      { value: "77", assigner: { identifier: { value: "M1" }, display: "x" } },
      "77 M1 none",
    ],
    [{ value: "77", type: { text: "Medical record number" } }, "77  MR"],
  ])("are of %j: %s", (identifier, told) => {
    expect(
      personNumbers([identifier, identifier]).map(
        ({ number, authority, type }) =>
          `${number} ${authority} ${type ?? "none"}`,
      ),
    ).toEqual([told]);
  });

  it.each<Identifier>([
    { value: "1", type: typed("SS") },
    { value: "1", type: typed("DL") },
    { value: "1", type: { text: "Passport" } },
    { value: "1", system: "http://hl7.org/fhir/sid/us-ssn" },
    { value: "1", system: "http://hl7.org/fhir/sid/us-mbi" },
    { value: "1", system: "urn:oid:2.16.840.1.113883.4.1" },
    { value: "1", type: typed("MR"), use: "old" },
    { value: " ", type: typed("MR") },
    {},
  ])("are not %j", (identifier) => {
    expect(personNumbers([identifier])).toEqual([]);
  });
});

it("takes the name in use", () => {
  expect(
    nameOf([
      { use: "old", family: "Doe" },
      { use: "nickname", given: ["Annie"] },
      { use: "official", family: " Roe ", given: [null, "Ann", "B"] },
    ]),
  ).toEqual({ first: "Ann", last: "Roe" });
  expect(nameOf(undefined)).toEqual({ first: null, last: null });
});

it("takes the NPI by its system or type alone", () => {
  const value = "1234567893";
  const system = "http://hl7.org/fhir/sid/us-npi";
  expect(npiOf([{ value: "9" }, { value, system }])).toBe(value);
  expect(npiOf([{ value, type: typed("NPI") }])).toBe(value);
  expect(npiOf([{ value }])).toBeUndefined();
  expect(npiOf([{ value: "123", system }])).toBeUndefined();
});
