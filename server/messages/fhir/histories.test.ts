import { describe, expect, it } from "vitest";
import { orders } from "~/features/messages/rules/testing/orders";
import { readEncounter } from "./encounter";
import { oldestFirst, placeOf } from "./fhir-header";
import { References, ResourceIndex } from "./references";
import type { Encounter } from "./shapes";

const NPI_SYSTEM = "http://hl7.org/fhir/sid/us-npi";

function encounter(more: Partial<Encounter>): Encounter {
  return {
    resourceType: "Encounter",
    id: "e1",
    status: "in-progress",
    meta: { lastUpdated: "2026-06-20T12:00:00Z" },
    subject: { identifier: { value: "77" } },
    period: { start: "2026-06-01T10:00:00Z" },
    ...more,
  };
}

function facts(more: Partial<Encounter>) {
  const reading = readEncounter(
    encounter(more),
    new References(new ResourceIndex([])),
    { timestamp: undefined, plansOf: () => [] },
  );
  if (reading.outcome !== "read") throw new Error(JSON.stringify(reading));
  return reading.facts;
}

describe("a history in any order", () => {
  const place = (display: string, start?: string, end?: string) => ({
    location: { display },
    ...(start ? { period: { start, ...(end ? { end } : {}) } } : {}),
  });

  it.each([
    [
      "2 West",
      [
        place("1 North", "2026-06-01"),
        place("2 West", "2026-06-09T10:00:00-05:00"),
        place("3 East", "2026-06-09T10:00:00Z"),
      ],
    ],
    [
      "2 West",
      [
        place("1 North", "2026-06-01", "2026-06-05"),
        place("2 West", "2026-06-05", "2026-06-09"),
      ],
    ],
    [
      "1 North",
      [
        place("1 North", "2026-06-01"),
        place("2 West", "2026-06-02", "2026-06-05"),
      ],
    ],
    [
      "2 West",
      [
        { ...place("1 North", "2026-06-01"), status: "active" },
        { ...place("2 West", "2026-06-02"), status: "active" },
        place("3 East", "2026-06-03"),
      ],
    ],
  ])("tells of the unit %s", (unit, location) => {
    for (const order of orders(location)) {
      expect(placeOf(encounter({ location: order }))?.display).toBe(unit);
    }
  });

  const leave = (start: string, end?: string) => ({
    status: "onleave",
    period: { start, ...(end ? { end } : {}) },
  });
  const been = [
    leave("2026-06-03T08:00:00Z", "2026-06-05T08:00:00Z"),
    { status: "in-progress", period: { start: "2026-06-01T10:00:00Z" } },
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
      period: { start },
    }));
    for (const statusHistory of orders(arrived)) {
      const { visit } = facts({ period: {}, statusHistory });
      expect(visit.admitted).toBe("2026-06-02");
    }
  });

  it("tells of the newest class, and of who attends now", () => {
    const classHistory = ["EMER", "OBSENC", "IMP"].map((code, at) => ({
      class: { code },
      period: { start: `2026-06-0${at + 1}` },
    }));
    for (const order of orders(classHistory)) {
      expect(facts({ classHistory: order }).visit.patientClass).toBe("I");
    }
    const now = facts({ classHistory, class: { code: "EMER" } });
    expect(now.visit.patientClass).toBe("E");
    const attends = (value: string, start: string, end?: string) => ({
      type: [{ coding: [{ code: "ATND" }] }],
      period: { start, ...(end ? { end } : {}) },
      individual: { identifier: { system: NPI_SYSTEM, value } },
    });
    const were = [
      attends("1000000001", "2026-06-01", "2026-06-03"),
      attends("1000000002", "2026-06-03", "2026-06-05"),
    ];
    for (const participant of orders(were)) {
      expect(facts({ participant }).visit.npi).toBe("1000000002");
    }
    for (const participant of orders([
      ...were,
      attends("1000000003", "2026-06-01"),
    ])) {
      expect(facts({ participant }).visit.npi).toBe("1000000003");
    }
  });

  it("has parts without a time first, as they were sent", () => {
    const parts = [{ name: "b" }, { name: "a" }];
    const told = { name: "c", period: { start: "2026-06-01" } };
    const names = oldestFirst<{ name: string; period?: { start: string } }>([
      told,
      ...parts,
    ]).map(({ name }) => name);
    expect(names).toEqual(["b", "a", "c"]);
    expect(oldestFirst(undefined)).toEqual([]);
  });
});
