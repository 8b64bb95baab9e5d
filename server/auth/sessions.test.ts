import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { refresh, sessionTokens, tokenClaims } from "~/contract/auth";
import type { SessionTokens } from "~/contract/auth";
import { trailOf } from "~server/audit/testing/trail-of";
import { openTestApi } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { openedForEach } from "~server/testing/opened";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe.each(TEST_DIALECTS)("sessions on %s", (dialect) => {
  const api = openedForEach(() => openTestApi(dialect));

  const isSignedIn = async (token: string) =>
    (await api.get("/auth/me/", token)).status === 200;

  async function refreshed(tokens: SessionTokens): Promise<SessionTokens> {
    const response = await api.refresh(tokens);
    expect(response.status).toBe(200);
    return sessionTokens.parse(
      refresh.answer.parse(await response.json()).data,
    );
  }

  it("says in the token who the user is, and in timeout when the session ends", async () => {
    const tokens = await api.signIn({
      accessLevel: "region",
      ids: [11, 12],
      isnpOnly: true,
    });
    expect(tokenClaims.parse(decodeJwt(tokens.token))).toMatchObject({
      role: "region",
      levels: [11, 12],
      isnp_only: true,
      exp: Date.parse("2026-06-15T12:15:00Z") / 1000,
    });
    expect(tokens.timeout).toBe("2026-06-15 12:15:00");
  });

  it("refuses a token after 15 minutes without a call, and its renewal", async () => {
    const tokens = await api.signIn({ accessLevel: "company" });
    const { token } = tokens;
    api.advance(15 * MINUTE - 1);
    expect(await isSignedIn(token)).toBe(true);
    api.advance(15 * MINUTE);
    expect(await isSignedIn(token)).toBe(false);
    expect((await api.refresh(tokens)).status).toBe(401);
  });

  it("refreshes with a token that has expired, while the session is in use", async () => {
    const tokens = await api.signIn({ accessLevel: "company" });
    api.advance(14 * MINUTE);
    expect(await isSignedIn(tokens.token)).toBe(true);
    api.advance(2 * MINUTE);
    expect(await isSignedIn(tokens.token)).toBe(false);
    const next = await refreshed(tokens);
    expect(await isSignedIn(next.token)).toBe(true);
  });

  it("ends every session 12 hours after login, however busy it is", async () => {
    let tokens = await api.signIn({ accessLevel: "company" });
    for (
      let passed = 0;
      passed < 12 * HOUR - 10 * MINUTE;
      passed += 10 * MINUTE
    ) {
      api.advance(10 * MINUTE);
      tokens = await refreshed(tokens);
    }
    expect(tokens.timeout).toBe("2026-06-16 00:00:00");
    api.advance(10 * MINUTE);
    expect(await isSignedIn(tokens.token)).toBe(false);
    expect((await api.refresh(tokens)).status).toBe(401);
  });

  it("replaces the refresh token and keeps the token before valid until it expires", async () => {
    const first = await api.signIn({ accessLevel: "company" });
    const second = await refreshed(first);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    api.advance(MINUTE);
    const third = await refreshed(second);
    expect(third.refresh_token).not.toBe(second.refresh_token);
    expect(await isSignedIn(first.token)).toBe(true);
  });

  it("gives 20 refreshes at the same moment one and the same successor", async () => {
    const tokens = await api.signIn({ accessLevel: "company" });
    const successors = await Promise.all(
      Array.from({ length: 20 }, () => refreshed(tokens)),
    );
    expect(new Set(successors.map((s) => s.refresh_token)).size).toBe(1);
    api.advance(MINUTE);
    await refreshed(successors[0] ?? tokens);
  });

  it("takes a straggler with the replaced token while its successor is used already", async () => {
    const first = await api.signIn({ accessLevel: "company" });
    const second = await refreshed(first);
    await refreshed(second);
    const straggler = await refreshed(first);
    expect(straggler.refresh_token).toBe(second.refresh_token);
  });

  it("ends the session when a replaced refresh token comes back later", async () => {
    const first = await api.signIn({ accessLevel: "company" });
    const second = await refreshed(first);
    api.advance(11_000);
    expect((await api.refresh(first)).status).toBe(401);
    expect(await isSignedIn(second.token)).toBe(false);
    expect((await api.refresh(second)).status).toBe(401);
  });

  it("refuses a made-up refresh token without ending the session", async () => {
    const tokens = await api.signIn({ accessLevel: "company" });
    const other = await api.signIn({ accessLevel: "company" });
    for (const refresh_token of [
      "0.garbage",
      other.refresh_token,
      tokens.refresh_token.replace("0.", "1."),
      tokens.token,
    ]) {
      const response = await api.refresh({ ...tokens, refresh_token });
      expect(response.status).toBe(401);
    }
    expect(await isSignedIn(tokens.token)).toBe(true);
  });

  it("refuses every token of a session after logout, and leaves other sessions alone", async () => {
    const userId = await api.addUser({ accessLevel: "company" });
    const [here, there] = await Promise.all([
      api.deps.sessions.start(userId),
      api.deps.sessions.start(userId),
    ]);
    expect((await api.logOut(here.token)).status).toBe(204);
    expect(await isSignedIn(here.token)).toBe(false);
    expect((await api.refresh(here)).status).toBe(401);
    expect(await isSignedIn(there.token)).toBe(true);
  });

  it("is recorded when its user ends it, once, also just after its token has expired", async () => {
    const userId = await api.addUser({
      accessLevel: "company",
      username: "Leaver",
    });
    const leave = async (token: string) => {
      const response = await api.fetch("/auth/logout/", {
        method: "DELETE",
        headers: {
          "x-access-token": token,
          "x-forwarded-for": "192.0.2.7",
          "x-request-id": "leaving",
        },
      });
      return response.status;
    };
    const { token } = await api.deps.sessions.start(userId);
    const statuses = await Promise.all([1, 2, 3].map(() => leave(token)));
    expect(statuses.sort()).toEqual([204, 401, 401]);
    const late = await api.deps.sessions.start(userId);
    api.advance(14 * MINUTE);
    await isSignedIn(late.token);
    api.advance(2 * MINUTE);
    expect(await leave(late.token)).toBe(204);
    const idle = await api.deps.sessions.start(userId);
    api.advance(HOUR);
    expect(await leave(idle.token)).toBe(401);
    const record = {
      user_id: userId,
      username: "Leaver",
      address: "192.0.2.7",
      request_id: "leaving",
    };
    expect(await trailOf(api, "sign_out")).toMatchObject([record, record]);
  });

  it("is recorded when a replaced refresh token ends it, once", async () => {
    const first = await api.signIn({
      accessLevel: "company",
      username: "Owner",
    });
    await refreshed(first);
    api.advance(11_000);
    for (const times of [1, 2]) {
      expect([times, (await api.refresh(first)).status]).toEqual([times, 401]);
    }
    expect(await trailOf(api, "session_revoked")).toMatchObject([
      { username: "Owner", at: "2026-06-15T12:00:11.000Z" },
    ]);
  });

  it("goes by the user row of now, and says so in a renewed token", async () => {
    const { token } = await api.signIn({ accessLevel: "account_manager" });
    const { db } = api.deps.store;
    await db
      .updateTable("users")
      .set({ access_level: "facility", access_level_id: "111", isnp_only: 1 })
      .execute();
    expect((await api.get("/auth/users", token)).status).toBe(403);
    const organization = await api.get("/api/company/organization/", token);
    const renewed = String((await organization.json()).token);
    expect(decodeJwt(renewed)).toMatchObject({
      role: "facility",
      levels: [111],
      isnp_only: true,
    });
    await db.deleteFrom("users").execute();
    expect(await isSignedIn(token)).toBe(false);
  });

  it("renews a token older than five minutes with the answer, and no younger one", async () => {
    const { token } = await api.signIn({ accessLevel: "company" });
    const renewedToken = async () =>
      (await (await api.get("/api/company/organization/", token)).json()).token;
    api.advance(5 * MINUTE - 1000);
    expect(await renewedToken()).toBeNull();
    api.advance(1000);
    const renewed = String(await renewedToken());
    expect(decodeJwt(renewed).exp).toBe(
      Date.parse("2026-06-15T12:20:00Z") / 1000,
    );
    expect(await isSignedIn(renewed)).toBe(true);
  });

  it("saves when a session was last seen once in five seconds at most", async () => {
    const { token } = await api.signIn({ accessLevel: "company" });
    const saved = async () => {
      await api.deps.sessions.settled();
      const row = await api.deps.store.db
        .selectFrom("sessions")
        .select("last_seen_at")
        .executeTakeFirstOrThrow();
      return row.last_seen_at;
    };
    api.advance(4_000);
    await isSignedIn(token);
    expect(await saved()).toBe("2026-06-15T12:00:00.000Z");
    api.advance(1_000);
    await isSignedIn(token);
    expect(await saved()).toBe("2026-06-15T12:00:05.000Z");
    api.advance(4_000);
    await isSignedIn(token);
    expect(await saved()).toBe("2026-06-15T12:00:05.000Z");
  });

  it("refuses tokens that are forged, unsigned, signed otherwise or absent", async () => {
    const { token } = await api.signIn({ accessLevel: "company" });
    const [header, claims, mac] = token.split(".");
    const none = Buffer.from('{"alg":"none"}').toString("base64url");
    for (const forged of [
      undefined,
      "",
      "a.b.c",
      `${header}.${claims}.`,
      `${none}.${claims}.`,
      `${header}.${Buffer.from("{}").toString("base64url")}.${mac}`,
      "x".repeat(20_000),
    ]) {
      expect((await api.get("/auth/me/", forged)).status).toBe(401);
    }
  });
});
