import { messages, unreadNotes } from "~/domain/messages";
import { paths } from "~/paths";
import type { SignedIn } from "~/session/require-user.server";
import type { ShellNotice } from "../shell-data";
import {
  dismissedUnread,
  ORGANIZATION_KEY,
  unreadKey,
} from "./alert-keys.server";

type Asked = Pick<SignedIn, "alerts" | "organizationAtHand" | "unreadAlerts">;

/** What each page tells for as long as it holds: unread notes, and locations that could not be had (R154, R157). */
export async function standingNotices(signedIn: Asked): Promise<ShellNotice[]> {
  const notices = await Promise.all([
    unreadNotice(signedIn),
    organizationNotice(signedIn),
  ]);
  return notices.filter((notice) => notice !== null);
}

async function unreadNotice({
  alerts,
  unreadAlerts,
}: Asked): Promise<ShellNotice | null> {
  const unread = await unreadAlerts();
  if (unread === null) return null;
  const dismissed = dismissedUnread(alerts.dismissed);
  // Some were read since: what comes after them is news again.
  if (unread < dismissed) await alerts.dismiss(unreadKey(unread));
  if (unread <= dismissed) return null;
  return {
    tone: "warning",
    text: unreadNotes(unread),
    alert: {
      key: unreadKey(unread),
      link: { href: paths.afterHoursReport, text: messages.shell.viewReport },
    },
  };
}

async function organizationNotice({
  alerts,
  organizationAtHand,
}: Asked): Promise<ShellNotice | null> {
  if (alerts.dismissed.includes(ORGANIZATION_KEY)) return null;
  const outcome = await organizationAtHand();
  if (outcome?.kind !== "failure") return null;
  const { message: text } = outcome;
  return { tone: "error", text, alert: { key: ORGANIZATION_KEY } };
}
