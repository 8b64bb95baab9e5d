/** Anchor of the dialog, where the page lands without scripts. */
export const RESET_SHEET_ID = "reset-second-factor";

/** Whom the dialog names. */
export interface UserToReset {
  id: number;
  name: string;
  username: string;
  level: string;
}

/** What the page has after a post that reset nothing. */
export interface ResetAnswer {
  error: string;
}
