import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withPlayedTimes } from "~/features/messages/rules/played-times";
import { splitMessages } from "~/features/messages/rules/hl7/er7";
import { importRows } from "~server/imports/testing/census-files";
import { openTestStore, TEST_DIALECTS } from "~server/testing/open-test-store";
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
