import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFhir } from "./read-fhir";
import {
  bundle,
  encounter,
  facts,
  first,
  type Json,
  organization,
  patient,
  practitioner,
  read,
} from "./testing/encounters";

function fault(more: Json): string {
  const { reading } = first(bundle([encounter(more), patient]));
  return reading.outcome === "unusable" ? reading.fault : reading.outcome;
}

describe("an Encounter", () => {
  it("tells who, where, when, and how the visit stands", () => {
    const { header } = first(bundle([encounter(), patient, organization]));
    expect(header).toEqual({
      application: "FHIR",
      facility: "MAPLE",
      location: null,
      controlId: "Encounter/e1/_history/3",
      type: "Encounter",
      trigger: "in-progress",
    });
    expect(facts()).toEqual({
      event: "state",
      happened: "2026-06-14T15:00:00Z",
      said: "2026-06-14T15:00:00Z",
      people: [{ number: "77", authority: "http://maple", type: "MR" }],
      merged: [],
      firstName: "Ann",
      lastName: "Roe",
      visit: {
        number: "V1",
        encounterId: "e1",
        patientClass: "I",
        patientType: undefined,
        npi: "1234567893",
        admitSource: undefined,
        disposition: null,
        admitted: "2026-06-14T09:00:00-05:00",
        discharged: null,
      },
      physician: { first: "Li", last: "Wu" },
      plans: [],
    });
  });

  it("tells unit, name, reason and diagnosis by the words that are shown for them", () => {
    const more = {
      location: [
        { location: { display: "1 North" }, status: "completed" },
        { location: { display: "2 West" }, status: "active" },
      ],
      serviceProvider: { reference: "Organization/o1", display: "Mercy" },
      reasonCode: [{ coding: [{ code: "R06", display: "Short of breath" }] }],
      diagnosis: [{}, { condition: { display: "Pneumonia" } }],
    };
    expect(facts(more).visit).toMatchObject({
      unit: "2 West",
      provider: "Mercy",
      admitReason: "Short of breath",
      diagnosis: "Pneumonia",
    });
    const { visit } = facts({ reasonCode: "no list", diagnosis: [7] });
    expect([visit.admitReason, visit.diagnosis]).toEqual([
      undefined,
      undefined,
    ]);
  });

  const START = "2026-06-14T09:00:00-05:00";
  const SAID = "2026-06-14T15:00:00Z";
  const goes = { visit: { admitted: START, discharged: null } };
  const never = { visit: { admitted: null, discharged: null } };
  const leave = (period: Json) => ({
    statusHistory: [{ status: "onleave", period }],
  });
  const period = { start: "2026-06-14", end: "2026-06-20" };
  const hospitalization = {
    admitSource: { coding: [{ code: "hosp-trans" }] },
    dischargeDisposition: { coding: [{ code: "02" }] },
  };

  it.each<[Json, Json]>([
    [{ status: "arrived" }, goes],
    [{ status: "triaged" }, goes],
    [{ status: "in-progress" }, goes],
    [{ status: "cancelled", period: {} }, never],
    [{ status: "entered-in-error", period: {} }, never],
    [
      { status: "finished", period, hospitalization },
      {
        ...{ event: "state", happened: period.end },
        visit: {
          ...{ admitted: period.start, discharged: period.end },
          ...{ admitSource: "4", disposition: "02" },
        },
      },
    ],
    [{ status: "onleave" }, { event: "leave", happened: SAID }],
    [
      { status: "onleave", ...leave({ start: "2026-06-16T08:00:00Z" }) },
      { event: "leave", happened: "2026-06-16T08:00:00Z" },
    ],
    [
      leave({ start: "2026-06-16", end: "2026-06-17" }),
      { event: "state", happened: "2026-06-17" },
    ],
  ])("with %j stands so: %j", (more, expected) => {
    expect(facts(more)).toMatchObject(expected);
  });

  it.each([
    [{ status: "planned" }, "aside"],
    [{ status: "unknown" }, "aside"],
    [{ partOf: { reference: "Encounter/e0" } }, "aside"],
    [{ subject: undefined }, "no_patient_number"],
    [{ subject: { reference: "Patient/p2" } }, "no_patient_number"],
    [{ subject: { reference: "Group/p1" } }, "no_patient_number"],
    [{ period: undefined }, "no_time"],
    [{ period: { start: "June" } }, "bad_time"],
    [{ status: "finished" }, "no_time"],
    [{ status: "completed" }, "malformed"],
    [{ status: undefined }, "malformed"],
    [{ class: [{ coding: [] }] }, "malformed"],
    [{ identifier: { value: "V1" } }, "malformed"],
    [{ identifier: Array(501).fill({ value: "V1" }) }, "malformed"],
    [{ id: "x".repeat(2_001) }, "malformed"],
  ])("with %j is: %s", (more, outcome) => {
    expect(fault(more)).toBe(outcome);
  });

  it("is known by its visit number, else by its id, else by its beginning", () => {
    const number = (more: Json) => facts(more).visit.number;
    const vn = { type: { coding: [{ code: "VN" }] }, value: "V9" };
    const old = { use: "old", value: "V0" };
    expect(number({ identifier: [old, { value: "A1" }, vn] })).toBe("V9");
    expect(number({ identifier: [old, { value: "A1" }] })).toBe("A1");
    expect(number({ identifier: [old] })).toBe("e1");
    expect(number({ identifier: undefined, id: undefined })).toBe(
      "2026-06-14T09:00:00-05:00",
    );
  });

  const timestamp = "2026-06-15T00:00:00Z";
  const lastModified = "2026-06-16T00:00:00Z";

  it.each<[Json, Json, string]>([
    [{ lastUpdated: SAID }, { timestamp }, SAID],
    [{}, { timestamp }, timestamp],
    [{}, {}, START],
    [{}, { timestamp, type: "history" }, lastModified],
  ])("with %j in a Bundle of %j was said %s", (meta, of, said) => {
    const isHistory = of.type === "history";
    const entry = [
      {
        resource: encounter({ meta }),
        ...(isHistory && { response: { lastModified } }),
      },
      ...[{ resource: patient }, null, 7],
    ];
    const { reading } = first(
      JSON.stringify({ resourceType: "Bundle", entry, ...of }),
    );
    expect(reading).toMatchObject({ facts: { said } });
  });
});

describe("who attends", () => {
  const npi = (value: string, code?: string, more: Json = {}): Json => ({
    ...(code && { type: [{ coding: [{ code }] }] }),
    individual: {
      identifier: { system: "http://hl7.org/fhir/sid/us-npi", value },
    },
    ...more,
  });
  const ended = { period: { end: "2026-06-15" } };

  it.each([
    [[npi("1000000001", "PPRF"), npi("1000000002", "ATND")], "1000000002"],
    [[npi("1000000001", "CON"), npi("1000000002", "PPRF")], "1000000002"],
    [[npi("1000000001")], "1000000001"],
    [[npi("1000000001", "REF")], undefined],
    [
      [
        npi("1000000001", "ATND", ended),
        npi("1000000002", "ATND", ended),
        npi("1000000003", "CON"),
      ],
      "1000000002",
    ],
  ])("is of %j: %s", (participant, expected) => {
    expect(facts({ participant }).visit.npi).toBe(expected);
  });

  it("is found behind a role, and by the condition of a search", () => {
    const role: Json = {
      resourceType: "PractitionerRole",
      id: "r1",
      practitioner: { reference: "Practitioner/d1" },
    };
    const by = (reference: string) =>
      facts({ participant: [{ individual: { reference } }] }, [role]).visit.npi;
    expect(by("PractitionerRole/r1")).toBe("1234567893");
    expect(
      by("Practitioner?identifier=http://hl7.org/fhir/sid/us-npi|1000000009"),
    ).toBe("1000000009");
  });
});

describe("the place of an Encounter", () => {
  const header = (more: Json, others: Json[] = []) =>
    first(bundle([encounter(more), patient, organization, ...others])).header;
  const bed: Json = {
    resourceType: "Location",
    id: "l1",
    identifier: [{ value: "BED 12" }],
  };
  const at = { location: [{ location: { reference: "Location/l1" } }] };

  const managed = {
    ...bed,
    managingOrganization: { reference: "Organization/o1" },
  };
  const by = (serviceProvider: Json) => ({ serviceProvider });
  const without = { serviceProvider: undefined, ...at };

  it.each<[Json, Json[], string | null, string | null]>([
    [by({ identifier: { value: "CEDAR" } }), [], "CEDAR", null],
    [by({ reference: "Organization?identifier=s|OAK" }), [], "OAK", null],
    [by({ reference: "Organization/9" }), [], "Organization/9", null],
    [by({ reference: "urn:uuid:9" }), [], null, null],
    // Without a provider it is where the patient is: its organization, else itself.
    [without, [bed], "BED 12", "BED 12"],
    [without, [managed], "MAPLE", "MAPLE"],
    [without, [], "Location/l1", "Location/l1"],
  ])("of %j beside %j is %s", (more, others, facility, location) => {
    expect(header(more, others)).toMatchObject({ facility, location });
  });
});

describe("who sends", () => {
  const sender = (resources: Json[], more: Json = {}) =>
    first(bundle([...resources, patient], more)).header.application;

  it("is what the Encounter, its Bundle or its message says", () => {
    const meta = { source: "http://maple/ehr#q7" };
    const message: Json = {
      resourceType: "MessageHeader",
      source: { name: "EHR", endpoint: "http://e" },
    };
    expect(sender([encounter({ meta })], { meta: { source: "b" } })).toBe(
      "http://maple/ehr",
    );
    expect(sender([encounter()], { meta: { source: "b" } })).toBe("b");
    expect(sender([message, encounter({ meta: { source: "#q7" } })])).toBe(
      "EHR",
    );
    expect(sender([encounter()])).toBe("FHIR");
  });
});

describe("insurances", () => {
  const coverage = (more: Json): Json => ({
    resourceType: "Coverage",
    beneficiary: { reference: "Patient/p1" },
    ...more,
  });

  it("tell plans by their class, else by their kind, while they are in force", () => {
    const plan = { type: { coding: [{ code: "plan" }] }, value: "ISNP1" };
    const type = { coding: [{ code: "MCA" }] };
    expect(
      facts({}, [
        coverage({ class: [plan], type }),
        coverage({ type }),
        coverage({ type, status: "cancelled" }),
        coverage({ type, beneficiary: { reference: "Patient/p2" } }),
      ]).plans,
    ).toEqual(["ISNP1", "MCA"]);
  });
});

describe("linked records of patients", () => {
  const other: Json = {
    resourceType: "Patient",
    id: "p2",
    identifier: [{ system: "http://maple", value: "78" }],
  };
  const linked = (type: string, reference = "Patient/p2"): Json => ({
    ...patient,
    meta: { lastUpdated: "2026-06-14T15:00:00Z" },
    link: [{ type, other: { reference } }],
  });
  const people = (text: string) =>
    read(text).map(({ reading }) =>
      reading.outcome === "read"
        ? [...reading.facts.people, ...reading.facts.merged]
        : reading.outcome,
    );
  const authority = "http://maple";
  const old = { number: "78", authority };
  const kept = { number: "77", authority, type: "MR" };

  it("are merges where one replaces the other", () => {
    expect(people(bundle([linked("replaces"), other]))).toEqual([[kept, old]]);
    expect(people(bundle([linked("replaced-by"), other]))).toEqual([
      [old, kept],
    ]);
    expect(people(bundle([linked("seealso"), other]))).toEqual([
      "aside",
      "aside",
    ]);
  });

  it("of each other are one merge twice", () => {
    const back = { ...other, meta: { lastUpdated: "2026-06-15T00:00:00Z" } };
    const link = [{ type: "replaced-by", other: { reference: "Patient/p1" } }];
    const both = bundle([linked("replaces"), { ...back, link }]);
    expect(people(both)).toEqual([
      [kept, old],
      [kept, old],
    ]);
  });

  it.each([
    [bundle([linked("replaces", "Patient/p9")]), "no_merged_number"],
    [bundle([linked("replaced-by", "Patient/p9")]), "no_patient_number"],
    [bundle([linked("replaces", "Patient/p1")]), "merged_with_itself"],
    [bundle([{ ...linked("replaces"), meta: {} }, other]), "no_time"],
  ])("can never be used where one is not known: %#", (text, expected) => {
    expect(first(text).reading).toEqual({
      outcome: "unusable",
      fault: expected,
    });
  });
});

describe("a text", () => {
  it("of lines has resources and Bundles that refer to those of their own", () => {
    const text = [
      JSON.stringify(encounter()),
      "",
      bundle([encounter({ id: "e2" })]),
      JSON.stringify(patient),
      '{"resourceType":"Encounter"',
      "null",
    ].join("\n");
    expect(read(text).map(({ reading }) => reading.outcome)).toEqual([
      "unusable",
      "read",
      "unusable",
      "unusable",
    ]);
  });

  it("of one resource is a message, and one of none has none", () => {
    const subject = { identifier: { system: "http://maple", value: "77" } };
    const text = JSON.stringify(encounter({ subject }), null, 2);
    expect(first(text).reading.outcome).toBe("read");
    expect(read(JSON.stringify(patient)).map((one) => one.reading)).toEqual([
      { outcome: "aside" },
    ]);
    expect(read(JSON.stringify(organization))).toEqual([]);
    expect(read(bundle([]))).toEqual([]);
  });

  const visit = (value: string) =>
    encounter({ id: value, subject: { identifier: { value } } });
  const within = (inner: string, depth: number): string =>
    depth === 0
      ? inner
      : within(
          bundle([JSON.parse(inner) as Json], { type: "collection" }),
          depth - 1,
        );

  it("is read within other Bundles, each with its own references", () => {
    const one = bundle([visit("1"), visit("2")]);
    const other = bundle([encounter({ id: "3" }), patient]);
    const nested = bundle([one, other].map((text) => JSON.parse(text) as Json));
    const numbers = read(bundle([JSON.parse(nested) as Json, visit("4")])).map(
      ({ reading }) =>
        reading.outcome === "read" && reading.facts.people[0]?.number,
    );
    expect(numbers.sort()).toEqual(["1", "2", "4", "77"]);
    const outcomes = (depth: number) =>
      read(within(bundle([visit("1")]), depth)).map(
        ({ reading }) => reading.outcome,
      );
    expect(outcomes(9)).toEqual(["read"]);
    expect(outcomes(10)).toEqual(["unusable"]);
  });

  it.each<[Json, string[]]>([
    [{ request: { method: "DELETE", url: "Encounter/e1" } }, ["deletion"]],
    [
      { request: { method: "delete", url: "http://m/fhir/Patient/p1" } },
      ["deletion"],
    ],
    [
      { request: { method: "DELETE", url: "Encounter?identifier=V1" } },
      ["deletion"],
    ],
    [{ request: { method: "DELETE", url: "Observation/o1" } }, []],
    [{ request: { method: "PUT", url: "Encounter/e1" } }, []],
  ])("tells of what it deletes: %j", (entry, faults) => {
    // A history may have what was there before.
    for (const resource of [undefined, encounter()]) {
      const deletes = JSON.stringify(entry).toUpperCase().includes("DELETE");
      if (resource && !deletes) continue;
      const entries = [{ ...entry, resource }];
      const text = JSON.stringify({ resourceType: "Bundle", entry: entries });
      const messages = read(text);
      expect(messages.map(({ reading }) => reading)).toEqual(
        faults.map((fault) => ({ outcome: "unusable", fault })),
      );
      const again = messages.flatMap(({ raw }) => read(raw));
      expect(again.map(({ reading }) => reading)).toEqual(
        messages.map(({ reading }) => reading),
      );
    }
  });

  it("tells of a patient that has not the form of one", () => {
    const wrong = { ...patient, identifier: [{ value: 77 }] };
    const messages = read(bundle([encounter(), wrong]));
    expect(
      messages.map(({ header, reading }) => [header.type, reading]),
    ).toEqual([
      ["Encounter", { outcome: "unusable", fault: "no_patient_number" }],
      ["Patient", { outcome: "unusable", fault: "malformed" }],
    ]);
    const [, malformed] = messages;
    expect(read(malformed?.raw ?? "")).toEqual([malformed]);
  });

  it.each([
    "",
    "MSH|^~\\&|A",
    "[]",
    "{}",
    "null",
    '{"resourceType":7}',
    "{",
    "<Bundle/>",
  ])("is no FHIR: %j", (text) => {
    expect(readFhir(text)).toBeNull();
  });
});

describe("what is stored", () => {
  const all = [encounter(), patient, organization, practitioner];

  it("is the same whatever the order of keys, and has nothing that is not read of others", () => {
    const { raw } = first(bundle(all));
    const turned = all.map((one) =>
      Object.fromEntries(Object.entries(one).reverse()),
    );
    const again = first(bundle(turned, { timestamp: "2026-07-01T00:00:00Z" }));
    expect(again.raw).toBe(raw);
    expect(raw).toContain("Practitioner/d1");
    expect(raw).not.toContain("birthDate");
  });

  it("gives the same message when it is read again", () => {
    const statuses = ["planned", "in-progress", "onleave", "finished"];
    const more = fc.record(
      {
        status: fc.constantFrom(...statuses, "cancelled", "nonsense"),
        meta: fc.constantFrom({}, { source: "s" }, { versionId: "1" }),
        period: fc.constantFrom(
          { start: "2026-06-14" },
          { start: "2026-06-14", end: "2026-06-15" },
          { start: "2026-06-14T10:00:00Z", end: 7 },
        ),
        subject: fc.constantFrom(
          { reference: "urn:uuid:1" },
          { reference: "Patient/p9" },
          { identifier: { value: "5" } },
        ),
        class: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(more, fc.boolean(), (fields, isTimed) => {
        const text = JSON.stringify({
          resourceType: "Bundle",
          ...(isTimed && { timestamp: "2026-06-16T00:00:00Z" }),
          entry: [
            { resource: encounter(fields) },
            { resource: patient, fullUrl: "urn:uuid:1" },
            { resource: organization },
          ],
        });
        const message = first(text);
        expect(read(message.raw)).toEqual([message]);
      }),
    );
  });
});

describe("what is made to break the reader", () => {
  const nested = (depth: number, [open, close]: string[]) =>
    `{"resourceType":"Encounter","status":"planned","x":${open!.repeat(depth)}1${close!.repeat(depth)}}`;

  it.each([
    ["[", "]"],
    ['{"a":', "}"],
  ])(
    "is not deeper than can be read, and takes nothing along: %s",
    (...marks) => {
      const [good, deep] = [nested(50, marks), nested(100_000, marks)];
      const malformed = { outcome: "unusable", fault: "malformed" };
      expect(first(deep).reading).toEqual(malformed);
      const entry = [good, deep, good].map((one) => `{"resource":${one}}`);
      const inBundle = `{"resourceType":"Bundle","entry":[${entry.join()}]}`;
      for (const text of [inBundle, [good, deep, good].join("\n")]) {
        expect(read(text).map(({ reading }) => reading)).toEqual([
          { outcome: "aside" },
          malformed,
          { outcome: "aside" },
        ]);
      }
    },
  );

  it("does not make large messages of one large resource", () => {
    const value = "7".repeat(2_000);
    const identifier = Array.from({ length: 500 }, (_, at) => ({
      value: `${at}${value}`.slice(0, 2_000),
    }));
    const small = encounter({ participant: undefined });
    const text = bundle([
      ...Array.from({ length: 200 }, () => small),
      { ...patient, identifier },
    ]);
    const messages = read(text);
    const kept = messages.reduce((sum, { raw }) => sum + raw.length, 0);
    expect(messages).toHaveLength(200);
    expect(kept).toBeLessThan(20 * text.length);
  });

  it("has no say in how objects are made", () => {
    const text = `{"resourceType":"Encounter","__proto__":{"status":"finished"},"status":"planned","constructor":{"prototype":{"x":1}}}`;
    expect(first(text).reading).toEqual({ outcome: "aside" });
    expect(({} as Json).x).toBeUndefined();
  });

  it("throws nothing, whatever it is", () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        readFhir(json);
        readFhir(`{"resourceType":"Bundle","entry":${json}}`);
        readFhir(
          `{"resourceType":"Encounter","status":"finished","x":${json}}`,
        );
      }),
    );
  });
});
