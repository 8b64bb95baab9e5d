import { describe, expect, it } from "vitest";
import {
  identifierIn,
  References,
  relativeAddress,
  ResourceIndex,
  type Entry,
} from "./references";
import type { Patient } from "./shapes";

function patient(more: Partial<Patient> = {}, fullUrl?: string): Entry {
  const resource: Patient = { resourceType: "Patient", ...more };
  return { fullUrl: fullUrl ?? null, resource };
}

function found(entries: Entry[], reference: string) {
  const references = new References(new ResourceIndex(entries));
  return references.find("Patient", { reference });
}

describe("a reference", () => {
  const entry = patient(
    { id: "7" },
    "urn:uuid:0c3151bd-1cbf-4d64-b04d-cd9187a4c6e0",
  );

  it.each([
    "Patient/7",
    "Patient/7/_history/3",
    "https://example.org/fhir/Patient/7",
    "urn:uuid:0c3151bd-1cbf-4d64-b04d-cd9187a4c6e0",
  ])("leads by %s to what came along", (reference) => {
    expect(found([entry], reference)).toBe(entry.resource);
  });

  it("leads by the condition of a search", () => {
    const known = patient({ identifier: [{ system: "http://s", value: "7" }] });
    expect(found([known], "Patient?identifier=http%3A%2F%2Fs%7C7")).toBe(
      known.resource,
    );
  });

  it.each(["Patient/8", "#7", "", "Organization/7", "__proto__"])(
    "leads by %j nowhere",
    (reference) => {
      expect(found([entry], reference)).toBeNull();
    },
  );

  it("leads to the version that was changed last", () => {
    const old = patient({ id: "7", meta: { lastUpdated: "2026-01-01" } });
    const now = patient({ id: "7", meta: { lastUpdated: "2026-02-01" } });
    expect(found([old, now], "Patient/7")).toBe(now.resource);
    expect(found([now, old], "Patient/7")).toBe(now.resource);
  });

  it("leads to what is contained, and keeps in mind what came beside", () => {
    const own: Patient = { resourceType: "Patient", id: "p" };
    const references = new References(new ResourceIndex([entry]), [own]);
    expect(references.find("Patient", { reference: "#p" })).toBe(own);
    expect(references.used.size).toBe(0);
    references.find("Patient", { reference: "Patient/7" });
    expect([...references.used]).toEqual([entry]);
  });

  it("names by itself a number, or an address", () => {
    expect(identifierIn({ identifier: { value: "1" } })).toEqual({
      value: "1",
    });
    expect(identifierIn({ reference: "Location?identifier=a|b|c" })).toEqual({
      system: "a",
      value: "b|c",
    });
    expect(identifierIn({ reference: "Location?identifier=%E0%A4%A" })).toEqual(
      { value: "%E0%A4%A" },
    );
    expect(identifierIn({ reference: "Location/1" })).toBeUndefined();
    expect(relativeAddress({ reference: "http://a/Organization/1" })).toBe(
      "Organization/1",
    );
    expect(relativeAddress({ reference: "urn:uuid:1" })).toBeNull();
    expect(relativeAddress(undefined)).toBeNull();
  });
});
