export const LINK_SHEET_ID = "organisation-account";

export const TASK_FIELD = "task";
export const TASKS = {
  make: "make",
  unlink: "unlink",
  mark: "mark",
  unmark: "unmark",
} as const;
