import type { Kysely } from "kysely";
import { groupedBy } from "~/features/messages/rules/grouped";
import type { AdtEvent } from "~/features/messages/rules/message-facts";
import { chunksOf, isIn } from "~server/measures/question";
import type { FeedMessageTable } from "~server/store/feed-tables";
import type { Schema } from "~server/store/schema";
import {
  isOfFacility,
  mergesOf,
  numberKey,
  type KnownMessage,
} from "./logged-messages";
import type { PlannedResident, ResidentPlan } from "./plan-residents";

type State = Pick<FeedMessageTable, "status" | "reason">;

export async function settleMessages(
  db: Kysely<Schema>,
  plan: ResidentPlan,
): Promise<void> {
  const isFound = findMerged(plan);
  const states = new Map<KnownMessage["row"], State>();
  for (const resident of plan.residents) {
    const stateOf = statesOf(resident, isFound);
    for (const message of resident.identity.messages) {
      const { row } = message;
      const known = states.get(row);
      // A merge waits if one of its residents waits.
      if (known?.status !== "waiting") states.set(row, stateOf(message));
    }
  }
  const changed = [...states].filter(
    ([row, { status, reason }]) =>
      row.status !== status || row.reason !== reason,
  );
  for (const group of groupedBy(changed, ([, one]) => JSON.stringify(one))) {
    const [, state] = group[0] ?? [];
    const ids = group.map(([row]) => row.id);
    if (state) await setState(db, ids, state);
  }
}

/** Excess messages wait, unlinked from their numbers so nothing reads them again. */
export async function setAside(
  db: Kysely<Schema>,
  ids: readonly number[],
): Promise<void> {
  await setState(db, ids, { status: "waiting", reason: "too_many_messages" });
  await db
    .deleteFrom("feed_message_numbers")
    .where(isIn("message_id", ids))
    .execute();
}

async function setState(
  db: Kysely<Schema>,
  ids: readonly number[],
  state: State,
): Promise<void> {
  for (const some of chunksOf(ids, 5_000)) {
    await db
      .updateTable("feed_messages")
      .set(state)
      .where(isIn("id", some))
      .execute();
  }
}

const ADMITS: ReadonlySet<AdtEvent> = new Set(["admit", "state"]);

const USED: State = { status: "used", reason: null };

type IsFound = (message: KnownMessage, resident: PlannedResident) => boolean;

/** Another message or the census knows a number that a merge ends. */
function findMerged({ residents, hasRecord }: ResidentPlan): IsFound {
  const messages = residents.flatMap(({ identity }) => identity.messages);
  const reported = new Set(
    messages
      .flatMap((message) =>
        message.facts.event === "merge"
          ? mergesOf(message).flatMap(({ people }) => people)
          : message.numbers,
      )
      .map(numberKey),
  );
  return (message, { identity: { numbers } }) => {
    const texts = new Set(
      numbers
        .filter((one) => reported.has(numberKey(one)))
        .map((one) => one.number),
    );
    const own = new Set(numbers.map(numberKey));
    return mergesOf(message)
      .map(({ merged }) => merged.filter((one) => own.has(numberKey(one))))
      .every(
        (merged) =>
          merged.length === 0 ||
          merged.some((one) => texts.has(one.number) || hasRecord(one)),
      );
  };
}

function statesOf(
  planned: PlannedResident,
  isFound: IsFound,
): (message: KnownMessage) => State {
  const { identity, contestedBy, patientId, resident } = planned;
  if (contestedBy) {
    return () => ({ status: "waiting", reason: "ambiguous_number" });
  }
  const waiting = new Map(
    resident.waiting.map(({ id, reason }) => [id, reason]),
  );
  const isNamed = identity.messages.some(isOfFacility);
  const isAdmitted = identity.messages.some(
    (one) => isOfFacility(one) && ADMITS.has(one.facts.event),
  );
  return (message) => {
    const { row, facts } = message;
    const reason = waiting.get(row.id);
    if (reason) return { status: "waiting", reason };
    if (facts.event === "merge") {
      return isFound(message, planned)
        ? USED
        : { status: "waiting", reason: "nothing_to_merge" };
    }
    if (patientId !== null) return USED;
    if (!isOfFacility(message)) {
      return isNamed ? USED : { status: "waiting", reason: "unknown_resident" };
    }
    return isAdmitted ? USED : { status: "waiting", reason: "no_stay" };
  };
}
