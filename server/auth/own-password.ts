import { ownPasswordWords } from "~/features/users/rules/own-password-rules";
import { passwordProblem } from "~/features/users/rules/password-rules";
import { usernameKey } from "~/features/users/rules/name-rules";
import { recordEvent } from "~server/audit/audit-events";
import { Refusal, refuseField } from "~server/refusal";
import type { AuthDeps, OwnChange } from "./deps";
import { easyPasswordProblem } from "./easy-password";
import {
  clearFailures,
  countFailedAttempt,
  refuseWhileDelayed,
  sessionKey,
} from "./failures";
import { inPasswordTurn, type PasswordTurn } from "./password";
import { hasFactor } from "./second-factor/factor-rows";
import { revokeSessionsOf } from "./session-rows";

/** Ends the user's other sessions. Throws 400 for an invalid or unchanged password, 403 for a wrong one, 429. */
export async function changeOwnPassword(
  deps: AuthDeps & { allowsDemoPassword: boolean },
  { current, wanted }: { current: string; wanted: string },
  change: OwnChange,
): Promise<null> {
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
  return storePassword(deps, hashes, change);
}

/** Guards against somebody at the user's screen; `work` gets the stored hash. Throws 403 for a wrong password, 429. */
export async function withOwnPassword<Result>(
  { store: { db }, clock, secrets }: AuthDeps,
  current: string,
  { user, sessionId, origin, log }: OwnChange,
  work: (before: string, turn: PasswordTurn) => Promise<Result>,
): Promise<Result> {
  const keys = [sessionKey(secrets.signInKey, sessionId)];
  await refuseWhileDelayed(db, keys, clock());
  return inPasswordTurn(
    async (turn) => {
      // Concurrent attempts may have failed while this one waited for its turn.
      await refuseWhileDelayed(db, keys, clock());
      const stored = await db
        .selectFrom("users")
        .where("id", "=", user.id)
        .select("password_hash")
        .executeTakeFirst();
      const before = stored?.password_hash ?? null;
      if ((await turn.matches(before, current)) && before !== null) {
        return work(before, turn);
      }
      const attempt = { at: clock(), user, ...origin };
      await countFailedAttempt(db, keys, "current_password", attempt);
      log.info({ event: "auth.current_password_wrong" });
      throw wrongPassword();
    },
    { userKey: usernameKey(user.username), address: origin.address },
  );
}

async function storePassword(
  { store, clock, secrets }: AuthDeps,
  { before, after }: { before: string; after: string },
  { user, sessionId, origin }: OwnChange,
): Promise<null> {
  const at = clock();
  return store.db.transaction().execute(async (trx) => {
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
    if (!(await hasFactor(trx, user.id))) {
      await clearFailures(trx, sessionKey(secrets.signInKey, sessionId));
    }
    const doing = { at, user, origin };
    await recordEvent(trx, doing, { action: "change_own_password" });
    return null;
  });
}

export function wrongPassword(): Refusal {
  return new Refusal(403, ownPasswordWords.currentWrong, {
    field: "current_password",
  });
}
