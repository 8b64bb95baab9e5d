import { z } from "zod";
import { pageError } from "~/data/page-error.server";
import { apiHost } from "~/data/upstream.server";
import { afterHoursQuery } from "~/domain/after-hours/filters";
import { afterHoursWords, markedReadText } from "~/domain/after-hours/words";
import { safeRedirectTarget } from "~/session/redirect-target.server";
import { findSessionByForm } from "~/http/guarded-form.server";
import { paths, withSearch } from "~/paths";
import { leaveForLogin } from "~/session/end-session.server";
import { requireScreen } from "~/session/screen.server";
import type { SignedIn } from "~/session/require-user.server";
import { forgetUnreadAlerts } from "~/session/unread-alerts.server";
import { redirectWithNotice } from "~/session/redirect-with-notice.server";
import { markRead, MAX_NOTES_READ } from "~server/notes/service";

const fields = z.object({
  /** Ids of the notes, with commas between: as fields of their own they would be too many for a form. */
  notes: z
    .string()
    .regex(/^\d{1,15}(?:,\d{1,15})*$/)
    .transform((text) => text.split(",").map(Number))
    .pipe(z.array(z.number()).max(MAX_NOTES_READ)),
  /** A script marks a note that was opened: its page stays as it is. */
  quiet: z.literal("true").optional(),
});

/** Marks the notes that were shown as read by the physician, and leads back to the same view (R172); 404 with an API host, which has no such call. */
export async function markByForm(request: Request) {
  const { form, session } = await findSessionByForm(request);
  const typed = fields.safeParse(Object.fromEntries(form));
  if (!typed.success) throw pageError(400);
  const { pathname, search, searchParams } = new URL(request.url);
  const from = safeRedirectTarget(pathname + search) ?? paths.afterHoursReport;
  if (!session) return leaveForLogin(request, from);
  const signedIn = await requireScreen(request);
  if (apiHost) throw pageError(404);
  // Other levels have nothing to read: the mark is the physician's own.
  const { accessLevel, isnpOnly } = signedIn.user.viewer;
  if (accessLevel !== "physician") throw pageError(403);
  const { notes, quiet } = typed.data;
  const notice = await markedNotice(signedIn, notes);
  // Whatever came of it, the next page asks anew.
  forgetUnreadAlerts(session.id);
  if (quiet) return {};
  // Yesterday's days would be put right by one redirect more, which takes the notice and shows nothing.
  const query = afterHoursQuery(searchParams, isnpOnly, new Date());
  const back =
    safeRedirectTarget(withSearch(pathname, query)) ?? paths.afterHoursReport;
  return redirectWithNotice(signedIn, back, notice, 303);
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
