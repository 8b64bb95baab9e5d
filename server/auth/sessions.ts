import { randomBytes, type KeyObject } from "node:crypto";
import { CompactSign, compactVerify } from "jose";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { z } from "zod";
import { type SessionTokens, tokenClaims } from "~/contract/auth";
import { accessLevel } from "~/contract/wire";
import type { Viewer } from "~/domain/access/viewer";
import { utcSqlDatetime } from "~/domain/calendar";
import { ABSOLUTE_LIMIT_MS } from "~/features/sign-in/rules/session-clock";
import { isBusy } from "~/runtime/database/sqlite-handle.server";
import { parseLevelIds } from "~/features/users/rules/access-levels";
import { insertAuditEvents, type Origin } from "~server/audit/audit-events";
import { logAuditRecord } from "~server/audit/audit-trail";
import { signedOut } from "~server/refusal";
import type { Schema } from "~server/store/schema";
import type { AuthDeps } from "./deps";
import { isStopped, needsOwnPassword, type EntryRules } from "./entry-rules";
import type { SignInNews } from "./record-sign-in";
import {
  rotateRefreshToken,
  hashRefreshToken,
  makeRefreshToken,
} from "./refresh-rotation";
import { endOfSession, isIdle, isStanding } from "./session-limits";
import {
  deleteSessionsBefore,
  findSession,
  insertSession,
  revokeSession,
  saveLastSeen,
  type OrganisationHold,
  type SessionRow,
} from "./session-rows";

/** Asks the organisation's login about sessions that began there. */
export interface SessionChecks {
  /** Asks once for all concurrent callers and stores changed rights or the end. Takes seconds and never fails. */
  ask(sessionId: string): Promise<void>;
  settled(): Promise<void>;
}

/** The next answer renews a token older than this. */
const RENEW_AFTER_MS = 5 * 60_000;

/** How old a saved use may be: the idle time of tokens counts from it, while the portal knows its own sessions' use. */
const SAVE_USE_EVERY_MS = { token: 5_000, id: 60_000 } as const;

/** A session by its token, or by its id if the portal in this process holds it. */
export type Presented = { token: string | undefined } | { sessionId: string };

export type InTransaction = (
  work: (trx: Kysely<Schema>) => Promise<void>,
) => Promise<void>;

interface SessionStart {
  /** Runs first in the transaction. If it throws, no session starts. */
  before?: (trx: Kysely<Schema>) => Promise<SignInNews>;
  inTransaction?: InTransaction;
  /** Such a session needs no second factor of ours. */
  ofOrganisation?: OrganisationHold;
}

interface Identity {
  id: string;
  row: SessionRow;
  viewer: Viewer;
}

/** Claims of our tokens; times in seconds. */
const ownClaims = tokenClaims.extend({
  sub: z.string().regex(/^\d{1,15}$/),
  sid: z.string().min(1),
  iat: z.number().int(),
});
type SessionClaims = z.infer<typeof ownClaims>;

const MAX_TOKEN_LENGTH = 16_384;

export function signSessionToken(
  claims: SessionClaims,
  key: KeyObject,
): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(key);
}

/** The claims of a token we signed, expired or not; null for anything else. */
async function readToken(
  token: string | undefined,
  key: KeyObject,
): Promise<SessionClaims | null> {
  if (!token || token.length > MAX_TOKEN_LENGTH) return null;
  try {
    const { payload } = await compactVerify(token, key, {
      algorithms: ["HS256"],
    });
    return ownClaims.parse(JSON.parse(new TextDecoder().decode(payload)));
  } catch {
    return null;
  }
}

interface Live extends Identity {
  claims: SessionClaims | null;
}

interface SessionDeps extends AuthDeps {
  log: Logger;
  asked: SessionChecks;
  entryRules: () => EntryRules;
}

function viewerOf(user: SessionRow): Viewer | null {
  const level = accessLevel.safeParse(user.access_level);
  if (!level.success) return null;
  return {
    accessLevel: level.data,
    accessLevelIds: parseLevelIds(user.access_level_id),
    isnpOnly: user.isnp_only !== 0,
  };
}

export type Sessions = ReturnType<typeof createSessions>;
export type SignedIn = Awaited<ReturnType<Sessions["open"]>>;

export function createSessions(deps: SessionDeps) {
  const { clock, log, secrets } = deps;
  const { db } = deps.store;
  const read = (token: string | undefined) =>
    readToken(token, secrets.tokenKey);
  const saving = new Map<string, Promise<void>>();

  const inOwnTransaction: InTransaction = (work) =>
    db.transaction().execute(work);

  /** A valid session, including one stopped only by a missing second factor or a closed way in. */
  async function findKnown(presented: Presented): Promise<Live> {
    const claims = "token" in presented ? await read(presented.token) : null;
    const id = "token" in presented ? claims?.sid : presented.sessionId;
    const row = id === undefined ? null : await findSession(db, id);
    const viewer = row && viewerOf(row);
    if (id === undefined || !viewer || !isStanding(row, clock())) {
      throw signedOut();
    }
    if (claims) {
      const isTheirs = row.user_id === Number(claims.sub);
      if (!isTheirs || isIdle(row.last_seen_at, clock())) throw signedOut();
    }
    return { id, row, viewer, claims };
  }

  async function findLive(presented: Presented): Promise<Live> {
    const known = await findKnown(presented);
    if (isStopped(known.row, deps.entryRules(), clock())) throw signedOut();
    const due = known.row.due_at;
    if (due === null || clock().toISOString() < due) return known;
    await deps.asked.ask(known.id);
    return findKnown(presented);
  }

  function tokenFor({ id, row, viewer }: Identity): Promise<string> {
    const now = clock();
    return signSessionToken(
      {
        levels: [...viewer.accessLevelIds],
        role: viewer.accessLevel,
        isnp_only: viewer.isnpOnly,
        sub: String(row.user_id),
        sid: id,
        iat: secondsOf(now),
        exp: secondsOf(endOfSession(row, now)),
      },
      secrets.tokenKey,
    );
  }

  async function tokensFor(
    session: Identity,
    refreshToken: string,
  ): Promise<SessionTokens> {
    return {
      token: await tokenFor(session),
      refresh_token: refreshToken,
      timeout: utcSqlDatetime(endOfSession(session.row, clock())),
    };
  }

  /** Saves behind the answer, because a read should not wait for a write. */
  function noteUse({ id, row, claims }: Live): void {
    const now = clock();
    const age = now.getTime() - Date.parse(row.last_seen_at);
    const isFresh = age < SAVE_USE_EVERY_MS[claims ? "token" : "id"];
    if (isFresh || saving.has(id)) return;
    const saved = saveLastSeen(db, id, now.toISOString())
      .catch((error: unknown) => {
        if (!isBusy(error)) log.warn({ event: "session.save", err: error });
      })
      .finally(() => saving.delete(id));
    saving.set(id, saved);
  }

  async function settled(): Promise<void> {
    await deps.asked.settled();
    await Promise.all(saving.values());
  }

  /** `token` is a renewed one, if the one sent is old or states outdated rights. */
  function signedInBy(live: Live, token: string | null) {
    const { id, row, viewer } = live;
    noteUse(live);
    const { user_id: userId, username } = row;
    return {
      ...{ viewer, userId, username, sessionId: id, token },
      /** Somebody else set the password: only changing it is allowed. */
      needsOwnPassword: needsOwnPassword(row),
    };
  }

  async function revoke(
    { id, row }: Live,
    action: "sign_out" | "session_revoked",
    origin: Origin,
  ): Promise<boolean> {
    const at = clock();
    const user = { id: row.user_id, username: row.username };
    const record = { action, at, user, ...origin };
    const hasEnded = await db.transaction().execute(async (trx) => {
      if (!(await revokeSession(trx, id, at.toISOString()))) return false;
      await insertAuditEvents(trx, [record]);
      return true;
    });
    if (hasEnded) logAuditRecord(log, record);
    return hasEnded;
  }

  return {
    async start(
      userId: number,
      { before, inTransaction, ofOrganisation }: SessionStart = {},
    ): Promise<SessionTokens> {
      const now = clock();
      const id = randomBytes(24).toString("base64url");
      const refreshToken = makeRefreshToken(id, 0, secrets.refreshKey);
      let news: SignInNews = {};
      const begin = inTransaction ?? inOwnTransaction;
      await begin(async (trx) => {
        if (before) news = await before(trx);
        await insertSession(trx, {
          id,
          userId,
          refreshHash: hashRefreshToken(refreshToken),
          now: now.toISOString(),
          ofOrganisation: ofOrganisation ?? null,
        });
      });
      const tooOld = new Date(now.getTime() - 2 * ABSOLUTE_LIMIT_MS);
      // The session has begun; the next one tidies up.
      await deleteSessionsBefore(db, tooOld.toISOString()).catch(
        (error: unknown) =>
          log.warn({ event: "session.not_tidied", err: error }),
      );
      const row = await findSession(db, id);
      const viewer = row && viewerOf(row);
      if (!viewer) throw signedOut();
      return {
        ...(await tokensFor({ id, row, viewer }, refreshToken)),
        ...news,
      };
    },

    /** The user of a token. Throws 401 unless the token is valid, its session live and its user there. */
    async authenticate(token: string | undefined) {
      const live = await findLive({ token });
      const { viewer, claims } = live;
      const now = clock();
      if (!claims || claims.exp <= secondsOf(now)) throw signedOut();
      const isOld = now.getTime() - claims.iat * 1000 >= RENEW_AFTER_MS;
      const isRenewed = isOld || !hasSameRights(claims, viewer);
      return signedInBy(live, isRenewed ? await tokenFor(live) : null);
    },

    /** Tracks the last use. Throws 401 unless it is live and its user there. */
    async open(sessionId: string) {
      return signedInBy(await findLive({ sessionId }), null);
    },

    /** Session id in a token of ours, expired or not; null for any other text. */
    async idIn(token: string): Promise<string | null> {
      return (await read(token))?.sid ?? null;
    },

    /** Works with an expired token. Throws 401. An old refresh token ends the session, recorded with `origin`. */
    async refresh(
      token: string | undefined,
      refreshToken: string | undefined,
      origin: Origin,
    ): Promise<SessionTokens> {
      const live = await findLive({ token });
      if (!refreshToken) throw signedOut();
      const { row } = live;
      const now = clock();
      const key = secrets.refreshKey;
      const next = await rotateRefreshToken(db, live, refreshToken, key, now);
      if (typeof next === "object") {
        noteUse(live);
        return tokensFor(live, next.refreshToken);
      }
      if (
        next === "replayed" &&
        (await revoke(live, "session_revoked", origin))
      ) {
        log.warn({ event: "session.replayed", user_id: row.user_id });
      }
      throw signedOut();
    },

    /** Works with an expired token, without a second factor and by a closed way in. Throws 401 if it is over. */
    async end(presented: Presented, origin: Origin): Promise<void> {
      const known = await findKnown(presented);
      if (!(await revoke(known, "sign_out", origin))) throw signedOut();
    },

    /** Resolves when all pending session writes are done. */
    settled,
  };
}

function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}

function hasSameRights(claims: SessionClaims, viewer: Viewer): boolean {
  return (
    claims.role === viewer.accessLevel &&
    claims.isnp_only === viewer.isnpOnly &&
    claims.levels.join() === viewer.accessLevelIds.join()
  );
}
