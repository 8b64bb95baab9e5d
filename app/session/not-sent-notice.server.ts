import type { SignedIn } from "./require-user.server";
import type { Notice } from "./session-record.server";

/** If nothing can be restored: the form had no fields, or only codes and passwords. */
export const NOT_SENT =
  "Nothing was changed: your form could not be sent. Please try again.";

/** For a page that restores nothing. Call it last: it can be taken only once, and an error page would not show it. */
export async function notSentNotice(signedIn: SignedIn): Promise<Notice[]> {
  const kept = await signedIn.takeKeptForm();
  return kept ? [{ tone: "info", text: NOT_SENT }] : [];
}
