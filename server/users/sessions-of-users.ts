import { endSessionsWords } from "~/domain/users/end-sessions-words";
import { insertAuditEvents } from "~server/audit/audit-events";
import { revokeSessionsOf } from "~server/auth/session-rows";
import { Refusal } from "~server/refusal";
import type { Store } from "~server/store/open-store";
import type { Actor } from "./actor";
import { lockUser } from "./locked-users";

/** Ends all sessions of a user. Throws 400 for the own ones, 401, 403, and 404 where there is no such user. */
export async function endSessionsOf(
  { db }: Store,
  id: number,
  actor: Actor,
): Promise<void> {
  const { user, at, origin } = actor;
  await db.transaction().execute(async (trx) => {
    const { row } = await lockUser(trx, id, actor);
    if (id === user.id) throw new Refusal(400, endSessionsWords.own);
    await revokeSessionsOf(trx, id, { at: at.toISOString() });
    await insertAuditEvents(trx, [
      {
        action: "end_sessions",
        at,
        user,
        target: { id, username: row.username },
        ...origin,
      },
    ]);
  });
}
