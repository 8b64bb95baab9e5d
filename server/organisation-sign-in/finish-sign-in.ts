import type { GroupsOfClaim } from "~/features/sign-in/rules/organisation-account/organisation-account-words";
import { recordEvent } from "~server/audit/audit-events";
import type { Step } from "~server/auth/deps";
import {
  answerKey,
  countFailedAttempt,
  refuseWhileDelayed,
  type FailureKey,
} from "~server/auth/failures";
import { lockUsers } from "~server/auth/lock-users";
import { revokeSessionsOf } from "~server/auth/session-rows";
import { isUniqueViolation } from "~server/store/unique-violation";
import { findUserOf, type UserOfAccount } from "~server/oidc/account-rows";
import {
  startOrganisationSession,
  type OrganisationDeps as Deps,
  type OrganisationSession,
} from "./organisation-session";
import type { Person, Provider } from "~server/oidc/provider";
import { failureOf, refusalOf } from "~server/oidc/provider-failure";
import {
  newClaim,
  readTicket,
  spendTicket,
  type Ticket,
} from "~server/oidc/sealed-steps";
import { holdGroupTable } from "~server/oidc/used-tickets";
import {
  GroupsGiveNothing,
  hasGroupRules,
  insertUserByGroups,
  refusalByGroups,
  rightsOf,
} from "./users-by-groups";

/**
 * Throws 400 for a used, expired or foreign ticket, 403 if the provider refused, its answer fails the checks or the
 * groups grant nothing, 429 after many of these, and 503 if it is away.
 */
export async function finishSignIn(
  deps: Deps,
  provider: Provider,
  { ticket: sealed, query }: { ticket: string; query: string },
  step: Step,
): Promise<OrganisationSession | { claim: string; groups?: GroupsOfClaim }> {
  const { store, clock, secrets } = deps;
  const ticket = readTicket(sealed, clock(), secrets);
  // Check before using up the ticket, so a foreign page that leads here cannot end a sign-in under way.
  if (new URLSearchParams(query).get("state") !== ticket.state) {
    step.log.warn({ event: "oidc.failed", code: "other-state" });
    throw refusalOf("over");
  }
  const key = answerKey(secrets.signInKey, step.origin.address);
  await refuseWhileDelayed(store.db, [key], clock());
  await spendTicket(store.db, ticket, clock());
  const isOfGroups = await hasGroupRules(store.db);
  const answer = { ticket, query, key, isOfGroups };
  const person = await personOf(deps, provider, answer, step);
  const user = await findUserOf(store.db, person);
  // Users who have a code, or were linked by one, need no groups.
  const needsGroups = user ? user.byGroups : ticket.joins;
  if (needsGroups) requireFacts(person, step);
  if (user) return startFor(deps, person, user, step);
  if (ticket.joins) return createUserByGroups(deps, person, isOfGroups, step);
  return {
    claim: newClaim(person, clock(), secrets),
    ...(isOfGroups && { groups: await groupsOf(deps, person, step) }),
  };
}

/** Groups are unknown if the userinfo endpoint failed: neither grant nor refuse by them. */
function requireFacts({ factsFailure }: Person, { log }: Step): void {
  if (!factsFailure) return;
  const { kind, code } = factsFailure;
  log.warn({ event: "oidc.userinfo_failed", kind, code });
  throw refusalOf(kind);
}

async function groupsOf(
  { store }: Deps,
  { groups }: Person,
  { log }: Step,
): Promise<GroupsOfClaim> {
  const rights = await rightsOf(store.db, groups);
  if (typeof rights !== "string") return "let in";
  log.warn({ event: "oidc.groups_give_nothing", code: rights });
  return rights;
}

async function startFor(
  deps: Deps,
  person: Person,
  user: UserOfAccount,
  step: Step,
): Promise<OrganisationSession> {
  try {
    const { groups } = person;
    return await startOrganisationSession(deps, person, user, groups, step);
  } catch (error) {
    if (!(error instanceof GroupsGiveNothing)) throw error;
    step.log.warn({ event: "oidc.groups_give_nothing", code: error.problem });
    await endByGroups(deps, person, user, step);
    throw refusalByGroups(error.problem);
  }
}

/** A user whose groups grant nothing is logged out everywhere. */
async function endByGroups(
  { store, clock }: Deps,
  person: Person,
  { id, username }: UserOfAccount,
  { origin }: Step,
): Promise<void> {
  const at = clock();
  await store.db.transaction().execute(async (trx) => {
    await lockUsers(trx, [id]);
    const now = await findUserOf(trx, person);
    if (now?.id !== id || !now.byGroups) return;
    await revokeSessionsOf(trx, id, { at: at.toISOString() });
    const doing = { at, user: { id, username }, origin };
    const details = { reason: "groups" };
    await recordEvent(trx, doing, { action: "sign_in_failed", details });
  });
}

/** Retries if a free username is taken meanwhile. */
const TRIES = 3;

async function createUserByGroups(
  deps: Deps,
  person: Person,
  isOfGroups: boolean,
  step: Step,
  tries = TRIES,
): Promise<OrganisationSession> {
  if (!isOfGroups) throw refusalByGroups("no group");
  const { store, clock } = deps;
  try {
    const made = await store.db.transaction().execute(async (trx) => {
      await holdGroupTable(trx);
      const rights = await rightsOf(trx, person.groups);
      if (typeof rights === "string") throw refusalByGroups(rights);
      return insertUserByGroups(trx, person, rights, clock(), step.origin);
    });
    const user = { ...made, byGroups: true, hasPassword: false };
    return await startFor(deps, person, user, step);
  } catch (error) {
    const isTaken = isUniqueViolation(error, "users", "username_key");
    if (!isTaken || tries === 1) throw error;
    return createUserByGroups(deps, person, isOfGroups, step, tries - 1);
  }
}

async function personOf(
  { store, clock }: Deps,
  provider: Provider,
  {
    ticket,
    query,
    key,
    isOfGroups,
  }: { ticket: Ticket; query: string; key: FailureKey; isOfGroups: boolean },
  { origin, log }: Step,
): Promise<Person> {
  try {
    return await provider.answerTo(ticket, query, isOfGroups);
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

/** Errors of a misconfigured secret: nobody is guessing, so do not delay anybody. */
const FAULTS_OF_OPERATORS: readonly string[] = [
  "invalid_client",
  "unauthorized_client",
];
