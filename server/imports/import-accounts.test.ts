import { expect, test } from "vitest";
import { hashPassword, isPasswordOf, NO_PASSWORD } from "~server/auth/password";
import { plainUser } from "~server/testing/plain-user";
import { describeResult } from "./describe-result";
import { NOW, REPLACE_ALL, SMALL_CENSUS } from "./testing/census-files";
import { describeImports } from "./testing/describe-census";

const LATER = new Date("2026-07-05T16:00:00Z");
const MANAGER = "boss,Bo,Oss,secret-boss,account_manager,0,false";

describeImports("the accounts of an import on %s", (tested) => {
  const { load, content } = tested;
  async function asDemo(): Promise<void> {
    await tested.db
      .updateTable("data_state")
      .set({ origin: "demo", version: 1, imported_at: NOW.toISOString() })
      .execute();
    const demoHash = await hashPassword("Demo-2026!");
    await tested.db
      .insertInto("users")
      .values(
        ["demo-admin", "demo-region", "renamed", "own"].map((username) => ({
          ...plainUser(username),
          password_hash: username === "own" ? "another" : demoHash,
          access_level: "region",
          access_level_id: "10",
        })),
      )
      .execute();
  }

  test("gives neither rights nor a password to a user whose rights follow groups", async () => {
    const rows = {
      ...SMALL_CENSUS,
      "users.csv": [MANAGER, "ann,A,A,secret-ann,region,10,false"],
    };
    await load(rows);
    const hashOf = async () => {
      const row = await tested.db
        .selectFrom("users")
        .where("username", "=", "ann")
        .select(["id", "password_hash", "lastname", "access_level_id"])
        .executeTakeFirstOrThrow();
      return row;
    };
    const { id } = await hashOf();
    await tested.db
      .updateTable("users")
      .set({ password_hash: NO_PASSWORD, access_level_id: "7" })
      .where("id", "=", id)
      .execute();
    const account = { issuer: "https://login.example/", subject: "ann" };
    const linked = { user_id: id, linked_at: NOW.toISOString(), by_groups: 1 };
    await tested.db
      .insertInto("organisation_accounts")
      .values({ ...account, ...linked, by_groups: 1 })
      .execute();
    const newer = {
      ...rows,
      "users.csv": [MANAGER, "ann,A,Bee,secret-ann,region,10,false"],
    };
    await load(newer);
    expect(await hashOf()).toEqual({
      ...{ id, password_hash: NO_PASSWORD },
      ...{ lastname: "Bee", access_level_id: "7" },
    });
    // Who has been unlinked is a user like all others.
    await tested.db.deleteFrom("organisation_accounts").execute();
    await load(newer);
    const after = await hashOf();
    expect(after.access_level_id).toBe("10");
    expect(await isPasswordOf(after.password_hash, "secret-ann")).toBe(true);
  });

  test("with --replace replaces accounts where there is a users.csv, but keeps the last account managers", async () => {
    const region = "ann,A,A,secret-ann,region,10,false";
    await load({
      ...SMALL_CENSUS,
      "users.csv": [MANAGER, region],
    });
    const names = async () =>
      (await content()).users.map(({ username }) => username);

    await load(SMALL_CENSUS, REPLACE_ALL);
    expect(await names()).toEqual(["ann", "boss"]);

    await load(
      { ...SMALL_CENSUS, "users.csv": ["cy,C,C,secret-cy,region,10,false"] },
      REPLACE_ALL,
    );
    expect(await names()).toEqual(["boss", "cy"]);

    const other = MANAGER.replace("boss", "chief");
    await load({ ...SMALL_CENSUS, "users.csv": [other] }, REPLACE_ALL);
    expect(await names()).toEqual(["chief"]);
  });

  test("changes an account by its username, whatever the case, and ends its sessions", async () => {
    const rows = (line: string) => ({ ...SMALL_CENSUS, "users.csv": [line] });
    await load(rows("Ann,A,A,secret-ann,region,10,false"));
    const [before] = (await content()).users;
    const at = NOW.toISOString();
    await tested.db
      .insertInto("sessions")
      .values({
        id: "s",
        user_id: before?.id ?? 0,
        refresh_hash: "",
        previous_refresh_hash: null,
        rotated_at: at,
        created_at: at,
        last_seen_at: at,
        revoked_at: null,
      })
      .execute();

    await load(rows("ann,A,A,,facility,200 100,true"), {
      now: LATER,
    });
    const [kept] = (await content()).users;
    expect(kept).toEqual({
      ...before,
      username: "ann",
      access_level: "facility",
      access_level_id: "200 100",
      isnp_only: 1,
      version: 2,
      updated_at: LATER.toISOString(),
    });
    const session = await tested.db
      .selectFrom("sessions")
      .select("revoked_at")
      .executeTakeFirst();
    expect(session?.revoked_at).toBe(LATER.toISOString());

    await load(rows("ann,A,A,another-one,facility,200 100,true"));
    const [changed] = (await content()).users;
    expect(
      await isPasswordOf(changed?.password_hash ?? "", "another-one"),
    ).toBe(true);
  });

  test("takes the place of the demo organisation and of its accounts, renamed ones too", async () => {
    await load({
      ...SMALL_CENSUS,
      "divisions.csv": ["1,North", "2,South"],
    });
    await asDemo();
    const result = await load({
      ...SMALL_CENSUS,
      "users.csv": [MANAGER, "demo-region,R,R,no-longer-demo,region,10,false"],
    });
    const stored = await content();
    expect(stored.users.map(({ username }) => username)).toEqual([
      "boss",
      "demo-region",
      "own",
    ]);
    const hash = stored.users[1]?.password_hash ?? "";
    expect(await isPasswordOf(hash, "no-longer-demo")).toBe(true);
    expect(stored.divisions).toEqual([{ id: 1, name: "North" }]);
    expect(stored.state[0]).toMatchObject({ origin: "import", version: 2 });
    expect(describeResult(result, "1.0").lines).toContain(
      "The demo organisation and its accounts were removed.",
    );
  });

  test("is in the audit trail, an event for each account that it makes, changes or deletes", async () => {
    const events = async () => {
      const rows = await tested.db
        .selectFrom("audit_events")
        .selectAll()
        .orderBy("id")
        .execute();
      await tested.db
        .updateTable("audit_horizon")
        .set({ kept_from: "9" })
        .execute();
      await tested.db.deleteFrom("audit_events").execute();
      return rows.map((row) => {
        expect([row.user_id, row.address, row.request_id]).toEqual([
          null,
          null,
          null,
        ]);
        expect(row.target_user_id).toBeGreaterThan(0);
        return [
          row.action,
          row.target_username,
          JSON.parse(row.details) as unknown,
        ];
      });
    };
    const via = "import";
    const rights = {
      via,
      access_level: "region",
      access_level_id: "10",
      isnp_only: false,
    };
    const first = {
      ...SMALL_CENSUS,
      "users.csv": [
        MANAGER,
        "ann,A,A,secret-ann,region,10,false",
        "bob,B,B,secret-bob,region,10,false",
      ],
    };
    await load(first);
    const manager = {
      ...rights,
      access_level: "account_manager",
      access_level_id: "0",
    };
    expect(await events()).toEqual([
      ["create_user", "boss", manager],
      ["create_user", "ann", rights],
      ["create_user", "bob", rights],
    ]);

    await load(first, REPLACE_ALL);
    expect(await events()).toEqual([]);

    await load(
      {
        ...SMALL_CENSUS,
        "users.csv": [MANAGER, "Ann,A,Other,secret-two,facility,100 200,false"],
      },
      REPLACE_ALL,
    );
    expect(await events()).toEqual([
      ["delete_user", "bob", rights],
      [
        "change_user",
        "ann",
        {
          via,
          username: "ann → Ann",
          access_level: "region → facility",
          access_level_id: "10 → 100 200",
          lastname: "changed",
          password: "changed",
        },
      ],
    ]);
  });

  test("over demo data may not build on them", async () => {
    await load(SMALL_CENSUS);
    await asDemo();
    const result = await load({
      "regions.csv": ["20,Hills,1"],
      "users.csv": ["demo-admin,D,D,,admin,0,false"],
    });
    expect(result.problems.lines()).toEqual([
      "regions.csv:2: division_id: 1 is not in divisions.csv",
      "users.csv:2: password: must not be blank for a new account",
    ]);
  });
});
