import { Outlet, useLoaderData } from "@remix-run/react";
import { userTitles } from "~/features/users/rules/titles";
import { titledAsLoaded } from "~/features/shell/page-title";
import { LinkButton } from "~/ui/button";
import { usersFromFile, addUser } from "~/user-paths";
import { loadUsers } from "~/features/users/list/load-users.server";
import {
  EmergencyNotices,
  UserFilters,
  userListHref,
  UserTable,
} from "~/features/users/list/screen";

export { links } from "~/reports-and-users-sheet";
export { loadUsers as loader };

export const meta = titledAsLoaded(userTitles.all);

export default function UsersRoute() {
  const { view } = useLoaderData<typeof loadUsers>();
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="min-w-0 text-2xl font-semibold">{userTitles.all}</h1>
        <div className="flex flex-wrap gap-2">
          <LinkButton
            id="add-user"
            variant="primary"
            to={userListHref(view.query, addUser)}
            preventScrollReset
          >
            {userTitles.add}
          </LinkButton>{" "}
          {view.hasOwnPages ? (
            <LinkButton
              to={usersFromFile}
              className="max-w-full !whitespace-normal"
            >
              {userTitles.fromFile}
            </LinkButton>
          ) : null}
        </div>
      </div>
      <Outlet />
      <EmergencyNotices view={view} />
      <UserFilters view={view} />
      <UserTable view={view} />
    </div>
  );
}
