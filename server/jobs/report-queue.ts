import { randomBytes } from "node:crypto";
import {
  sql,
  type ExpressionBuilder,
  type Selectable,
  type UpdateObject,
} from "kysely";
import { storeReportFile } from "~server/cms-requests/report-files";
import type { Database, QiesReportTable, Schema } from "~server/store/schema";

/** How long a claim holds unless it is extended. */
export const LEASE_MS = 60_000;

/** A request that an attempt has taken; nobody else takes it while the claim holds. */
export interface ClaimedReport extends Selectable<QiesReportTable> {
  claim: string;
}

/**
 * Takes the request that has waited longest among those that are due, null where none is. Of two that try, one gets it:
 * the claim is written only where there is none, or where the one that is there has run out.
 */
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

/** All of these answer false where the claim is no longer this attempt's; then nothing has changed. */
export function extendLease(
  db: Database,
  held: ClaimedReport,
  now: Date,
): Promise<boolean> {
  return change(db, held, { claimed_until: leaseFrom(now) });
}

/** The request is finished with its file, once and for all. */
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

/** There will be no report; `words` tell its reader why. */
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

/** To be tried again then. */
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

/** Gives up an attempt through no fault of its own: it does not count, and whoever is free takes the request. */
export function release(db: Database, held: ClaimedReport): Promise<boolean> {
  return change(db, held, { ...UNCLAIMED, attempts: held.attempts - 1 });
}

/** Frees what a killed process has left claimed; only where no other process works on this database. */
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
