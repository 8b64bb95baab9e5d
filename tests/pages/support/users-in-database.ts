import type { Portal } from "./portal";
import { inStore } from "./store-of-portal";

type Place = Pick<Portal, "dataDir">;

/** Makes a user an emergency account, or ends it, as a command beside the portal could. */
export async function setEmergency(
  place: Place,
  username: string,
  mark: boolean,
): Promise<void> {
  await inStore(place, ({ db }) =>
    db
      .updateTable("users")
      .set({ emergency_entry: mark ? 1 : 0 })
      .where("username", "=", username)
      .execute(),
  );
}

/** Links a user with an account, where nobody is signed in who could make a code. */
export async function linkInDatabase(
  place: Place,
  username: string,
  account: { issuer: string; subject: string },
): Promise<void> {
  await inStore(place, async ({ db }) => {
    const { id: user_id } = await db
      .selectFrom("users")
      .where("username", "=", username)
      .select("id")
      .executeTakeFirstOrThrow();
    const linked_at = new Date().toISOString();
    const row = { ...account, user_id, linked_at, by_groups: 0 } as const;
    await db.insertInto("organisation_accounts").values(row).execute();
  });
}
