import { sql, type Kysely, type RawBuilder } from "kysely";
import {
  delayAfter,
  failuresLeft,
  FORGETTING,
  FORGOTTEN_AFTER_MS,
  mostFailures,
  secondsToWait,
  type FailureKind,
} from "~/features/users/rules/sign-in-delay";
import type { Schema } from "~server/store/schema";
import type { FailureKey } from "./failure-keys";

type Db = Kysely<Schema>;

export interface Delay {
  kind: FailureKind;
  seconds: number;
}

const ROWS_AT_ONCE = 100;

/**
 * Active delays under some keys. Failures at an account count only against clients that failed at it themselves, or
 * strangers could lock out its user.
 */
export async function delaysUnder(
  db: Db,
  keys: readonly FailureKey[],
  now: Date,
): Promise<Delay[]> {
  const rows = await db
    .selectFrom("sign_in_failures")
    .where(
      "key",
      "in",
      keys.map(({ key }) => key),
    )
    .selectAll()
    .execute();
  const stored = new Map(rows.map((row) => [row.key, row]));
  const standing = keys.flatMap(({ kind, key }) => {
    const row = stored.get(key);
    if (!row) return [];
    const { failures, last_failed_at } = row;
    const last = { failures, lastFailedAt: new Date(last_failed_at) };
    const quietMs = now.getTime() - last.lastFailedAt.getTime();
    return {
      kind,
      left: failuresLeft(failures, quietMs),
      seconds: secondsToWait(last, kind, now),
    };
  });
  const hasFailedHere = standing.some(
    ({ kind, left }) => kind === "pair" && left > 0,
  );
  return standing
    .filter(({ seconds }) => seconds > 0)
    .filter(({ kind }) => kind !== "account" || hasFailedHere)
    .map(({ kind, seconds }) => ({ kind, seconds }));
}

/** Counts a failure under each key, in a transaction. Returns the delays that begin. */
export async function countSignInFailure(
  trx: Db,
  keys: readonly FailureKey[],
  now: Date,
): Promise<Delay[]> {
  const delays: Delay[] = [];
  // A fixed order prevents deadlocks.
  for (const { kind, key } of inOrder(keys)) {
    const { failures } = await trx
      .insertInto("sign_in_failures")
      .values({ key, failures: 1, last_failed_at: now.toISOString() })
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet({
          failures: oneMore(kind, now),
          last_failed_at: now.toISOString(),
        }),
      )
      .returning("failures")
      .executeTakeFirstOrThrow();
    const seconds = delayAfter(failures, kind);
    if (seconds > 0) delays.push({ kind, seconds });
  }
  return delays;
}

/** The stored count plus one: `failuresLeft` as SQL for both databases. */
function oneMore(kind: FailureKind, now: Date): RawBuilder<number> {
  const stored = sql.ref("sign_in_failures.failures");
  const lastFailedAt = sql.ref("sign_in_failures.last_failed_at");
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const steps = FORGETTING.map(
    ({ quietMs, divisor }) =>
      sql`when ${lastFailedAt} <= ${before(quietMs)} then ${stored} / ${sql.lit(divisor)}`,
  );
  const left = sql`case
    when ${lastFailedAt} <= ${before(FORGOTTEN_AFTER_MS)} then 0
    ${sql.join(steps, sql` `)}
    else ${stored} end`;
  const most = sql.lit(mostFailures(kind));
  return sql`case when ${left} < ${most} then ${left} + 1 else ${most} end`;
}

export async function clearFailures(
  db: Db,
  { key }: FailureKey,
): Promise<void> {
  await db.deleteFrom("sign_in_failures").where("key", "=", key).execute();
}

/** Removes expired rows, more at a time than one failure adds, so the table shrinks. */
export async function dropOldFailures(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FORGOTTEN_AFTER_MS).toISOString();
  const old = await db
    .selectFrom("sign_in_failures")
    .where("last_failed_at", "<=", before)
    .select("key")
    .limit(ROWS_AT_ONCE)
    .execute();
  if (old.length === 0) return;
  await db.transaction().execute(async (trx) => {
    for (const { key } of inOrder(old)) {
      await trx
        .deleteFrom("sign_in_failures")
        .where("key", "=", key)
        .where("last_failed_at", "<=", before)
        .execute();
    }
  });
}

function inOrder<Row extends { key: string }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => (a.key < b.key ? -1 : 1));
}
