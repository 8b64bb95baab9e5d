import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { pageError } from "~/data/page-error.server";
import { safeRedirectTarget } from "~/session/redirect-target.server";
import { findSessionByForm } from "~/http/guarded-form.server";
import { paths } from "~/paths";
import { leaveForLogin } from "~/session/end-session.server";
import { requireScreen } from "~/session/screen.server";
import { isAlertKey } from "./alert-keys.server";

const fields = z.object({
  alert: z.string().refine(isAlertKey),
  /** The page to go back to; anything else leads home. */
  from: z
    .string()
    .catch("")
    .transform((text) => safeRedirectTarget(text) ?? paths.home),
});

/** Puts an alert away until the next login, and leads back to the page where it stood. */
export async function dismissAlert({
  request,
}: LoaderFunctionArgs): Promise<Response> {
  const { form, session } = await findSessionByForm(request);
  const typed = fields.safeParse(Object.fromEntries(form));
  if (!typed.success) throw pageError(400);
  const { alert, from } = typed.data;
  if (!session) return leaveForLogin(request, from);
  const { alerts } = await requireScreen(request);
  await alerts.dismiss(alert);
  return redirect(from, 303);
}
