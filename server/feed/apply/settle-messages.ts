import type { Kysely } from "kysely";
import type { AdtEvent } from "~/domain/hl7/adt-events";
import type { MessageReason, MessageStatus } from "~server/store/feed-tables";
import type { Schema } from "~server/store/schema";
import type { KnownMessage } from "./logged-messages";
import type { PlannedResident } from "./plan-residents";

interface State {
  status: MessageStatus;
  reason: MessageReason | null;
}

/** Stores of each message of the residents whether it is used, or what it waits for. */
export async function settleMessages(
  db: Kysely<Schema>,
  residents: readonly PlannedResident[],
): Promise<void> {
  const groups = new Map<string, { state: State; ids: number[] }>();
  for (const resident of residents) {
    const stateOf = statesOf(resident);
    for (const message of resident.identity.messages) {
      const state = stateOf(message);
      const { row } = message;
      if (row.status === state.status && row.reason === state.reason) continue;
      const key = JSON.stringify(state);
      const group = groups.get(key) ?? { state, ids: [] };
      group.ids.push(row.id);
      groups.set(key, group);
    }
  }
  for (const { state, ids } of groups.values()) {
    await db
      .updateTable("feed_messages")
      .set(state)
      .where("id", "in", ids)
      .execute();
  }
}

const ADMITS: ReadonlySet<AdtEvent> = new Set(["admit", "state"]);

const USED: State = { status: "used", reason: null };

function statesOf({
  identity: { messages },
  patientId,
  resident,
}: PlannedResident): (message: KnownMessage) => State {
  const waiting = new Map(
    resident.waiting.map(({ id, reason }) => [id, reason]),
  );
  const isNamed = messages.some(({ sender }) => sender.role === "facility");
  const isAdmitted = messages.some(
    ({ sender, facts }) =>
      sender.role === "facility" && ADMITS.has(facts.event),
  );
  return ({ row, sender, facts }) => {
    const reason = waiting.get(row.id);
    if (reason) return { status: "waiting", reason };
    if (patientId !== null || facts.event === "merge") return USED;
    if (sender.role === "hospital") {
      return isNamed ? USED : { status: "waiting", reason: "unknown_resident" };
    }
    // What was admitted and taken back is settled.
    return isAdmitted ? USED : { status: "waiting", reason: "no_stay" };
  };
}
