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

/** Edits, deletes, links or logs out a user, or resets the second factor. */
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
