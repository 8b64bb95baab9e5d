import type { LoaderFunctionArgs } from "@remix-run/node";
import { withZod } from "@remix-validated-form/with-zod";
import { z } from "zod";
import {
  ownPasswordErrors,
  ownPasswordWords,
} from "~/features/users/rules/own-password-rules";
import { addFieldIssues } from "~/http/field-issues.server";
import { requireUserByForm } from "~/http/guarded-form.server";
import { refusalAtFields, refusedForm } from "~/http/refused-form.server";
import { paths } from "~/paths";
import { landingPathFor } from "~/session/landing.server";
import { notSentNotice } from "~/session/not-sent-notice.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { renewSessionId } from "~/session/renew-session-id.server";
import type { SignedIn } from "~/session/require-user.server";
import { requireScreen } from "~/session/screen.server";
import { changePassword } from "~server/auth/service";
import { type PasswordRefusal, readPasswordForm } from "./password-form-answer";

const refuse = refusedForm<PasswordRefusal>;

const FIELDS = {
  current_password: "currentPassword",
  password: "password",
} as const;

/** Always empty: of a form that was sent after the session's end, only that fact is kept. */
export async function loadChangePassword({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  return {
    username: signedIn.user.username,
    cancelHref: signedIn.needsOwnPassword ? null : homeOf(signedIn),
    isOfOrganisation: signedIn.isOfOrganisation,
    closed: closedWords(signedIn),
    notices: await notSentNotice(signedIn),
  };
}

/** Leads home under a new session id, or shows the form again, empty. */
export async function changeByForm({ request }: LoaderFunctionArgs) {
  const { form, signedIn } = await requireUserByForm(request);
  const closed = closedWords(signedIn);
  if (closed !== null) return refuse(403, { error: closed, fieldErrors: {} });
  const checked = await passwordValidator.validate(readPasswordForm(form));
  if (checked.error) {
    return refuse(400, { fieldErrors: checked.error.fieldErrors });
  }
  const { currentPassword, password } = checked.data;
  const outcome = await signedIn.ask(changePassword, {
    current: currentPassword,
    wanted: password,
  });
  if (outcome.kind === "failure") {
    const { status, answer } = refusalAtFields(outcome, FIELDS);
    return refuse(status, answer, outcome.retryAfter);
  }
  const home = homeOf(signedIn);
  const text = ownPasswordWords.changed;
  const notice = { tone: "success", text } as const;
  return renewSessionId(
    request,
    await redirectWithNotice(signedIn, home, notice, 303),
  );
}

/** Why there is no form; null where there is one. */
function closedWords(signedIn: SignedIn): string | null {
  if (signedIn.isWithoutPassword) return ownPasswordWords.without;
  return signedIn.isPasswordClosed ? ownPasswordWords.closed : null;
}

function homeOf({ user }: SignedIn): string {
  return landingPathFor(user.viewer) ?? paths.home;
}

const text = z.string().default("");

const passwordValidator = withZod(
  z
    .object({ currentPassword: text, password: text, confirmPassword: text })
    .superRefine((typed, issues) =>
      addFieldIssues(issues, ownPasswordErrors(typed) ?? {}),
    ),
);
