import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { pageError } from "~/data/page-error.server";
import { safeRedirectTarget } from "~/session/redirect-target.server";
import { findSessionByForm } from "~/http/guarded-form.server";
import { paths } from "~/paths";
import { logOut } from "~/session/end-session.server";
import { requireScreen } from "~/session/screen.server";

const KEY =
  /^(?:freshness:(?:info|warning|error):\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|unread:\d{1,9}|organization)$/;
const UNREAD = /^unread:(\d+)$/;

/** True for the keys that alerts have, as a form that dismisses one sends them back. */
export function isAlertKey(text: string): boolean {
  return KEY.test(text);
}

export const ORGANIZATION_KEY = "organization";

export function unreadKey(count: number): string {
  return `unread:${count}`;
}

/** How many unread notes were put away last; 0 where none were. */
export function dismissedUnread(dismissed: readonly string[]): number {
  const last = dismissed.filter((key) => UNREAD.test(key)).at(-1);
  return Number(UNREAD.exec(last ?? "")?.[1] ?? 0);
}

const fields = z.object({
  alert: z.string().refine(isAlertKey),
  /** Other addresses lead home. */
  from: z
    .string()
    .catch("")
    .transform((text) => safeRedirectTarget(text) ?? paths.home),
});

/** Dismisses an alert until the next login. */
export async function dismissAlert({
  request,
}: LoaderFunctionArgs): Promise<Response> {
  const { form, session } = await findSessionByForm(request);
  const typed = fields.safeParse(Object.fromEntries(form));
  if (!typed.success) throw pageError(400);
  const { alert, from } = typed.data;
  if (!session) return logOut(request, null, from);
  const { alerts } = await requireScreen(request);
  await alerts.dismiss(alert);
  return redirect(from, 303);
}
