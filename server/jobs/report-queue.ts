import { randomBytes } from "node:crypto";
import {
  sql,
  type ExpressionBuilder,
  type Selectable,
  type UpdateObject,
} from "kysely";
import { storeReportFile } from "~server/cms-requests/report-files";
import type { Database, QiesReportTable, Schema } from "~server/store/schema";

export const LEASE_MS = 60_000;

/** A request claimed by an attempt; nobody else takes it while the claim lasts. */
export interface ClaimedReport extends Selectable<QiesReportTable> {
  claim: string;
}

/** The request that has waited longest; null if none is due. Two callers never get the same one. */
export async function claimNext(
  db: Database,
  now: Date,
): Promise<ClaimedReport | null> {
  for (;;) {
    const due = await db
      .selectFrom("qies_reports")
      .select("id")
      .where((report) => isDue(report, now))
      .orderBy("next_attempt_at")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    if (!due) return null;
    const claim = randomBytes(16).toString("hex");
    const claimed = await db
      .updateTable("qies_reports")
      .set({
        status: "pending",
        claim,
        claimed_until: leaseFrom(now),
        attempts: sql<number>`attempts + 1`,
      })
      .where("id", "=", due.id)
      .where((report) => isDue(report, now))
      .returningAll()
      .executeTakeFirst();
    if (claimed) return { ...claimed, claim };
  }
}

function isDue(report: ExpressionBuilder<Schema, "qies_reports">, now: Date) {
  const at = now.toISOString();
  return report.and([
    report("status", "in", ["requested", "pending"]),
    report("next_attempt_at", "<=", at),
    report.or([report("claim", "is", null), report("claimed_until", "<=", at)]),
  ]);
}

function leaseFrom(now: Date): string {
  return new Date(now.getTime() + LEASE_MS).toISOString();
}

/** Like the functions below, returns false and changes nothing if this attempt has lost the claim. */
export function extendLease(
  db: Database,
  held: ClaimedReport,
  now: Date,
): Promise<boolean> {
  return change(db, held, { claimed_until: leaseFrom(now) });
}

export function complete(
  db: Database,
  held: ClaimedReport,
  made: { content: Buffer; name: string; dataVersion: number | null },
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const isHeld = await change(trx, held, {
      ...UNCLAIMED,
      status: "completed",
      name: made.name,
      data_version: made.dataVersion,
      problem: null,
      finished_at: now.toISOString(),
    });
    if (isHeld) await storeReportFile(trx, held.id, made.content);
    return isHeld;
  });
}

/** Ends the request without a report; `words` explain why to its reader. */
export function fail(
  db: Database,
  held: ClaimedReport,
  words: string,
  now: Date,
): Promise<boolean> {
  return change(db, held, {
    ...UNCLAIMED,
    status: "error",
    problem: words,
    finished_at: now.toISOString(),
  });
}

export function postpone(
  db: Database,
  held: ClaimedReport,
  { until, attempts }: { until: Date; attempts: number },
): Promise<boolean> {
  return change(db, held, {
    ...UNCLAIMED,
    next_attempt_at: until.toISOString(),
    attempts,
  });
}

/** Releases a request without counting the attempt. */
export function release(db: Database, held: ClaimedReport): Promise<boolean> {
  return change(db, held, { ...UNCLAIMED, attempts: held.attempts - 1 });
}

/** Releases the claims of killed processes; only safe if no other process uses this database. */
export async function releaseAll(db: Database): Promise<void> {
  await db
    .updateTable("qies_reports")
    .set(UNCLAIMED)
    .where("claim", "is not", null)
    .execute();
}

const UNCLAIMED = { claim: null, claimed_until: null };

async function change(
  db: Database,
  { id, claim }: ClaimedReport,
  values: UpdateObject<Schema, "qies_reports">,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("qies_reports")
    .set(values)
    .where("id", "=", id)
    .where("claim", "=", claim)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
