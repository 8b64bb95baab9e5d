import type { Logger } from "pino";
import type { z } from "zod";
import type { SessionTokens } from "~/contract/auth";
import type { AccessLevel } from "~/domain/access/ranks";
import { createApi, openDoors } from "~server/api";
import { createApiDeps } from "~server/data-server";
import type { ApiDeps } from "~server/door/api-deps";
import type { Doors } from "~server/door/doors";
import { askDoor } from "~server/door/in-process-door";
import type { FileAnswer } from "~server/door/handler";
import type { AnyService, Service } from "~server/door/services";
import { usernameKey } from "~/features/users/rules/name-rules";
import type { Refusal } from "~server/refusal";
import { deriveSecrets } from "~server/secrets";
import type { Store, StoreOptions } from "~server/store/open-store";
import { noReadReplicas, type ReadReplicas } from "~server/store/read-replicas";
import { deepFreeze } from "./deep-freeze";
import { logOfTests } from "./log-of-tests";
import { openTestStore, TEST_DIALECT } from "./open-test-store";

const HOST = "http://api.test";
const FIRST_MOMENT = "2026-06-15T12:00:00.000Z";

export interface TestUser {
  accessLevel: AccessLevel;
  ids?: number[];
  username?: string;
  isnpOnly?: boolean;
  passwordHash?: string;
}

export interface Asked<Result> {
  status: number;
  answer: Result | null;
  refusal: Refusal | null;
}

export interface Asking {
  /** The answer with its HTTP status; `from` is the browser's address. */
  ask<Input extends z.ZodTypeAny, Result>(
    token: string,
    service: AnyService<Input, Result>,
    input: z.input<Input>,
    from?: string,
  ): Promise<Asked<Result>>;
  askFile<Input extends z.ZodTypeAny>(
    token: string,
    service: Service<Input, never>,
    input: z.input<Input>,
  ): Promise<{ status: number; file: FileAnswer | null }>;
}

/** The API on an empty database of its own, with a clock that only tests move. */
export interface TestApi extends Asking {
  deps: ApiDeps;
  logged: Record<string, unknown>[];
  advance(ms: number): void;
  addUser(user: TestUser): Promise<number>;
  idOf(username: string): Promise<number>;
  /** Starts a session without the cost of a password. */
  signIn(user: TestUser): Promise<SessionTokens>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  get(path: string, token?: string): Promise<Response>;
  logOut(token: string): Promise<Response>;
  refresh(
    tokens: Pick<SessionTokens, "token" | "refresh_token">,
  ): Promise<Response>;
  close(): Promise<void>;
}

export async function openTestApi(
  dialect = TEST_DIALECT,
  options: StoreOptions = {},
): Promise<TestApi> {
  return apiOn(await openTestStore(dialect, options));
}

/** Runs on an open database and closes it. */
export function apiOn(
  store: Store,
  openReplicas: (log: Logger) => ReadReplicas = () => noReadReplicas(store.db),
): TestApi {
  let now = Date.parse(FIRST_MOMENT);
  const clock = () => new Date(now);
  const { log, logged } = logOfTests();
  const secrets = deriveSecrets("a secret for tests alone, 32 letters");
  // Tests that need reports start a worker.
  const reports = { wake: () => undefined, areFromCensus: true };
  const replicas = openReplicas(log);
  const deps = createApiDeps({
    store,
    replicas,
    clock,
    log,
    secrets,
    reports,
  });
  const { cache } = deps;
  // Answers are shared: a change fails here.
  deps.cache = {
    ...cache,
    remember: (question, compute) =>
      cache.remember(question, async () => deepFreeze(await compute())),
  };
  const doors = openDoors(deps);
  const api = createApi(deps, doors);
  let users = 0;

  async function addUser(user: TestUser): Promise<number> {
    const username = user.username ?? `user-${++users}`;
    const row = await store.db
      .insertInto("users")
      .values({
        username,
        username_key: usernameKey(username),
        firstname: "First",
        lastname: "Last",
        password_hash: user.passwordHash ?? "none",
        access_level: user.accessLevel,
        access_level_id: (user.ids ?? [0]).join(" "),
        isnp_only: user.isnpOnly ? 1 : 0,
        version: 1,
        created_at: FIRST_MOMENT,
        updated_at: FIRST_MOMENT,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return row.id;
  }

  const fetch = async (path: string, init?: RequestInit) =>
    api.fetch(new Request(new URL(path, HOST), init));

  return {
    deps,
    logged,
    advance(ms) {
      now += ms;
    },
    addUser,
    async idOf(username) {
      const { id } = await store.db
        .selectFrom("users")
        .where("username", "=", username)
        .select("id")
        .executeTakeFirstOrThrow();
      return id;
    },
    signIn: async (user) => deps.sessions.start(await addUser(user)),
    fetch,
    get: (path, token) =>
      fetch(path, { headers: token ? { "x-access-token": token } : {} }),
    logOut: (token) =>
      fetch("/auth/logout/", {
        method: "DELETE",
        headers: { "x-access-token": token },
      }),
    refresh: ({ token, refresh_token }) =>
      fetch("/auth/refresh/", {
        headers: { "x-access-token": token, "x-refresh-token": refresh_token },
      }),
    ...askingOf(doors),
    async close() {
      await deps.audit.settled();
      await deps.sessions.settled();
      await replicas.close();
      await store.close();
    },
  };
}

export function askingOf(doors: Doors): Asking {
  async function ask<Input extends z.ZodTypeAny>(
    token: string,
    service: AnyService<Input, unknown>,
    input: z.input<Input>,
    from?: string,
  ) {
    const given = await askDoor(doors, service, input, {
      session: null,
      presented: { token },
      requestId: "test",
      clientAddress: from,
      signal: new AbortController().signal,
    });
    if (given.kind === "refused") {
      const { refusal } = given;
      return { status: refusal.status, answer: null, refusal };
    }
    if (given.kind === "empty") {
      return { status: 204, answer: null, refusal: null };
    }
    return { status: 200, answer: given.answer, refusal: null };
  }

  return {
    async ask<Input extends z.ZodTypeAny, Result>(
      token: string,
      service: AnyService<Input, Result>,
      input: z.input<Input>,
      from?: string,
    ) {
      const { answer, ...rest } = await ask(token, service, input, from);
      return { ...rest, answer: answer as Result | null };
    },
    async askFile(token, service, input) {
      const { status, answer } = await ask(token, service, input);
      return { status, file: answer as FileAnswer | null };
    },
  };
}
