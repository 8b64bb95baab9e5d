import {
  useActionData,
  useLoaderData,
  useLocation,
  useParams,
} from "@remix-run/react";
import { lazyComponent } from "~/rendering/lazy-component";
import { addUser, userPath } from "~/user-paths";
import { userTitles } from "../rules/titles";
import { EDITOR_ID, LIKE_PARAMETER } from "./editor-address";
import type { loadUser } from "./load-user-form.server";
import type { UserAnswer } from "./user-form";

/** Lazy, because the form is larger than a page may load before it is usable. */
const LateUserDialog = lazyComponent(
  () => import("./user-editor"),
  (chunk) => chunk.UserDialog,
  EDITOR_ID,
);

/** Null for the answer of a physician search. */
export function useEditorProps() {
  const data = useLoaderData<typeof loadUser>();
  const answer = useActionData<UserAnswer>() ?? null;
  const { search } = useLocation();
  return "form" in data ? { data, answer, search } : null;
}

/** Remounts the form for another user. */
export function useLikeKey(): string | null {
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
