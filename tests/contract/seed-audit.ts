import { insertAuditEvents } from "~server/audit/audit-events";
import type { Database } from "~server/store/schema";

/** The event of the mocks that the suite asks for. */
export async function seedAudit(db: Database, now: Date): Promise<void> {
  await insertAuditEvents(db, [
    {
      action: "delete_user",
      at: new Date(now.getTime() - 3_600_000),
      user: { id: 3, username: "demo-accounts" },
      target: { id: 99, username: "former-user" },
      address: "192.0.2.1",
      requestId: null,
    },
  ]);
}
