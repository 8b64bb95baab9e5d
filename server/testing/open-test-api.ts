import pino, { type Logger } from "pino";
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
import { usernameKey } from "~/features/users/rules/username-key";
import type { Refusal } from "~server/refusal";
import { deriveSecrets } from "~server/secrets";
import type { Dialect } from "~/runtime/database/connect.server";
import type { Store, StoreOptions } from "~server/store/open-store";
import { noReadReplicas, type ReadReplicas } from "~server/store/read-replicas";
import { deepFreeze } from "./deep-freeze";
import { openTestStore } from "./open-test-store";

const HOST = "http://api.test";
const FIRST_MOMENT = "2026-06-15T12:00:00.000Z";

export interface TestUser {
  accessLevel: AccessLevel;
  ids?: number[];
  username?: string;
  isnpOnly?: boolean;
  passwordHash?: string;
}

/** What came of a question to a service. */
export interface Asked<Result> {
  status: number;
  answer: Result | null;
  refusal: Refusal | null;
}

/** Asks services as the portal in the same process does, in the session of a token. */
export interface Asking {
  /** What a service answers, with the status that a call would have; `from` is the address of the browser. */
  ask<Input extends z.ZodTypeAny, Result>(
    token: string,
    service: AnyService<Input, Result>,
    input: z.input<Input>,
    from?: string,
  ): Promise<Asked<Result>>;
  /** The same for a service that gives a file. */
  askFile<Input extends z.ZodTypeAny>(
    token: string,
    service: Service<Input, never>,
    input: z.input<Input>,
  ): Promise<{ status: number; file: FileAnswer | null }>;
}

/** The API on an empty database of its own, with a clock that only tests move. */
export interface TestApi extends Asking {
  deps: ApiDeps;
  /** Lines that were logged, as parsed JSON. */
  logged: Record<string, unknown>[];
  advance(ms: number): void;
  addUser(user: TestUser): Promise<number>;
  /** Adds a user and begins a session, without the cost of a password. */
  signIn(user: TestUser): Promise<SessionTokens>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  get(path: string, token?: string): Promise<Response>;
  close(): Promise<void>;
}

export async function openTestApi(
  dialect: Dialect = "sqlite",
  options: StoreOptions = {},
): Promise<TestApi> {
  return apiOn(await openTestStore(dialect, options));
}

/** The same on a database that is open, which it closes. */
export function apiOn(
  store: Store,
  openReplicas: (log: Logger) => ReadReplicas = () => noReadReplicas(store.db),
): TestApi {
  let now = Date.parse(FIRST_MOMENT);
  const clock = () => new Date(now);
  const logged: Record<string, unknown>[] = [];
  const log = pino(
    { level: "info" },
    {
      write(line) {
        logged.push(JSON.parse(line) as Record<string, unknown>);
      },
    },
  );
  const secrets = deriveSecrets("a secret for tests alone, 32 letters");
  // Nobody works here: tests that want reports made start a worker themselves.
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
  // Answers are shared: whoever changes one fails here.
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
    signIn: async (user) => deps.sessions.start(await addUser(user)),
    fetch,
    get: (path, token) =>
      fetch(path, { headers: token ? { "x-access-token": token } : {} }),
    ...askingOf(doors),
    async close() {
      await deps.audit.settled();
      await deps.sessions.close();
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
