import {
  LONGEST_SENDER_NAME,
  SENDER_ROLES,
  senderProblems,
  type SenderRule,
  type WantedSender,
  LONGEST_CODES,
  readSenderCodes,
  LONGEST_BOUND_TO,
} from "~/features/messages/rules/sender-rules";
import * as cells from "./cells";
import type { CellValue } from "./cells";
import type { CensusTableName } from "./census-tables";
import { onceOnly, type ProblemLog } from "./problem-log";
import {
  column,
  readTable,
  type ReadRow,
  type RowProblem,
  type TableFormat,
} from "./read-table";
import type { Kysely, Selectable } from "kysely";
import {
  addSender,
  changeSender,
  isSameSender,
  applyAnew,
  sendersOf,
  auditedSender,
  auditedSenderChange,
} from "~server/messages/senders/change-senders";
import type { SenderTable } from "~server/store/feed-tables";
import type { Schema } from "~server/store/schema";
import {
  insertAuditEvents,
  type AuditRecord,
} from "~server/audit/audit-events";
import { takeTurn } from "~server/messages/apply/apply-messages";
import { ImportConflict, auditedByImport } from "./import-report";
import { placesWithOther } from "./plan-changes";
import type { Staging } from "./staging";

export const SENDERS_FILE = "senders.csv";

export interface SenderRow extends WantedSender {
  line: number;
  /** The file has no column `bound_to`. */
  keepsBinding: boolean;
}

const name = cells.optional(cells.text(LONGEST_SENDER_NAME));

const FORMAT: TableFormat = {
  file: SENDERS_FILE,
  columns: [
    column("sender", name),
    column("facility", name),
    column("role", cells.oneOf(SENDER_ROLES)),
    column("facility_id", cells.optional(cells.id)),
    column("codes", cells.optional(cells.text(LONGEST_CODES))),
    {
      ...column("bound_to", cells.optional(cells.text(LONGEST_BOUND_TO))),
      mayBeMissing: true,
    },
  ],
  checkRow,
};

type Values = Readonly<Record<string, CellValue>>;

const WORDS = {
  nameless: "and facility must not both be blank",
  placeless: "must not be blank for the role facility",
  tooLong: `has more than ${LONGEST_SENDER_NAME} characters`,
  characters: "has a character that cannot be seen",
  codesTooLong: `has more than ${LONGEST_CODES} characters`,
  boundTooLong: `has more than ${LONGEST_BOUND_TO} characters`,
  origin:
    "has an entry that is no address, no network, no name of a certificate and not files",
} as const satisfies Record<Exclude<SenderRule, "entry">, string>;

function checkRow(values: Values): RowProblem[] {
  const wanted = wantedOf(values);
  const problems = senderProblems(wanted).flatMap(({ field, rule }) =>
    rule === "entry" ? [] : { column: field, message: WORDS[rule] },
  );
  // Entries may hold any text, so the message leaves them out.
  const entries = readSenderCodes(wanted.codes).problems.map(({ problem }) => ({
    column: "codes",
    message: `has an entry: it ${problem}`,
  }));
  return [...problems, ...entries];
}

function wantedOf(values: Values): WantedSender {
  const text = (header: string) => String(values[header] ?? "");
  return {
    sender: text("sender"),
    facility: text("facility"),
    // A wrong role is reported already.
    role: values.role === "facility" ? "facility" : "hospital",
    facility_id:
      typeof values.facility_id === "number" ? values.facility_id : null,
    codes: text("codes"),
    bound_to: text("bound_to"),
  };
}

export async function readSenders(
  path: string,
  problems: ProblemLog,
  onBytes: (bytes: number) => void,
): Promise<SenderRow[]> {
  const senders: SenderRow[] = [];
  const tellAgain = onceOnly(problems, {
    file: SENDERS_FILE,
    column: "sender",
    message: "is there already, with the same facility",
  });
  const take = ({ line, values, bad }: ReadRow) => {
    const keepsBinding = values.bound_to === undefined;
    const sender = { line, ...wantedOf(values), keepsBinding };
    tellAgain(senderKey(sender), line);
    if (!bad) senders.push(sender);
  };
  await readTable(path, FORMAT, problems, take, onBytes);
  return senders;
}

function senderKey(key: { sender: string; facility: string }): string {
  return JSON.stringify([key.sender, key.facility]);
}

export function checkSenders(
  senders: readonly SenderRow[],
  exists: (table: CensusTableName, id: number) => boolean | null,
  problems: ProblemLog,
): void {
  for (const { line, facility_id } of senders) {
    if (facility_id === null || exists("facilities", facility_id) !== false) {
      continue;
    }
    problems.add({
      file: SENDERS_FILE,
      line,
      column: "facility_id",
      message: "there is no such facility",
      example: `there is no facility ${facility_id}`,
    });
  }
}

type StoredSender = Selectable<SenderTable>;

export interface SenderPlan {
  added: SenderRow[];
  changed: { from: StoredSender; to: SenderRow }[];
  unchanged: number;
  removed: StoredSender[];
}

interface Asked {
  replace: boolean;
  overDemo: boolean;
  hasFacility(id: number): boolean;
}

export function storedSenders(db: Kysely<Schema>): Promise<StoredSender[]> {
  return db
    .selectFrom("senders")
    .selectAll()
    .orderBy("sender")
    .orderBy("facility")
    .execute();
}

/** Missing senders go with their facility, or with `replace`; the demo's all go. `rows` is null without the file. */
export function planSenders(
  rows: readonly SenderRow[] | null,
  stored: readonly StoredSender[],
  { replace, overDemo, hasFacility }: Asked,
): SenderPlan {
  const staying = overDemo ? [] : stored;
  const byKey = new Map(staying.map((each) => [senderKey(each), each]));
  const named = new Set(rows?.map(senderKey));
  const plan: SenderPlan = {
    added: [],
    changed: [],
    unchanged: 0,
    removed: [],
  };
  for (const wanted of rows ?? []) {
    const from = byKey.get(senderKey(wanted));
    const row =
      from && wanted.keepsBinding
        ? { ...wanted, bound_to: from.bound_to }
        : wanted;
    if (!from) plan.added.push(row);
    else if (isSameSender(from, row)) plan.unchanged += 1;
    else plan.changed.push({ from, to: row });
  }
  const goes = (each: StoredSender) =>
    !named.has(senderKey(each)) &&
    ((replace && rows !== null) ||
      (each.facility_id !== null && !hasFacility(each.facility_id)));
  plan.removed = stored.filter((each) => overDemo || goes(each));
  return plan;
}

/** Call it after the facilities are stored. A new time zone applies a facility's messages again. */
export async function storeSenders(
  db: Kysely<Schema>,
  census: { staging: Staging; senders: SenderPlan; now: Date },
): Promise<void> {
  const { staging, senders, now } = census;
  await takeTurn(db);
  await mergeSenders(db, senders, now);
  const moved = placesWithOther(staging, "facilities", "time_zone");
  if (moved.length > 0) await applyAnew(db, await sendersOf(db, moved));
}

/**
 * Carries out a plan, audits each change and applies the messages again. Throws an ImportConflict if a sender changed
 * after planning.
 */
async function mergeSenders(
  db: Kysely<Schema>,
  plan: SenderPlan,
  now: Date,
): Promise<void> {
  const records: AuditRecord[] = [];
  const tell = (
    action: AuditRecord["action"],
    details: AuditRecord["details"],
  ) => records.push(auditedByImport(now, { action, details }));
  for (const sender of plan.removed) {
    await db
      .deleteFrom("senders")
      .where("sender", "=", sender.sender)
      .where("facility", "=", sender.facility)
      .execute();
    tell("delete_sender", auditedSender(sender));
  }
  for (const { from, to } of plan.changed) {
    const isChanged = await changeSender(db, wantedIn(to), from.version, now);
    if (!isChanged) throw new ImportConflict();
    tell("change_sender", auditedSenderChange(from, to));
  }
  for (const row of plan.added) {
    const isAdded = await addSender(db, wantedIn(row), now);
    if (!isAdded) throw new ImportConflict();
    tell("create_sender", auditedSender(row));
  }
  await insertAuditEvents(db, records);
  await applyAnew(db, [
    ...plan.removed,
    ...plan.added,
    ...plan.changed.map(({ from }) => from),
  ]);
}

function wantedIn({ line: _, keepsBinding: _kept, ...sender }: SenderRow) {
  return sender;
}
