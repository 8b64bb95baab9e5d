import { paths } from "~/paths";

/** The form of a new user. */
export const createUser = "/user/create";

/** The dialog that edits a user, or the one that deletes them, over the list of users. */
export function userPath(id: number, task: "edit" | "delete"): string {
  return `${paths.users}/${id}/${task}`;
}
