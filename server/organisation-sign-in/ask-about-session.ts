import type { Kysely } from "kysely";
import type { Logger } from "pino";
import type { SaidGroups } from "~/features/sign-in/rules/organisation-account/rights-by-groups";
import { recordEvent } from "~server/audit/audit-events";
import { lockUsers } from "~server/auth/lock-users";
import {
  findSession,
  revokeSession,
  revokeSessionsOf,
} from "~server/auth/session-rows";
import type { SessionChecks } from "~server/auth/sessions";
import type { Clock } from "~server/clock/clock";
import type { Secrets } from "~server/secrets";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import { findUserOf, type UserOfAccount } from "~server/oidc/account-rows";
import { goodFrom, REFRESH } from "./organisation-session";
import { TURN_MS } from "~server/oidc/ask-again";
import { holdGroupTable } from "~server/oidc/used-tickets";
import type { Provider } from "~server/oidc/provider";
import { failureOf } from "~server/oidc/provider-failure";
import { applyRights, rightsOf } from "./users-by-groups";
import { inTime } from "~/runtime/in-time.server";

/** A user's page waits this long; later results apply to the next page. */
const WAIT_MS = 2_500;

/** The provider caused it, not a browser. */
const BY_PROVIDER = { address: null, requestId: null };

interface Deps {
  store: Store;
  clock: Clock;
  log: Logger;
  secrets: Secrets;
  /** Null if the organisation's login is no longer set up. */
  provider: () => Provider | null;
}

export function askAboutSessions(deps: Deps): SessionChecks {
  const underway = new Map<string, Promise<void>>();

  function start(sessionId: string): Promise<void> {
    const asking = askOnce(deps, sessionId)
      .catch((error: unknown) =>
        deps.log.warn({ event: "oidc.session_not_judged", err: error }),
      )
      .finally(() => underway.delete(sessionId));
    underway.set(sessionId, asking);
    return asking;
  }

  return {
    async ask(sessionId) {
      await inTime(underway.get(sessionId) ?? start(sessionId), WAIT_MS);
    },
    async settled() {
      await Promise.all(underway.values());
    },
  };
}

async function askOnce(deps: Deps, sessionId: string): Promise<void> {
  const { store, clock, log } = deps;
  const { organisationSeal } = deps.secrets;
  const provider = deps.provider();
  const held = provider && (await takeTurn(store.db, sessionId, clock()));
  if (!provider || !held?.sealed_refresh) return;
  const token = organisationSeal.open(held.sealed_refresh, REFRESH);
  if (token === null || provider.issuer !== held.issuer) return;
  const user = await findUserOf(store.db, held);
  if (!user) return;
  let renewed: Awaited<ReturnType<Provider["renew"]>>;
  try {
    renewed = await provider.renew(token, held.subject, user.byGroups);
  } catch (error) {
    const { kind, code } = failureOf(error);
    log.warn({ event: "oidc.session_not_renewed", kind, code });
    if (kind === "over" || kind === "denied") {
      await end(deps, sessionId, user);
    }
    return;
  }
  // Store it first and on its own: the old token no longer works.
  const sealed_refresh = organisationSeal.close(renewed.refreshToken, REFRESH);
  await store.db
    .updateTable("organisation_sessions")
    .set({ sealed_refresh })
    .where("session_id", "=", sessionId)
    .execute();
  if (renewed.failure) {
    const { kind, code } = renewed.failure;
    log.warn({ event: "oidc.session_not_renewed", kind, code });
    return;
  }
  const answer = { sessionId, person: held, user, groups: renewed.groups };
  await store.db.transaction().execute((trx) => takeAnswer(trx, deps, answer));
}

/** Undefined if it is not due or another caller is asking. Refresh tokens work once: a second use looks like theft. */
function takeTurn(db: Kysely<Schema>, sessionId: string, now: Date) {
  const next = new Date(now.getTime() + TURN_MS).toISOString();
  return db
    .updateTable("organisation_sessions")
    .set({ due_at: next })
    .where("session_id", "=", sessionId)
    .where("due_at", "<=", now.toISOString())
    .returning(["issuer", "subject", "sealed_refresh"])
    .executeTakeFirst();
}

interface Answer {
  sessionId: string;
  person: { issuer: string; subject: string };
  /** State when the provider was asked. */
  user: UserOfAccount;
  groups: SaidGroups;
}

async function takeAnswer(
  trx: Kysely<Schema>,
  { clock, log }: Deps,
  { sessionId, person, user, groups }: Answer,
): Promise<void> {
  const at = clock();
  await lockUsers(trx, [user.id]);
  // If the account was unlinked or the session ended meanwhile, the answer concerns nobody.
  const now = await findUserOf(trx, person);
  const session = await findSession(trx, sessionId);
  const isAboutThem = now?.id === user.id && now.byGroups === user.byGroups;
  if (!isAboutThem || session?.revoked_at !== null) return;
  if (user.byGroups) await holdGroupTable(trx);
  await trx
    .updateTable("organisation_sessions")
    .set(goodFrom(at))
    .where("session_id", "=", sessionId)
    .execute();
  const rights = user.byGroups ? await rightsOf(trx, groups) : null;
  if (typeof rights === "string") {
    log.warn({ event: "oidc.groups_give_nothing", code: rights });
    await revokeSessionsOf(trx, user.id, { at: at.toISOString() });
    await recordEnd(trx, user, "groups", at);
    return;
  }
  if (rights && (await applyRights(trx, user, rights, at, BY_PROVIDER))) {
    await revokeSessionsOf(trx, user.id, {
      at: at.toISOString(),
      except: sessionId,
    });
  }
}

async function end(
  { store, clock }: Deps,
  sessionId: string,
  user: UserOfAccount,
): Promise<void> {
  const at = clock();
  await store.db.transaction().execute(async (trx) => {
    if (!(await revokeSession(trx, sessionId, at.toISOString()))) return;
    await recordEnd(trx, user, "organisation_account", at);
  });
}

async function recordEnd(
  trx: Kysely<Schema>,
  { id, username }: UserOfAccount,
  reason: "groups" | "organisation_account",
  at: Date,
): Promise<void> {
  const doing = { at, user: { id, username }, origin: BY_PROVIDER };
  const details = { reason };
  await recordEvent(trx, doing, { action: "session_revoked", details });
}
