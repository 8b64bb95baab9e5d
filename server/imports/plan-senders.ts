import type { Kysely, Selectable } from "kysely";
import { isSameSender } from "~server/messages/senders/changed-senders";
import type { SenderTable } from "~server/store/feed-tables";
import type { Schema } from "~server/store/schema";
import { senderKey, type SenderRow } from "./read-senders";

type StoredSender = Selectable<SenderTable>;

export interface SenderPlan {
  added: SenderRow[];
  changed: { from: StoredSender; to: SenderRow }[];
  unchanged: number;
  removed: StoredSender[];
}

interface Asked {
  /** Senders that the file does not name go away, where there is a file. */
  replace: boolean;
  /** What is there is the demo organisation. */
  overDemo: boolean;
  /** Whether a facility will be there after the import. */
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

/**
 * Works out what an import does to the senders: a sender that the file names is as it says there. Others go with their facility,
 * or where all is to be as the files say. The demo's all go, for their facilities do.
 *
 * @param rows null without a senders.csv
 */
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
  for (const told of rows ?? []) {
    const from = byKey.get(senderKey(told));
    const row =
      from && told.keepsBinding ? { ...told, bound_to: from.bound_to } : told;
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

export function changesSenders(plan: SenderPlan): boolean {
  return plan.added.length + plan.changed.length + plan.removed.length > 0;
}
