export const messages = {
  unknown: "Unknown",
  notYet: "Not yet",
  noPhysician: "Patients without primary care physician",
  /** Instead of a physician's name. */
  none: "None",
  unnamedPatient: "Unnamed patient",

  panel: {
    empty: "No results found for this search.",
    error: "Data was not retrieved due to a system error.",
    clearFilters: "Clear filters",
    tryAgain: "Try again",
  },

  loading: "Loading...",

  errorPage: {
    forbidden: "Sorry, you don't have permission to access this page.",
    notFound: "Sorry, we couldn't find this page.",
    other: "Sorry, we are unable to display the page.",
    backToHome: "Back to Home",
  },

  shell: {
    logOut: "Log out",
    confidential:
      "Confidential Information for quality assurance and performance improvement.",
  },

  profile: {
    companyOverview: "Company Overview",
    fromDate: "From Date",
    toDate: "To Date",
    rangePresets: ["Last 30 days", "Last quarter", "Last year", "Year to date"],
    typedDate: "No date picker? Type yyyy-mm-dd.",
    submit: "Submit",
    facility: "Facility",
    allFacilities: "All",
    isnpOnly: "ISNP Patients Only",
  },
} as const;

export function unreadNotes(count: number): string {
  return `There are ${count} unread notes in your After-Hours Patient Report.`;
}

/** Words of an error page, with the status in parentheses; a server's own words go first (R19). */
export function errorPageMessage(
  status: number,
  serverMessage?: string,
): string {
  const { forbidden, notFound, other } = messages.errorPage;
  if (status === 403) return `${forbidden} (403)`;
  if (status === 404) return `${notFound} (404)`;
  return `${serverMessage?.trim() || other} (${status})`;
}
