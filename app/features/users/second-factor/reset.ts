/** Anchor of the dialog, where the page lands without scripts. */
export const RESET_SHEET_ID = "reset-second-factor";
