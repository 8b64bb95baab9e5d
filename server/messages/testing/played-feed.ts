import type { Kysely, Selectable } from "kysely";
import { isoDayOf } from "~/domain/calendar";
import {
  applyMessages,
  dropMessage,
} from "~server/messages/apply/apply-messages";
import { MessageLog, type Stored } from "~server/messages/open-feed";
import { readMessage } from "~server/messages/open-feed";
import type { SenderTable } from "~server/store/feed-tables";
import type { Schema } from "~server/store/schema";

export const NOW = new Date("2026-06-15T16:00:00Z");

export interface Told {
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
export function er7(event: string, said: string, told: Told = {}): string {
  const { happened = "", who = "77^^^MAPLE^MR" } = told;
  const { pv1 = {}, sender = "PCC", facility = "WILLOW", merged } = told;
  control += 1;
  const visit = Array.from({ length: 46 }, (_, at) => pv1[at] ?? "");
  return [
    `MSH|^~\\&|${sender}|${facility}|||${said}||ADT^${event}|${told.id ?? `C${control}`}|P|2.5`,
    `EVN||${said}||${told.why ?? ""}||${happened}`,
    `PID|1||${who}||${told.name ?? "Roe^Ann"}`,
    ...(merged ? [`MRG|${merged}`] : []),
    ["PV1", ...visit.slice(1)].join("|"),
    ...(told.more ?? []),
    "",
  ].join("\r");
}

export function storeText(
  log: MessageLog,
  text: string,
  receivedAt = NOW,
): Promise<Stored> {
  const bytes = Buffer.from(text);
  const message = readMessage({ bytes, via: "mllp", receivedAt });
  if ("code" in message) throw new Error(`no message: ${text}`);
  return log.store(message);
}

export async function play(
  db: Kysely<Schema>,
  texts: readonly string[],
  now = NOW,
): Promise<Stored[]> {
  const log = new MessageLog(db);
  const stored: Stored[] = [];
  for (const text of texts) stored.push(await storeText(log, text, now));
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
