import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { answerOf } from "~/data/call-failure.server";
import { newYorkDay, usDayOf } from "~/domain/calendar";
import { momentText } from "~/features/audit/rules/words";
import { recoveryCodesLeft, requiredSoon } from "../rules/factor-notices";
import { isRequiredOn } from "../rules/factor-rule";
import { requireUserByForm } from "~/http/guarded-form.server";
import { requireScreen } from "~/session/screen.server";
import { notSentNotice } from "~/session/not-sent-notice.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { signInPaths } from "~/sign-in-paths";
import { endSession, readOwnSignIn } from "~server/auth/service";

export async function loadOwnSignIn({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const own = answerOf(await signedIn.ask(readOwnSignIn, {}));
  const { factor, passkeys, requiredFrom, linkedAt, sessions, signIns } = own;
  return {
    notices: await notSentNotice(signedIn),
    linkedSince: linkedAt && dayText(linkedAt),
    factor: factor && {
      since: dayText(factor.since),
      codesLeft: recoveryCodesLeft(factor.recoveryCodesLeft),
    },
    passkeys:
      factor && passkeys
        ? passkeys.map(({ id, name, addedAt, lastUsedAt }) => ({
            id,
            name,
            added: dayText(addedAt),
            used: lastUsedAt && dayText(lastUsedAt),
          }))
        : null,
    canRemove: !isRequiredOn(requiredFrom, newYorkDay(new Date())),
    required:
      requiredFrom === null || factor || signedIn.isOfOrganisation
        ? null
        : requiredSoon(requiredFrom),
    sessions: sessions.map(({ begunAt, lastUsedAt, ...session }) => ({
      ...session,
      begun: momentText(begunAt),
      used: momentText(lastUsedAt),
    })),
    isOfOrganisation: signedIn.isOfOrganisation,
    isPasswordClosed: signedIn.isPasswordClosed,
    isWithoutPassword: signedIn.isWithoutPassword,
    signIns: signIns.map(({ at, address, how }) => ({
      key: at,
      at: momentText(at),
      address: address ?? "an unknown address",
      how: how ?? "password",
    })),
  };
}

export async function endByForm({ request }: LoaderFunctionArgs) {
  const { form, signedIn } = await requireUserByForm(request);
  const session = form.get("session");
  if (typeof session !== "string" || !/^[\w-]{1,100}$/.test(session)) {
    throw redirect(signInPaths.own);
  }
  const outcome = await signedIn.ask(endSession, { session });
  const leave = (tone: "success" | "info" | "error", text: string) =>
    redirectWithNotice(signedIn, signInPaths.own, { tone, text }, 303);
  if (outcome.kind !== "failure")
    return leave("success", "That browser is logged out.");
  return outcome.status === 404
    ? leave("info", "That browser was logged out already.")
    : leave(
        "error",
        outcome.message ??
          outcome.error ??
          "It could not be logged out. Please try again.",
      );
}

function dayText(at: string): string {
  return usDayOf(newYorkDay(new Date(at)));
}
