import { getUnreadAlerts } from "~/contract/physicianalerts";
import type { Call } from "~/data/call.server";
import { forgetAnswers, keptAnswer } from "./kept-answer.server";

const ownerOf = (userId: string) => `user ${userId}`;

/** How many after-hours notes a physician has not read; null where that could not be had (R155). */
export async function findUnreadAlerts(
  sessionId: string,
  userId: string,
  call: Call,
): Promise<number | null> {
  const found = await keptAnswer(ownerOf(userId), {
    name: "unread_alerts",
    about: sessionId,
    ask: (options) => call(getUnreadAlerts, {}, options),
  });
  return found && found.data.unread;
}

/** Call it for a user who has marked notes as read: they are read on all devices (R154). */
export function forgetUnreadAlerts(userId: string): void {
  forgetAnswers(ownerOf(userId));
}
