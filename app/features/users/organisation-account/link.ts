/** Anchor of the dialog, where the page lands without scripts. */
export const LINK_SHEET_ID = "organisation-account";

/** What the dialog's forms ask for. */
export const TASK_FIELD = "task";
export const TASKS = {
  make: "make",
  unlink: "unlink",
  mark: "mark",
  unmark: "unmark",
} as const;
