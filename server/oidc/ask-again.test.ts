import { describe, expect, it } from "vitest";
import { getMe } from "~/contract/auth";
import { openedForEach } from "~server/testing/opened";
import { openGroupTable } from "~server/groups/testing/group-table";
import { TEST_DIALECTS } from "~server/testing/open-test-store";

describe.each(TEST_DIALECTS)("a change of the groups on %s", (dialect) => {
  const on = openedForEach(() => openGroupTable(dialect));

  /** A user with an account of the organisation, and a session that began with it. */
  async function holder(subject: string, byGroups: 0 | 1) {
    const { api, provider } = on;
    const { db } = api.deps.store;
    const issuer = new URL(provider.issuer).href;
    const id = await api.addUser({ accessLevel: "region", ids: [11] });
    await db
      .insertInto("organisation_accounts")
      .values({
        issuer,
        subject,
        user_id: id,
        linked_at: api.deps.clock().toISOString(),
        by_groups: byGroups,
      })
      .execute();
    return { id, subject, issuer };
  }

  const sessionOf = (
    { id, ...account }: Awaited<ReturnType<typeof holder>>,
    sealed_refresh: string | null,
  ) => on.sessionOf(id, { ...account, sealed_refresh });

  async function state(token: string) {
    const { api } = on;
    const [, payload = ""] = token.split(".");
    const { sid } = JSON.parse(
      Buffer.from(payload, "base64url").toString(),
    ) as { sid: string };
    const row = await api.deps.store.db
      .selectFrom("organisation_sessions")
      .where("session_id", "=", sid)
      .select("due_at")
      .executeTakeFirstOrThrow();
    const now = api.deps.clock().toISOString();
    const { status } = await api.get(getMe.path, token);
    if (status !== 200) return "ended";
    return row.due_at <= now ? "asked about" : "left alone";
  }

  it("asks about whoever follows groups, ends what cannot be asked about, and leaves others alone", async () => {
    const { groups } = on;
    const follower = await holder("ada", 1);
    const other = await holder("ben", 0);
    const changes = [
      () => groups.create(),
      async () => groups.change(await firstId(), { facility: [121] }),
      async () => groups.change(await firstId(), { name: "Carers" }),
      async () => groups.remove(await firstId()),
    ];
    for (const change of changes) {
      const tokens = [
        await sessionOf(follower, "sealed"),
        await sessionOf(follower, null),
        await sessionOf(other, "sealed"),
        await sessionOf(other, null),
      ];
      const { status } = await change();
      expect([200, 204]).toContain(status);
      expect(await Promise.all(tokens.map(state))).toEqual([
        "asked about",
        "ended",
        "left alone",
        "left alone",
      ]);
    }
    expect(await on.statusOf(on.manager)).toBe(200);
  });

  it("asks about nobody for a label, or for what is refused or changes nothing", async () => {
    const { groups } = on;
    await groups.create();
    const id = await firstId();
    const follower = await holder("ada", 1);
    const tokens = [
      await sessionOf(follower, "sealed"),
      await sessionOf(follower, null),
    ];
    await groups.change(id, { label: "Care" });
    await groups.change(id, { label: "Care" });
    await groups.change(id, { facility: [999] });
    await groups.create();
    await groups.remove(id + 1000);
    expect(await Promise.all(tokens.map(state))).toEqual([
      "left alone",
      "left alone",
    ]);
  });

  async function firstId() {
    const [first] = (await on.groups.list()) ?? [];
    if (!first) throw new Error("there is no group");
    return first.id;
  }
});
