import * as argon2 from "@node-rs/argon2";
import { vi } from "vitest";
import { login } from "~/contract/auth";
import { createApi, openDoors } from "~server/api";
import { createApiDeps } from "~server/data-server";
import {
  askingOf,
  openTestApi,
  type Asking,
  type TestApi,
} from "~server/testing/open-test-api";
import { openedForEach } from "~server/testing/opened";
import type { Dialect } from "~/runtime/database/connect.server";

/** Accounts of {@link onAccounts} have this password; its check is a stand-in. */
export const RIGHT = "the right one";

/** Passwords are stored as they are, in files that mock argon2: it takes minutes for many attempts. */
export function usePlainPasswords(): void {
  vi.mocked(argon2.verify)
    .mockReset()
    .mockImplementation(
      async (stored, password) => String(stored) === String(password),
    );
  vi.mocked(argon2.hash).mockImplementation(async (text) => String(text));
}

export function address(number: number): string {
  return `192.0.2.${number}`;
}

export type Ask = Pick<TestApi, "fetch">;

export function attempt(
  api: Ask,
  username: string,
  from: string,
  password = "wrong",
  browser?: string,
): Promise<Response> {
  const fields = { username, password, ...(browser && { browser }) };
  return api.fetch(login.path, {
    method: "POST",
    headers: { "x-forwarded-for": from },
    body: new URLSearchParams(fields),
  });
}

/** The browser's list after a login. */
export async function browserAfter(
  api: Ask,
  username: string,
  from: string,
  earlier?: string,
): Promise<string> {
  const response = await attempt(api, username, from, RIGHT, earlier);
  const answer = login.answer.parse(await response.json());
  if (answer.browser === undefined) throw new Error("nothing to keep");
  return answer.browser;
}

/** Makes wrong attempts as soon as allowed; returns the statuses. */
export async function failTimes(
  api: TestApi,
  count: number,
  usernameOf: (at: number) => string,
  from: string,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < count; at++) {
    const { status, headers } = await attempt(api, usernameOf(at), from);
    statuses.push(status);
    if (status !== 429) continue;
    api.advance(Number(headers.get("retry-after")) * 1000);
    statuses.push((await attempt(api, usernameOf(at), from)).status);
  }
  return statuses;
}

/** Ada and Ben for each test of a block, with plain passwords. */
export function onAccounts(dialect: Dialect): TestApi {
  return openedForEach(() => openWithAccounts(dialect));
}

async function openWithAccounts(dialect: Dialect): Promise<TestApi> {
  usePlainPasswords();
  const api = await openTestApi(dialect);
  for (const username of ["Ada", "Ben"]) {
    await api.addUser({
      accessLevel: "region",
      ids: [11],
      username,
      passwordHash: RIGHT,
    });
  }
  return api;
}

export function openBeside(api: TestApi): Ask & Asking {
  const deps = createApiDeps(api.deps);
  const doors = openDoors(deps);
  const other = createApi(deps, doors);
  return {
    ...askingOf(doors),
    fetch: async (path, init) =>
      other.fetch(new Request(new URL(path, "http://api.test"), init)),
  };
}

/** What was recorded, oldest first. */
export async function actionsIn(api: TestApi) {
  const events = await auditedIn(api);
  return events.map(({ action, details }) => [action, details]);
}

/** Oldest first, without time and request. */
export async function auditedIn(api: TestApi) {
  const rows = await api.deps.store.db
    .selectFrom("audit_events")
    .select(["action", "username", "address", "details"])
    .orderBy("id")
    .execute();
  return rows.map(({ details, ...row }) => ({
    ...row,
    details: JSON.parse(details) as unknown,
  }));
}
