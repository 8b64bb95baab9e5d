import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { userListWords } from "~/domain/users/user-list-words";
import { userTitles } from "~/domain/users/user-titles";
import { titledAsLoaded } from "~/features/shell/page-title";
import { paths } from "~/paths";
import { LinkButton } from "~/ui/button";
import { factorRules, groups } from "~/user-paths";
import { loadUsers } from "./load-users.server";
import { EmergencyNotices } from "./emergency-notices";
import { UserFilters } from "./user-filters";
import { userListHref } from "./user-list-view";
import { UserTable } from "./user-table";

export { links } from "~/reports-and-users-sheet";

/** Two words in one line are wider than a phone once its text has twice the size. */
const FIT = "max-w-full !whitespace-normal";

export async function loader({ request }: LoaderFunctionArgs) {
  return loadUsers(request);
}

export const meta: MetaFunction<typeof loader> = titledAsLoaded(userTitles.all);

/** The users (R211); what adds, edits and deletes one stands over them, in a dialog. */
export default function UsersRoute() {
  const { view } = useLoaderData<typeof loader>();
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1 className="min-w-0 text-2xl font-semibold">{userTitles.all}</h1>
        {/* The blanks are for text browsers, which would write the links as one word. */}
        <div className="flex flex-wrap items-center gap-2">
          <div className="-ml-2 flex flex-wrap items-center gap-2 sm:ml-0">
            <LinkButton
              variant="quiet"
              className={FIT}
              to={paths.reportsConfig}
            >
              {userListWords.reportsConfig}
            </LinkButton>{" "}
            {view.hasOwnPages ? (
              <>
                <LinkButton variant="quiet" to={paths.auditTrail}>
                  {userListWords.auditTrail}
                </LinkButton>{" "}
                <LinkButton variant="quiet" to={paths.imports}>
                  {userListWords.imports}
                </LinkButton>{" "}
              </>
            ) : null}
            <LinkButton variant="quiet" to={paths.census}>
              {userListWords.census}
            </LinkButton>{" "}
            {view.hasOwnPages ? (
              <LinkButton variant="quiet" to={paths.feed}>
                {userListWords.messages}
              </LinkButton>
            ) : null}
            {view.hasFactors ? (
              <>
                {" "}
                <LinkButton variant="quiet" className={FIT} to={factorRules}>
                  {userListWords.secondFactor}
                </LinkButton>
              </>
            ) : null}
            {view.hasOrganisation ? (
              <>
                {" "}
                <LinkButton variant="quiet" to={groups}>
                  {userListWords.groups}
                </LinkButton>
              </>
            ) : null}
          </div>
          <LinkButton
            id="add-user"
            variant="primary"
            to={userListHref(view.query, paths.addUser)}
            preventScrollReset
          >
            {userTitles.add}
          </LinkButton>
        </div>
      </div>
      <Outlet />
      <EmergencyNotices view={view} />
      <UserFilters view={view} />
      <UserTable view={view} />
    </div>
  );
}
