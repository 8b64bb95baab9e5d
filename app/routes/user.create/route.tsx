import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { userFormWords } from "~/features/users/rules/form-words";
import { userTitles } from "~/features/users/rules/titles";
import { formPageTitle } from "~/features/shell/form-page-title";
import {
  LIKE_PARAMETER,
  usersHref,
} from "~/features/users/form/editor-address";
import { LateUserPage } from "~/features/users/form/late-editor";
import { loadNewUser } from "~/features/users/form/load-user-form.server";
import { saveNewUser } from "~/features/users/form/save-user.server";
import type { UserAnswer } from "~/features/users/form/user-form";
import { createUser } from "~/user-paths";
import { Breadcrumbs } from "~/ui/breadcrumbs";

export { links } from "~/reports-and-users-sheet";

const TITLE = userFormWords.createPage;

export { loadNewUser as loader, saveNewUser as action };

export const meta: MetaFunction<typeof loadNewUser> = ({
  matches,
  location,
}) => [{ title: formPageTitle(matches, location.search, TITLE) }];

export default function CreateUserRoute() {
  const data = useLoaderData<typeof loadNewUser>();
  const answer = useActionData<UserAnswer>() ?? null;
  const { search } = useLocation();
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: userTitles.all, href: usersHref(search) },
          { label: TITLE, current: true },
        ]}
      />
      <h1 className="mb-4 text-2xl font-semibold">{TITLE}</h1>
      {"form" in data ? (
        <LateUserPage
          // Remount for another user.
          key={new URLSearchParams(search).get(LIKE_PARAMETER)}
          title={TITLE}
          data={data}
          answer={answer}
          path={createUser}
          routeId="routes/user.create"
          search={search}
        />
      ) : null}
    </>
  );
}
