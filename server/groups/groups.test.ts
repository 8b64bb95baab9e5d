import { describe, expect, it } from "vitest";
import { groupRuleWords as words } from "~/features/groups/rules/rule-words";
import { userWords } from "~/features/users/rules/words";
import { auditedIn, openBeside } from "~server/auth/testing/sign-in-attempts";
import { readGroupRules } from "~server/oidc/group-rule-rows";
import type { TestApi } from "~server/testing/open-test-api";
import { TEST_DIALECTS } from "~server/testing/open-test-store";
import { openedForEach } from "~server/testing/opened";
import { groupTable, openGroupTable } from "./testing/group-table";

type Answer = Awaited<ReturnType<TestApi["ask"]>>;

const refused = ({ refusal }: Answer) => [refusal?.status, refusal?.words];

describe.each(TEST_DIALECTS)("the table of groups on %s", (dialect) => {
  const on = openedForEach(() => openGroupTable(dialect));

  const idOf = ({ answer }: { answer: { id: number } | null }) =>
    answer?.id ?? Number.NaN;
  const events = async () =>
    (await auditedIn(on.api))
      .filter(({ action }) => action.endsWith("_group_rule"))
      .map(({ action, username, details }) => [action, username, details]);

  it("has what was added, by label or name, each id once", async () => {
    const { groups, api } = on;
    expect(await groups.list()).toEqual([]);
    await groups.create({ name: " Zebra ", label: " All of us " });
    const id = idOf(
      await groups.create({ name: "Élan", facility: [121, 111, 121] }),
    );
    await groups.create({
      name: "b",
      accessLevel: "company",
      facility: undefined,
      isnpOnly: true,
    });
    expect(await groups.list()).toMatchObject([
      { name: "Zebra", label: "All of us", version: 1 },
      { name: "b", accessLevel: "company", ids: [0] },
      { id, name: "Élan", ids: [121, 111], isnpOnly: false },
    ]);
    expect((await readGroupRules(api.deps.store.db))[1]).toEqual({
      id: expect.any(Number),
      name: "b",
      label: "",
      accessLevel: "company",
      ids: [0],
      isnpOnly: true,
      version: 1,
    });
  });

  it("leaves out a group whose access level nobody knows", async () => {
    const { groups, api } = on;
    await groups.create();
    await api.deps.store.db
      .updateTable("group_rules")
      .set({ access_level: "emperor" })
      .execute();
    expect(await groups.list()).toEqual([]);
  });

  it("takes a name once, in the same case of letters", async () => {
    const { groups } = on;
    await groups.create({ name: "Nurses" });
    expect(refused(await groups.create({ name: " Nurses " }))).toEqual([
      409,
      words.nameTaken,
    ]);
    const id = idOf(await groups.create({ name: "nurses" }));
    expect(refused(await groups.change(id, { name: "Nurses" }))).toEqual([
      409,
      words.nameTaken,
    ]);
  });

  it.each([
    [{ name: "  " }, words.nameMissing],
    [{ label: "a\u202eb" }, words.characters],
    [{ facility: [] }, userWords.missing.facility],
    [{ facility: [111, 999] }, "There is no facility 999."],
    [{ accessLevel: "admin" as const }, words.levelNotForGroups],
  ])("refuses %j", async (body, why) => {
    const { groups } = on;
    expect(refused(await groups.create(body))).toEqual([400, why]);
    const id = idOf(await groups.create());
    expect(refused(await groups.change(id, body))).toEqual([400, why]);
    expect(await groups.list()).toMatchObject([{ name: "Nurses", version: 1 }]);
  });

  it("changes the newest version alone, and nothing where nothing is different", async () => {
    const { groups } = on;
    const id = idOf(await groups.create({ facility: [111, 121] }));
    const same = { facility: [121, 111], version: 1 };
    expect((await groups.change(id, same)).status).toBe(200);
    expect(await groups.list()).toMatchObject([
      { version: 1, ids: [111, 121] },
    ]);
    const first = { name: "Nurses", label: "Of the east", version: 1 };
    expect((await groups.change(id, first)).status).toBe(200);
    expect(refused(await groups.change(id, first))).toEqual([
      409,
      words.staleEdit,
    ]);
    expect((await groups.change(id, { label: "West" })).status).toBe(200);
    expect(await groups.list()).toMatchObject([
      { label: "West", version: 3, ids: [111] },
    ]);
  });

  it("lets a group keep a place that is gone", async () => {
    const { groups, api } = on;
    const id = idOf(await groups.create());
    await api.deps.store.db
      .updateTable("group_rules")
      .set({ access_level_id: "111 777" })
      .execute();
    const kept = await groups.change(id, { facility: [111, 777, 121] });
    expect(kept.status).toBe(200);
    expect((await groups.change(id, { facility: [778] })).status).toBe(400);
  });

  it("is recorded, from what to what", async () => {
    const { groups } = on;
    const id = idOf(await groups.create());
    const region = {
      accessLevel: "region" as const,
      region: [11, 12],
      isnpOnly: true,
      facility: undefined,
    };
    await groups.change(id, region);
    await groups.change(id, { ...region, name: "Carers", label: "Care" });
    await groups.remove(id);
    const rights = {
      access_level: "facility",
      access_level_id: "111",
      isnp_only: false,
    };
    expect(await events()).toEqual([
      ["create_group_rule", "Manager", { group: "Nurses", ...rights }],
      [
        "change_group_rule",
        "Manager",
        {
          group: "Nurses",
          access_level: "facility → region",
          access_level_id: "111 → 11 12",
          isnp_only: "false → true",
        },
      ],
      [
        "change_group_rule",
        "Manager",
        { group: "Nurses → Carers", label: " → Care" },
      ],
      [
        "delete_group_rule",
        "Manager",
        {
          group: "Carers",
          access_level: "region",
          access_level_id: "11 12",
          isnp_only: true,
        },
      ],
    ]);
  });

  it("is for account managers, who are so at that moment", async () => {
    const { groups, api } = on;
    const id = idOf(await groups.create());
    const { token } = await api.signIn({ accessLevel: "admin" });
    for (const [table, status] of [
      [groupTable(api, token), 403],
      [groupTable(api, "none"), 401],
    ] as const) {
      expect((await table.ask()).status).toBe(status);
      expect((await table.create({ name: "x" })).status).toBe(status);
      expect((await table.change(id)).status).toBe(status);
      expect((await table.remove(id)).status).toBe(status);
    }
    expect(await groups.list()).toHaveLength(1);
  });

  it("holds 500 at most, whoever else adds some at that moment", async () => {
    const { groups, api, manager } = on;
    const values = {
      label: "",
      access_level: "company",
      access_level_id: "0",
      isnp_only: 0,
      version: 1,
    } as const;
    const names = Array.from({ length: 499 }, (_, at) => `group-${at}`);
    await api.deps.store.db
      .insertInto("group_rules")
      .values(names.map((name) => ({ ...values, name })))
      .execute();
    const second = await api.signIn({ accessLevel: "account_manager" });
    const beside = groupTable(openBeside(api), second.token);
    const answers = await Promise.all([
      groupTable(api, manager).create({ name: "one" }),
      beside.create({ name: "other" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await groups.list()).toHaveLength(500);
    expect(refused(await groups.create())).toEqual([400, words.tooMany]);
  });

  it("takes one of two changes of a version at once", async () => {
    const { groups, api } = on;
    const id = idOf(await groups.create());
    const second = await api.signIn({ accessLevel: "account_manager" });
    const beside = groupTable(openBeside(api), second.token);
    const answers = await Promise.all([
      groups.change(id, { label: "one", version: 1 }),
      beside.change(id, { label: "other", version: 1 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await groups.list()).toMatchObject([{ version: 2 }]);
  });
});

it("there is no table of groups without an organisation's login", async () => {
  const on = await openGroupTable("sqlite");
  await on.groups.create();
  on.api.deps.provider = null;
  for (const response of [
    await on.groups.ask(),
    await on.groups.create({ name: "x" }),
    await on.groups.change(1),
    await on.groups.remove(1),
  ]) {
    expect(response.status).toBe(404);
  }
  await on.close();
});
