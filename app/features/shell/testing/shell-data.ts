import type { ShellData } from "../shell-data";

/** The frame's data of a signed-in page. */
export function shellData(more: Partial<ShellData> = {}): ShellData {
  return {
    siteName: "Sojourn",
    dataProvider: "PCC",
    user: { name: "Dana Whitcombe", initials: "DW" },
    reports: { unread: null },
    accountLinks: [],
    places: [],
    dataQuality: null,
    nav: null,
    csrfToken: "token-1",
    session: null,
    notices: [],
    standing: [],
    freshness: null,
    offersScripts: true,
    hasOwnSheet: false,
    isRejectedForm: false,
    ...more,
  };
}
