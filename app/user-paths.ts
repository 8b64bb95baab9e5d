import { paths } from "~/paths";

/** Which access levels need a second factor. */
export const factorRules = `${paths.users}/second-factor`;

/** What groups of the organisation may see. */
export const groups = `${paths.users}/groups`;

/** The form of a new group. */
export const addGroup = `${groups}/add`;

/** The form of a group, or the question whether it is to be removed. */
export function groupPath(id: number, task: "edit" | "remove"): string {
  return task === "edit" ? `${groups}/${id}` : `${groups}/${id}/remove`;
}

/** The form of a new user. */
export const addUser = `${paths.users}/add`;

/** Where it is sent. */
export const createUser = "/user/create";

/** Users from a CSV file. */
export const usersFromFile = `${paths.users}/from-file`;

/** A dialog about a user, over the list of users: it edits, deletes, links or logs them out, or resets their second factor. */
export function userPath(
  id: number,
  task:
    | "edit"
    | "delete"
    | "second-factor"
    | "sessions"
    | "organisation-account",
): string {
  return `${paths.users}/${id}/${task}`;
}
