import { z } from "zod";
import { id } from "~/contract/wire";
import { readTypedCode } from "~/features/second-factor/rules/typed-code";
import { recordEvent } from "~server/audit/audit-events";
import type { Step } from "~server/auth/deps";
import {
  countFailedAttempt,
  refuseWhileDelayed,
  signInKeys,
} from "~server/auth/failures";
import type { ApiDeps } from "~server/door/api-deps";
import { publicService, service } from "~server/door/services";
import {
  findAccountOf,
  findLinkCode,
  findUserOf,
  insertAccount,
  spendLinkCode,
} from "~server/oidc/account-rows";
import type { Provider } from "~server/oidc/provider";
import { failureOf, refusalOf } from "~server/oidc/provider-failure";
import { newTicket, readClaim } from "~server/oidc/sealed-steps";
import { notFound, Refusal } from "~server/refusal";
import { requireAccountManager } from "~server/users/actor";
import { finishSignIn } from "./finish-sign-in";
import {
  startOrganisationSession,
  type OrganisationDeps,
  type OrganisationSession,
  type ProvedPerson,
} from "./organisation-session";

export type { OrganisationSession } from "./organisation-session";

/**
 * A browser's login address and a one-time ticket. `again` asks for credentials; `joins` creates a user for an unknown
 * account, if its groups grant anything. All calls here answer 404 without an organisation's login, 503 if it is away.
 */
export const beginAtProvider = publicService({
  name: "organisation-begin",
  input: z.object({
    again: z.boolean().optional(),
    joins: z.boolean().optional(),
  }),
  async run({ deps, log }, { again = false, joins = false }) {
    const provider = providerOf(deps);
    try {
      const { address, asked } = await provider.ask(again);
      const ticket = newTicket(asked, joins, deps.clock(), deps.secrets);
      return { address, ticket };
    } catch (error) {
      const { code } = failureOf(error);
      log.warn({ event: "oidc.not_reached", code });
      throw refusalOf("away");
    }
  },
});

/**
 * A session for the browser's query, or a claim for an account without a user. 400 for an expired ticket, 403 if nobody
 * may log in, 429, 503.
 */
export const finishAtProvider = publicService({
  name: "organisation-finish",
  input: z.object({
    ticket: z.string().min(1).max(4_000),
    query: z.string().max(4_096),
  }),
  run: async ({ deps, ...ctx }, input) =>
    finishSignIn(deps, providerOf(deps), input, ctx),
});

/** Starts the session of the code's user. 400 for an expired claim, 403 for a wrong, expired or used code, 429. */
export const linkByCode = publicService({
  name: "organisation-link",
  input: z.object({
    // It may contain an ID token with many groups.
    claim: z.string().min(1).max(48_000),
    code: z.string().min(1).max(100),
  }),
  async run({ deps, ...step }, { claim, code }) {
    const { issuer } = providerOf(deps);
    const { store, clock, secrets } = deps;
    const person = {
      ...readClaim(claim, clock(), secrets),
      refreshToken: null,
    };
    // A repeated form has linked it already; the provider may also have changed.
    const isLinked = await findUserOf(store.db, person);
    if (isLinked || person.issuer !== issuer) throw refusalOf("over");
    const keys = signInKeys(secrets.signInKey, {
      userKey: `organisation account ${JSON.stringify([person.issuer, person.subject])}`,
      address: step.origin.address,
    });
    await refuseWhileDelayed(store.db, keys, clock());
    const typed = readTypedCode(code);
    const tokens =
      typed?.kind === "recovery code"
        ? await linkBy(deps, person, typed.code, step)
        : null;
    if (tokens) return tokens;
    const attempt = { at: clock(), user: null, ...step.origin };
    await countFailedAttempt(store.db, keys, "link_code", attempt);
    step.log.info({ event: "oidc.link_code_wrong" });
    throw new Refusal(
      403,
      "This code is wrong, expired, or already used. Ask your account manager for a new one.",
      { field: "code" },
    );
  },
});

/** When the account was linked, and when the code expires. For account managers. */
export const readOrganisationAccount = service({
  name: "organisation-account",
  input: z.object({ id }),
  async run({ viewer, deps }, user) {
    requireAccountManager(viewer);
    const { issuer } = providerOf(deps);
    const { db } = deps.store;
    const there = await db
      .selectFrom("users")
      .where("id", "=", user.id)
      .select("id")
      .executeTakeFirst();
    if (!there) throw notFound();
    const account = await findAccountOf(db, user.id, issuer);
    const code = await findLinkCode(db, user.id, deps.clock());
    return {
      linkedAt: account?.linked_at ?? null,
      codeUntil: code?.expires_at ?? null,
    };
  },
});

function providerOf({ provider }: ApiDeps): Provider {
  if (!provider) throw notFound();
  return provider;
}

/** Null if the code is invalid or the account is linked already; a valid code is used up either way. */
async function linkBy(
  deps: OrganisationDeps,
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
    const doing = { at, user: found, origin };
    await recordEvent(trx, doing, { action: "link_organisation_account" });
    return findUserOf(trx, person);
  });
  return user && startOrganisationSession(deps, person, user, [], step);
}
