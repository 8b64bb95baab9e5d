import { randomUUID } from "node:crypto";
import { decodeJwt, jwtVerify, SignJWT } from "jose";
import { tokenClaims, type SessionTokens } from "~/contract/auth";
import type { Viewer } from "~/domain/access/viewer";
import { utcSqlDatetime } from "~/domain/calendar";
import { SESSION_TIMEOUT_MS } from "~/domain/session/session-clock";
import type { MockAccount } from "./accounts.data";
import { signedOut } from "./refusal";

/** Not a secret: mocks hold nothing worth one. */
const KEY = new TextEncoder().encode("mock host, not a secret, 32 bytes");

export interface MockSession {
  id: string;
  account: MockAccount;
  refreshToken: string;
}

/** Sessions with the semantics of a real host: tokens that end, a refresh token used once, and a logout that ends. */
export class MockSessions {
  readonly #sessions = new Map<string, MockSession>();

  constructor(readonly clock: () => Date) {}

  async start(account: MockAccount): Promise<SessionTokens> {
    const session = { id: randomUUID(), account, refreshToken: randomUUID() };
    this.#sessions.set(session.id, session);
    return this.#tokens(session);
  }

  /** Whose token it is. Throws 401 unless it is signed here, not over, and its session live. */
  async authenticate(token: string | null): Promise<MockSession> {
    const session = await this.#find(token);
    const { exp } = tokenClaims.parse(decodeJwt(token ?? ""));
    if (exp * 1000 <= this.clock().getTime()) throw signedOut();
    return session;
  }

  /** New tokens; the refresh token sent is used up. The session token may have ended. */
  async refresh(
    token: string | null,
    refreshToken: string | null,
  ): Promise<SessionTokens> {
    const session = await this.#find(token);
    if (session.refreshToken !== refreshToken) throw signedOut();
    session.refreshToken = randomUUID();
    return this.#tokens(session);
  }

  end(session: MockSession): void {
    this.#sessions.delete(session.id);
  }

  /** Ends an account's sessions, but for the one in which its user changes something of their own. */
  endAllOf(accountId: number, except?: MockSession): void {
    for (const session of this.#sessions.values()) {
      if (session.account.id !== accountId || session === except) continue;
      this.end(session);
    }
  }

  /** Another valid token for a session, as data answers may carry. */
  async renewedToken(session: MockSession): Promise<string> {
    return (await this.#tokens(session)).token;
  }

  async #find(token: string | null): Promise<MockSession> {
    try {
      const { payload } = await jwtVerify(token ?? "", KEY, {
        // The clock of the mocks may be moved; whether the token is over is judged by it.
        currentDate: new Date(0),
      });
      const session = this.#sessions.get(String(payload.sid));
      if (session) return session;
    } catch {
      // Not a token of ours.
    }
    throw signedOut();
  }

  async #tokens(session: MockSession): Promise<SessionTokens> {
    const timeout = new Date(this.clock().getTime() + SESSION_TIMEOUT_MS);
    const { account } = session;
    const token = await new SignJWT({
      levels: [...account.ids],
      role: account.accessLevel,
      isnp_only: account.isnpOnly,
      sid: session.id,
    })
      .setProtectedHeader({ alg: "HS256" })
      .setSubject(String(account.id))
      .setJti(randomUUID())
      .setExpirationTime(timeout)
      .sign(KEY);
    return {
      token,
      refresh_token: session.refreshToken,
      timeout: utcSqlDatetime(timeout),
    };
  }
}

/** Whose eyes an account is. */
export function viewerOf(account: MockAccount): Viewer {
  return {
    accessLevel: account.accessLevel,
    accessLevelIds: account.ids,
    isnpOnly: account.isnpOnly,
  };
}
