import { describe, expect, it } from "vitest";
import { getMe, login } from "~/contract/auth";
import { groupWords } from "~/features/sign-in/rules/organisation-account/organisation-account-words";
import { auditedIn, openBeside } from "~server/auth/testing/sign-in-attempts";
import type { Asked } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { administerUsers } from "~server/testing/administer-users";
import { setGroups } from "~server/oidc/testing/group-rules";
import {
  onGroups,
  PROFILE,
  useProvider,
} from "~server/oidc/testing/open-with-provider";

describe.each(TEST_DIALECTS)("groups of the organisation on %s", (dialect) => {
  const on = onGroups(dialect);

  const said = (claims: object) => {
    on.provider.mischief.userinfo = {
      ...on.provider.mischief.userinfo,
      ...claims,
    };
  };

  const meOf = async (token: string) => {
    const response = await on.api.get(getMe.path, token);
    if (!response.ok) return response.status;
    return ((await response.json()) as { data: object }).data;
  };

  const users = () =>
    on.api.deps.store.db
      .selectFrom("users")
      .select([
        "username",
        "firstname",
        "lastname",
        "access_level",
        "access_level_id",
        "isnp_only",
      ])
      .orderBy("id")
      .execute();

  const refusalOf = ({ status, refusal }: Asked<unknown>) => [
    status,
    refusal?.words,
  ];

  it("make a user of who has no code, and let them in from then on", async () => {
    const first = await on.calls.signIn();
    expect(first).toMatchObject({
      claim: expect.any(String),
      groups: "let in",
    });
    expect(await users()).toHaveLength(2);
    const { token } = await on.joined();
    expect(await meOf(token)).toEqual({
      name: "Anna Reed",
      username: "anna.reed",
      access_level: "facility",
      access_level_id: [111],
    });
    const again = await on.calls.signIn();
    expect(await meOf(again.token)).toMatchObject({ username: "anna.reed" });
    expect(await users()).toHaveLength(3);
    expect(await auditedIn(on.api)).toMatchObject([
      {
        action: "create_user",
        username: null,
        details: { via: "groups", access_level: "facility" },
      },
      {
        action: "link_organisation_account",
        username: "anna.reed",
        details: { via: "groups" },
      },
      { action: "sign_in", username: "anna.reed" },
      { action: "sign_in", username: "anna.reed" },
    ]);
  });

  it("give no password", async () => {
    await on.joined();
    for (const password of ["!", "", "Demo-2026!"]) {
      const response = await on.api.fetch(login.path, {
        method: "POST",
        body: new URLSearchParams({ username: "anna.reed", password }),
      });
      expect([400, 401]).toContain(response.status);
    }
  });

  it("decide again at each login, and end other sessions where they give something else", async () => {
    const { token } = await on.joined();
    said({ groups: ["north", "nurses"] });
    const second = await on.calls.signIn();
    expect(await meOf(second.token)).toMatchObject({
      access_level: "region",
      access_level_id: [11],
    });
    expect(await meOf(token)).toBe(401);
    expect((await auditedIn(on.api)).slice(-2)).toMatchObject([
      {
        action: "change_user",
        username: null,
        details: { via: "groups", access_level: "facility → region" },
      },
      { action: "sign_in" },
    ]);
    const third = await on.calls.signIn();
    expect(await meOf(second.token)).toMatchObject({ username: "anna.reed" });
    expect(await meOf(third.token)).toMatchObject({ username: "anna.reed" });
  });

  it("that have ended let nobody in, and end what is open", async () => {
    const { token } = await on.joined();
    said({ groups: ["cooks"] });
    const response = await on.calls.come();
    expect(refusalOf(response)).toEqual([403, groupWords["no group"]]);
    expect(await meOf(token)).toBe(401);
    expect((await auditedIn(on.api)).at(-1)).toMatchObject({
      action: "sign_in_failed",
      username: "anna.reed",
      details: { reason: "groups" },
    });
    said({ groups: ["nurses"] });
    expect(await meOf((await on.calls.signIn()).token)).toMatchObject({
      username: "anna.reed",
    });
  });

  it.each<[string, object, keyof typeof groupWords]>([
    ["of which none counts", { groups: ["cooks"] }, "no group"],
    ["that are no list", { groups: { nurses: true } }, "no group"],
    ["that are not said", { groups: undefined }, "not said"],
    [
      "that are too many for a token",
      { groups: undefined, _claim_names: { groups: "src1" } },
      "too many",
    ],
    [
      "that are thousands",
      { groups: Array.from({ length: 2_001 }, (_, index) => `g${index}`) },
      "too many",
    ],
    [
      "whose names are longer than any",
      { groups: ["nurses".padEnd(301, "s")] },
      "no group",
    ],
  ])("%s make no user, and the page says so", async (_, claims, problem) => {
    said(claims);
    const { claim, groups } = await on.calls.signIn();
    expect([typeof claim, groups]).toEqual(["string", problem]);
    expect(refusalOf(await on.calls.join())).toEqual([
      403,
      groupWords[problem],
    ]);
    expect(await users()).toHaveLength(2);
  });

  it("are one where the claim is a text, and are found under the name that is set", async () => {
    said({ groups: "nurses" });
    expect((await on.calls.signIn()).groups).toBe("let in");
    useProvider(on.api, on.provider, { ...PROFILE, groupsClaim: "roles" });
    expect((await on.calls.signIn()).groups).toBe("not said");
    said({ roles: ["north"] });
    expect((await on.calls.signIn()).groups).toBe("let in");
  });

  it("are those of the token before those of the page of claims, which then is not asked", async () => {
    on.provider.mischief.claims = (claims) => ({
      ...claims,
      groups: ["north"],
      preferred_username: "token.reed",
    });
    const { token } = await on.joined();
    expect(await meOf(token)).toMatchObject({
      username: "token.reed",
      access_level: "region",
    });
    expect(on.provider.asked.get("/me")).toBeUndefined();
  });

  it("are not asked for where no group gives anything", async () => {
    await setGroups(on.api, {});
    const { claim, groups } = await on.calls.signIn();
    expect([typeof claim, groups]).toEqual(["string", undefined]);
    expect(on.provider.asked.get("/me")).toBeUndefined();
    expect((await on.calls.join()).status).toBe(403);
    expect(on.api.logged.map(({ event }) => event)).not.toContain(
      "oidc.groups_give_nothing",
    );
  });

  it("are unknown where the page of claims is closed: nobody is out for it, and nobody in", async () => {
    const { token } = await on.joined();
    const before = await auditedIn(on.api);
    on.provider.mischief.isUserinfoClosed = true;
    expect((await on.calls.come()).status).toBe(403);
    on.provider.mischief.account = "another";
    expect((await on.calls.join()).status).toBe(403);
    expect((await on.calls.signIn()).groups).toBe("not said");
    expect(await meOf(token)).toMatchObject({ username: "anna.reed" });
    expect(await auditedIn(on.api)).toEqual(before);
    expect(on.api.logged.map(({ event }) => event)).toContain(
      "oidc.userinfo_failed",
    );
  });

  it("change nothing of a user who was linked by a code, when the page of claims is closed too", async () => {
    await on.linked();
    const ada = { username: "Ada", access_level_id: [101] };
    said({ groups: ["cooks"] });
    expect(await meOf((await on.calls.signIn()).token)).toMatchObject(ada);
    on.provider.mischief.isUserinfoClosed = true;
    expect(await meOf((await on.calls.signIn()).token)).toMatchObject(ada);
  });

  it("never take somebody else's user, whatever name the login says", async () => {
    said({ preferred_username: "ADA" });
    expect(await meOf((await on.joined()).token)).toMatchObject({
      username: "ADA-2",
      access_level_id: [111],
    });
    on.provider.mischief.account = "another";
    expect(await meOf((await on.joined()).token)).toMatchObject({
      username: "ADA-3",
    });
  });

  it.each<[object, object]>([
    [
      { given_name: undefined, family_name: undefined, name: "Anna B. Reed" },
      { firstname: "Anna B.", lastname: "Reed" },
    ],
    [
      { given_name: 7, family_name: "\u202eevil" },
      { firstname: "anna.reed", lastname: "anna.reed" },
    ],
    [
      { preferred_username: undefined, email: "a@b.example" },
      { username: "a@b.example" },
    ],
  ])("make a user by what is said of them: %j", async (claims, user) => {
    on.provider.mischief.claims = (token) => ({
      ...token,
      ...on.provider.mischief.userinfo,
      ...claims,
    });
    await on.joined();
    expect((await users()).at(-1)).toMatchObject(user);
  });

  it("make no user without a name", async () => {
    said({ preferred_username: "\u2800" });
    expect(refusalOf(await on.calls.join())).toEqual([403, groupWords.noName]);
    expect(await users()).toHaveLength(2);
  });

  it("make one user of who comes twice at once, on two servers", async () => {
    const beside = openBeside(on.api);
    const ways = [
      await on.calls.walked({ joins: true }),
      await on.calls.walked({ joins: true }),
    ] as const;
    const answers = await Promise.all([
      on.calls.finish(ways[0]),
      on.calls.finish(ways[1], beside),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    for (const status of statuses) expect([200, 400]).toContain(status);
    expect(await users()).toHaveLength(3);
  });

  it("give two people of one name two usernames, when they come at once too", async () => {
    const { mischief } = on.provider;
    const first = await on.calls.walked({ joins: true });
    mischief.account = "another";
    const second = await on.calls.walked({ joins: true });
    const beside = openBeside(on.api);
    const answers = await Promise.all([
      on.calls.finish(first),
      on.calls.finish(second, beside),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await users()).slice(2).map(({ username }) => username)).toEqual([
      "anna.reed",
      "anna.reed-2",
    ]);
  });

  it("give no place that is gone", async () => {
    await setGroups(on.api, {
      nurses: { level: "facility", ids: [111, 999] },
      cooks: { level: "region", ids: [99] },
    });
    expect(await meOf((await on.joined()).token)).toMatchObject({
      access_level: "facility",
      access_level_id: [111],
    });
  });

  it("say so where they give more places than a user can have", async () => {
    const ids = Array.from({ length: 2_200 }, (_, index) => 10_000 + index);
    const facilities = ids.map((id) => ({
      id,
      name: `F${id}`,
      region_id: 11,
    }));
    const { db } = on.api.deps.store;
    for (let from = 0; from < facilities.length; from += 500) {
      const some = facilities.slice(from, from + 500);
      await db.insertInto("facilities").values(some).execute();
    }
    await setGroups(on.api, { nurses: { level: "facility", ids } });
    expect((await on.calls.signIn()).groups).toBe("too many places");
  });

  it("decide until their user gets a password here", async () => {
    await on.joined();
    const id = await on.api.idOf("anna.reed");
    const users = administerUsers(on.api, on.manager);
    const change = async (more: object) =>
      (await users.change(id, { username: "anna.reed", ...more })).status;
    expect(await change({ access_level: "company" })).toBe(400);
    expect(await change({ isnp_only: true })).toBe(400);
    const { provider } = on.api.deps;
    on.api.deps.provider = null;
    expect(await change({ password: "a long new one" })).toBe(200);
    // With a password they are one of those whose rights are kept here.
    on.api.deps.provider = provider;
    expect(await change({ password: "a long newer one" })).toBe(200);
    said({ groups: ["north"] });
    expect(await meOf((await on.calls.signIn()).token)).toMatchObject({
      access_level: "facility",
    });
  });

  it("let in again who was unlinked, as a new user", async () => {
    await on.joined();
    const id = await on.api.idOf("anna.reed");
    const unlinked = await on.calls.account(on.manager, id).unlink();
    expect(unlinked.status).toBe(204);
    expect((await on.calls.signIn()).groups).toBe("let in");
    const { claim } = await on.calls.signIn();
    const code = await on.calls.codeFor(on.manager, id);
    expect((await on.calls.link(claim, code)).status).toBe(200);
    said({ groups: ["cooks"] });
    expect(await meOf((await on.calls.signIn()).token)).toMatchObject({
      username: "anna.reed",
    });
  });
});
