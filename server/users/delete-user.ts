import { deletionRefusal } from "~/features/users/rules/change-refusal";
import { insertAuditEvents } from "~server/audit/audit-events";
import { Refusal } from "~server/refusal";
import type { Store } from "~server/store/open-store";
import type { Actor } from "./actor";
import { auditedRights } from "./audited-change";
import { lockUser } from "./locked-users";

/** Deletes a user with their sessions, and keeps their requests. Throws 400, 401, 403 and 404. */
export async function deleteUser(
  { db }: Store,
  id: number,
  actor: Actor,
): Promise<void> {
  const { user, at, origin } = actor;
  await db.transaction().execute(async (trx) => {
    const { row, administered } = await lockUser(trx, id, actor);
    const reason = deletionRefusal(administered);
    if (reason !== null) throw new Refusal(400, reason);
    await trx.deleteFrom("users").where("id", "=", id).execute();
    await insertAuditEvents(trx, [
      {
        action: "delete_user",
        at,
        user,
        target: { id, username: row.username },
        details: auditedRights(row),
        ...origin,
      },
    ]);
  });
}
