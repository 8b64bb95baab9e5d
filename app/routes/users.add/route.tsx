import { addUser } from "~/user-paths";
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { userTitles } from "~/features/users/rules/titles";
import { formPageTitle } from "~/features/shell/form-page-title";
import { LIKE_PARAMETER } from "~/features/users/form/editor-address";
import { LateUserDialog } from "~/features/users/form/late-editor";
import { loadNewUser } from "~/features/users/form/load-user-form.server";
import { saveNewUser } from "~/features/users/form/save-user.server";
import type { UserAnswer } from "~/features/users/form/user-form";

export { links } from "~/reports-and-users-sheet";

export { loadNewUser as loader, saveNewUser as action };

export const meta: MetaFunction<typeof loadNewUser> = ({
  matches,
  location,
}) => [{ title: formPageTitle(matches, location.search, userTitles.add) }];

export default function AddUserRoute() {
  const data = useLoaderData<typeof loadNewUser>();
  const answer = useActionData<UserAnswer>() ?? null;
  const { search } = useLocation();
  return "form" in data ? (
    <LateUserDialog
      // Remount for another user.
      key={new URLSearchParams(search).get(LIKE_PARAMETER)}
      title={userTitles.add}
      data={data}
      answer={answer}
      path={addUser}
      routeId="routes/users.add"
      search={search}
      returnFocusTo="add-user"
    />
  ) : null;
}
