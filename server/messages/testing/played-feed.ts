import type { Kysely, Selectable } from "kysely";
import { afterEach, beforeEach, expect } from "vitest";
import { epochDayOf, isoDayOf } from "~/domain/calendar";
import type { Dialect } from "~/runtime/database/connect.server";
import { checkFigures } from "~server/measures/check/check-figures";
import { insertCensus } from "~server/measures/testing/census";
import {
  applyMessages,
  dropMessage,
} from "~server/messages/apply/apply-messages";
import {
  MessageLog,
  readMessage,
  type Stored,
} from "~server/messages/open-feed";
import { applyAnew } from "~server/messages/senders/change-senders";
import type { SenderTable } from "~server/store/feed-tables";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { openTestStore } from "~server/testing/open-test-store";

export const NOW = new Date("2026-06-15T16:00:00Z");

export interface SentFields {
  /** EVN-4. */
  why?: string;
  more?: string[];
  /** EVN-6. */
  happened?: string;
  /** PID-3. */
  who?: string;
  name?: string;
  pv1?: Record<number, string>;
  /** MSH-3 and MSH-4. */
  sender?: string;
  facility?: string;
  merged?: string;
  id?: string;
}

let control = 0;

/** HL7 text, said (EVN-2) at a time such as `202606101000`. */
export function er7(
  event: string,
  said: string,
  fields: SentFields = {},
): string {
  const { happened = "", who = "77^^^MAPLE^MR" } = fields;
  const { pv1 = {}, sender = "PCC", facility = "WILLOW", merged } = fields;
  control += 1;
  const visit = Array.from({ length: 46 }, (_, at) => pv1[at] ?? "");
  return [
    `MSH|^~\\&|${sender}|${facility}|||${said}||ADT^${event}|${fields.id ?? `C${control}`}|P|2.5`,
    `EVN||${said}||${fields.why ?? ""}||${happened}`,
    `PID|1||${who}||${fields.name ?? "Roe^Ann"}`,
    ...(merged ? [`MRG|${merged}`] : []),
    ["PV1", ...visit.slice(1)].join("|"),
    ...(fields.more ?? []),
    "",
  ].join("\r");
}

const HOSPITAL: SentFields = { sender: "EPIC", facility: "GH" };

/**
 * Messages such as `A03 12 1000 who=55^^^MAPLE^MR 36=02 id=X; H A01 12 1100 2=E`: the event, the day of June and the
 * hour, fields of PV1 by their numbers, and others by their names, `of` for EVN-6. H is a hospital.
 */
export function messages(text: string): string[] {
  return text.split("; ").map((one) => {
    const parts = one.split(" ");
    const isHospital = parts[0] === "H";
    const [event = "", day = "", hour = "", ...pairs] = parts.slice(
      isHospital ? 1 : 0,
    );
    const others: Record<string, string> = {};
    const pv1: Record<number, string> = {};
    for (const pair of pairs) {
      const at = pair.indexOf("=");
      const [key, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (/^\d+$/.test(key)) pv1[Number(key)] = value;
      else others[key] = value;
    }
    const { of, ...more } = others;
    const happened = of && `202606${of}`;
    const from = isHospital ? HOSPITAL : {};
    return er7(event, `202606${day}${hour}`, {
      ...{ ...from, happened, pv1 },
      ...more,
    });
  });
}

export function storeText(
  log: MessageLog,
  text: string,
  receivedAt = NOW,
): Promise<Stored> {
  const bytes = Buffer.from(text);
  const via = text.startsWith("{") ? "file" : "mllp";
  const message = readMessage({ bytes, via, receivedAt });
  if ("code" in message) throw new Error(`no message: ${text}`);
  return log.store(message);
}

export async function play(
  db: Kysely<Schema>,
  texts: string | readonly string[],
  now = NOW,
): Promise<Stored[]> {
  const log = new MessageLog(db);
  const stored: Stored[] = [];
  const all = typeof texts === "string" ? messages(texts) : texts;
  for (const text of all) stored.push(await storeText(log, text, now));
  await applyAll(db, now);
  return stored;
}

export async function applyAll(db: Kysely<Schema>, now = NOW): Promise<void> {
  while ((await applyMessages(db, 50, now)) > 0);
}

/** False if the message cannot be dropped. */
export async function drop(
  db: Kysely<Schema>,
  controlId: string,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .selectFrom("feed_messages")
      .where("control_id", "=", controlId)
      .select("id")
      .executeTakeFirstOrThrow();
    return dropMessage(tx, id, NOW);
  });
}

export async function addSender(
  db: Kysely<Schema>,
  row: Partial<Selectable<SenderTable>>,
): Promise<void> {
  await db
    .insertInto("senders")
    .values({
      sender: "PCC",
      facility: "WILLOW",
      role: "facility",
      facility_id: row.role === "hospital" ? null : 111,
      codes: "",
      version: 1,
      updated_at: NOW.toISOString(),
      ...row,
    })
    .execute();
}

/** Changes the rows of some senders, whose messages are applied again. */
export async function changeSenders(
  db: Kysely<Schema>,
  change: Partial<Selectable<SenderTable>>,
  where: Partial<Pick<Selectable<SenderTable>, "role" | "facility">> = {},
): Promise<void> {
  const updated_at = NOW.toISOString();
  let rows = db.updateTable("senders").set({ updated_at, ...change });
  if (where.role) rows = rows.where("role", "=", where.role);
  if (where.facility) rows = rows.where("facility", "=", where.facility);
  const changed = await rows.returning(["sender", "facility"]).execute();
  await applyAnew(db, changed);
  await applyAll(db);
}

/** `patient facility from-to`, and who has the last word. */
export async function storedStays(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db
    .selectFrom("stays")
    .innerJoin("patients", "patients.id", "stays.patient_id")
    .orderBy("last_name")
    .orderBy("mrn")
    .orderBy("admitted_on")
    .select([
      "patients.mrn",
      "facility_id",
      "admitted_on",
      "discharged_on",
      "word_of",
    ])
    .execute();
  return rows.map(({ mrn, facility_id, admitted_on, discharged_on, word_of }) =>
    [
      mrn,
      facility_id,
      `${isoDayOf(admitted_on).slice(5)}..${discharged_on === null ? "" : isoDayOf(discharged_on).slice(5)}`,
      word_of ?? "census",
    ].join(" "),
  );
}

/** `facility day outcome`, and further marks. */
export async function storedTransfers(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db
    .selectFrom("transfers")
    .orderBy("transferred_on")
    .selectAll()
    .execute();
  return rows.map((row) =>
    [
      row.facility_id,
      isoDayOf(row.transferred_on).slice(5),
      row.outcome,
      ...(row.planned ? ["planned"] : []),
      ...(row.assumed ? ["assumed"] : []),
      row.word_of ?? "census",
    ].join(" "),
  );
}

export async function messageStates(
  db: Kysely<Schema>,
): Promise<Record<string, string>> {
  const rows = await db.selectFrom("feed_messages").selectAll().execute();
  return Object.fromEntries(
    rows.map((row) => [
      row.control_id ?? "",
      row.reason ? `${row.status}: ${row.reason}` : row.status,
    ]),
  );
}

/** Places and their senders, with nobody in them; what a test does first. */
export async function addPlaces(db: Kysely<Schema>): Promise<void> {
  const reach = { 111: epochDayOf("2026-06-05") };
  await insertCensus(db, { patients: [], stays: [], transfers: [], reach }, []);
  await addSender(db, {});
  await addSender(db, { facility: "ALDER", facility_id: 112 });
}

/** A store for each test, at whose end the figures have to agree. */
export function onFeed(
  dialect: Dialect,
  prepare: (db: Kysely<Schema>) => Promise<void> = addPlaces,
) {
  let store: Store;
  const open = async () => {
    store = await openTestStore(dialect);
    await prepare(store.db);
  };
  const db = () => store.db;
  beforeEach(open);
  afterEach(async () => {
    const { places } = await checkFigures(db());
    await store.close();
    expect(places).toEqual([]);
  });
  return {
    db,
    async reopen() {
      await store.close();
      await open();
    },
    play: (texts: string | readonly string[], now?: Date) =>
      play(db(), texts, now),
    drop: (id: string) => drop(db(), id),
    change: (...change: DropFirst<Parameters<typeof changeSenders>>) =>
      changeSenders(db(), ...change),
    stays: () => storedStays(db()),
    transfers: () => storedTransfers(db()),
    states: () => messageStates(db()),
    /** How many residents there are. */
    async residents() {
      const rows = await db()
        .selectFrom("stays")
        .select("patient_id")
        .execute();
      return new Set(rows.map(({ patient_id }) => patient_id)).size;
    },
  };
}

type DropFirst<All extends unknown[]> = All extends [unknown, ...infer Rest]
  ? Rest
  : never;
