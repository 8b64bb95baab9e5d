/** Titles of user administration (R211), for pages that show none of its other words. */
export const userTitles = {
  all: "User Management",
  add: "Add User",
  fromFile: "Users from a file",
  edit: "Edit User",
  confirmDelete: "Confirm Delete User",
  endSessions: "Log out everywhere",
  resetFactor: "Reset second factor",
  organisationAccount: "Organisation account",
} as const;
