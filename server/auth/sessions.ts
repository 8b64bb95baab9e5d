import { randomBytes, type KeyObject } from "node:crypto";
import { CompactSign, compactVerify } from "jose";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { z } from "zod";
import { type SessionTokens, tokenClaims } from "~/contract/auth";
import { accessLevel } from "~/contract/wire";
import type { Viewer } from "~/domain/access/viewer";
import { utcSqlDatetime } from "~/domain/calendar";
import { parseLevelIds } from "~/features/users/rules/level-ids";
import {
  insertAuditEvents,
  type AuditRecord,
} from "~server/audit/audit-events";
import { logAuditRecord } from "~server/audit/audit-trail";
import type { Clock } from "~server/clock/clock";
import { signedOut } from "~server/refusal";
import type { Secrets } from "~server/secrets";
import type { Store } from "~server/store/open-store";
import type { Schema, UserTable } from "~server/store/schema";
import { isStopped, needsOwnPassword, type EntryRules } from "./entry-rules";
import { LastSeen } from "./last-seen";
import type { SignInNews } from "./record-sign-in";
import {
  rotateRefreshToken,
  hashRefreshToken,
  makeRefreshToken,
} from "./refresh-rotation";
import {
  ABSOLUTE_LIMIT_MS,
  endOfSession,
  isIdle,
  isStanding,
} from "./session-limits";
import {
  deleteSessionsBefore,
  findSession,
  insertSession,
  revokeSession,
  saveLastSeen,
  type OrganisationHold,
  type SessionRow,
} from "./session-rows";
import type { SessionsAsked } from "./sessions-asked";

/** A token older than this is renewed with the next answer. */
const RENEW_AFTER_MS = 5 * 60_000;
export interface SignedIn {
  viewer: Viewer;
  userId: number;
  username: string;
  sessionId: string;
  /** The password is one that somebody else has set: nothing is open but the change of it. */
  needsOwnPassword: boolean;
  /** A renewed token, where the one sent is old or no longer says what the user may see. */
  token: string | null;
}

/** By what a session is known: its token, or its id where the portal in this process has kept it. */
export type Presented = { token: string | undefined } | { sessionId: string };

export interface Sessions {
  /**
   * Begins a session of a user who proved who they are. `before` comes first in the transaction, and what it tells goes with
   * the tokens; where it throws, no session begins. `inTransaction` runs all of it in a transaction that does more. A session
   * of the organisation needs no second factor: its own sign-in has seen to that.
   */
  start(
    userId: number,
    before?: (trx: Kysely<Schema>) => Promise<SignInNews>,
    inTransaction?: InTransaction,
    by?: { ofOrganisation: OrganisationHold },
  ): Promise<SessionTokens>;
  /** Who sent this token. Throws 401 unless the token is valid, its session live and its user there. */
  authenticate(token: string | undefined): Promise<SignedIn>;
  /** Whose session this is. The portal in this process knows when it was last used. Throws 401 unless it is live and its user there. */
  open(sessionId: string): Promise<SignedIn>;
  /** Id of the session that a token of ours is for, expired or not; null for any other text. */
  idIn(token: string): Promise<string | null>;
  /**
   * New tokens for a live session, also when its token has just expired. Throws 401. A refresh token that was replaced
   * some time ago ends the session, which is recorded as coming from `origin`.
   */
  refresh(
    token: string | undefined,
    refreshToken: string | undefined,
    origin: Pick<AuditRecord, "address" | "requestId">,
  ): Promise<SessionTokens>;
  /** Ends a session, by its id or a token, expired or not, also where a second factor is missing or its way in is closed. Throws 401 when it is over. */
  end(
    presented: Presented,
    origin: Pick<AuditRecord, "address" | "requestId">,
  ): Promise<void>;
  /** Resolves when everything about sessions that is being stored is. */
  settled(): Promise<void>;
  /** Stores the last that is known of sessions: other servers, and the next start, have nothing else. */
  close(): Promise<void>;
}

export type InTransaction = (
  work: (trx: Kysely<Schema>) => Promise<void>,
) => Promise<void>;

interface Identity {
  id: string;
  row: SessionRow;
  viewer: Viewer;
}

/** Claims of the tokens that this server signs; times in seconds. */
const ownClaims = tokenClaims.extend({
  sub: z.string().regex(/^\d{1,15}$/),
  sid: z.string().min(1),
  iat: z.number().int(),
});
type SessionClaims = z.infer<typeof ownClaims>;

const MAX_TOKEN_LENGTH = 16_384;
const MAX_REMEMBERED_BYTES = 8 * 1024 * 1024;

/** A JWT, signed with HS256. */
export function signSessionToken(
  claims: SessionClaims,
  key: KeyObject,
): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(key);
}

/** Reads tokens, and remembers those it has verified: a page makes several calls with the same one. */
class SessionTokenReader {
  private readonly verified = new LRUCache<string, SessionClaims>({
    maxSize: MAX_REMEMBERED_BYTES,
    sizeCalculation: (_claims, token) => 2 * token.length,
  });

  constructor(private readonly key: KeyObject) {}

  /** The claims of a token that we signed, expired or not; null for anything else. */
  async read(token: string | undefined): Promise<SessionClaims | null> {
    if (!token || token.length > MAX_TOKEN_LENGTH) return null;
    const known = this.verified.get(token);
    if (known) return known;
    const claims = await verify(token, this.key);
    if (claims) this.verified.set(token, claims);
    return claims;
  }
}

async function verify(
  token: string,
  key: KeyObject,
): Promise<SessionClaims | null> {
  try {
    const { payload } = await compactVerify(token, key, {
      algorithms: ["HS256"],
    });
    const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
    return ownClaims.parse(claims);
  } catch {
    return null;
  }
}

interface Live extends Identity {
  /** Of the token; null where the session is known by its id. */
  claims: SessionClaims | null;
}

interface SessionDeps {
  store: Store;
  clock: Clock;
  log: Logger;
  secrets: Secrets;
  /** What the organisation's login says of sessions that began there. */
  asked: SessionsAsked;
  entryRules: () => EntryRules;
}

type RightsOfUser = Pick<
  UserTable,
  "access_level" | "access_level_id" | "isnp_only"
>;

/** What a stored user may see; null when its level is none that we know, which then may see nothing. */
function viewerOf(user: RightsOfUser): Viewer | null {
  const level = accessLevel.safeParse(user.access_level);
  if (!level.success) return null;
  return {
    accessLevel: level.data,
    accessLevelIds: parseLevelIds(user.access_level_id),
    isnpOnly: user.isnp_only !== 0,
  };
}

export function createSessions(deps: SessionDeps): Sessions {
  const { clock, log, secrets } = deps;
  const { db } = deps.store;
  const tokens = new SessionTokenReader(secrets.tokenKey);
  const lastSeen = new LastSeen((id, at) => saveLastSeen(db, id, at), log);

  const inOwnTransaction: InTransaction = (work) =>
    db.transaction().execute(work);

  /** A session that is good, or is stopped by nothing but a second factor that is missing, or a way in that is closed. */
  async function findKnown(presented: Presented): Promise<Live> {
    const claims =
      "token" in presented ? await tokens.read(presented.token) : null;
    const id = "token" in presented ? claims?.sid : presented.sessionId;
    const row = id === undefined ? null : await findSession(db, id);
    const viewer = row && viewerOf(row);
    if (id === undefined || !viewer || !isStanding(row, clock())) {
      throw signedOut();
    }
    if (claims) {
      const lastSeenMs = lastSeen.latestMs(id, row.last_seen_at);
      const isTheirs = row.user_id === Number(claims.sub);
      if (!isTheirs || isIdle(lastSeenMs, clock())) throw signedOut();
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

  function signedInBy(
    { id, row, viewer }: Identity,
    token: string | null,
  ): SignedIn {
    lastSeen.note(id, clock(), row.last_seen_at);
    const { user_id: userId, username } = row;
    return {
      ...{ viewer, userId, username, sessionId: id, token },
      needsOwnPassword: needsOwnPassword(row),
    };
  }

  /** Ends a session with its record, both or neither. False where somebody else has ended it meanwhile. */
  async function revoke(
    { id, row }: Live,
    action: "sign_out" | "session_revoked",
    origin: Pick<AuditRecord, "address" | "requestId">,
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
    async start(userId, before, inTransaction = inOwnTransaction, by) {
      const now = clock();
      const id = randomBytes(24).toString("base64url");
      const refreshToken = makeRefreshToken(id, 0, secrets.refreshKey);
      let news: SignInNews = {};
      await inTransaction(async (trx) => {
        if (before) news = await before(trx);
        await insertSession(trx, {
          id,
          userId,
          refreshHash: hashRefreshToken(refreshToken),
          now: now.toISOString(),
          ofOrganisation: by?.ofOrganisation ?? null,
        });
      });
      const tooOld = new Date(now.getTime() - 2 * ABSOLUTE_LIMIT_MS);
      // The session has begun: what cannot be tidied up now is with the next one.
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

    async authenticate(token) {
      const live = await findLive({ token });
      const { viewer, claims } = live;
      const now = clock();
      if (!claims || claims.exp <= secondsOf(now)) throw signedOut();
      const isOld = now.getTime() - claims.iat * 1000 >= RENEW_AFTER_MS;
      const isRenewed = isOld || !saysTheSame(claims, viewer);
      return signedInBy(live, isRenewed ? await tokenFor(live) : null);
    },

    async open(sessionId) {
      return signedInBy(await findLive({ sessionId }), null);
    },

    async idIn(token) {
      return (await tokens.read(token))?.sid ?? null;
    },

    async refresh(token, refreshToken, origin) {
      const live = await findLive({ token });
      if (!refreshToken) throw signedOut();
      const { id, row } = live;
      const now = clock();
      const key = secrets.refreshKey;
      const rotation = await rotateRefreshToken(
        db,
        live,
        refreshToken,
        key,
        now,
      );
      if (rotation.verdict === "go-on") {
        lastSeen.note(id, now, row.last_seen_at);
        return tokensFor(live, rotation.refreshToken);
      }
      if (
        rotation.verdict === "replayed" &&
        (await revoke(live, "session_revoked", origin))
      ) {
        log.warn({ event: "session.replayed", user_id: row.user_id });
      }
      throw signedOut();
    },

    async end(presented, origin) {
      const known = await findKnown(presented);
      if (!(await revoke(known, "sign_out", origin))) throw signedOut();
    },

    async settled() {
      await deps.asked.settled();
      await lastSeen.settled();
    },
    async close() {
      await deps.asked.settled();
      await lastSeen.end();
    },
  };
}

function secondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}

function saysTheSame(claims: SessionClaims, viewer: Viewer): boolean {
  return (
    claims.role === viewer.accessLevel &&
    claims.isnp_only === viewer.isnpOnly &&
    claims.levels.join() === viewer.accessLevelIds.join()
  );
}
