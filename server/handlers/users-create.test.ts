import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DEMO_PASSWORD } from "~/features/users/rules/password-rules";
import { userWords } from "~/features/users/rules/words";
import {
  NEW_USER,
  openUserAdministration,
  refused,
  userEvents,
} from "~server/testing/administer-users";
import type { UserAdministration } from "~server/testing/administer-users";
import type { TestApi } from "~server/testing/open-test-api";

/** Password hashes take seconds on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

describe("creating users", () => {
  let api: TestApi;
  let manager: number;
  let users: UserAdministration;
  beforeEach(async () => {
    ({ api, manager, users } = await openUserAdministration());
  });
  afterEach(() => api.close());

  it("stores them with a version, and lets them sign in", async () => {
    const response = await users.create({
      username: "  Ada.Reed ",
      firstname: " Ada ",
      facility: [121, 111, 121],
      // Of another level: they do not matter.
      region: [99],
    });
    expect(response.status).toBe(200);
    const { data } = (await response.json()) as { data: { id: number } };
    expect(await users.find("Ada.Reed")).toEqual({
      id: data.id,
      username: "Ada.Reed",
      firstname: "Ada",
      lastname: "Reed",
      access_level: "facility",
      access_level_id: "121 111",
      isnp_only: false,
      version: 1,
      second_factor: false,
      last_login_at: null,
    });
    const login = await api.fetch("/auth/login/", {
      method: "POST",
      body: new URLSearchParams({
        username: "ADA.REED",
        password: NEW_USER.password,
      }),
    });
    expect(login.status).toBe(200);
  });

  it("takes a password of any characters as it is, at its whole length", async () => {
    const password = ` Ünder 7 blankets, ${"zZ".repeat(40)}👋 `;
    expect((await users.create({ password })).status).toBe(200);
    const signsIn = async (typed: string) => {
      const body = new URLSearchParams({ username: "ada.reed" });
      body.set("password", typed);
      return (await api.fetch("/auth/login/", { method: "POST", body })).status;
    };
    const others = [
      password.trim(),
      password.toLowerCase(),
      password.slice(0, 72),
    ];
    for (const other of others) expect(await signsIn(other)).toBe(401);
    for (const same of [password, password.normalize("NFD")]) {
      expect(await signsIn(same)).toBe(200);
    }
  });

  it("records who did it, and the rights", async () => {
    await users.create({ isnp_only: true });
    const { id } = await users.find("Ada.Reed");
    expect(await userEvents(api)).toEqual([
      {
        action: "create_user",
        user: manager,
        username: "boss",
        target: id,
        targetUsername: "Ada.Reed",
        address: null,
        details: {
          access_level: "facility",
          access_level_id: "111",
          isnp_only: true,
        },
      },
    ]);
    expect(JSON.stringify(await userEvents(api))).not.toContain(
      NEW_USER.password,
    );
  });

  it("refuses a username that differs by case alone, and one that comes at the same time", async () => {
    expect((await users.create()).status).toBe(200);
    for (const username of ["ada.reed", " ADA.REED ", "ada．reed"]) {
      expect(await refused(await users.create({ username }))).toEqual([
        409,
        userWords.usernameTaken,
      ]);
    }
    const statuses = await Promise.all(
      ["twin", "TWIN", "Twin"].map(
        async (username) => (await users.create({ username })).status,
      ),
    );
    expect(statuses.sort()).toEqual([200, 409, 409]);
    expect(await userEvents(api)).toHaveLength(2);
  });

  it("refuses what no user may be, and stores nothing", async () => {
    const tooMany = Array.from({ length: 2_001 }, (_, at) => 1_000 + at);
    const wrong: [object, string][] = [
      [{ access_level: "admin" }, userWords.levelNotAssignable],
      [{ password: undefined }, userWords.missing.password],
      [{ username: "  " }, userWords.missing.username],
      [{ lastname: "a\r\nb" }, userWords.nameCharacters],
      [{ facility: [] }, userWords.missing.facility],
      [{ facility: tooMany }, userWords.tooManyIds],
      [{ facility: [111, 77] }, "There is no facility 77."],
      [{ access_level: "region", region: [1] }, "There is no region 1."],
      [{ access_level: "division", division: [9] }, "There is no division 9."],
      [{ access_level: "physician", physician: 0 }, "There is no physician 0."],
    ];
    for (const [body, words] of wrong) {
      expect([body, await refused(await users.create(body))]).toEqual([
        body,
        [400, words],
      ]);
    }
    expect(await users.list()).toHaveLength(1);
    expect(await userEvents(api)).toEqual([]);
  });

  it("refuses the password of the demo accounts where there are none", async () => {
    const body = { password: DEMO_PASSWORD };
    expect((await users.create({ ...body, username: "somebody" })).status).toBe(
      200,
    );
    api.deps.allowsDemoPassword = false;
    expect(await refused(await users.create(body))).toEqual([
      400,
      userWords.passwordOfDemo,
    ]);
    const { id } = await users.find("somebody");
    expect(await refused(await users.change(id, body))).toEqual([
      400,
      userWords.passwordOfDemo,
    ]);
  });

  it("refuses a password that is easy to guess, of a new user and of an old one", async () => {
    await users.create({ username: "somebody" });
    const { id } = await users.find("somebody");
    for (const [password, problem] of [
      ["Password1", userWords.passwordMostUsed],
      ["xx-Guess.Me-1", userWords.passwordHoldsUsername],
    ]) {
      const body = { username: "guess.me", password };
      expect(await refused(await users.create(body))).toEqual([400, problem]);
      expect(await refused(await users.change(id, body))).toEqual([
        400,
        problem,
      ]);
    }
  });
});
