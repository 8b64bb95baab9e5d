import { failurePage } from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import { readOwnSignIn } from "~server/auth/service";
import type { SignedIn } from "./require-user.server";

export async function ownSignInOf({ ask }: SignedIn) {
  const outcome = await ask(readOwnSignIn, {});
  if (outcome.kind === "data") return outcome.answer;
  throw outcome.kind === "empty" ? pageError(502) : failurePage(outcome);
}
