import { redirect } from "@remix-run/node";
import { postSessionEnd } from "~/contract/second-factor";
import { newYorkDay, usDayOf } from "~/domain/calendar";
import { auditTimeText } from "~/domain/audit/audit-event-words";
import {
  recoveryCodesLeft,
  requiredSoon,
} from "~/domain/second-factor/factor-notices";
import { isRequiredOn } from "~/domain/second-factor/factor-rule";
import { signInWords as words } from "~/domain/second-factor/sign-in-words";
import { requireUserByForm } from "~/http/guarded-form.server";
import { requireScreen } from "~/session/screen.server";
import { notSentNotice } from "~/session/not-sent-notice.server";
import { ownSignInOf } from "~/session/own-sign-in.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { signInPaths } from "~/sign-in-paths";
/** How the user signs in, where they are signed in, and their last sign-ins. */
export async function loadOwnSignIn(request: Request) {
  const signedIn = await requireScreen(request);
  const own = await ownSignInOf(signedIn);
  const { second_factor, passkeys, required_from, sessions, sign_ins } = own;
  const linkedAt = own.organisation_account?.linked_at;
  return {
    notices: await notSentNotice(signedIn),
    linkedSince: linkedAt === undefined ? null : dayText(linkedAt),
    factor: second_factor && {
      since: dayText(second_factor.since),
      codesLeft: recoveryCodesLeft(second_factor.recovery_codes_left),
    },
    passkeys:
      second_factor && passkeys
        ? passkeys.map(({ id, name, added_at, last_used_at }) => ({
            id,
            name,
            added: dayText(added_at),
            used: last_used_at && dayText(last_used_at),
          }))
        : null,
    canRemove: !isRequiredOn(required_from, newYorkDay(new Date())),
    required:
      required_from === null || second_factor || signedIn.isOfOrganisation
        ? null
        : requiredSoon(required_from),
    sessions: sessions.map(
      ({ id, begun_at, last_used_at, is_this, of_organisation }) => ({
        id,
        begun: timeText(begun_at),
        used: timeText(last_used_at),
        isThis: is_this,
        isOfOrganisation: of_organisation === true,
      }),
    ),
    isOfOrganisation: signedIn.isOfOrganisation,
    isPasswordClosed: signedIn.isPasswordClosed,
    isWithoutPassword: signedIn.isWithoutPassword,
    signIns: sign_ins.map(({ at, address, how }) => ({
      key: at,
      at: timeText(at),
      address: address ?? words.unknownAddress,
      how: how ?? words.unknownWay,
    })),
  };
}

/** Ends another session of the user. */
export async function endSession(request: Request) {
  const { form, signedIn } = await requireUserByForm(request);
  const session = form.get("session");
  if (typeof session !== "string" || !/^[\w-]{1,100}$/.test(session)) {
    throw redirect(signInPaths.own);
  }
  const outcome = await signedIn.call(postSessionEnd, { body: { session } });
  const leave = (tone: "success" | "info" | "error", text: string) =>
    redirectWithNotice(signedIn, signInPaths.own, { tone, text }, 303);
  if (outcome.kind !== "failure") return leave("success", words.ended);
  return outcome.status === 404
    ? leave("info", words.alreadyEnded)
    : leave("error", outcome.message ?? outcome.error ?? words.notEnded);
}

function dayText(at: string): string {
  return usDayOf(newYorkDay(new Date(at)));
}

function timeText(at: string): string {
  const { day, time } = auditTimeText(at);
  return `${day}, ${time}`;
}
