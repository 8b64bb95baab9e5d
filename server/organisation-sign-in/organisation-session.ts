import type { Kysely } from "kysely";
import type { SessionTokens } from "~/contract/auth";
import type { SaidGroups } from "~/features/sign-in/rules/organisation-account/rights-by-groups";
import type { Origin } from "~server/audit/audit-events";
import type { AuthDeps, Step } from "~server/auth/deps";
import { lockUsers } from "~server/auth/lock-users";
import { writeSignIn } from "~server/auth/record-sign-in";
import { ABSOLUTE_LIMIT_MS } from "~/features/sign-in/rules/session-clock";
import {
  revokeSessionsOf,
  type OrganisationHold,
} from "~server/auth/session-rows";
import type { Sessions } from "~server/auth/sessions";
import type { Secrets } from "~server/secrets";
import { holdGroupTable } from "~server/oidc/used-tickets";
import type { Schema } from "~server/store/schema";
import { findUserOf, type UserOfAccount } from "~server/oidc/account-rows";
import type { Person } from "~server/oidc/provider";
import { refusalOf } from "~server/oidc/provider-failure";
import { applyRights, GroupsGiveNothing, rightsOf } from "./users-by-groups";

/** Interval of asking the provider about a session, below the idle limit (R135). */
const ASK_AFTER_MS = 10 * 60_000;
/** How long a session lasts while the provider does not answer. */
const GOOD_WITHOUT_ANSWER_MS = 60 * 60_000;
/** How long rights by groups last if the provider cannot be asked. */
const GOOD_UNASKED_MS = 15 * 60_000;

export const REFRESH = "refresh token of the organisation's login";

export interface OrganisationSession extends SessionTokens {
  organisation: {
    /** The username, which nobody typed. */
    username: string;
    /** Logout address with an ID token; null if that login has none. */
    leaveAt: string | null;
    isWithoutPassword: boolean;
  };
}

export type ProvedPerson = Pick<
  Person,
  "issuer" | "subject" | "leaveAt" | "refreshToken"
>;

export interface OrganisationDeps extends AuthDeps {
  sessions: Sessions;
}

/** Rights by groups replace the user's. Throws 400 if the account was unlinked, and {@link GroupsGiveNothing}. */
export async function startOrganisationSession(
  { sessions, clock, secrets }: OrganisationDeps,
  person: ProvedPerson,
  user: UserOfAccount,
  groups: SaidGroups,
  { origin, log }: Step,
): Promise<OrganisationSession> {
  const { signInKey } = secrets;
  const at = clock();
  if (user.byGroups && person.refreshToken === null) {
    log.warn({ event: "oidc.no_refresh_token" });
  }
  const tokens = await sessions.start(user.id, {
    ofOrganisation: holdOf(person, user.byGroups, at, secrets),
    async before(trx) {
      await requireLinked(trx, person, user);
      if (user.byGroups) await giveRights(trx, user, groups, at, origin);
      const record = { at, origin, signInKey };
      const news = await writeSignIn(trx, "organisation account", user, record);
      return { ...news, second_factor: { required_from: null } };
    },
  });
  const { username } = user;
  return {
    ...tokens,
    organisation: {
      username,
      leaveAt: person.leaveAt,
      isWithoutPassword: !user.hasPassword,
    },
  };
}

/** Changed rights end the user's other sessions. */
async function giveRights(
  trx: Kysely<Schema>,
  user: UserOfAccount,
  groups: SaidGroups,
  at: Date,
  origin: Origin,
): Promise<void> {
  await holdGroupTable(trx);
  const rights = await rightsOf(trx, groups);
  if (typeof rights === "string") throw new GroupsGiveNothing(rights);
  if (await applyRights(trx, user, rights, at, origin)) {
    await revokeSessionsOf(trx, user.id, { at: at.toISOString() });
  }
}

function holdOf(
  person: ProvedPerson,
  byGroups: boolean,
  now: Date,
  { organisationSeal }: Pick<Secrets, "organisationSeal">,
): OrganisationHold {
  const { issuer, subject, refreshToken } = person;
  const end = (ms: number) => new Date(now.getTime() + ms).toISOString();
  const unasked = end(byGroups ? GOOD_UNASKED_MS : ABSOLUTE_LIMIT_MS);
  return {
    issuer,
    subject,
    ...(refreshToken === null
      ? { sealed_refresh: null, due_at: unasked, good_until: unasked }
      : {
          sealed_refresh: organisationSeal.close(refreshToken, REFRESH),
          ...goodFrom(now),
        }),
  };
}

/** Next check and expiry of a session the provider has just confirmed. */
export function goodFrom(
  now: Date,
): Pick<OrganisationHold, "due_at" | "good_until"> {
  const end = (ms: number) => new Date(now.getTime() + ms).toISOString();
  return {
    due_at: end(ASK_AFTER_MS),
    good_until: end(GOOD_WITHOUT_ANSWER_MS),
  };
}

/** Locks the user: unlinking the account meanwhile would end existing sessions but miss this one. */
async function requireLinked(
  trx: Kysely<Schema>,
  person: ProvedPerson,
  { id, byGroups }: UserOfAccount,
): Promise<void> {
  await lockUsers(trx, [id]);
  const user = await findUserOf(trx, person);
  if (user?.id !== id || user.byGroups !== byGroups) throw refusalOf("over");
}
