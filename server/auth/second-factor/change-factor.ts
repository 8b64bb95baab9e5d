import type { Kysely } from "kysely";
import { factorWords } from "~/features/second-factor/rules/factor-words";
import { insertAuditEvents } from "~server/audit/audit-events";
import { Refusal } from "~server/refusal";
import type { Schema } from "~server/store/schema";
import { sessionKey } from "../failure-keys";
import { lockByPassword } from "../lock-users";
import {
  withOwnPassword,
  wrongPassword,
  type OwnChange,
} from "../own-password";
import { revokeSessionsOf } from "../session-rows";
import { clearFailures } from "../sign-in-failures";
import { spendCode, type CodeAttempt, type CodeDeps } from "./spend-code";

export interface FactorProof {
  password: string;
  /** A code of the current factor, or a recovery code. */
  presentCode?: string | undefined;
}

type FactorChange =
  | "set_up_second_factor"
  | "renew_second_factor"
  | "remove_second_factor"
  | "add_passkey"
  | "remove_passkey";

/**
 * Changes the user's factor after checking the password and, if they have a factor, a code. Records it and ends their
 * other sessions. Failures count against this session only, so they never delay a login.
 */
export async function changeFactor<Result>(
  deps: CodeDeps,
  { password, presentCode }: FactorProof,
  needsCode: boolean,
  own: OwnChange,
  change: (trx: Kysely<Schema>) => Promise<{
    action: FactorChange;
    result: Result;
  }>,
): Promise<Result> {
  const { user, sessionId, origin } = own;
  if (needsCode && presentCode === undefined) {
    throw new Refusal(400, factorWords.noPresentCode, {
      field: "present_code",
    });
  }
  const proved = await withOwnPassword(
    deps,
    password,
    own,
    async (hash) => hash,
  );
  const at = deps.clock();
  const work = async (trx: Kysely<Schema>): Promise<Result> => {
    if (!(await lockByPassword(trx, user.id, proved))) throw wrongPassword();
    const { action, result } = await change(trx);
    await revokeSessionsOf(trx, user.id, {
      at: at.toISOString(),
      except: sessionId,
    });
    await clearFailures(trx, sessionKey(deps.secrets.signInKey, sessionId));
    await insertAuditEvents(trx, [{ action, at, user, ...origin }]);
    return result;
  };
  if (!needsCode) return deps.store.db.transaction().execute(work);
  const attempt = attemptIn(deps, own, presentCode ?? "", "present_code");
  return spendCode(deps, attempt, work);
}

/** A code attempt of a signed-in user; failures count against this session. */
export function attemptIn(
  { secrets }: CodeDeps,
  { user, sessionId, origin, log }: OwnChange,
  code: string,
  field: CodeAttempt["field"],
): CodeAttempt {
  const key = sessionKey(secrets.signInKey, sessionId);
  return { user, code, key, field, origin, log };
}
