/** Anchor of the dialog, where the page lands without scripts. */
export const END_SESSIONS_SHEET_ID = "end-sessions";
