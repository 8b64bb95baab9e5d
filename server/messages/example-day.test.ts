import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { withPlayedTimes } from "~/features/messages/rules/played-times";
import { readAdt } from "~/features/messages/rules/hl7/adt";
import { Er7Message, splitMessages } from "~/features/messages/rules/hl7/er7";
import { importRows } from "~server/imports/testing/census-files";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";
import { readFhir } from "./fhir/read-fhir";
import {
  messageStates,
  play,
  storedStays,
  storedTransfers,
} from "./testing/played-feed";

const NOW = new Date("2026-06-15T14:00:00Z");

function played(name: string): string {
  const form = name.endsWith(".json") ? "fhir" : "hl7";
  const file = `examples/feed/${name}`;
  return withPlayedTimes(readFileSync(file, "utf8"), NOW, form);
}

/** What each message tells, or why it cannot be used. */
function outcomes(name: string): string[] {
  return splitMessages(played(name)).map((text) => {
    const message = Er7Message.parse(text);
    if (!message) return "no HL7";
    const reading = readAdt(message);
    if (reading.outcome === "read") return reading.facts.event;
    return reading.outcome === "unusable" ? reading.fault : reading.outcome;
  });
}

describe("the day of examples", () => {
  it("has each kind of message, and one that cannot be used", () => {
    expect(outcomes("day.hl7")).toEqual([
      "admit",
      "admit",
      "admit",
      "admit",
      "leave",
      "admit",
      "change_class",
      "return",
      "discharge",
      "cancel_discharge",
      "discharge",
      "update",
      "merge",
      "no_patient_number",
      "move",
      "admit",
    ]);
    expect(outcomes("batch.hl7")).toEqual(["admit", "cancel_admit", "admit"]);
  });

  it("has a visit in FHIR that is read as one", () => {
    const [visit, ...others] = readFhir(played("visit.json")) ?? [];
    expect(others).toEqual([]);
    expect(visit?.header).toMatchObject({
      application: "CARE-FHIR",
      facility: "QUILLBROOK",
    });
    expect(visit?.reading).toMatchObject({
      facts: {
        visit: {
          number: "QV801",
          npi: "9000000015",
          admitSource: "4",
          disposition: "02",
          admitted: "2026-06-12T10:00:00-04:00",
          discharged: "2026-06-14T09:00:00-04:00",
        },
      },
    });
  });

  it("leaves no time open", () => {
    for (const name of ["day.hl7", "batch.hl7", "visit.json"]) {
      expect(played(name)).not.toContain("{{");
    }
  });
});

test.each(TEST_DIALECTS)(
  "what is played comes to what the README of the examples says, on %s",
  async (dialect) => {
    const store = await openTestStore(dialect);
    const { db } = store;
    const senders = readFileSync("examples/feed/senders.csv", "utf8");
    const imported = await importRows(
      store,
      {
        "divisions.csv": ["1,North"],
        "regions.csv": ["10,Lakes,1"],
        "facilities.csv": ["101,V", "102,H", "103,Q"].map(
          (facility) => `${facility},10,,,,,`,
        ),
        "senders.csv": senders.trim().split("\n").slice(1),
      },
      { now: NOW },
    );
    expect(imported.outcome).toBe("stored");
    await play(
      db,
      [
        ...splitMessages(played("day.hl7")),
        ...splitMessages(played("batch.hl7")),
        played("visit.json"),
      ],
      NOW,
    );
    expect(await storedStays(db)).toEqual([
      "EX-501 101 06-12.. feed",
      "EX-502 101 06-12.. feed",
      "EX-503 101 06-15.. feed",
      "EX-601 102 06-12..06-14 feed",
      "EX-602 102 06-12.. feed",
      "EX-604 102 06-14.. feed",
      "EX-801 103 06-12..06-14 feed",
    ]);
    expect((await storedTransfers(db)).sort()).toEqual([
      "101 06-13 observation feed",
      "102 06-14 inpatient assumed feed",
      "103 06-14 inpatient assumed feed",
    ]);
    const ada = await db
      .selectFrom("stays")
      .innerJoin("patients", "patients.id", "stays.patient_id")
      .where("mrn", "=", "EX-501")
      .select(["admitted_from", "isnp"])
      .execute();
    expect(ada).toEqual([{ admitted_from: "hospital", isnp: 1 }]);
    const states = Object.entries(await messageStates(db));
    expect(
      Object.fromEntries(states.filter(([, state]) => state !== "used")),
    ).toEqual({
      L12: "unusable: no_patient_number",
      B2: "waiting: nothing_to_cancel",
      B3: "waiting: unknown_sender",
    });
    await store.close();
  },
);
