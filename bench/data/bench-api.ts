import pino from "pino";
import type { z } from "zod";
import { createApi, openDoors } from "~server/api";
import { createApiDeps } from "~server/data-server";
import { deriveSecrets } from "~server/secrets";
import type { Service } from "~server/door/services";
import type { Store } from "~server/store/open-store";
import { askingOf } from "~server/testing/open-test-api";

export type BenchApi = Awaited<ReturnType<typeof openBenchApi>>;

/** The whole API in this process, and how a user who sees the company asks it. */
export async function openBenchApi(store: Store, now: Date) {
  const deps = createApiDeps({
    store,
    clock: () => now,
    log: pino({ level: "silent" }),
    secrets: deriveSecrets("a secret for benchmarks alone, 32 letters"),
    reports: { wake: () => undefined, areFromCensus: true },
  });
  const doors = openDoors(deps);
  const api = createApi(deps, doors);
  const userId = (await findUser(store)) ?? (await addUser(store, now));
  const { token } = await deps.sessions.start(userId);
  return {
    deps,
    async ask(path: string): Promise<string> {
      const response = await api.request(path, {
        headers: { "x-access-token": token },
      });
      if (response.status !== 200) {
        throw new Error(`${path}: ${response.status}`);
      }
      return response.text();
    },
    async askService<Input extends z.ZodTypeAny, Result>(
      service: Service<Input, Result>,
      input: z.input<Input>,
    ): Promise<Result> {
      const { status, answer } = await askingOf(doors).ask(
        token,
        service,
        input,
      );
      if (answer === null) throw new Error(`${service.name}: ${status}`);
      return answer;
    },
    async close() {
      await deps.audit.settled();
      await deps.sessions.settled();
    },
  };
}

async function findUser({ db }: Store): Promise<number | undefined> {
  const user = await db.selectFrom("users").select("id").executeTakeFirst();
  return user?.id;
}

async function addUser({ db }: Store, now: Date): Promise<number> {
  const { id } = await db
    .insertInto("users")
    .values({
      username: "bench",
      username_key: "bench",
      firstname: "First",
      lastname: "Last",
      password_hash: "none",
      access_level: "company",
      access_level_id: "0",
      isnp_only: 0,
      version: 1,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
