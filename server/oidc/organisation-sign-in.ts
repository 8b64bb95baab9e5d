import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { OrganisationSession } from "~/contract/organisation-account";
import { organisationWords as words } from "~/domain/organisation-account/organisation-account-words";
import { readTypedCode } from "~/domain/second-factor/typed-code";
import {
  insertAuditEvents,
  type AuditedUser,
  type AuditRecord,
} from "~server/audit/audit-events";
import { countFailedAttempt, delayed } from "~server/auth/failed-attempt";
import {
  answerKey,
  signInKeys,
  type FailureKey,
} from "~server/auth/failure-keys";
import { lockUsers } from "~server/auth/lock-users";
import { writeSignIn } from "~server/auth/record-sign-in";
import { ABSOLUTE_LIMIT_MS } from "~server/auth/session-limits";
import type { OrganisationHold } from "~server/auth/session-rows";
import type { Sessions } from "~server/auth/sessions";
import { delaysUnder } from "~server/auth/sign-in-failures";
import type { Clock } from "~server/clock/clock";
import { Refusal } from "~server/refusal";
import type { Secrets } from "~server/secrets";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { findUserOf, insertAccount, spendLinkCode } from "./account-rows";
import type { Person, Provider } from "./provider";
import { failureOf, refusalOf } from "./provider-failure";
import {
  newClaim,
  newTicket,
  readClaim,
  readTicket,
  spendTicket,
  type Ticket,
} from "./sealed-steps";

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

/** The way to the organisation's login. Throws 503 where it cannot be reached. */
export async function beginSignIn(
  { clock, secrets }: Deps,
  provider: Provider,
  again: boolean,
  { log }: Step,
): Promise<{ address: string; ticket: string }> {
  try {
    const { address, asked } = await provider.ask(again);
    return { address, ticket: newTicket(asked, clock(), secrets) };
  } catch (error) {
    const { code } = failureOf(error);
    log.warn({ event: "oidc.not_reached", code });
    throw refusalOf("away");
  }
}

/**
 * Begins a session of who comes back from the organisation's login, or hands out a claim where nobody has that account.
 * Throws 400 for a way that was gone before, took too long, or was begun elsewhere, 403 where the provider let nobody in or
 * its answer does not pass, 429 after many such, and 503 where it cannot be reached.
 */
export async function finishSignIn(
  deps: Deps,
  provider: Provider,
  { ticket: sealed, query }: { ticket: string; query: string },
  step: Step,
): Promise<OrganisationSession | { claim: string }> {
  const { store, clock, secrets } = deps;
  const ticket = readTicket(sealed, clock(), secrets);
  // Before the ticket is used: another page that leads here does not end a sign-in that is under way.
  if (new URLSearchParams(query).get("state") !== ticket.state) {
    step.log.warn({ event: "oidc.failed", code: "other-state" });
    throw refusalOf("over");
  }
  const key = answerKey(secrets.signInKey, step.origin.address);
  await refuseWhileDelayed(deps, [key]);
  await spendTicket(store.db, ticket, clock());
  const person = await personOf(deps, provider, { ticket, query, key }, step);
  const user = await findUserOf(store.db, person);
  if (!user) return { claim: newClaim(person, clock(), secrets) };
  return startSession(deps, person, user, step);
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
  const person = readClaim(claim, clock(), secrets);
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
  person: Person,
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
    if (!(await insertAccount(trx, person, found.id, time))) return null;
    await insertAuditEvents(trx, [
      { action: "link_organisation_account", at, user: found, ...origin },
    ]);
    return found;
  });
  return user && startSession(deps, person, user, step);
}

async function startSession(
  { sessions, clock, secrets }: Deps,
  person: Person,
  user: AuditedUser,
  { origin }: Step,
): Promise<OrganisationSession> {
  const { signInKey } = secrets;
  const tokens = await sessions.start(
    user.id,
    async (trx) => {
      await requireLinked(trx, person, user);
      const record = { at: clock(), origin, signInKey };
      const news = await writeSignIn(trx, "organisation account", user, record);
      return { ...news, second_factor: { required_from: null } };
    },
    undefined,
    { ofOrganisation: holdOf(person, clock()) },
  );
  const { username } = user;
  return {
    ...tokens,
    organisation: { username, leave_at: person.leaveAt },
  };
}

function holdOf(
  { issuer, subject, providerSession }: Person,
  now: Date,
): OrganisationHold {
  const end = new Date(now.getTime() + ABSOLUTE_LIMIT_MS).toISOString();
  return {
    issuer,
    subject,
    provider_session: providerSession,
    sealed_refresh: null,
    due_at: end,
    good_until: end,
  };
}

/** Holds the user's row: an account that is unlinked meanwhile ends the sessions that are there, and not this one. */
async function requireLinked(
  trx: Kysely<Schema>,
  person: Person,
  { id }: AuditedUser,
): Promise<void> {
  await lockUsers(trx, [id]);
  const user = await findUserOf(trx, person);
  if (user?.id !== id) throw refusalOf("over");
}

async function personOf(
  { store, clock }: Deps,
  provider: Provider,
  { ticket, query, key }: { ticket: Ticket; query: string; key: FailureKey },
  { origin, log }: Step,
): Promise<Person> {
  try {
    return await provider.answerTo(ticket, query);
  } catch (error) {
    const { kind, code } = failureOf(error);
    log.warn({ event: "oidc.failed", kind, code });
    const isAttempt = kind === "over" || kind === "not-trusted";
    if (isAttempt && !FAULTS_OF_OPERATORS.includes(code)) {
      const attempt = { at: clock(), user: null, ...origin };
      const reason = "organisation_account";
      await countFailedAttempt(store.db, [key], reason, attempt);
    }
    throw refusalOf(kind);
  }
}

/** A secret that is another one at the provider: nobody tries anything, and everybody would have to wait. */
const FAULTS_OF_OPERATORS: readonly string[] = [
  "invalid_client",
  "unauthorized_client",
];

async function refuseWhileDelayed(
  { store, clock }: Deps,
  keys: readonly FailureKey[],
): Promise<void> {
  const delays = await delaysUnder(store.db, keys, clock());
  if (delays.length > 0) throw delayed(delays);
}
