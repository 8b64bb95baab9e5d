import pino from "pino";
import { createApi } from "~server/api";
import { createApiDeps } from "~server/create-api-deps";
import { deriveSecrets } from "~server/secrets";
import type { Store } from "~server/store/open-store";

/** The whole API in this process, and how a user who sees the company asks it. */
export async function openBenchApi(store: Store, now: Date) {
  const deps = createApiDeps({
    store,
    clock: () => now,
    log: pino({ level: "silent" }),
    secrets: deriveSecrets("a secret for benchmarks alone, 32 letters"),
    reports: { wake: () => undefined, areFromCensus: true },
  });
  const api = createApi(deps);
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
