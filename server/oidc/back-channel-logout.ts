import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { organisationWords as words } from "~/domain/organisation-account/organisation-account-words";
import {
  insertAuditEvents,
  type AuditRecord,
} from "~server/audit/audit-events";
import { logAuditRecord } from "~server/audit/audit-log";
import { lockUsers } from "~server/auth/lock-users";
import { isWithinLimits } from "~server/auth/session-limits";
import { revokeSession } from "~server/auth/session-rows";
import type { Clock } from "~server/clock/clock";
import { Refusal } from "~server/refusal";
import type { Store } from "~server/store/open-store";
import type { Schema } from "~server/store/schema";
import type { Logout } from "./logout-token";
import type { Person, Provider } from "./provider";
import { failureOf, ProviderFailure, refusalOf } from "./provider-failure";
import { CLAIM_LASTS_MS } from "./sealed-steps";
import {
  digestOf,
  forgetUsed,
  isRemembered,
  remember,
  useOnce,
} from "./used-tickets";

/** Clocks of servers differ, and a token may come from a minute ahead. */
const MARGIN_MS = 2 * 60_000;
/** Who was let in before it ended may have a session begin for so long. */
const ENDED_REMEMBERED_MS = CLAIM_LASTS_MS + MARGIN_MS;

type Trx = Kysely<Schema>;

interface Deps {
  store: Store;
  clock: Clock;
}

interface Step {
  origin: Pick<AuditRecord, "requestId">;
  log: Logger;
}

/**
 * Ends the sessions that have ended at the organisation's login, by the token that it sends, with a record for each user.
 * Throws 400 for a token that does not pass or was used, and 503 where the keys to judge it by cannot be had. Nothing of
 * it is counted: a token cannot be guessed, and whoever is counted could keep the provider's own from being heard.
 */
export async function endByLogoutToken(
  { store, clock }: Deps,
  provider: Provider,
  token: string,
  { origin, log }: Step,
): Promise<void> {
  try {
    const logout = await provider.logoutOf(token);
    const at = clock();
    const records = await store.db
      .transaction()
      .execute((trx) => endSessions(trx, logout, at, origin));
    for (const record of records) logAuditRecord(log, record);
    // It has worked: what cannot be tidied up now is with the next one.
    await forgetUsed(store.db, at).catch((error: unknown) =>
      log.warn({ event: "oidc.not_tidied", err: error }),
    );
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const { kind, code } = failureOf(error);
    log.warn({ event: "oidc.logout_refused", kind, code });
    throw kind === "away"
      ? refusalOf("away")
      : new Refusal(400, words.noLogout);
  }
}

/** In a sign-in's transaction: throws 400 where the session at the organisation's login has ended since it let somebody in. */
export async function requireNotEnded(
  trx: Trx,
  { issuer, providerSession }: Pick<Person, "issuer" | "providerSession">,
  now: Date,
): Promise<void> {
  if (providerSession === null) return;
  await holdProviderSession(trx, issuer, providerSession, now);
  if (await isRemembered(trx, endedKey(issuer, providerSession), now)) {
    throw refusalOf("over");
  }
}

async function endSessions(
  trx: Trx,
  logout: Logout,
  at: Date,
  origin: Step["origin"],
): Promise<AuditRecord[]> {
  const { issuer, providerSession, id, until } = logout;
  const key = digestOf("logout token", issuer, id);
  if (!(await useOnce(trx, key, new Date(until.getTime() + MARGIN_MS)))) {
    throw new ProviderFailure("over", "logout-used");
  }
  // Users come first, as with every change of one.
  const users = (await openSessions(trx, logout)).map((row) => row.user_id);
  await lockUsers(trx, users);
  if (providerSession !== null) {
    await holdProviderSession(trx, issuer, providerSession, at);
    const forgotten = new Date(at.getTime() + ENDED_REMEMBERED_MS);
    await remember(trx, endedKey(issuer, providerSession), forgotten);
  }
  const ended = await openSessions(trx, logout);
  for (const { session } of ended) {
    await revokeSession(trx, session, at.toISOString());
  }
  const records = recordsOf(ended, at, origin);
  await insertAuditEvents(trx, records);
  return records;
}

type OpenSession = Awaited<ReturnType<typeof openSessions>>[number];

/** Sessions here that belong to what has ended there: of a session and a person both have to be theirs, or no session is named. */
function openSessions(trx: Trx, { issuer, subject, providerSession }: Logout) {
  let rows = trx
    .selectFrom("organisation_sessions")
    .innerJoin("sessions", "sessions.id", "organisation_sessions.session_id")
    .innerJoin("users", "users.id", "sessions.user_id")
    .where("organisation_sessions.issuer", "=", issuer)
    .where("sessions.revoked_at", "is", null);
  if (subject !== null) {
    rows = rows.where("organisation_sessions.subject", "=", subject);
  }
  if (providerSession !== null) {
    // One whose ID token named no session there may be of this one.
    rows = rows.where((row) =>
      subject === null
        ? row("provider_session", "=", providerSession)
        : row.or([
            row("provider_session", "=", providerSession),
            row("provider_session", "is", null),
          ]),
    );
  }
  return rows
    .select([
      "sessions.id as session",
      "sessions.user_id",
      "sessions.created_at",
      "sessions.last_seen_at",
      "sessions.revoked_at",
      "good_until",
      "users.username",
    ])
    .orderBy("sessions.id")
    .execute();
}

/** One for each user whose session was not over by time already. */
function recordsOf(
  ended: readonly OpenSession[],
  at: Date,
  { requestId }: Step["origin"],
): AuditRecord[] {
  const counts = new Map<number, { username: string; sessions: number }>();
  for (const row of ended) {
    if (!isWithinLimits(row, Date.parse(row.last_seen_at), at)) continue;
    const { username } = row;
    const sessions = (counts.get(row.user_id)?.sessions ?? 0) + 1;
    counts.set(row.user_id, { username, sessions });
  }
  return [...counts].map(([id, { username, sessions }]) => ({
    action: "end_organisation_session",
    at,
    user: { id, username },
    details: { sessions },
    // The provider's server calls, and no browser.
    address: null,
    requestId,
  }));
}

/** A sign-in and the end of its session there wait for each other, so that the later one knows of the other. */
function holdProviderSession(
  trx: Trx,
  issuer: string,
  providerSession: string,
  now: Date,
): Promise<void> {
  const key = digestOf("session there", issuer, providerSession);
  return remember(trx, key, new Date(now.getTime() + MARGIN_MS));
}

function endedKey(issuer: string, providerSession: string): string {
  return digestOf("ended there", issuer, providerSession);
}
