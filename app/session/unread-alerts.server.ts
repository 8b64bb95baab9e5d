import type { z } from "zod";
import { getUnreadAlerts } from "~/contract/physicianalerts";
import type { Outcome } from "~/data/call.server";
import { keptAnswer } from "./kept-answer.server";

type AskUnread = (
  target: typeof getUnreadAlerts,
  input: object,
  options: { deadlineMs: number },
) => Promise<Outcome<z.infer<typeof getUnreadAlerts.answer>>>;

const unread = keptAnswer<number>("unread_alerts");

/** How many after-hours notes a physician has not read; null where that could not be had (R155). */
export async function findUnreadAlerts(
  sessionId: string,
  userId: string,
  ask: AskUnread,
): Promise<number | null> {
  return unread.find(`${sessionId} ${userId}`, async (options) => {
    const outcome = await ask(getUnreadAlerts, {}, options);
    if (outcome.kind === "failure") return outcome;
    return outcome.kind === "data" ? outcome.answer.data.unread : null;
  });
}

/** Call it with the id of a user who has marked notes as read: they are read on all devices (R154). */
export function forgetUnreadAlerts(id: string): void {
  unread.forget(id);
}
