import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { pageError } from "~/data/page-error.server";
import { apiHost } from "~/data/upstream.server";
import { afterHoursQuery } from "./rules/filters";
import { afterHoursWords, markedReadText } from "./rules/words";
import { safeRedirectTarget } from "~/session/redirect-target.server";
import { findSessionByForm } from "~/http/guarded-form.server";
import { paths, withSearch } from "~/paths";
import { logOut } from "~/session/end-session.server";
import { requireScreen } from "~/session/screen.server";
import type { SignedIn } from "~/session/require-user.server";
import { forgetUnreadAlerts } from "~/session/unread-alerts.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { markRead, MAX_NOTES_READ } from "~server/notes/service";

const fields = z.object({
  /** In one field, because a form is limited to fewer fields than notes. */
  notes: z
    .string()
    .regex(/^\d{1,15}(?:,\d{1,15})*$/)
    .transform((text) => text.split(",").map(Number))
    .pipe(z.array(z.number()).max(MAX_NOTES_READ)),
  /** Set by a note's own button. */
  note: z.coerce.number().int().positive().optional(),
  /** Sent by a script for a note that was opened; its page stays. */
  quiet: z.literal("true").optional(),
});

/** Leads back to the page (R172); 404 behind an API host. */
export async function markByForm({ request }: ActionFunctionArgs) {
  return mark(request, (url) => url.pathname + url.search);
}

export async function markOnReport({ request }: ActionFunctionArgs) {
  // Yesterday's days would cost another redirect, which takes the notice and shows nothing.
  return mark(request, ({ pathname, searchParams }, isnpOnly) =>
    withSearch(pathname, afterHoursQuery(searchParams, isnpOnly, new Date())),
  );
}

async function mark(
  request: Request,
  back: (url: URL, isnpOnly: boolean) => string,
) {
  const { form, session } = await findSessionByForm(request);
  const typed = fields.safeParse(Object.fromEntries(form));
  if (!typed.success) throw pageError(400);
  const url = new URL(request.url);
  const from = safeRedirectTarget(url.pathname + url.search) ?? paths.home;
  if (!session) return logOut(request, null, from);
  const signedIn = await requireScreen(request);
  if (apiHost) throw pageError(404);
  // Other levels have nothing to mark.
  const { accessLevel, isnpOnly } = signedIn.user.viewer;
  if (accessLevel !== "physician") throw pageError(403);
  const { notes, note, quiet } = typed.data;
  const notice = await markedNotice(signedIn, note ? [note] : notes);
  // Whatever happened, the next page asks again.
  forgetUnreadAlerts(signedIn.user.id);
  if (quiet) return {};
  const to = safeRedirectTarget(back(url, isnpOnly)) ?? paths.home;
  return redirectWithNotice(signedIn, to, notice, 303);
}

async function markedNotice(
  { ask }: SignedIn,
  noteIds: number[],
): Promise<Parameters<SignedIn["notices"]["add"]>[0]> {
  const outcome = await ask(markRead, { noteIds });
  if (outcome.kind !== "failure") {
    return { tone: "success", text: markedReadText(noteIds.length) };
  }
  const { message, error } = outcome;
  const text = message ?? error ?? afterHoursWords.notMarked;
  return { tone: "error", text };
}
