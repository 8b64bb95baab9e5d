import { describe, expect, it } from "vitest";
import { readMessage, receiptOf } from "./open-feed";
import { adt } from "./transport/testing/receiver";

function receipt(text: string, via: "file" | "mllp" = "file") {
  const receivedAt = new Date("2026-06-14T14:15:00Z");
  const read = readMessage({ bytes: Buffer.from(text), via, receivedAt });
  return "code" in read ? read : receiptOf(read.reading, false);
}

const encounter = (id: string) => ({
  resource: {
    resourceType: "Encounter",
    id,
    status: "in-progress",
    subject: { identifier: { value: "77" } },
    period: { start: "2026-06-14" },
  },
});

const bundle = (...entry: unknown[]) =>
  JSON.stringify({ resourceType: "Bundle", type: "collection", entry });

describe("a message", () => {
  it("is taken in HL7 and in FHIR", () => {
    const stored = { code: "AA", text: null, outcome: "stored" };
    expect(receipt(adt("1"))).toEqual(stored);
    expect(receipt(bundle(encounter("e1")))).toEqual(stored);
  });

  it("in FHIR without a time is reported in the words of the page", () => {
    const { period: _, ...timeless } = encounter("e1").resource;
    expect(receipt(JSON.stringify(timeless))).toEqual({
      code: "AE",
      text: "No time. Have the sender fill EVN-2 or MSH-7, in FHIR Encounter.period.",
      outcome: "unusable",
    });
  });

  it.each<[string, string, ("file" | "mllp")?]>([
    ["GET / HTTP/1.1", "this is neither HL7 nor FHIR"],
    ["<Encounter/>", "this is neither HL7 nor FHIR"],
    ['{"id":1}', "this is no single message of FHIR"],
    ["[]", "this is no single message of FHIR"],
    ["{", "this is no single message of FHIR"],
    [
      bundle(encounter("e1"), encounter("e2")),
      "this is no single message of FHIR",
    ],
    [bundle(), "this is no single message of FHIR"],
    [bundle(encounter("e1")), "FHIR is taken as files, not by MLLP", "mllp"],
  ])("that is %s is refused in words of its form", (sent, text, via) => {
    expect(receipt(sent, via)).toEqual({
      code: "AR",
      text,
      outcome: "refused",
    });
  });
});
