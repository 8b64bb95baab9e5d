import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ACCESS_TOKEN_HEADER,
  REFRESH_TOKEN_HEADER,
  getMe,
  refresh,
} from "~/contract/auth";
import { searchPhysicians } from "~/contract/physicians";
import {
  createUser,
  deleteUser,
  getUsers,
  updateUser,
  type User,
} from "~/contract/users";
import { userWords } from "~/domain/users/user-words";
import { NEW_USER } from "./endpoint-cases";
import { bodyOf, expectRefusal, HostClient } from "./host-client";
import { openHost } from "./host";

const NOW = new Date("2026-07-01T16:00:00Z");
const MANAGER = "accounts";
const MANAGER_ID = 3;
const { password: PASSWORD } = NEW_USER;

describe("users", () => {
  let client: HostClient;
  beforeAll(async () => {
    client = new HostClient(await openHost(() => NOW));
  }, 60_000);
  afterAll(() => client.host.close());

  async function users(): Promise<User[]> {
    const response = await client.askAs(MANAGER, getUsers, getUsers.path);
    return getUsers.answer.parse(await bodyOf(response)).users;
  }

  async function find(username: string): Promise<User> {
    const found = (await users()).find((user) => user.username === username);
    if (!found) throw new Error(`there is no ${username}`);
    return found;
  }

  function create(body: object) {
    return client.askAs(MANAGER, createUser, createUser.path, {
      ...NEW_USER,
      ...body,
    });
  }

  /** Changes a user as the form does: all of what is there, but for the password, with what is new. */
  function change({ id, ...user }: User, body: object) {
    return client.askAs(MANAGER, updateUser, `/auth/user/${id}`, {
      username: user.username,
      firstname: user.firstname,
      lastname: user.lastname,
      access_level: user.access_level,
      isnp_only: user.isnp_only,
      facility: user.access_level_id.split(" ").map(Number),
      version: user.version,
      ...body,
    });
  }

  function remove(id: number) {
    return client.askAs(MANAGER, deleteUser, `/auth/user/${id}`);
  }

  async function make(username: string, body: object = {}): Promise<User> {
    expect((await create({ ...body, username })).status).toBe(200);
    return find(username);
  }

  async function statusOf(token: string): Promise<number> {
    return (await client.askWith(token, getMe, getMe.path)).status;
  }

  async function expectWords(
    response: Response,
    status: number,
    words: string,
  ): Promise<void> {
    expect(await response.clone().text()).toContain(words);
    await expectRefusal(response, status);
  }

  test("are there once they are created, and sign in with their password", async () => {
    const user = await make("Nina.Weber", { facility: [101, 102, 101] });
    expect(user).toMatchObject({
      firstname: "New",
      lastname: "User",
      access_level: "facility",
      access_level_id: "101 102",
      isnp_only: false,
      version: 1,
    });
    const { token } = await client.signIn("nina.weber", PASSWORD);
    expect(await statusOf(token)).toBe(200);
  });

  test("keep their usernames to themselves, whatever the case", async () => {
    const user = await make("Taken");
    const other = await make("free");
    for (const username of ["taken", " TAKEN "]) {
      for (const answer of [
        await create({ username }),
        await change(other, { username }),
      ]) {
        expect(await answer.clone().json()).toMatchObject({
          code: "username_taken",
          field: "username",
        });
        await expectWords(answer, 409, userWords.usernameTaken);
      }
    }
    expect((await change(user, { username: "TAKEN" })).status).toBe(200);
    expect((await find("TAKEN")).id).toBe(user.id);
  });

  test("are not changed by an edit of what is no longer so", async () => {
    const user = await make("edited");
    expect((await change(user, { firstname: "First" })).status).toBe(200);
    await expectWords(
      await change(user, { firstname: "Second" }),
      409,
      userWords.staleEdit,
    );
    expect(await find("edited")).toMatchObject({
      firstname: "First",
      version: 2,
    });
    const same = await change(await find("edited"), {});
    expect(same.status).toBe(200);
    expect((await find("edited")).version).toBe(2);
  });

  test("are not made or changed in ways that the rules forbid", async () => {
    const user = await make("ruled");
    const { levelNotAssignable, missing, nameCharacters } = userWords;
    const wrong: [body: object, field: string, words: string][] = [
      [{ access_level: "admin" }, "access_level", levelNotAssignable],
      [{ access_level: "account_manager" }, "access_level", levelNotAssignable],
      [{ facility: [] }, "facility", missing.facility],
      [{ facility: undefined }, "facility", missing.facility],
      [{ access_level: "region" }, "region", missing.region],
      [{ access_level: "division" }, "division", missing.division],
      [{ access_level: "physician" }, "physician", missing.physician],
      [{ facility: [101, 77] }, "facility", "There is no facility 77."],
      [
        { access_level: "physician", physician: 9 },
        "physician",
        "There is no physician 9.",
      ],
      [{ username: " " }, "username", missing.username],
      [{ lastname: "\t" }, "lastname", missing.lastname],
      [{ firstname: "a\r\nb" }, "firstname", nameCharacters],
    ];
    for (const [body, field, words] of wrong) {
      for (const answer of [
        await create({ username: "x", ...body }),
        await change(user, body),
      ]) {
        expect(await answer.clone().json()).toMatchObject({ field });
        await expectWords(answer, 400, words);
      }
    }
    const secret = await create({ username: "x", password: undefined });
    await expectWords(secret, 400, userWords.missing.password);
    expect(await find("ruled")).toEqual(user);
    expect((await users()).some(({ username }) => username === "x")).toBe(
      false,
    );
  });

  test("do not delete or demote themselves", async () => {
    await expectWords(await remove(MANAGER_ID), 400, userWords.ownAccount);
    const own = await find(MANAGER);
    await expectWords(
      await change(own, { access_level: "facility", facility: [101] }),
      400,
      userWords.ownLevel,
    );
    expect(await find(MANAGER)).toEqual(own);
  });

  test("stay signed in with another name, and are signed out with other rights", async () => {
    const user = await make("moved");
    const session = await client.signIn("moved", PASSWORD);
    await change(user, { lastname: "Other", username: "moved-on" });
    expect(await statusOf(session.token)).toBe(200);
    const me = await client.askWith(session.token, getMe, getMe.path);
    expect(await me.json()).toMatchObject({ data: { username: "moved-on" } });

    for (const body of [
      { facility: [102] },
      { facility: [102], isnp_only: true },
      { access_level: "region", region: [11] },
      { access_level: "region", region: [11], password: "another-one" },
    ]) {
      const { token } = await client.signIn("moved-on", PASSWORD);
      const now = await find("moved-on");
      expect((await change(now, body)).status).toBe(200);
      expect([body, await statusOf(token)]).toEqual([body, 401]);
    }
    await client.signIn("moved-on", "another-one");
  });

  test("are signed out for good when they are deleted", async () => {
    const user = await make("gone");
    const { token, refresh_token } = await client.signIn("gone", PASSWORD);
    expect((await remove(user.id)).status).toBe(204);
    expect(await statusOf(token)).toBe(401);
    const renewed = await client.host.ask(refresh.path, {
      headers: {
        [ACCESS_TOKEN_HEADER]: token,
        [REFRESH_TOKEN_HEADER]: refresh_token,
      },
    });
    await expectRefusal(renewed, 401);
    await expectRefusal(
      await client.logIn({ username: "gone", password: PASSWORD }),
      401,
    );
    await expectRefusal(await remove(user.id), 404);
    await expectRefusal(await change(user, {}), 404);
    const next = await make("gone");
    expect(next.id).not.toBe(user.id);
  });

  test("are told their physician by name and number", async () => {
    const search = async (text: string) => {
      const path = `${searchPhysicians.path}?s=${encodeURIComponent(text)}`;
      const response = await client.askAs(MANAGER, searchPhysicians, path);
      return searchPhysicians.answer.parse(await bodyOf(response)).data;
    };
    const empty = { npi: null, first_name: "", last_name: "" };
    const tomas = {
      npi: 1003000102,
      first_name: "Tomas",
      last_name: "Lindqvist",
    };
    for (const text of ["LIND", "tomás lindq", "1003000102", "0102 tom"]) {
      expect([text, await search(text)]).toEqual([text, [tomas, empty]]);
    }
    expect((await search("100300")).map(({ npi }) => npi)).toEqual([
      1003000103,
      1003000102,
      1003000101,
      1003000104,
      1003000105,
      null,
    ]);
    for (const text of ["", "  ", "lind nobody"]) {
      expect(await search(text)).toEqual([empty]);
    }
  });
});
