import { paths } from "~/paths";

export const factorRules = `${paths.users}/second-factor`;

export const groups = `${paths.users}/groups`;

export const addGroup = `${groups}/add`;

export function groupPath(id: number, task: "edit" | "remove"): string {
  return task === "edit" ? `${groups}/${id}` : `${groups}/${id}/remove`;
}

export const addUser = `${paths.users}/add`;

export const createUser = "/user/create";

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
