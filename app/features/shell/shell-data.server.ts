import { apiHost } from "~/data/upstream.server";
import { mayHaveReports } from "~/features/embedded-reports/rules/open-reports";
import { initialsOf } from "~/domain/initials";
import { settings } from "~/env.server";
import { accountWords } from "~/domain/account-words";
import { signInPaths } from "~/sign-in-paths";
import { freshnessFor } from "~/session/freshness.server";
import { paths } from "~/paths";
import { findUser, type SignedIn } from "~/session/require-user.server";
import { ownPlaceLinks } from "./load-own-locations.server";
import { dataQualityLink, ownNav } from "~/navigation.server";
import { standingNotices } from "./alerts/standing-notices.server";
import { sessionFacts } from "./session-clock/session-facts.server";
import type { ShellData } from "./shell-data";

/** Data of the frame of a page: who is signed in, what to tell them, and which scripts to offer. */
export async function shellData(request: Request): Promise<ShellData> {
  const signedIn = await findUser(request);
  const [notices, standing, nav, places] = signedIn
    ? await Promise.all([
        signedIn.notices.take(),
        standingNotices(signedIn),
        ownNav(signedIn),
        ownPlaceLinks(signedIn),
      ])
    : [[], [], null, []];
  const { pathname, searchParams } = new URL(request.url);
  const isDocument = !searchParams.has("_data");
  const isForm = isDocument && request.headers.has("content-type");
  return {
    accountLinks: signedIn ? accountLinks(signedIn) : [],
    siteName: settings.SITE_NAME,
    dataProvider: settings.DATA_PROVIDER,
    user: signedIn && {
      name: signedIn.user.name,
      initials: initialsOf(signedIn.user.name),
    },
    reports: signedIn && (await reportsOf(signedIn)),
    places,
    dataQuality: signedIn && dataQualityLink(signedIn.user.viewer),
    nav,
    csrfToken: signedIn?.csrfToken ?? null,
    session: signedIn && sessionFacts(request, signedIn, Date.now()),
    notices,
    standing,
    freshness: signedIn && freshnessFor(signedIn, signedIn.lastUpdated),
    offersScripts: request.headers.get("save-data")?.toLowerCase() !== "on",
    // A document that answers a post is loaded with the headers of that post, and only a form that was not
    // accepted is answered with a document: the others redirect.
    ...(isForm && { isRejectedForm: true }),
    // An answer to a form may be an error page, which needs more of the whole one.
    ...(isDocument &&
      !isForm &&
      pathname === paths.login && { hasOwnSheet: true }),
  };
}

function accountLinks({
  isPasswordClosed,
}: SignedIn): ShellData["accountLinks"] {
  const { changePassword, ownSignIn } = accountWords;
  return [
    ...(apiHost ? [] : [{ href: signInPaths.own, text: ownSignIn }]),
    ...(apiHost || isPasswordClosed
      ? []
      : [{ href: paths.changePassword, text: changePassword }]),
  ];
}

/** The notices have asked for the same number, so this makes no call. */
async function reportsOf({
  user: { viewer },
  unreadAlerts,
}: SignedIn): Promise<ShellData["reports"]> {
  return mayHaveReports(viewer) ? { unread: await unreadAlerts() } : null;
}
