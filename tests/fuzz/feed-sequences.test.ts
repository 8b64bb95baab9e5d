import { createHash } from "node:crypto";
import fc from "fast-check";
import type { Kysely } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { epochDayOf } from "~/domain/calendar";
import {
  applyMessages,
  dropMessage,
} from "~server/messages/apply/apply-messages";
import {
  beginFeedsAnew,
  deriveBesideCensus,
} from "~server/messages/apply/beside-census";
import { MessageLog } from "~server/messages/open-feed";
import {
  addSender,
  applyAll,
  er7,
  messageStates,
  NOW,
  storedStays,
  storedTransfers,
  storeText,
} from "~server/messages/testing/played-feed";
import { checkFigures } from "~server/measures/check/check-figures";
import { rebuildFigures } from "~server/measures/rebuild";
import {
  insertCensus,
  insertRows,
  stayRow,
  type Census,
} from "~server/measures/testing/census";
import {
  censusByRows,
  censusStored,
} from "~server/measures/testing/census-by-rows";
import type { Schema } from "~server/store/schema";
import { afterEachStatement } from "~server/testing/after-each-statement";
import { IS_SECOND_RUN, openTestStore } from "~server/testing/open-test-store";
import { FUZZ_TIMEOUT_MS, runs } from "~server/testing/property-runs";
import { openedForAll } from "~server/testing/opened";

const EVENTS = [
  ...["A01", "A01", "A01", "A02", "A03", "A03", "A04", "A06", "A07", "A08"],
  ...["A11", "A12", "A13", "A21", "A22", "A31", "A40", "A52", "A53"],
];
/** The census has 55 and 66; two authorities give both (R303). */
const NUMBERS = [
  "55^^^MAPLE^MR",
  "55^^^OTHER^MR",
  "66^^^MAPLE^MR",
  "66^^^OTHER^MR",
  "77^^^MAPLE^MR",
  "88^^^MAPLE^MR",
];
/** What a hospital knows a resident by, and what facilities may have heard of it. */
const HOSPITAL_NUMBERS = ["9^^^GH^MR", "8^^^GH^MR", "7^^^GH^MR"];

const BESIDE: Readonly<Record<string, string>> = {
  "55^^^MAPLE^MR": "~9^^^GH^MR",
  "77^^^MAPLE^MR": "~8^^^GH^MR",
};

/** Some senders tell the day alone. */
const hour = fc
  .record({
    day: fc.integer({ min: 1, max: 14 }),
    hour: fc.option(fc.integer({ min: 0, max: 23 })),
  })
  .map((at) => {
    const day = `202606${String(at.day).padStart(2, "0")}`;
    return at.hour === null
      ? day
      : `${day}${String(at.hour).padStart(2, "0")}00`;
  });

const optional = <Value>(value: fc.Arbitrary<Value>) =>
  fc.option(value, { nil: undefined });

/** One merge in four leaves out who gave a number. */
const isShort = fc.integer({ min: 0, max: 3 }).map((one) => one === 0);
const withoutGiver = (number: string) => number.split("^")[0] ?? "";

/** A message of a facility, or, one in four, of a hospital. */
const message = fc
  .record({
    event: fc.constantFrom(...EVENTS),
    said: hour,
    happened: optional(hour),
    who: fc.constantFrom(...NUMBERS),
    other: fc.constantFrom(...NUMBERS),
    otherVisitor: fc.constantFrom(...NUMBERS, ...HOSPITAL_NUMBERS),
    isShort,
    isOtherShort: isShort,
    beside: fc.boolean(),
    ofVisitor: fc.shuffledSubarray([...HOSPITAL_NUMBERS, "66^^^MAPLE^MR"], {
      minLength: 1,
    }),
    ofHospital: fc.integer({ min: 0, max: 3 }).map((one) => one === 0),
    facility: fc.constantFrom("WILLOW", "WILLOW", "ALDER", "NOWHERE"),
    visit: optional(fc.constantFrom("V1", "V2")),
    patientClass: optional(fc.constantFrom("I", "I", "E", "O")),
    patientType: optional(fc.constantFrom("OBS", '""')),
    disposition: optional(fc.constantFrom("01", "02", "82", '""')),
    source: optional(fc.constantFrom("1", "4")),
    npi: optional(fc.constantFrom("1234567893", "1000000004")),
    began: optional(hour),
    ends: optional(hour),
  })
  .map(({ who, beside, ofVisitor, ofHospital, ...told }) => {
    const other = ofHospital ? told.otherVisitor : told.other;
    const isMerge = told.event === "A40" && who !== other;
    const own = isMerge && told.isShort ? withoutGiver(who) : who;
    const merged = isMerge && told.isOtherShort ? withoutGiver(other) : other;
    return er7(
      told.event === "A40" && !isMerge ? "A08" : told.event,
      told.said,
      {
        happened: told.happened,
        who: ofHospital
          ? ofVisitor.join("~")
          : beside
            ? `${own}${BESIDE[who] ?? ""}`
            : own,
        merged: isMerge ? merged : undefined,
        sender: ofHospital ? "EPIC" : "PCC",
        facility: ofHospital ? "GH" : told.facility,
        pv1: {
          2: told.patientClass ?? "",
          7: told.npi ?? "",
          14: told.source ?? "",
          18: told.patientType ?? "",
          19: told.visit ?? "",
          36: told.disposition ?? "",
          44: told.began ?? "",
          45: told.ends ?? "",
        },
      },
    );
  });

/** Messages in an order of their own, some twice; after which of them some are applied, and at which statement that is cut off. */
const delivery = fc
  .array(message, { minLength: 1, maxLength: 14 })
  .chain((texts) =>
    fc.record({
      texts: fc.constant(texts),
      order: fc.shuffledSubarray([...texts, ...texts.slice(0, 3)], {
        minLength: texts.length + Math.min(3, texts.length),
      }),
      applied: fc.array(
        fc.record({
          after: fc.integer({ min: 0, max: 16 }),
          most: fc.integer({ min: 1, max: 5 }),
          cutAt: optional(fc.integer({ min: 1, max: 40 })),
        }),
        { maxLength: 5 },
      ),
      dropped: fc.constantFrom(null, ...texts),
    }),
  );

const day = (text: string) => epochDayOf(`2026-${text}`);

const CENSUS: Census = {
  patients: [5, 6].map((id) => ({
    id,
    first_name: "First",
    last_name: `Last ${id}`,
    frailty_score: id,
  })),
  stays: [5, 6].map((id) => ({
    id,
    patient_id: id,
    facility_id: 111,
    npi: null,
    admitted_on: day("06-01"),
    discharged_on: id === 6 ? day("06-06") : null,
    admitted_from: "hospital",
    isnp: 0,
  })),
  transfers: [],
  reach: { 111: day("06-05"), 112: day("06-05") },
};

/** What the census of its facilities counts in doubt. */
const ASKED = { facilityIds: [111, 112], isnp: false, today: day("06-15") };

async function reset(db: Kysely<Schema>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom("transfers").execute();
    await tx.deleteFrom("stays").execute();
    await tx.deleteFrom("joined_stays").execute();
    await beginFeedsAnew(tx);
    for (const table of ["feed_raw", "feed_messages", "senders"] as const) {
      await tx.deleteFrom(table).execute();
    }
    await insertRows(
      tx,
      "stays",
      CENSUS.stays.map((stay) => ({
        ...stayRow(stay),
        // Of one the census has the later word.
        said_ms: stay.id === 6 ? Date.parse("2026-06-08T00:00:00Z") : null,
      })),
    );
    await tx
      .updateTable("facilities")
      .set({ data_through: day("06-05") })
      .where("id", "in", [111, 112])
      .execute();
    await rebuildFigures(tx);
    await addSender(tx, {});
    await addSender(tx, { facility: "ALDER", facility_id: 112 });
    await addSender(tx, { sender: "EPIC", facility: "GH", role: "hospital" });
  });
}

async function storeOne(db: Kysely<Schema>, text: string): Promise<void> {
  await storeText(new MessageLog(db), text);
}

async function contentOf(db: Kysely<Schema>) {
  return {
    stays: (await storedStays(db)).sort(),
    transfers: (await storedTransfers(db)).sort(),
    states: await messageStates(db),
  };
}

/** Drops a message, and forgets that it came. */
async function drop(db: Kysely<Schema>, text: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { id } = await tx
      .selectFrom("feed_messages")
      .where("digest", "=", createHash("sha256").update(text).digest("hex"))
      .select("id")
      .executeTakeFirstOrThrow();
    await dropMessage(tx, id, NOW);
    for (const table of ["feed_message_numbers", "feed_raw"] as const) {
      await tx.deleteFrom(table).where("message_id", "=", id).execute();
    }
    await tx.deleteFrom("feed_messages").where("id", "=", id).execute();
  });
}

class Cut extends Error {}

describe("messages", () => {
  const store = openedForAll(() => openTestStore());
  beforeAll(async () => {
    await insertCensus(store.db, CENSUS, []);
    for (const id of [5, 6]) {
      await store.db
        .updateTable("patients")
        .set({ mrn: `${id}${id}` })
        .where("id", "=", id)
        .execute();
    }
  });

  test(
    "in any order, doubled, cut off and with one that is dropped, give what the others give one after the other",
    async () => {
      await fc.assert(
        fc.asyncProperty(delivery, async ({ texts, order, ...more }) => {
          const { applied, dropped } = more;
          const { db } = store;
          await reset(db);
          for (const text of texts) {
            if (text === dropped) continue;
            await storeOne(db, text);
            await applyAll(db);
          }
          const plain = await contentOf(db);
          await reset(db);
          for (const [at, text] of order.entries()) {
            await storeOne(db, text);
            for (const { most, cutAt } of applied.filter(
              ({ after }) => after === at,
            )) {
              await applyCut(most, cutAt);
            }
          }
          await applyAll(db);
          if (dropped !== null) await drop(db, dropped);
          expect(await contentOf(db)).toEqual(plain);
          await db
            .transaction()
            .execute((tx) => deriveBesideCensus(tx, null, [], NOW));
          expect(await contentOf(db)).toEqual(plain);
          expect((await checkFigures(db)).places).toEqual([]);
          expect(await censusStored(db, ASKED)).toMatchObject(
            await censusByRows(db, ASKED),
          );
        }),
        runs(IS_SECOND_RUN ? 3 : 15),
      );
    },
    FUZZ_TIMEOUT_MS,
  );

  /** Applies some messages, and is cut off after a statement. */
  async function applyCut(
    most: number,
    cutAt: number | undefined,
  ): Promise<void> {
    const { db } = afterEachStatement(store, (number) => {
      if (number === cutAt) throw new Cut();
    });
    try {
      await applyMessages(db, most, NOW);
    } catch (error) {
      if (!(error instanceof Cut)) throw error;
    }
  }
});
