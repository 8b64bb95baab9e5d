import type { Logger } from "pino";
import { ownPasswordWords } from "~/features/users/rules/own-password-rules";
import { passwordProblem } from "~/features/users/rules/password-rules";
import { usernameKey } from "~/features/users/rules/username-key";
import {
  insertAuditEvents,
  type AuditedUser,
  type AuditRecord,
} from "~server/audit/audit-events";
import type { Clock } from "~server/clock/clock";
import { Refusal, refuseField } from "~server/refusal";
import type { Secrets } from "~server/secrets";
import type { Store } from "~server/store/open-store";
import { easyPasswordProblem } from "./easy-password";
import { countFailedAttempt, delayRefusal } from "./failed-attempt";
import { sessionKey, type FailureKey } from "./failure-keys";
import { inPasswordTurn, type PasswordTurn } from "./password";
import { hasFactor } from "./second-factor/factor-rows";
import { revokeSessionsOf } from "./session-rows";
import { clearFailures, delaysUnder } from "./sign-in-failures";

export interface PasswordDeps {
  store: Store;
  clock: Clock;
  secrets: Secrets;
  allowsDemoPassword: boolean;
}

export interface OwnChange {
  user: AuditedUser;
  sessionId: string;
  origin: Pick<AuditRecord, "address" | "requestId">;
  log: Logger;
}

/**
 * Changes the signed-in user's password and ends their other sessions. Throws 400 for an invalid or unchanged password,
 * 403 if the current one is wrong, 429 after too many failures in this session.
 */
export async function changeOwnPassword(
  deps: PasswordDeps,
  { current, wanted }: { current: string; wanted: string },
  change: OwnChange,
): Promise<void> {
  refuseField(
    "password",
    (wanted === current ? ownPasswordWords.unchanged : null) ??
      passwordProblem(wanted, { allowsDemo: deps.allowsDemoPassword }) ??
      easyPasswordProblem(wanted, change.user.username),
  );
  const hashes = await withOwnPassword(
    deps,
    current,
    change,
    async (before, { hash }) => ({ before, after: await hash(wanted) }),
  );
  const key = sessionKey(deps.secrets.signInKey, change.sessionId);
  await storePassword(deps, key, hashes, change);
}

/**
 * Does work that needs the user's password, to keep out somebody at their screen. `work` gets the stored hash. Throws
 * 403 if it is wrong, 429 after too many failures in this session.
 */
export async function withOwnPassword<Result>(
  deps: Pick<PasswordDeps, "store" | "clock" | "secrets">,
  current: string,
  change: OwnChange,
  work: (before: string, turn: PasswordTurn) => Promise<Result>,
): Promise<Result> {
  const key = sessionKey(deps.secrets.signInKey, change.sessionId);
  await refuseWhileDelayed(deps, key);
  return inPasswordTurn(
    async (turn) => {
      await refuseWhileDelayed(deps, key);
      const stored = await deps.store.db
        .selectFrom("users")
        .where("id", "=", change.user.id)
        .select("password_hash")
        .executeTakeFirst();
      const before = stored?.password_hash ?? null;
      if (!(await turn.matches(before, current)) || before === null) {
        await countFailed(deps, key, change);
        throw wrongPassword();
      }
      return work(before, turn);
    },
    {
      userKey: usernameKey(change.user.username),
      address: change.origin.address,
    },
  );
}

async function refuseWhileDelayed(
  { store, clock }: Pick<PasswordDeps, "store" | "clock">,
  key: FailureKey,
): Promise<void> {
  const delays = await delaysUnder(store.db, [key], clock());
  if (delays.length > 0) throw delayRefusal(delays);
}

async function countFailed(
  { store, clock }: Pick<PasswordDeps, "store" | "clock">,
  key: FailureKey,
  { user, origin, log }: OwnChange,
): Promise<void> {
  const attempt = { at: clock(), user, ...origin };
  await countFailedAttempt(store.db, [key], "current_password", attempt);
  log.info({ event: "auth.current_password_wrong" });
}

async function storePassword(
  { store, clock }: PasswordDeps,
  key: FailureKey,
  { before, after }: { before: string; after: string },
  { user, sessionId, origin }: OwnChange,
): Promise<void> {
  const at = clock();
  await store.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("users")
      .set((row) => ({
        password_hash: after,
        password_initial_until: null,
        version: row("version", "+", 1),
        updated_at: at.toISOString(),
      }))
      .where("id", "=", user.id)
      .where("password_hash", "=", before)
      .executeTakeFirst();
    // Somebody else changed the password meanwhile.
    if (numUpdatedRows !== 1n) throw wrongPassword();
    await revokeSessionsOf(trx, user.id, {
      at: at.toISOString(),
      except: sessionId,
    });
    // Wrong codes count under the same key; only a right code clears them.
    if (!(await hasFactor(trx, user.id))) await clearFailures(trx, key);
    await insertAuditEvents(trx, [
      { action: "change_own_password", at, user, ...origin },
    ]);
  });
}

export function wrongPassword(): Refusal {
  return new Refusal(403, ownPasswordWords.currentWrong, {
    code: "wrong_password",
    field: "current_password",
  });
}
