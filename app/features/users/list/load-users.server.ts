import { asksForDocument } from "~/rendering/partial-document.server";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { getUsers } from "~/contract/users";
import { noticesOf, panelOf } from "~/data/panel.server";
import { apiHost } from "~/data/upstream.server";
import { newYorkDay, usDayOf } from "~/domain/calendar";
import { listPage } from "~/domain/lists/list-page";
import { systemMessages } from "~/domain/system-messages";
import { settings } from "~/env.server";
import { auditHref } from "~/features/audit/rules/filters";
import {
  EMERGENCY_SHOWN_DAYS,
  emergencyEntriesText,
} from "~/features/sign-in/rules/organisation-account/emergency-notices";
import { ACCESS_LEVEL_NAMES } from "~/features/users/rules/access-level-names";
import {
  filterUsers,
  listedUser,
  type ListedUser,
  sortUsers,
  USERS_PER_PAGE,
} from "./find-users";
import {
  locationsWritten,
  userCountText,
  readUserListQuery,
  type UserListQuery,
} from "~/features/users/rules/list-words";
import {
  isInvalidLocation,
  locationNames,
  physicianNames,
} from "~/features/users/rules/locations";
import { auditTrail } from "~/audit-paths";
import { freshnessFor } from "~/session/freshness.server";
import type { SignedIn } from "~/session/require-user.server";
import { requireScreen } from "~/session/screen.server";
import { isOneself } from "~/session/users.server";

export type UserListView = Awaited<ReturnType<typeof loadUsers>>["view"];
export type UserRow = ReturnType<typeof rowOf>;

const DAY_MS = 24 * 3_600_000;

function trailHref(now: Date): string {
  const first = new Date(now.getTime() - EMERGENCY_SHOWN_DAYS * DAY_MS);
  return auditHref(auditTrail, {
    user: null,
    action: "emergency_entry",
    resident: null,
    startDate: newYorkDay(first),
    endDate: newYorkDay(now),
  });
}

const { unexpected } = systemMessages.systemError;
const TEXTS = { systemError: unexpected };

/** The host sends all users; filtering and paging happen here (R212). */
export async function loadUsers({ request }: LoaderFunctionArgs) {
  const signedIn = await requireScreen(request);
  const query = readUserListQuery(new URL(request.url).searchParams);
  const [outcome, found] = await Promise.all([
    signedIn.call(getUsers, {}),
    signedIn.findOrganization(),
  ]);
  const panel = panelOf(outcome, TEXTS, ({ users }) => users);
  const users = panel.state === "data" ? panel.data : [];
  const answer = outcome.kind === "data" ? outcome.answer : null;
  const names = namesIn(found);
  const physicians = physicianNames(answer?.physicians ?? []);
  const all = users.map((user) => listedUser(user, names, physicians));
  const table =
    panel.state === "error"
      ? { state: "error" as const, message: panel.message }
      : tableOf(all, query, (user) => isOneself(signedIn, user));
  const page = table.state === "data" ? table.page : 1;
  const entries = answer?.emergency_entries ?? [];
  const view = {
    query: { ...query, page },
    table,
    hasOwnPages: apiHost === null,
    /** A host with organisation accounts of its own has no page to enter a code. */
    hasOrganisation:
      settings.OIDC_NAME !== undefined &&
      users.some((user) => user.organisation_account !== undefined),
    emergency:
      settings.OIDC_NAME === undefined || entries.length === 0
        ? null
        : { text: emergencyEntriesText(entries), href: trailHref(new Date()) },
    /** Unknown if the list could not be loaded. */
    lacksEmergency:
      settings.OIDC_ONLY === "1" &&
      users.length > 0 &&
      !users.some(
        ({ emergency_entry, access_level }) =>
          emergency_entry === true && access_level === "account_manager",
      ),
  };
  return {
    view,
    notices: noticesOf(panel),
    freshness: freshnessFor(signedIn, answer?.lastUpdated ?? null),
  };
}

function tableOf(
  all: readonly ListedUser[],
  query: UserListQuery,
  isOwn: (user: ListedUser) => boolean,
) {
  const found = sortUsers(filterUsers(all, query, new Date()), query.sort);
  const shown = listPage(found, query.page, USERS_PER_PAGE);
  if (shown.total === 0) return { state: "empty" as const };
  return {
    state: "data" as const,
    rows: shown.rows.map((user) => rowOf(user, isOwn(user))),
    count: userCountText(shown, all.length),
    page: shown.page,
    pages: shown.pages,
  };
}

function rowOf(user: ListedUser, isOwn: boolean) {
  const { id, name, username, last_login_at: lastLogin } = user;
  return {
    id,
    name,
    username,
    level: ACCESS_LEVEL_NAMES[user.access_level],
    locations: locationRuns(user.locations),
    isnpOnly: user.isnp_only,
    lastLogin: lastLogin
      ? { instant: lastLogin, day: usDayOf(newYorkDay(new Date(lastLogin))) }
      : null,
    hasFactor: user.second_factor === true,
    isLinked: user.organisation_account === true,
    isByGroups: user.rights_by_groups === true,
    isEmergency: user.emergency_entry === true,
    isOwn,
  };
}

function locationRuns(locations: readonly string[]) {
  const runs: { text: string; isInvalid: boolean }[] = [];
  for (const text of locationsWritten(locations)) {
    const isInvalid = isInvalidLocation(text);
    const last = runs.at(-1);
    if (last && !last.isInvalid && !isInvalid) last.text += `, ${text}`;
    else runs.push({ text, isInvalid });
  }
  return runs;
}

/** The names of places; null if the organisation failed to load. */
export function namesIn(
  found: Awaited<ReturnType<SignedIn["findOrganization"]>>,
) {
  return locationNames(found.kind === "data" ? found.organization : null);
}

/** Scripts return focus to the user's row; without them the page opens at its notice. */
export function hashOfUser(request: Request, id: number): string {
  return asksForDocument(request) ? "" : `#edit-user-${id}`;
}
