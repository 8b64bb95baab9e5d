import { failurePage } from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import { readOwnSignIn } from "~server/auth/service";
import type { SignedIn } from "./require-user.server";

/** How the user signs in; throws the error page where it cannot be had. */
export async function ownSignInOf({ ask }: SignedIn) {
  const outcome = await ask(readOwnSignIn, {});
  if (outcome.kind === "data") return outcome.answer;
  throw outcome.kind === "empty" ? pageError(502) : failurePage(outcome);
}
