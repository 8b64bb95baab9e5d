import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { passkeyWords as words } from "../rules/passkey-words";
import { refuseAttempt, refuseFields } from "../answer-factor-form.server";
import { fieldOf, problemsIn } from "../read-factor-form.server";
import { requireUserByForm } from "~/http/guarded-form.server";
import { requireScreen } from "~/session/screen.server";
import { notSentNotice } from "~/session/not-sent-notice.server";
import { ownSignInOf } from "~/session/own-sign-in.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { renewSessionId } from "~/session/renew-session-id.server";
import { signInPaths } from "~/sign-in-paths";
import { removePasskey } from "~server/auth/service";
/** The passkey that the address names; who has no such one is led to those that they have. */
export async function loadRemovePasskey({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const { passkeys } = await ownSignInOf(signedIn);
  const asked = new URL(request.url).searchParams.get("passkey");
  const passkey = passkeys?.find(({ id }) => id === asked);
  if (!passkey) throw redirect(signInPaths.own);
  const notices = await notSentNotice(signedIn);
  return { id: passkey.id, name: passkey.name, notices };
}

/** Removes the passkey, and goes on in a session of a new id; or says why not. */
export async function removeByForm({ request }: LoaderFunctionArgs) {
  const { form, signedIn } = await requireUserByForm(request);
  const { own } = signInPaths;
  const passkey = new URL(request.url).searchParams.get("passkey") ?? "";
  if (!/^[\w-]{1,100}$/.test(passkey)) throw redirect(own, 303);
  const problems = problemsIn(form, ["presentCode", "password"]);
  if (problems) return refuseFields(problems);
  const outcome = await signedIn.ask(removePasskey, {
    passkey,
    password: fieldOf(form, "password"),
    presentCode: fieldOf(form, "presentCode"),
  });
  const leave = (tone: "success" | "info", text: string) =>
    redirectWithNotice(signedIn, own, { tone, text }, 303);
  if (outcome.kind !== "failure") {
    return renewSessionId(request, await leave("success", words.removedNotice));
  }
  return outcome.status === 404
    ? leave("info", words.isGone)
    : refuseAttempt(outcome);
}
