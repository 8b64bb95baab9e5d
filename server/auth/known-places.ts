import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { SessionTokens } from "~/contract/auth";
import { KNOWN_FOR_MS } from "~/features/users/rules/sign-in-delay";
import type { Schema } from "~server/store/schema";
import { networkOf } from "~/runtime/network-of.server";

type Db = Kysely<Schema>;

/**
 * The sign-in before this one, where either comes from a place that is new: this one, so that a stranger's is told to nobody
 * but them, or that one, so that its owner is told of it. Null where both are known, this is the first one, or nobody knows
 * from where it comes.
 */
export async function lastFromElsewhere(
  db: Db,
  { id, userKey }: { id: number; userKey: string },
  address: string | null,
  now: Date,
): Promise<NonNullable<SessionTokens["last_sign_in"]> | null> {
  if (address === null) return null;
  const signIns = await newestByAddress(db, userKey, id);
  const [last] = signIns;
  if (!last || isSameNetwork(last.address, address)) return null;
  const isKnown = signIns.some(
    (one) => isLate(one, now) && isSameNetwork(one.address, address),
  );
  const fromThere = signIns.filter((one) =>
    isSameNetwork(one.address, last.address),
  );
  const wasFirst = fromThere.reduce((sum, { times }) => sum + times, 0) === 1;
  return isKnown && !wasFirst ? null : { at: last.at, address: last.address };
}

/**
 * The newest sign-in from each address, the newest of all first. The literal, and no condition on single times, let SQLite use
 * the index of sign-ins.
 */
async function newestByAddress(
  db: Db,
  userKey: string,
  userId?: number,
): Promise<{ at: string; address: string; times: number }[]> {
  let signIns = db
    .selectFrom("audit_events")
    .where("action", "=", sql.lit("sign_in"))
    .where("user_key", "=", userKey)
    .where("address", "is not", null);
  // Somebody else may have had the username before.
  if (userId !== undefined) signIns = signIns.where("user_id", "=", userId);
  const rows = await signIns
    .select((one) => [
      one.ref("address").as("address"),
      one.fn.max("at").as("at"),
      one.fn.countAll<number>().as("times"),
    ])
    .groupBy("address")
    .execute();
  return rows
    .flatMap(({ at, address, times }) =>
      address === null ? [] : [{ at, address, times: Number(times) }],
    )
    .sort((a, b) => (a.at < b.at ? 1 : -1));
}

function isLate({ at }: { at: string }, now: Date): boolean {
  return at > new Date(now.getTime() - KNOWN_FOR_MS).toISOString();
}

function isSameNetwork(one: string, other: string | null): boolean {
  return networkOf(one) === networkOf(other);
}
