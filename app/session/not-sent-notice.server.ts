import { sessionMessages } from "~/features/sign-in/rules/session-messages";
import type { SignedIn } from "./require-user.server";
import type { Notice } from "./session-record.server";

/** For a page that restores nothing. Call it last: it can be taken only once, and an error page would not show it. */
export async function notSentNotice(signedIn: SignedIn): Promise<Notice[]> {
  const kept = await signedIn.takeKeptForm();
  return kept ? [{ tone: "info", text: sessionMessages.notSent }] : [];
}
