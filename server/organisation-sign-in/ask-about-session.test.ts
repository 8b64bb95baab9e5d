import { beforeEach, describe, expect, it } from "vitest";
import { ACCESS_TOKEN_HEADER, getMe } from "~/contract/auth";
import { auditedIn, openBeside } from "~server/auth/testing/sign-in-attempts";
import { askAboutEverybodyAgain } from "~server/oidc/ask-again";
import { given } from "~server/oidc/testing/organisation-calls";
import type { OrganisationSession } from "./service";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { setGroups } from "~server/oidc/testing/group-rules";
import {
  NORTH,
  NURSES,
  onGroups,
  PROFILE,
  useProvider,
} from "~server/oidc/testing/open-with-provider";

const MINUTE_MS = 60_000;
describe.each(TEST_DIALECTS)("an open session on %s", (dialect) => {
  const on = onGroups(dialect);
  beforeEach(() => {
    on.provider.mischief.givesRefreshTokens = true;
  });

  const groups = (...names: string[]) => {
    const { mischief } = on.provider;
    mischief.userinfo = { ...mischief.userinfo, groups: names };
  };

  /** A user who was linked by a code, in a session that began after it. */
  const linked = async () => {
    await on.linked();
    return on.calls.signIn();
  };

  /** What the portal finds at each page: it has the session by its id. */
  const rightsOf = async (token: string) => {
    const { sessions } = on.api.deps;
    return sessions.open((await sessions.idIn(token)) ?? "").then(
      ({ viewer }) => [viewer.accessLevel, ...viewer.accessLevelIds],
      ({ status }: { status: number }) => status,
    );
  };

  const statusOf = async (token: string) => {
    const rights = await rightsOf(token);
    return typeof rights === "number" ? rights : 200;
  };

  /** The clock goes on, and the user with it. */
  const use = async ({ token }: { token: string }, minutes: number) => {
    for (let gone = 0; gone < minutes; gone += 5) {
      on.api.advance(Math.min(5, minutes - gone) * MINUTE_MS);
      const status = await statusOf(token);
      if (status !== 200) return status;
    }
    return 200;
  };

  const askedTokens = () => on.provider.asked.get("/token") ?? 0;

  it("is asked about every ten minutes of use, and goes on", async () => {
    const tokens = await on.joined();
    expect(askedTokens()).toBe(1);
    expect(await use(tokens, 9)).toBe(200);
    expect(askedTokens()).toBe(1);
    expect(await use(tokens, 1)).toBe(200);
    expect(askedTokens()).toBe(2);
    expect(await use(tokens, 60)).toBe(200);
    expect(askedTokens()).toBe(8);
  });

  it("is over with the groups, ten minutes later at most, in all browsers", async () => {
    const tokens = await on.joined();
    on.api.advance(5 * MINUTE_MS);
    const other = await on.calls.signIn();
    groups("cooks");
    expect(await use(tokens, 4)).toBe(200);
    expect(await use(tokens, 1)).toBe(401);
    expect(await statusOf(other.token)).toBe(401);
    expect((await auditedIn(on.api)).at(-1)).toEqual({
      action: "session_revoked",
      username: "anna.reed",
      address: null,
      details: { reason: "groups" },
    });
  });

  it("has the rights of other groups from then on", async () => {
    const tokens = await on.joined();
    const { token } = tokens;
    expect(await rightsOf(token)).toEqual(["facility", 111]);
    groups("north", "nurses");
    on.api.advance(10 * MINUTE_MS);
    expect(await rightsOf(token)).toEqual(["region", 11]);
    groups("nurses");
    on.api.advance(10 * MINUTE_MS);
    expect(await rightsOf(token)).toEqual(["facility", 111]);
  });

  it("is over where the organisation lets them in no more, whoever gave the rights", async () => {
    const tokens = [(await linked()).token];
    on.provider.mischief.account = "another";
    tokens.push((await on.joined()).token);
    on.provider.mischief.isLeaving = true;
    on.api.advance(10 * MINUTE_MS);
    for (const token of tokens) expect(await statusOf(token)).toBe(401);
    expect((await auditedIn(on.api)).slice(-2)).toMatchObject([
      {
        action: "session_revoked",
        username: "Ada",
        details: { reason: "organisation_account" },
      },
      { action: "session_revoked", username: "anna.reed" },
    ]);
  });

  it("of a user whose rights are kept here goes on, whatever the groups", async () => {
    const tokens = await linked();
    const { token } = tokens;
    groups("north");
    expect(await use(tokens, 25)).toBe(200);
    expect(await rightsOf(token)).toEqual(["facility", 101]);
  });

  it("goes on for an hour where the organisation's login does not answer", async () => {
    const tokens = await on.joined();
    on.provider.mischief.isDown = true;
    expect(await use(tokens, 55)).toBe(200);
    expect(await use(tokens, 5)).toBe(401);
  });

  it("goes on where that login answers again, and takes what it says", async () => {
    const tokens = await on.joined();
    on.provider.mischief.isDown = true;
    expect(await use(tokens, 30)).toBe(200);
    on.provider.mischief.isDown = false;
    expect(await use(tokens, 45)).toBe(200);
    groups("cooks");
    expect(await use(tokens, 10)).toBe(401);
  });

  it("is not asked about oftener than each minute while nobody answers", async () => {
    const { token } = await on.joined();
    on.provider.mischief.isDown = true;
    on.api.advance(10 * MINUTE_MS);
    for (let call = 0; call < 5; call += 1) await statusOf(token);
    expect(askedTokens()).toBe(2);
    on.api.advance(MINUTE_MS);
    await statusOf(token);
    expect(askedTokens()).toBe(3);
  });

  it("is asked about once by all who come together, on two servers too", async () => {
    const tokens = await on.joined();
    const { token } = tokens;
    on.api.advance(10 * MINUTE_MS);
    const beside = openBeside(on.api);
    const headers = { [ACCESS_TOKEN_HEADER]: token };
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => statusOf(token)),
      ...Array.from({ length: 4 }, async () => {
        const { status } = await beside.fetch(getMe.path, { headers });
        return status;
      }),
    ]);
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(askedTokens()).toBe(2);
    expect(await use(tokens, 30)).toBe(200);
  });

  it("is asked about once where the table changes meanwhile", async () => {
    const { token } = await on.joined();
    on.provider.mischief.delayMs = 300;
    on.api.advance(10 * MINUTE_MS);
    const asking = statusOf(token);
    await expect.poll(askedTokens).toBe(2);
    await on.api.deps.store.db
      .transaction()
      .execute((trx) => askAboutEverybodyAgain(trx, on.api.deps.clock()));
    const headers = { [ACCESS_TOKEN_HEADER]: token };
    const beside = await openBeside(on.api).fetch(getMe.path, { headers });
    expect([await asking, beside.status]).toEqual([200, 200]);
    expect(askedTokens()).toBe(2);
  });

  it("keeps the next refresh token where what follows it fails", async () => {
    const tokens = await on.joined();
    const { mischief } = on.provider;
    mischief.isUserinfoClosed = true;
    expect(await use(tokens, 30)).toBe(200);
    expect(askedTokens()).toBeGreaterThan(3);
    mischief.isUserinfoClosed = false;
    mischief.isForged = true;
    expect(await use(tokens, 10)).toBe(200);
    mischief.isForged = false;
    expect(await use(tokens, 90)).toBe(200);
    mischief.isUserinfoClosed = true;
    expect(await use(tokens, 65)).toBe(401);
  });

  it("keeps the next refresh token however the token endpoint is spelt", async () => {
    const { provider, api } = on;
    const path = "/.well-known/openid-configuration";
    const described = await (await fetch(provider.issuer + path)).text();
    provider.mischief.discovery = described.replace(
      `"${provider.issuer}/token"`,
      `"${provider.issuer.replace("http", "HTTP")}/token"`,
    );
    expect(provider.mischief.discovery).toContain("HTTP:");
    useProvider(api, provider, PROFILE);
    const tokens = await on.joined();
    expect(await use(tokens, 40)).toBe(200);
    expect(askedTokens()).toBe(5);
  });

  it.each(["interaction_required", "access_denied", "login_required"])(
    "is over where that login says %s",
    async (error) => {
      const { token } = await on.joined();
      on.provider.mischief.tokenError = error;
      on.api.advance(10 * MINUTE_MS);
      expect(await statusOf(token)).toBe(401);
    },
  );

  it("gives nothing by an answer that comes after the account was unlinked", async () => {
    const { token } = await on.joined();
    const { db } = on.api.deps.store;
    groups("north");
    on.provider.mischief.delayMs = 300;
    on.api.advance(10 * MINUTE_MS);
    const asking = statusOf(token);
    await expect.poll(askedTokens).toBe(2);
    const id = await on.api.idOf("anna.reed");
    await on.calls.account(on.manager, id).unlink();
    expect(await asking).toBe(401);
    const after = await db
      .selectFrom("users")
      .where("id", "=", id)
      .select(["access_level", "access_level_id"])
      .executeTakeFirstOrThrow();
    expect(after).toEqual({ access_level: "facility", access_level_id: "111" });
  });

  it("that begins while its group is removed has nothing of it for long", async () => {
    await on.joined();
    const { db } = on.api.deps.store;
    const beside = openBeside(on.api);
    for (let round = 0; round < 6; round += 1) {
      await setGroups(on.api, { nurses: NURSES, north: NORTH });
      const way = await on.calls.walked();
      const [finished] = await Promise.all([
        on.calls.finish(way, beside),
        db.transaction().execute(async (trx) => {
          await trx.deleteFrom("group_rules").execute();
          await askAboutEverybodyAgain(trx, on.api.deps.clock());
        }),
      ]);
      if (finished.status === 403) continue;
      const { token } = given(finished) as OrganisationSession;
      expect(await statusOf(token)).toBe(401);
    }
  });

  it("waits for a slow answer for seconds only, and takes it all the same", async () => {
    const { token } = await on.joined();
    groups("cooks");
    on.provider.mischief.delayMs = 2_800;
    on.api.advance(10 * MINUTE_MS);
    expect(await statusOf(token)).toBe(200);
    await on.api.deps.sessions.settled();
    expect(await statusOf(token)).toBe(401);
  }, 20_000);

  it("lasts 15 minutes by groups where that login gives nothing to ask by, and says so", async () => {
    on.provider.mischief.givesRefreshTokens = false;
    const tokens = await on.joined();
    const { token, timeout } = tokens;
    on.api.advance(10 * MINUTE_MS);
    expect(await statusOf(token)).toBe(200);
    const left =
      Date.parse(`${timeout.replace(" ", "T")}Z`) -
      on.api.deps.clock().getTime();
    expect(Math.round(left / MINUTE_MS)).toBe(5);
    expect(await use(tokens, 5)).toBe(401);
    expect(on.api.logged.map(({ event }) => event)).toContain(
      "oidc.no_refresh_token",
    );
  });

  it("lasts as ever for a user whose rights are kept here, with nothing to ask by", async () => {
    on.provider.mischief.givesRefreshTokens = false;
    const tokens = await linked();
    expect(await use(tokens, 90)).toBe(200);
    expect(askedTokens()).toBe(2);
  });

  it("is asked about when its token is renewed, too", async () => {
    const tokens = await on.joined();
    groups("cooks");
    on.api.advance(10 * MINUTE_MS);
    expect((await on.api.refresh(tokens)).status).toBe(401);
  });

  it("can be ended while nobody answers", async () => {
    const { token } = await on.joined();
    on.provider.mischief.isDown = true;
    on.api.advance(10 * MINUTE_MS);
    expect((await on.api.logOut(token)).status).toBe(204);
    expect(await statusOf(token)).toBe(401);
  });

  it("is good at its own provider alone, and is not asked about with another secret", async () => {
    const tokens = await on.joined();
    const { token } = tokens;
    const { provider } = on.api.deps;
    if (!provider) throw new Error("no provider");
    on.api.deps.provider = { ...provider, issuer: "https://other.example/" };
    on.api.advance(10 * MINUTE_MS);
    expect(await statusOf(token)).toBe(401);
    expect(askedTokens()).toBe(1);
    useProvider(on.api, on.provider, PROFILE);
    expect(await statusOf(token)).toBe(200);
    expect(askedTokens()).toBe(2);
    await on.api.deps.store.db
      .updateTable("organisation_sessions")
      .set({ sealed_refresh: "of another secret" })
      .execute();
    on.api.advance(10 * MINUTE_MS);
    expect(await statusOf(token)).toBe(200);
    expect(askedTokens()).toBe(2);
  });

  it("of somebody else is not given by a token that names another person", async () => {
    const { token } = await on.joined();
    on.provider.mischief.claims = (claims) => ({ ...claims, sub: "eve" });
    on.api.advance(10 * MINUTE_MS);
    expect(await statusOf(token)).toBe(401);
  });

  it("keeps the token to ask by sealed", async () => {
    await on.joined();
    const { db } = on.api.deps.store;
    const row = await db
      .selectFrom("organisation_sessions")
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      subject: "ada",
      sealed_refresh: expect.any(String),
    });
    expect(String(row.sealed_refresh).length).toBeGreaterThan(60);
  });
});
