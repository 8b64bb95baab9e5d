import type { Kysely } from "kysely";
import type { Logger } from "pino";
import {
  beyondMostVisits,
  MOST_VISITS,
} from "~/features/messages/rules/message-limits";
import { databaseTroubleOf } from "~/runtime/database/database-trouble.server";
import { isBusy } from "~/runtime/database/sqlite-handle.server";
import type { Clock, After } from "~server/clock/clock";
import { startRounds } from "~server/clock/rounds";
import { moveReach, patientsReached } from "~server/measures/move-reach";
import { changeFigures } from "~server/measures/change-figures";
import { raiseFeedVersion } from "~server/store/data-state";
import type { Schema } from "~server/store/schema";
import { CensusRecords } from "./stored-rows";
import {
  noteFreshness,
  noteLastMessages,
  noteLastOf,
  reachMoves,
} from "./feed-reach";
import { readIdentities, type Identity } from "./identities";
import { forgetPatients, dropTexts } from "./forget-patients";
import { isKnown, readStored, type KnownMessage } from "./logged-messages";
import {
  forgetLinks,
  linkMerges,
  nameNumbers,
  storeLinks,
} from "./name-numbers";
import { planResidents } from "./plan-residents";
import { setAside, settleMessages } from "./settle-messages";
import { changesOf, settleNumbers, writeChanges } from "./write-residents";

/** Lets others write between two transactions. */
const PAUSE_MS = 5;

/** Messages that arrive one by one share a transaction. */
const GATHERING_MS = 100;

/** Another process may have stored messages. */
const LOOK_EVERY_MS = 1_000;

const RETRY_EVERY_MS = 60_000;

interface ApplierParts {
  db: Kysely<Schema>;
  log: Logger;
  clock: Clock;
  after: After;
  /** False: look again only after the database failed. */
  looks?: boolean;
}

/** Applies what is stored, now and when it is woken, in transactions with pauses between them. */
export function startApplier({
  db,
  log,
  clock,
  after,
  looks = true,
}: ApplierParts) {
  let retriedAt = 0;
  let endPause = () => {};
  const onFault = (error: unknown) =>
    log.error({ event: "feed.message_failed", err: error });

  async function applyStored(stopping: AbortSignal): Promise<void> {
    for (;;) {
      const count = await applySome(db, clock(), onFault);
      if (stopping.aborted) return;
      if (count > 0) {
        await pause(count < MESSAGES_AT_ONCE ? GATHERING_MS : PAUSE_MS);
      } else if (!(await retry())) return;
    }
  }

  function retry(): Promise<boolean> | false {
    const now = clock().getTime();
    if (now - retriedAt < RETRY_EVERY_MS) return false;
    retriedAt = now;
    return retryNotYet(db);
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = after(ms, resolve);
      endPause = () => {
        cancel();
        resolve();
      };
    });
  }

  const rounds = startRounds(after, async (stopping) => {
    try {
      await applyStored(stopping);
      return looks ? LOOK_EVERY_MS : null;
    } catch (error) {
      log.error({ event: "feed.not_applied", err: error });
      return LOOK_EVERY_MS;
    }
  });
  return {
    wake: () => void rounds.now(),
    /** Resolves when everything stored is applied, or the database failed. */
    idle: rounds.now,
    async close() {
      const stopped = rounds.stop();
      endPause();
      await stopped;
    },
  };
}

/**
 * Applies the oldest stored messages in one transaction: finds their residents and derives their stays and transfers
 * again. Returns how many messages it read.
 */
export async function applyMessages(
  db: Kysely<Schema>,
  most: number,
  now: Date,
  only: number | null = null,
): Promise<number> {
  if ((await oldestStored(db)) === null) return 0;
  return db.transaction().execute(async (tx) => {
    await takeTurn(tx);
    const messages = await readStored(tx, most, only);
    const { concerned, renamed } = await nameNumbers(tx, messages, now);
    const known = messages.filter(isKnown);
    await noteLastMessages(tx, messages);
    await noteFreshness(tx, known, now);
    if (renamed.length > 0) {
      // Merges both numbers first and separates them then: everybody keeps their rows and reviews.
      await storeLinks(tx, renamed);
      await applyNumbers(tx, concerned, now);
      await forgetLinks(tx, renamed);
    }
    await applyNumbers(tx, concerned, now, known);
    return messages.length;
  });
}

/** Retries messages about a future time. */
async function retryNotYet(db: Kysely<Schema>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("feed_messages")
    .set({ status: "stored", reason: null })
    .where("status", "=", "waiting")
    .where("reason", "=", "not_yet")
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** A transaction of these takes some 100 ms. */
export const MESSAGES_AT_ONCE = 50;

export async function applyAllMessages(
  db: Kysely<Schema>,
  now: Date,
): Promise<void> {
  while ((await applySome(db, now)) > 0);
}

/** A message that fails waits, without blocking later ones. */
export async function applySome(
  db: Kysely<Schema>,
  now: Date,
  onFault: (error: unknown) => void = () => undefined,
): Promise<number> {
  try {
    return await applyMessages(db, MESSAGES_AT_ONCE, now);
  } catch (error) {
    if (isOfDatabase(error)) throw error;
  }
  const id = await oldestStored(db);
  if (id === null) return 0;
  try {
    await applyMessages(db, 1, now, id);
  } catch (error) {
    if (isOfDatabase(error)) throw error;
    onFault(error);
    await markFailed(db, id);
  }
  return 1;
}

/** True if the database failed, not a message. */
function isOfDatabase(error: unknown): boolean {
  return isBusy(error) || databaseTroubleOf(error) !== null;
}

async function markFailed(db: Kysely<Schema>, id: number): Promise<void> {
  await db
    .updateTable("feed_messages")
    .set({ status: "waiting", reason: "failed" })
    .where("id", "=", id)
    .where("status", "=", "stored")
    .execute();
}

/** Call it in a transaction that has its turn. */
export async function applyNumbers(
  db: Kysely<Schema>,
  numberIds: Iterable<number>,
  now: Date,
  fresh: readonly KnownMessage[] = [],
): Promise<void> {
  const census = await CensusRecords.open(db);
  const identities = await readIdentities(db, numberIds, census);
  const aside = tooMuchOf(identities, fresh);
  await setAside(db, [...aside]);
  const plan = await planResidents(
    db,
    identities.map(({ numbers, messages }) => ({
      numbers,
      messages: messages.filter(({ row }) => !aside.has(row.id)),
    })),
    census,
    now,
  );
  const changes = await changesOf(db, plan);
  const moves = await reachMoves(db, fresh, now);
  const write = async () => {
    await writeChanges(db, changes, plan.residents, now);
    await moveReach(db, moves);
  };
  const patientIds = await patientsReached(db, moves);
  for (const id of changes.patientIds) patientIds.add(id);
  const hasChanges = patientIds.size > 0 || moves.length > 0;
  if (hasChanges) await raiseFeedVersion(db);
  if (patientIds.size > 0) await changeFigures(db, patientIds, write);
  else await write();
  await settleNumbers(db, plan);
  await settleMessages(db, plan);
  const forgotten = plan.residents.filter(({ isForgotten }) => isForgotten);
  const messages = forgotten.flatMap(({ identity }) => identity.messages);
  await dropTexts(
    db,
    messages.map(({ row }) => row.id),
  );
  if (plan.alsoForgotten.length > 0) {
    await forgetPatients(db, plan.alsoForgotten, now);
  }
}

/** Removes a message and all its effects in the caller's transaction. False if its status forbids it. */
export async function dropMessage(
  db: Kysely<Schema>,
  messageId: number,
  now: Date,
): Promise<boolean> {
  await takeTurn(db);
  const dropped = await db
    .updateTable("feed_messages")
    .set({ status: "dropped", reason: null, movement: 0 })
    .where("id", "=", messageId)
    .where("status", "in", ["stored", "used", "waiting"])
    .returning(["facility_id", "role"])
    .executeTakeFirst();
  if (!dropped) return false;
  const { facility_id, role } = dropped;
  if (facility_id !== null && role === "facility") {
    await noteLastOf(db, facility_id);
  }
  const numbers = await db
    .selectFrom("feed_message_numbers")
    .where("message_id", "=", messageId)
    .select("number_id")
    .execute();
  const ids = numbers.map(({ number_id }) => number_id);
  const { concerned } = await linkMerges(db, ids);
  await applyNumbers(db, [...ids, ...concerned], now);
  return true;
}

function tooMuchOf(
  identities: readonly Identity[],
  fresh: readonly KnownMessage[],
): Set<number> {
  const freshIds = new Set(fresh.map(({ row }) => row.id));
  const isFresh = ({ row }: KnownMessage) => freshIds.has(row.id);
  const beyond = identities
    .filter(({ messages }) => messages.length > MOST_VISITS)
    .flatMap(({ messages }) =>
      beyondMostVisits(
        messages.filter((one) => !isFresh(one)),
        messages.filter(isFresh),
      ),
    );
  return new Set(beyond.map(({ row }) => row.id));
}

/** Locks the data state, so data changes run one after another. */
export async function takeTurn(db: Kysely<Schema>): Promise<void> {
  await db
    .updateTable("data_state")
    .set((row) => ({ version: row.ref("version") }))
    .execute();
}

async function oldestStored(db: Kysely<Schema>): Promise<number | null> {
  const row = await db
    .selectFrom("feed_messages")
    .where("status", "=", "stored")
    .orderBy("id")
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
