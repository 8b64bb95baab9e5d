import { apiHost } from "~/data/upstream.server";
import { initialsOf } from "~/domain/person-name";
import { unreadNotes } from "~/domain/messages";
import { settings } from "~/env.server";
import { mayHaveReports } from "~/features/embedded-reports/rules/open-reports";
import { dataQualityLink, ownNav } from "~/navigation.server";
import { paths } from "~/paths";
import { freshnessFor } from "~/session/freshness.server";
import { findUser, type SignedIn } from "~/session/require-user.server";
import { signInPaths } from "~/sign-in-paths";
import {
  dismissedUnread,
  ORGANIZATION_KEY,
  unreadKey,
} from "./alerts/dismiss-alert.server";
import { ownPlaceLinks } from "./own-locations.server";
import type { ShellNotice } from "./notices/client-notices";
import { newYorkSqlDatetime } from "~/domain/calendar";
import { newYorkTimeAndDate } from "~/domain/freshness";
import { safeRedirectTarget } from "~/session/redirect-target.server";
import {
  remainingMs,
  TIMEOUT_TEST_PARAMETER,
} from "~/features/sign-in/rules/session-clock";
import { leftOpenPath } from "~/session-paths";
import { UPDATE_PARAMETER } from "~/ui/update-only";
import type { NavLink } from "~/ui/nav";
import { unreadNotesReport } from "~/report-paths";

const NO_NOTICES: ShellNotice[] = [];
const NO_LINKS: NavLink[] = [];

export async function shellData(request: Request) {
  const signedIn = await findUser(request);
  // Until users have chosen their own password, nothing else is open or linked.
  const free = signedIn?.needsOwnPassword ? null : signedIn;
  const [notices, standing, nav, places] = free
    ? await Promise.all([
        free.notices.take(),
        standingNotices(free),
        ownNav(free),
        ownPlaceLinks(free),
      ])
    : [NO_NOTICES, NO_NOTICES, null, NO_LINKS];
  const { pathname, searchParams } = new URL(request.url);
  const isDocument = !searchParams.has("_data");
  const isForm = isDocument && request.headers.has("content-type");
  const isUpdate = searchParams.has(UPDATE_PARAMETER);
  return {
    accountLinks: free ? accountLinks(free) : [],
    siteName: settings.SITE_NAME,
    dataProvider: settings.DATA_PROVIDER,
    user: signedIn && {
      name: signedIn.user.name,
      initials: initialsOf(signedIn.user.name),
    },
    reports: free && (await reportsOf(free)),
    places,
    dataQuality: free && dataQualityLink(free.user.viewer),
    nav,
    csrfToken: signedIn?.csrfToken ?? null,
    session: signedIn && sessionFacts(request, signedIn, Date.now()),
    notices,
    standing,
    freshness: signedIn && freshnessFor(signedIn, signedIn.lastUpdated),
    // A browser that asked to save data gets no script.
    offersScripts: request.headers.get("save-data")?.toLowerCase() !== "on",
    // A document that answers a post is loaded with the headers of that post, and only a form that was not
    // accepted, or only updated, is answered with a document: the others redirect.
    ...(isForm && !isUpdate && { isRejectedForm: true }),
    ...(isDocument &&
      !isForm &&
      pathname === paths.login && { hasOwnSheet: true }),
  };
}

function accountLinks({ isPasswordClosed }: SignedIn): NavLink[] {
  return [
    ...(apiHost ? [] : [{ href: signInPaths.own, text: "Your login" }]),
    ...(apiHost || isPasswordClosed
      ? []
      : [{ href: paths.changePassword, text: "Change password" }]),
  ];
}

/**
 * `unread`: notes that a physician has not read; null for other levels, and where the number could not be had. The
 * notices have asked for the same number, so this makes no call.
 */
async function reportsOf({ user: { viewer }, unreadAlerts }: SignedIn) {
  return mayHaveReports(viewer) ? { unread: await unreadAlerts() } : null;
}

type Asked = Pick<SignedIn, "alerts" | "organizationAtHand" | "unreadAlerts">;

/** Notices that every page shows while they apply: unread notes, and locations that failed to load (R154, R157). */
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
  // Some were read since, so later ones are news again.
  if (unread < dismissed) await alerts.dismiss(unreadKey(unread));
  if (unread <= dismissed) return null;
  return {
    tone: "warning",
    text: unreadNotes(unread),
    alert: {
      key: unreadKey(unread),
      link: { href: unreadNotesReport, text: "VIEW REPORT" },
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

/** Browsers get it, so nothing in it may open anything. */
function sessionFacts(
  request: Request,
  { mark, endsAt }: SignedIn,
  now: number,
) {
  const url = new URL(request.url);
  url.searchParams.delete("_data");
  const isTimeoutTest = url.searchParams.has(TIMEOUT_TEST_PARAMETER);
  const leavesInMs = remainingMs(endsAt, now, isTimeoutTest);
  return {
    mark,
    // What was left when the page was made: a browser's own clock may be wrong by hours.
    remainingMs: remainingMs(endsAt, now),
    // A page without scripts then leaves by itself; `timemeoutnow` makes it sooner.
    leavesInMs,
    leavesAtText: clockTime(new Date(now + leavesInMs)),
    // An address that login does not lead back to may be too long for another one.
    leftOpenHref: leftOpenPath(
      safeRedirectTarget(url.pathname + url.search) ?? paths.home,
    ),
  };
}

/** 'hh:mm a' in New York. */
export function clockTime(instant: Date): string {
  return newYorkTimeAndDate(newYorkSqlDatetime(instant))?.time ?? "";
}
