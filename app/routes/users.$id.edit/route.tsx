import type { MetaFunction } from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  useLocation,
  useParams,
} from "@remix-run/react";
import { userTitles } from "~/features/users/rules/titles";
import { formPageTitle } from "~/features/shell/form-page-title";
import { LateUserDialog } from "~/features/users/form/late-editor";
import { loadUser } from "~/features/users/form/load-user-form.server";
import { saveUser } from "~/features/users/form/save-user.server";
import type { UserAnswer } from "~/features/users/form/user-form";
import { userPath } from "~/user-paths";

export { links } from "~/reports-and-users-sheet";

export { loadUser as loader, saveUser as action };

export const meta: MetaFunction<typeof loadUser> = ({ matches, location }) => [
  { title: formPageTitle(matches, location.search, userTitles.edit) },
];

export default function EditUserRoute() {
  const data = useLoaderData<typeof loadUser>();
  const answer = useActionData<UserAnswer>() ?? null;
  const id = Number(useParams().id);
  const { search } = useLocation();
  return "form" in data ? (
    <LateUserDialog
      // Remount for another user.
      key={id}
      title={userTitles.edit}
      data={data}
      answer={answer}
      path={userPath(id, "edit")}
      routeId="routes/users.$id.edit"
      search={search}
      returnFocusTo={`edit-user-${id}`}
    />
  ) : null;
}
