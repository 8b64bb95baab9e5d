import type { z } from "zod";
import type { Dialect } from "~/runtime/database/connect.server";
import { openWithProvider } from "~server/oidc/testing/open-with-provider";
import type { TestApi } from "~server/testing/open-test-api";
import { seedOrganization } from "~server/testing/seed-organization";
import { addGroup, changeGroup, listGroups, removeGroup } from "../service";

type Group = z.input<typeof addGroup.input>;

const NEW_GROUP: Group = {
  name: "Nurses",
  label: "",
  accessLevel: "facility",
  isnpOnly: false,
  facility: [111],
};

export function groupTable({ ask }: Pick<TestApi, "ask">, token: string) {
  const all = () => ask(token, listGroups, {});
  return {
    ask: all,
    list: async () => (await all()).answer?.groups,
    create: (more: Partial<Group> = {}) =>
      ask(token, addGroup, { ...NEW_GROUP, ...more }),
    change: (id: number, more: Partial<Group> & { version?: number } = {}) =>
      ask(token, changeGroup, { ...NEW_GROUP, ...more, id }),
    remove: (id: number) => ask(token, removeGroup, { id }),
  };
}

/** The test organisation with a provider, as its account manager sees it. */
export async function openGroupTable(dialect: Dialect) {
  const on = await openWithProvider(dialect);
  await seedOrganization(on.api.deps.store.db);
  return { ...on, groups: groupTable(on.api, on.manager) };
}
