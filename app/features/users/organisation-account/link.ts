import type { UserAsked } from "../question/user-question";

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

/** Whom the dialog is about, and how they sign in; times are in words. */
export interface UserToLink extends UserAsked {
  linkedSince: string | null;
  /** One that was just made for them here. */
  code: string | null;
  codeUntil: string | null;
  /** Access level and places follow groups of the organisation. */
  isByGroups: boolean;
  isEmergency: boolean;
  /** Passwords are for emergency accounts alone. */
  isPasswordClosed: boolean;
}
