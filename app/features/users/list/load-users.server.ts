import { getUsers, type User } from "~/contract/users";
import { noticesOf, panelOf, type Panel } from "~/data/panel.server";
import { listPage } from "~/domain/lists/list-page";
import { systemMessages } from "~/domain/system-messages";
import { apiHost } from "~/data/upstream.server";
import { settings } from "~/env.server";
import {
  filterUsers,
  listedUser,
  sortUsers,
  type ListedUser,
  USERS_PER_PAGE,
} from "../rules/list";
import { readUserListQuery, type UserListQuery } from "../rules/list-query";
import { userCountText } from "../rules/list-words";
import { locationNames, physicianNames } from "../rules/locations";
import { isOneself } from "~/session/users.server";
import { freshnessFor } from "~/session/freshness.server";
import { requireScreen } from "~/session/screen.server";
import { emergencyView } from "./emergency-view.server";
import {
  rowOf,
  type UserListView,
  type UserTableState,
} from "./user-list-view";

const { unexpected } = systemMessages.systemError;
const TEXTS = { systemError: unexpected };

/**
 * Loads a page of the users (R212): the host answers with all of them, and what the query asks for is found
 * here. Without the organisation places show by their numbers, and the shell says that they could not be had.
 */
export async function loadUsers(request: Request) {
  const signedIn = await requireScreen(request);
  const query = readUserListQuery(new URL(request.url).searchParams);
  const [outcome, found] = await Promise.all([
    signedIn.call(getUsers, {}),
    signedIn.findOrganization(),
  ]);
  const panel = panelOf(outcome, TEXTS, ({ users }) => users);
  const names = locationNames(
    found.kind === "data" ? found.organization : null,
  );
  const physicians = physicianNames(
    (outcome.kind === "data" && outcome.answer.physicians) || [],
  );
  const list = (user: User) => listedUser(user, names, physicians);
  const table = tableOf(panel, query, list, (user) =>
    isOneself(signedIn, user),
  );
  const page = table.state === "data" ? table.page : 1;
  const users = panel.state === "data" ? panel.data : [];
  const entries =
    (outcome.kind === "data" && outcome.answer.emergency_entries) || [];
  const view: UserListView = {
    query: { ...query, page },
    table,
    hasOwnPages: apiHost === null,
    // Before a host that has such a login alone, a code could be typed nowhere.
    hasOrganisation:
      settings.OIDC_NAME !== undefined &&
      users.some((user) => user.organisation_account !== undefined),
    ...emergencyView(users, entries),
  };
  const lastUpdated =
    outcome.kind === "data" ? (outcome.answer.lastUpdated ?? null) : null;
  return {
    view,
    notices: noticesOf(panel),
    freshness: freshnessFor(signedIn, lastUpdated),
  };
}

function tableOf(
  panel: Panel<readonly User[]>,
  query: UserListQuery,
  list: (user: User) => ListedUser,
  isOwn: (user: ListedUser) => boolean,
): UserTableState {
  if (panel.state === "error") {
    return { state: "error", message: panel.message };
  }
  const users = panel.state === "data" ? panel.data : [];
  const all = users.map(list);
  const found = sortUsers(filterUsers(all, query, new Date()), query.sort);
  const shown = listPage(found, query.page, USERS_PER_PAGE);
  if (shown.total === 0) return { state: "empty" };
  return {
    state: "data",
    rows: shown.rows.map((user) => rowOf(user, isOwn(user))),
    count: userCountText(shown, all.length),
    page: shown.page,
    pages: shown.pages,
  };
}
