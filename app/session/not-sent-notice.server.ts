import { sessionMessages } from "~/domain/session/session-messages";
import type { SignedIn } from "./require-user.server";
import type { Notice } from "./session-record.server";

/**
 * What a page says of a form that came from a session that was over, where it puts nothing back: codes and passwords are
 * never kept, and a question has no field. To be called last: it is said once, and an error page would not show it.
 */
export async function notSentNotice(signedIn: SignedIn): Promise<Notice[]> {
  const kept = await signedIn.takeKeptForm();
  // After a fault the error page has said it.
  return kept && !kept.isAfterFault
    ? [{ tone: "info", text: sessionMessages.notSent }]
    : [];
}
