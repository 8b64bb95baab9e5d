import type { Kysely } from "kysely";
import { newYorkDay } from "~/domain/calendar";
import { isRequiredOn } from "~/domain/second-factor/factor-rule";
import { factorWords } from "~/domain/second-factor/factor-words";
import { insertAuditEvents } from "~server/audit/audit-events";
import { notFound, Refusal } from "~server/refusal";
import type { Schema } from "~server/store/schema";
import {
  withOwnPassword,
  wrongPassword,
  type OwnChange,
} from "../own-password";
import { revokeSessionsOf } from "../session-rows";
import {
  deleteFactor,
  findFactor,
  renewRecoveryCodes,
  requiredFrom,
  storeFactor,
} from "./factor-rows";
import { firstStepOf } from "./second-step";
import { keyToSetUp, readSetUpKey, type SealedKey } from "./set-up-key";
import { spendCode, type CodeDeps } from "./spend-code";

/** A key for the factor that the user sets up, in place of the one that there is. */
export async function ownKey(
  { store, clock, secrets }: CodeDeps,
  userId: number,
  held: string | undefined,
): Promise<SealedKey> {
  const factor = await findFactor(store.db, userId, secrets);
  return keyToSetUp(userId, held, factor?.createdAt ?? null, clock(), secrets);
}

/**
 * Sets a factor up, or another in its place, by the password and a first code; returns recovery codes, the only time. Ends
 * the user's other sessions.
 */
export async function setOwnFactor(
  deps: CodeDeps,
  asked: { setUp: string; code: string; password: string },
  change: OwnChange,
): Promise<string[]> {
  const { id } = change.user;
  const { secrets } = deps;
  const now = deps.clock();
  const held = await findFactor(deps.store.db, id, secrets);
  const replaces = held?.createdAt ?? null;
  const key = readSetUpKey(id, asked.setUp, replaces, now, secrets);
  const before = await withOwnPassword(
    deps,
    asked.password,
    change,
    async (hash) => hash,
  );
  const lastStep = firstStepOf(key, asked.code, now);
  return changeFactor(deps, before, change, async (trx) => {
    const factor = await findFactor(trx, id, secrets);
    // Somebody was quicker in another window.
    readSetUpKey(id, asked.setUp, factor?.createdAt ?? null, now, secrets);
    const codes = await storeFactor(
      trx,
      id,
      { key, lastStep, createdAt: now.toISOString() },
      secrets,
    );
    const action = factor ? "renew_second_factor" : "set_up_second_factor";
    return { action, result: codes } as const;
  });
}

/** Takes the own factor away; 400 where the access level needs one, 404 where there is none. */
export async function removeOwnFactor(
  deps: CodeDeps,
  password: string,
  accessLevel: string,
  change: OwnChange,
): Promise<void> {
  const { store, clock } = deps;
  const from = await requiredFrom(store.db, accessLevel);
  if (isRequiredOn(from, newYorkDay(clock()))) {
    throw new Refusal(400, factorWords.isRequired);
  }
  const before = await withOwnPassword(
    deps,
    password,
    change,
    async (hash) => hash,
  );
  await changeFactor(deps, before, change, async (trx) => {
    if (!(await deleteFactor(trx, change.user.id))) throw notFound();
    return { action: "remove_second_factor", result: null } as const;
  });
}

/** New recovery codes by a code; the old ones are good for nothing any more. */
export async function newOwnRecoveryCodes(
  deps: CodeDeps,
  code: string,
  { user, origin, log }: OwnChange,
): Promise<string[]> {
  return spendCode(deps, { user, code, origin, log }, async (trx) => {
    await insertAuditEvents(trx, [
      { action: "make_recovery_codes", at: deps.clock(), user, ...origin },
    ]);
    return renewRecoveryCodes(trx, user.id, deps.secrets);
  });
}

/** Changes the factor of whose password is still the proved one, with its record, and ends their other sessions. */
async function changeFactor<Result>(
  { store, clock }: CodeDeps,
  passwordHash: string,
  { user, sessionId, origin }: OwnChange,
  change: (trx: Kysely<Schema>) => Promise<{
    action:
      | "set_up_second_factor"
      | "renew_second_factor"
      | "remove_second_factor";
    result: Result;
  }>,
): Promise<Result> {
  const at = clock();
  return store.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("users")
      .set((row) => ({ version: row.ref("version") }))
      .where("id", "=", user.id)
      .where("password_hash", "=", passwordHash)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw wrongPassword();
    const { action, result } = await change(trx);
    await revokeSessionsOf(trx, user.id, {
      at: at.toISOString(),
      except: sessionId,
    });
    await insertAuditEvents(trx, [{ action, at, user, ...origin }]);
    return result;
  });
}
