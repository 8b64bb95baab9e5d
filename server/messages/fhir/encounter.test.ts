import { describe, expect, it } from "vitest";
import { admitSourceOf, dispositionOf, visitClassOf } from "./encounter";

describe("the class of an Encounter", () => {
  it.each([
    ["IMP", "I", undefined],
    ["acute", "I", undefined],
    ["NONAC", "I", undefined],
    ["EMER", "E", undefined],
    ["OBSENC", "O", "OBS"],
    ["AMB", "O", undefined],
    ["SS", "O", undefined],
    ["VR", "O", undefined],
    ["HH", "O", undefined],
    ["FLD", "O", undefined],
    ["PRENC", "P", undefined],
    ["E", "E", undefined],
    ["constructor", "constructor", undefined],
    ["LTC", "LTC", undefined],
  ])("%s is %s with type %s", (code, patientClass, patientType) => {
    expect(visitClassOf({ code })).toEqual({ patientClass, patientType });
  });

  it("says nothing without a code", () => {
    expect(visitClassOf(undefined)).toBeUndefined();
    expect(visitClassOf({ code: " " })).toBeUndefined();
  });
});

const FHIR = "http://terminology.hl7.org/CodeSystem";
const NUBC = "https://www.nubc.org/CodeSystem";

describe("where a patient comes from and goes", () => {
  it.each([
    ["hosp-trans", "4"],
    ["nursing", "5"],
    ["gp", "1"],
    ["outp", "2"],
    ["__proto__", "__proto__"],
  ])("is, of source %s, %s", (code, told) => {
    const system = `${FHIR}/admit-source`;
    expect(admitSourceOf({ coding: [{ system, code }] })).toBe(told);
  });

  it.each([
    ["home", "01"],
    ["snf", "03"],
    ["exp", "20"],
    ["aadvice", "07"],
    ["other-hcf", "other-hcf"],
  ])("is, of disposition %s, %s", (code, told) => {
    const system = `${FHIR}/discharge-disposition`;
    expect(dispositionOf({ coding: [{ system, code }] })).toBe(told);
  });

  it("is what a code of another system says, where there is one", () => {
    const coding = [
      { system: `${FHIR}/discharge-disposition`, code: "other-hcf" },
      { system: `${NUBC}/PatDischargeStatus`, code: "02" },
    ];
    expect(dispositionOf({ coding })).toBe("02");
    expect(dispositionOf({ coding: [], text: "Hospital" })).toBeUndefined();
    expect(dispositionOf(undefined)).toBeUndefined();
  });
});
