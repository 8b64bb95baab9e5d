import { describe, expect, it } from "vitest";
import { orders } from "~/features/messages/rules/testing/orders";
import {
  bundle,
  encounter,
  facts,
  first,
  type Json,
  patient,
  practitioner,
} from "./testing/encounters";

const FHIR = "http://terminology.hl7.org/CodeSystem";
const NPI_SYSTEM = "http://hl7.org/fhir/sid/us-npi";

it.each([
  ["IMP", "I"],
  ["acute", "I"],
  ["NONAC", "I"],
  ["EMER", "E"],
  ["OBSENC", "O OBS"],
  ["AMB", "O"],
  ["SS", "O"],
  ["VR", "O"],
  ["HH", "O"],
  ["FLD", "O"],
  ["PRENC", "P"],
  ["E", "E"],
  ["constructor", "constructor"],
  ["LTC", "LTC"],
  [" ", ""],
])("the class %s is %s", (code, expected) => {
  const { patientClass, patientType } = facts({ class: { code } }).visit;
  expect([patientClass, patientType].filter(Boolean).join(" ")).toBe(expected);
});

it.each([
  ["admit-source", "hosp-trans", "4"],
  ["admit-source", "nursing", "5"],
  ["admit-source", "gp", "1"],
  ["admit-source", "outp", "2"],
  ["admit-source", "__proto__", "__proto__"],
  ["discharge-disposition", "home", "01"],
  ["discharge-disposition", "snf", "03"],
  ["discharge-disposition", "exp", "20"],
  ["discharge-disposition", "aadvice", "07"],
  ["discharge-disposition", "other-hcf", "other-hcf"],
])("of %s, %s is %s", (system, code, expected) => {
  const concept = { coding: [{ system: `${FHIR}/${system}`, code }] };
  const hospitalization = {
    admitSource: concept,
    dischargeDisposition: concept,
  };
  const { visit } = facts({ hospitalization });
  const isSource = system === "admit-source";
  expect(isSource ? visit.admitSource : visit.disposition).toBe(expected);
});

it("a code of another system precedes FHIR's own", () => {
  const coding = [
    { system: `${FHIR}/discharge-disposition`, code: "other-hcf" },
    {
      system: "https://www.nubc.org/CodeSystem/PatDischargeStatus",
      code: "02",
    },
  ];
  const disposition = (dischargeDisposition: Json) =>
    facts({ hospitalization: { dischargeDisposition } }).visit.disposition;
  expect(disposition({ coding })).toBe("02");
  expect(disposition({ coding: [], text: "Hospital" })).toBeNull();
});

describe("a patient", () => {
  const typed = (code: string) => ({ coding: [{ code }] });
  const factsWith = (more: Json) => {
    const { reading } = first(bundle([encounter(), { ...patient, ...more }]));
    return reading.outcome === "read" ? reading.facts : null;
  };

  it.each<[Json, string]>([
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
  ])("has of %j the number %s", (one, number) => {
    const people = factsWith({ identifier: [one, one] })?.people ?? [];
    expect(
      people.map(
        (one) => `${one.number} ${one.authority} ${one.type ?? "none"}`,
      ),
    ).toEqual([number]);
  });

  it.each<Json>([
    { value: "1", type: typed("SS") },
    { value: "1", type: typed("DL") },
    { value: "1", type: { text: "Passport" } },
    { value: "1", system: "http://hl7.org/fhir/sid/us-ssn" },
    { value: "1", system: "http://hl7.org/fhir/sid/us-mbi" },
    { value: "1", system: "urn:oid:2.16.840.1.113883.4.1" },
    { value: "1", type: typed("MR"), use: "old" },
    { value: " ", type: typed("MR") },
    {},
  ])("has no number of %j", (one) => {
    expect(factsWith({ identifier: [one] })).toBeNull();
  });

  it("has the name in use", () => {
    const name = [
      { use: "old", family: "Doe" },
      { use: "nickname", given: ["Annie"] },
      { use: "official", family: " Roe ", given: [null, "Ann", "B"] },
    ];
    expect(factsWith({ name })).toMatchObject({
      firstName: "Ann",
      lastName: "Roe",
    });
    expect(factsWith({ name: undefined })?.lastName).toBeUndefined();
  });
});

it.each<[Json[], string | undefined]>([
  [[{ value: "9" }, { value: "1234567893", system: NPI_SYSTEM }], "1234567893"],
  [
    [{ value: "1234567893", type: { coding: [{ code: "NPI" }] } }],
    "1234567893",
  ],
  [[{ value: "1234567893" }], undefined],
  [[{ value: "123", system: NPI_SYSTEM }], undefined],
])("the physician of %j has the NPI %s", (identifier, npi) => {
  const { reading } = first(
    bundle([encounter(), patient, { ...practitioner, identifier }]),
  );
  expect(reading).toMatchObject({ facts: { visit: { npi } } });
});

describe("a reference", () => {
  const uuid = "urn:uuid:0c3151bd-1cbf-4d64-b04d-cd9187a4c6e0";
  const named = (reference: string, others: Json[], more: Json = {}) => {
    const visit = encounter({ subject: { reference }, ...more });
    const entry = [visit, ...others].map((resource) => ({
      resource,
      ...(resource.resourceType === "Patient" && { fullUrl: uuid }),
    }));
    const { reading } = first(
      JSON.stringify({ resourceType: "Bundle", entry }),
    );
    return reading.outcome === "read" ? reading.facts.people[0]?.number : null;
  };
  const of = (value: string, more: Json = {}) => ({
    ...patient,
    identifier: [{ system: "http://s", value }],
    ...more,
  });

  it.each([
    ["Patient/p1", "77"],
    ["Patient/p1/_history/3", "77"],
    ["https://example.org/fhir/Patient/p1", "77"],
    [uuid, "77"],
    ["Patient?identifier=http%3A%2F%2Fs%7C77", "77"],
    ["Patient?identifier=http://s|a|b", "a|b"],
    ["Patient?identifier=%E0%A4%A", "%E0%A4%A"],
    ["Patient/p8", null],
    ["#p1", null],
    ["", null],
    ["Organization/p1", null],
    ["__proto__", null],
  ])("%j is of %s", (reference, number) => {
    expect(named(reference, [of("77")])).toBe(number);
  });

  it("leads to the version that was changed last, and to what is contained", () => {
    const old = of("1", { meta: { lastUpdated: "2026-01-01" } });
    const now = of("2", { meta: { lastUpdated: "2026-02-01" } });
    expect(named("Patient/p1", [old, now])).toBe("2");
    expect(named("Patient/p1", [now, old])).toBe("2");
    expect(named("#p1", [now], { contained: [old] })).toBe("1");
  });
});

describe("a history in any order", () => {
  const during = (start?: string, end?: string) =>
    start ? { period: { start, ...(end ? { end } : {}) } } : {};
  /** Places such as `2 West, since 2026-06-05, until 2026-06-09, active`. */
  const placesOf = (text: string): Json[] =>
    text.split("; ").map((one) => {
      const [display, ...more] = one.split(", ");
      const find = (word: string) =>
        more.find((part) => part.startsWith(word))?.slice(word.length + 1);
      return {
        location: { display },
        ...during(find("since"), find("until")),
        ...(more.includes("active") && { status: "active" }),
      };
    });

  it.each([
    [
      "2 West",
      "1 North, since 2026-06-01; 2 West, since 2026-06-09T10:00:00-05:00; 3 East, since 2026-06-09T10:00:00Z",
    ],
    [
      "2 West",
      "1 North, since 2026-06-01, until 2026-06-05; 2 West, since 2026-06-05, until 2026-06-09",
    ],
    [
      "1 North",
      "1 North, since 2026-06-01; 2 West, since 2026-06-02, until 2026-06-05",
    ],
    [
      "2 West",
      "1 North, since 2026-06-01, active; 2 West, since 2026-06-02, active; 3 East, since 2026-06-03",
    ],
  ])("tells of the unit %s: %s", (unit, places) => {
    for (const location of orders(placesOf(places))) {
      expect(facts({ location }).visit.unit).toBe(unit);
    }
  });

  const leave = (start: string, end?: string) => ({
    status: "onleave",
    ...during(start, end),
  });
  const been = [
    leave("2026-06-03T08:00:00Z", "2026-06-05T08:00:00Z"),
    { status: "in-progress", ...during("2026-06-01T10:00:00Z") },
    leave("2026-06-10T08:00:00Z", "2026-06-12T08:00:00Z"),
  ];

  it("tells of the newest leave and return", () => {
    const away = [...been, leave("2026-06-18T08:00:00Z")];
    for (const statusHistory of orders(away)) {
      expect(facts({ status: "onleave", statusHistory }).happened).toBe(
        "2026-06-18T08:00:00Z",
      );
    }
    for (const statusHistory of orders(been)) {
      expect(facts({ statusHistory }).happened).toBe("2026-06-12T08:00:00Z");
      expect(facts({ status: "onleave", statusHistory }).happened).toBe(
        "2026-06-10T08:00:00Z",
      );
    }
  });

  it("tells of the first arrival", () => {
    const arrived = ["2026-06-04", "2026-06-02", "2026-06-03"].map((start) => ({
      status: "arrived",
      ...during(start),
    }));
    for (const statusHistory of orders(arrived)) {
      const { visit } = facts({ period: {}, statusHistory });
      expect(visit.admitted).toBe("2026-06-02");
    }
  });

  it("tells of the newest class, and of who attends now", () => {
    const classHistory = ["EMER", "OBSENC", "IMP"].map((code, at) => ({
      class: { code },
      ...during(`2026-06-0${at + 1}`),
    }));
    for (const order of orders(classHistory)) {
      const { visit } = facts({ class: undefined, classHistory: order });
      expect(visit.patientClass).toBe("I");
    }
    const now = facts({ classHistory, class: { code: "EMER" } });
    expect(now.visit.patientClass).toBe("E");
    const attends = (value: string, start: string, end?: string) => ({
      type: [{ coding: [{ code: "ATND" }] }],
      ...during(start, end),
      individual: { identifier: { system: NPI_SYSTEM, value } },
    });
    const were = [
      attends("1000000001", "2026-06-01", "2026-06-03"),
      attends("1000000002", "2026-06-03", "2026-06-05"),
    ];
    const goesOn = attends("1000000003", "2026-06-01");
    for (const participant of orders(were)) {
      expect(facts({ participant }).visit.npi).toBe("1000000002");
    }
    for (const participant of orders([...were, goesOn])) {
      expect(facts({ participant }).visit.npi).toBe("1000000003");
    }
  });

  it.each([
    ["a", "b; a"],
    ["c", "c, since 2026-06-01; b; a"],
  ])(
    "has parts without a time first, as they were sent: %s",
    (unit, places) => {
      expect(facts({ location: placesOf(places) }).visit.unit).toBe(unit);
    },
  );
});
