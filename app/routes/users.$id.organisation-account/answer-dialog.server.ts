import { json } from "@remix-run/node";
import type { CallFailure } from "~/data/call.server";
import { refusalStatus } from "~/data/call-failure.server";
import { systemMessages } from "~/domain/system-messages";
import { userListSearch } from "~/domain/users/user-list-query";
import { paths } from "~/paths";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import type { SignedIn } from "~/session/require-user.server";
import type { Notice } from "~/session/session-record.server";
import type { LinkAnswer } from "./link";

/** Closes the dialog, with what was done. */
export function leaveForList(
  signedIn: SignedIn,
  search: string,
  tone: Notice["tone"],
  text: string,
) {
  const list = paths.users + userListSearch(search);
  return redirectWithNotice(signedIn, list, { tone, text }, 303);
}

/** Why the host did not do it, in its own words where it has any. */
export function refuse(failure: CallFailure) {
  const { message, error } = failure;
  return json<LinkAnswer>(
    { error: message ?? error ?? systemMessages.systemError.unexpected },
    { status: refusalStatus(failure) },
  );
}
