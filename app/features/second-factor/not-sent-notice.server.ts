import { signInWords } from "~/domain/second-factor/sign-in-words";
import type { SignedIn } from "~/session/require-user.server";
import type { Notice } from "~/session/session-record.server";

/** Codes and passwords are never kept over a session's end, so what was typed is not back, as it is elsewhere. */
export async function notSentNotice(signedIn: SignedIn): Promise<Notice[]> {
  const kept = await signedIn.takeKeptForm();
  return kept ? [{ tone: "info", text: signInWords.notSent }] : [];
}
