import { getOwnSignIn, type OwnSignIn } from "~/contract/second-factor";
import { failurePage } from "~/data/call-failure.server";
import { pageError } from "~/data/page-error.server";
import type { SignedIn } from "./require-user.server";

/** How the user signs in; throws the error page where it cannot be had, 404 where the host does not keep it. */
export async function ownSignInOf({
  call,
  hasOwnSignIn,
}: SignedIn): Promise<OwnSignIn> {
  if (!hasOwnSignIn) throw pageError(404);
  const outcome = await call(getOwnSignIn, {});
  if (outcome.kind === "data") return outcome.answer.data;
  if (outcome.kind === "empty") throw pageError(404);
  throw failurePage(outcome);
}
