import {
  useActionData,
  useLoaderData,
  useLocation,
  useParams,
} from "@remix-run/react";
import { lazyComponent } from "~/rendering/lazy-component";
import { Breadcrumbs } from "~/ui/breadcrumbs";
import { addUser, createUser, userPath } from "~/user-paths";
import { userFormWords } from "../rules/form-words";
import { userTitles } from "../rules/titles";
import { EDITOR_ID, LIKE_PARAMETER, usersHref } from "./editor-address";
import type { loadUser } from "./load-user-form.server";
import type { UserAnswer } from "./user-form";

/** Lazy, because the form is larger than a page may load before it is usable. */
const LateUserDialog = lazyComponent(
  () => import("./user-editor"),
  (chunk) => chunk.UserDialog,
  EDITOR_ID,
);

const LateUserPage = lazyComponent(
  () => import("./user-editor"),
  (chunk) => chunk.UserPage,
  EDITOR_ID,
);

/** Null for the answer of a physician search. */
function useEditorProps() {
  const data = useLoaderData<typeof loadUser>();
  const answer = useActionData<UserAnswer>() ?? null;
  const { search } = useLocation();
  return "form" in data ? { data, answer, search } : null;
}

/** Remounts the form for another user. */
function useLikeKey(): string | null {
  return new URLSearchParams(useLocation().search).get(LIKE_PARAMETER);
}

export function AddUserScreen() {
  const props = useEditorProps();
  const key = useLikeKey();
  return props ? (
    <LateUserDialog
      {...props}
      key={key}
      title={userTitles.add}
      path={addUser}
      routeId="routes/users.add"
      returnFocusTo="add-user"
    />
  ) : null;
}

export function EditUserScreen() {
  const props = useEditorProps();
  const id = Number(useParams().id);
  return props ? (
    <LateUserDialog
      {...props}
      // Remount for another user.
      key={id}
      title={userTitles.edit}
      path={userPath(id, "edit")}
      routeId="routes/users.$id.edit"
      returnFocusTo={`edit-user-${id}`}
    />
  ) : null;
}

export function CreateUserScreen() {
  const props = useEditorProps();
  const key = useLikeKey();
  const title = userFormWords.createPage;
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: userTitles.all, href: usersHref(useLocation().search) },
          { label: title, current: true },
        ]}
      />
      <h1 className="mb-4 text-2xl font-semibold">{title}</h1>
      {props ? (
        <LateUserPage
          {...props}
          key={key}
          title={title}
          path={createUser}
          routeId="routes/user.create"
        />
      ) : null}
    </>
  );
}
