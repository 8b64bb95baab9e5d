/** In a file of its own for pages that need only these words (R211). */
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
