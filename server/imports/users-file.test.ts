import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { initialUntil } from "~/features/users/rules/password-rules";
import { USERS_FILE_COLUMNS } from "~/features/users/rules/users-file";
import type { Actor } from "~server/users/actor";
import {
  openUserAdministration,
  userEvents,
  type UserAdministration,
} from "~server/testing/administer-users";
import type { TestApi } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { createUsersOfFile, readUsersFile } from "./users-file";

const HEAD = Object.values(USERS_FILE_COLUMNS).join(",");
const fileOf = (...rows: string[]) =>
  Buffer.from(`\ufeff${[HEAD, ...rows].join("\r\n")}\r\n,,,,,\r\n`);

const TWO = fileOf(
  "ada.reed,Ada,Reed,Facility,111; maple house,false",
  "bo.lind,Bo,Lind,company,,Yes",
);

describe.each(TEST_DIALECTS)("a file of users on %s", (dialect) => {
  let api: TestApi;
  let users: UserAdministration;
  let actor: Actor;
  beforeEach(async () => {
    const opened = await openUserAdministration(dialect);
    ({ api, users } = opened);
    const session = await api.deps.store.db
      .selectFrom("sessions")
      .select("id")
      .executeTakeFirstOrThrow();
    actor = {
      user: { id: opened.manager, username: "boss" },
      sessionId: session.id,
      at: api.deps.clock(),
      origin: { address: null, requestId: null },
    };
  });
  afterEach(() => api.close());

  const read = (content: Buffer) => readUsersFile(api.deps.store.db, content);
  const problemsOf = async (...rows: string[]) => {
    const { problems, users: found } = await read(fileOf(...rows));
    return [...problems, ...found.flatMap((user) => user.problems)].map(
      ({ line, column, message }) => `${line} ${column}: ${message}`,
    );
  };
  async function create(
    content: Buffer,
    { plan, signal }: { plan?: string; signal?: AbortSignal } = {},
  ) {
    const wanted = { content, plan: plan ?? (await read(content)).plan };
    const { signal: never } = new AbortController();
    return createUsersOfFile(api.deps.store, wanted, actor, signal ?? never);
  }
  const usernames = async () =>
    (await users.list()).map(({ username }) => username);

  it("creates each user with a first password of their own, and records each", async () => {
    const made = await create(TWO);
    expect(made.map(({ username }) => username)).toEqual([
      "ada.reed",
      "bo.lind",
    ]);
    expect(new Set(made.map(({ password }) => password)).size).toBe(2);
    expect(await users.find("ada.reed")).toMatchObject({
      access_level: "facility",
      access_level_id: "111 121",
      isnp_only: false,
    });
    expect(await users.find("bo.lind")).toMatchObject({
      access_level: "company",
      access_level_id: "0",
      isnp_only: true,
    });
    const until = await api.deps.store.db
      .selectFrom("users")
      .where("username", "in", ["ada.reed", "bo.lind"])
      .select("password_initial_until")
      .execute();
    expect(until).toEqual(
      Array(2).fill({ password_initial_until: initialUntil(actor.at) }),
    );
    const events = await userEvents(api);
    expect(
      events.map((one) => [one.action, one.username, one.targetUsername]),
    ).toEqual([
      ["create_user", "boss", "ada.reed"],
      ["create_user", "boss", "bo.lind"],
    ]);
  });

  it("says of users who are there in what they differ, and leaves them", async () => {
    await users.create();
    await users.create({ username: "bo.lind" });
    const before = await users.find("Ada.Reed");
    const content = fileOf(
      "ADA.REED,Ada,Reed,facility,111,no",
      "boss,Big,Boss,company,,",
      "bo.lind,Ada,Reed,facility,121,yes",
      "cy.new,Cy,New,physician,1000000001,",
    );
    const { users: found } = await read(content);
    expect(found.map(({ differs }) => differs)).toEqual([
      [],
      ["firstname", "lastname", "access_level"],
      ["location", "isnp_only"],
      null,
    ]);
    expect((await create(content)).map(({ username }) => username)).toEqual([
      "cy.new",
    ]);
    expect(await users.find("Ada.Reed")).toEqual(before);
  });

  it("says what is wrong by line and column", async () => {
    expect(
      await problemsOf(
        "a1,,Reed,nurse,111,maybe",
        "a2,Ada,Reed,account_manager,,",
        "a3,Ada,Reed,facility,999,",
        "a3,Ada,Reed,facility,No Such House,",
        "a4,Ada,Reed,company,111,",
        "a5,Ada,Reed,facility,,",
        "a6,A\u202eda,Reed,company,,",
        "a7,Ada,Reed",
      ),
    ).toEqual([
      "2 firstname: must not be blank",
      expect.stringContaining("2 access_level: is not one of"),
      "2 isnp_only: is not one of true, yes, false, no",
      expect.stringContaining("3 access_level: is not one of"),
      "4 location: there is no facility 999",
      "5 username: is there already, on line 4",
      "5 location: there is no facility No Such House",
      "6 location: must be blank for the access level company",
      "7 location: must not be blank",
      "8 firstname: has hidden characters",
      "9 row: has 3 cells where the header has 6",
    ]);
    await expect(
      create(fileOf("ok,Ada,Reed,company,,", "a3,Ada,Reed,facility,999,")),
    ).rejects.toMatchObject({ status: 409 });
    expect(await usernames()).toEqual(["boss"]);
  });

  it("names two places of one name, and takes their numbers", async () => {
    await api.deps.store.db
      .updateTable("facilities")
      .set({ name: "Elm House" })
      .where("id", "in", [111, 121])
      .execute();
    expect(await problemsOf("a1,Ada,Reed,facility,elm house,")).toEqual([
      "2 location: several have the name elm house; write the number",
    ]);
    expect(await problemsOf("a1,Ada,Reed,facility,111 121,")).toEqual([]);
  });

  it("refuses what is no file of users", async () => {
    const problem = async (text: string | Buffer) =>
      (await read(Buffer.from(text))).problems.map(
        ({ column, message }) => `${column}: ${message}`,
      );
    expect(await problem(HEAD)).toEqual(["file: has no users"]);
    expect(await problem(`${HEAD},password\n`)).toEqual([
      expect.stringContaining("header: column 7 is not known"),
    ]);
    expect(await problem(HEAD.replaceAll(",", ";"))).toEqual([
      "file: is separated by semicolons; save it with commas",
    ]);
    const rows = Array.from({ length: 101 }, (_, at) => `u${at},A,B,company,,`);
    expect((await problemsOf(...rows)).at(0)).toBe(
      "102 file: has more than 100 users",
    );
  });

  it("creates nobody where the users are not those of the preview, or nobody waits", async () => {
    const { plan } = await read(TWO);
    await expect(
      create(TWO, { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ status: 503 });
    await users.create({ username: "BO.LIND" });
    await expect(create(TWO, { plan })).rejects.toMatchObject({ status: 409 });
    expect(await usernames()).toEqual(["boss", "BO.LIND"]);
  });

  it("creates all or none of two who send the same file at once", async () => {
    const { plan } = await read(TWO);
    const results = await Promise.allSettled([
      create(TWO, { plan }),
      create(TWO, { plan }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual([
      "fulfilled",
      "rejected",
    ]);
    expect(await usernames()).toEqual(["boss", "ada.reed", "bo.lind"]);
  });

  it("creates nobody for who is no account manager by then", async () => {
    await api.deps.store.db
      .updateTable("users")
      .set({ access_level: "company" })
      .where("username", "=", "boss")
      .execute();
    await expect(create(TWO)).rejects.toMatchObject({ status: 403 });
  });
});
