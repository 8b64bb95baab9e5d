import type { Logger } from "pino";
import { organisationWords as words } from "~/features/sign-in/rules/organisation-account/organisation-account-words";
import { readTypedCode } from "~/features/second-factor/rules/typed-code";
import {
  insertAuditEvents,
  type AuditRecord,
} from "~server/audit/audit-events";
import { countFailedAttempt } from "~server/auth/failed-attempt";
import { signInKeys } from "~server/auth/failure-keys";
import type { Sessions } from "~server/auth/sessions";
import type { Clock } from "~server/clock/clock";
import { Refusal } from "~server/refusal";
import type { Secrets } from "~server/secrets";
import type { Store } from "~server/store/open-store";
import {
  findUserOf,
  insertAccount,
  spendLinkCode,
} from "~server/oidc/account-rows";
import {
  startOrganisationSession,
  type OrganisationSession,
  type ProvedPerson,
} from "./organisation-session";
import type { Provider } from "~server/oidc/provider";
import { refusalOf } from "~server/oidc/provider-failure";
import { refuseWhileDelayed } from "~server/oidc/refuse-while-delayed";
import { readClaim } from "~server/oidc/sealed-steps";

interface Deps {
  store: Store;
  clock: Clock;
  secrets: Secrets;
  sessions: Sessions;
}

interface Step {
  origin: Pick<AuditRecord, "address" | "requestId">;
  log: Logger;
}

/**
 * Links the account of a claim to the user whose code it is, and begins their session. Throws 400 where the claim is over or
 * used, 403 for a wrong, old or used code, 429 after too many.
 */
export async function signInByLinkCode(
  deps: Deps,
  provider: Provider,
  { claim, code }: { claim: string; code: string },
  step: Step,
): Promise<OrganisationSession> {
  const { store, clock, secrets } = deps;
  const person = {
    ...readClaim(claim, clock(), secrets),
    refreshToken: null,
  };
  // A form that was sent twice has linked it; and another provider may be set up since.
  const isLinked = await findUserOf(store.db, person);
  if (isLinked || person.issuer !== provider.issuer) throw refusalOf("over");
  const keys = signInKeys(secrets.signInKey, {
    userKey: `organisation account ${JSON.stringify([person.issuer, person.subject])}`,
    address: step.origin.address,
  });
  await refuseWhileDelayed(deps, keys);
  const typed = readTypedCode(code);
  const tokens =
    typed?.kind === "recovery code"
      ? await linkBy(deps, person, typed.code, step)
      : null;
  if (tokens) return tokens;
  const attempt = { at: clock(), user: null, ...step.origin };
  await countFailedAttempt(deps.store.db, keys, "link_code", attempt);
  step.log.info({ event: "oidc.link_code_wrong" });
  throw new Refusal(403, words.wrongCode, {
    code: "wrong_code",
    field: "code",
  });
}

/** Null where the code is good for nothing; then it stays so for everybody. */
async function linkBy(
  deps: Deps,
  person: ProvedPerson,
  code: string,
  step: Step,
): Promise<OrganisationSession | null> {
  const { store, clock, secrets } = deps;
  const { origin } = step;
  const user = await store.db.transaction().execute(async (trx) => {
    const at = clock();
    const found = await spendLinkCode(trx, code, at, secrets.linkCodeKey);
    if (!found) return null;
    const time = at.toISOString();
    const isLinked = await insertAccount(trx, person, found.id, time, false);
    if (!isLinked) return null;
    await insertAuditEvents(trx, [
      { action: "link_organisation_account", at, user: found, ...origin },
    ]);
    return findUserOf(trx, person);
  });
  return user && startOrganisationSession(deps, person, user, [], step);
}
