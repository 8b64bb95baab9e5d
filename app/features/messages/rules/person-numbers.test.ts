import { describe, expect, it } from "vitest";
import type { PersonNumber } from "./message-facts";
import { isNumber, isSameGiver, personNumbers } from "./person-numbers";

const sent = (number: string, typeCode = "", authority = "M") => ({
  number,
  typeCode,
  authority,
});

describe("a text in the place of a number", () => {
  it.each([
    ..."0000000000 UNKNOWN 999999999 NA 00000 9999999999999999".split(" "),
    ..."0 n/a unk None null N.A. 99999 111111 5555555555".split(" "),
    ..."000-00-0000 999-99-9999 XXX xxxxxxxxx - ? ... TBD".split(" "),
    "not available",
    "",
  ])("%j identifies nobody", (text) => {
    expect(isNumber(text)).toBe(false);
    expect(personNumbers([sent(text, "MR")])).toEqual([]);
  });

  it.each([
    ..."77 9 9999 11111 1000000 0000001 A0 X1 MR-000-12 NA12 900009".split(" "),
    ..."123456789 112211 UNKNOWN7 ÅÄ1".split(" "),
  ])("%j may be somebody's", (text) => {
    expect(isNumber(text)).toBe(true);
    expect(personNumbers([sent(text)])).toMatchObject([{ number: text }]);
  });
});

describe("the type of a number", () => {
  it.each([
    ["MR", { type: "MR" }],
    ["mrn", { type: "MR" }],
    ["PI", { type: "PI" }],
    ["", { type: undefined }],
    // Of the site's own: what it means the codes of its sender say.
    ["MEDREC", { ownType: "MEDREC" }],
    ["EPI", { ownType: "EPI" }],
    ["Chart No", { ownType: "Chart No" }],
    // HL7 has these, and says of none that it is a record's number: PointClickCare has no others.
    ["FI", { ownType: "FI" }],
    ["PE", { ownType: "PE" }],
    ["PN", { ownType: "PN" }],
  ])("%j counts, or may count", (typeCode, type) => {
    const number = { number: "77", authority: "M", ...type };
    expect(personNumbers([sent("77", typeCode)])).toEqual([number]);
  });

  it.each("SS dl AN VN MA PT HC PEN PNT PRN NNDEN NI XX".split(" "))(
    "%s of others identifies nobody",
    (typeCode) => {
      expect(personNumbers([sent("77", typeCode)])).toEqual([]);
    },
  );

  it.each(
    "SSN usssa 2.16.840.1.113883.4.1 2.16.840.1.113883.4.6 http://hl7.org/fhir/sid/us-medicare".split(
      " ",
    ),
  )(
    "is not asked of numbers of the state, insurances and staff: %s",
    (authority) => {
      expect(personNumbers([sent("77", "MR", authority)])).toEqual([]);
    },
  );

  it("is the one that tells most, of several", () => {
    const types = ["MEDREC", "PI", "MR"];
    for (const order of [types, [...types].reverse()]) {
      expect(personNumbers(order.map((type) => sent("77", type)))).toEqual([
        { number: "77", authority: "M", type: "MR" },
      ]);
    }
  });
});

it.each<[Partial<PersonNumber>, Partial<PersonNumber>, boolean]>([
  [{ authority: "1.2.3" }, { authority: "LTC", authorityId: "1.2.3" }, true],
  [{ authority: "LTC", authorityId: "1.2.3" }, { authority: "1.2.3" }, true],
  [{ authority: "LTC" }, { authority: "LTC", authorityId: "1.2.3" }, true],
  [
    { authority: "OLD", authorityId: "1.2.3" },
    { authority: "LTC", authorityId: "1.2.3" },
    true,
  ],
  [{ authority: "LTC" }, { authority: "1.2.3" }, false],
  [{ authority: "" }, { authority: "" }, false],
])("%j and %j name one giver: %s", (one, other, isSame) => {
  const number = { number: "7", authority: "" };
  expect(isSameGiver({ ...number, ...one }, { ...number, ...other })).toBe(
    isSame,
  );
});
