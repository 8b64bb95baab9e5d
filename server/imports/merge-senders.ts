import type { Kysely } from "kysely";
import {
  insertAuditEvents,
  type AuditRecord,
} from "~server/audit/audit-events";
import { takeTurn } from "~server/messages/apply/apply-messages";
import { firstVersion } from "~server/messages/senders/change-senders";
import {
  applyAnew,
  sendersOf,
  auditedSender,
  auditedSenderChange,
} from "~server/messages/senders/changed-senders";
import type { Schema } from "~server/store/schema";
import { ImportConflict, auditedByImport } from "./import-recorder";
import { facilitiesInOtherZones } from "./plan-changes";
import { changesSenders, type SenderPlan } from "./plan-senders";
import type { SenderRow } from "./read-senders";
import type { Staging } from "./staging";

/**
 * Stores the senders of a census, when its facilities are there. The messages of a facility whose clocks show another time are
 * applied again too. Throws as {@link mergeSenders}.
 */
export async function storeSenders(
  db: Kysely<Schema>,
  census: { staging: Staging; senders: SenderPlan; now: Date },
): Promise<void> {
  const { staging, senders, now } = census;
  await takeTurn(db);
  if (changesSenders(senders)) await mergeSenders(db, senders, now);
  const moved = facilitiesInOtherZones(staging);
  if (moved.length > 0) await applyAnew(db, await sendersOf(db, moved));
}

/**
 * Carries out a plan for the senders, with a record of each in the audit trail, and has their messages applied again. Throws an
 * ImportConflict where somebody has changed a sender after the plan was made.
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
    // It may have gone with its facility.
    await db
      .deleteFrom("senders")
      .where("sender", "=", sender.sender)
      .where("facility", "=", sender.facility)
      .execute();
    tell("delete_sender", auditedSender(sender));
  }
  for (const { from, to } of plan.changed) {
    const set = storedAs(to, now);
    const { numUpdatedRows } = await db
      .updateTable("senders")
      .set({ ...set, version: from.version + 1 })
      .where("sender", "=", from.sender)
      .where("facility", "=", from.facility)
      .where("version", "=", from.version)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) throw new ImportConflict();
    tell("change_sender", auditedSenderChange(from, set));
  }
  for (const row of plan.added) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("senders")
      .values({ ...storedAs(row, now), version: firstVersion(now) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) throw new ImportConflict();
    tell("create_sender", auditedSender(storedAs(row, now)));
  }
  await insertAuditEvents(db, records);
  await applyAnew(db, [
    ...plan.removed,
    ...plan.added,
    ...plan.changed.map(({ from }) => from),
  ]);
}

function storedAs(
  { line: _, keepsBinding: _kept, ...sender }: SenderRow,
  now: Date,
) {
  return { ...sender, updated_at: now.toISOString() };
}
