import { openStore, type Store } from "~server/store/open-store";
import type { Portal } from "./portal";

type Place = Pick<Portal, "dataDir">;

/** Works with the database of a portal that runs, as another process could. */
export async function inStore<Result>(
  { dataDir }: Place,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore({ dataDir });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Does that while the database lacks a table. */
export async function withoutTable<Result>(
  portal: Place,
  table: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const rename = (from: string, to: string) =>
    inStore(portal, ({ db }) =>
      db.schema.alterTable(from).renameTo(to).execute(),
    );
  await rename(table, "away");
  try {
    return await work();
  } finally {
    await rename("away", table);
  }
}

/** What the audit trail has of a user, oldest first, with the user it was done to if there is one. */
export function auditedFor(
  portal: Place,
  username: string,
): Promise<[action: string, details: unknown, target?: string][]> {
  return inStore(portal, async ({ db }) => {
    const rows = await db
      .selectFrom("audit_events")
      .where("username", "=", username)
      .select(["action", "details", "target_username"])
      .orderBy("id")
      .execute();
    return rows.map(({ action, details: text, target_username: target }) => {
      const details: unknown = JSON.parse(text);
      return target === null ? [action, details] : [action, details, target];
    });
  });
}
