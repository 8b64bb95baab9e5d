import { ACCESS_TOKEN_HEADER } from "~/contract/auth";
import {
  deleteGroupRule,
  getGroupRules,
  postGroupRule,
} from "~/contract/group-rules";
import type { Dialect } from "~/runtime/database/connect.server";
import type { TestApi } from "~server/testing/open-test-api";
import { seedOrganization } from "~server/testing/seed-organization";
import { openWithProvider } from "./open-with-provider";

/** A body that adds a group of facility 111 of the test organisation. */
const NEW_GROUP = {
  name: "Nurses",
  label: "",
  access_level: "facility",
  isnp_only: false,
  facility: [111],
};

/** Only what is asked of the API. */
type Ask = Pick<TestApi, "fetch">;

/** The calls of the table of groups, made with the token of one session. */
export function groupTable(api: Ask, token: string) {
  const headers = { [ACCESS_TOKEN_HEADER]: token };
  const post = (path: string, body: object) =>
    api.fetch(path, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ ...NEW_GROUP, ...body }),
    });
  const ask = () => api.fetch(getGroupRules.path, { headers });
  return {
    ask,
    async list() {
      const response = await ask();
      return getGroupRules.answer.parse(await response.json()).data;
    },
    create: (body: object = {}) => post(postGroupRule.path, body),
    change: (id: number, body: object = {}) => post(`/auth/group/${id}`, body),
    remove: (id: number) =>
      api.fetch(deleteGroupRule.path.replace(":id", String(id)), {
        method: "DELETE",
        headers,
      }),
  };
}

/** The API on the test organisation with a provider, and the table of groups as its account manager has it. */
export async function openGroupTable(dialect: Dialect) {
  const on = await openWithProvider(dialect);
  await seedOrganization(on.api.deps.store.db);
  return { ...on, groups: groupTable(on.api, on.manager) };
}
