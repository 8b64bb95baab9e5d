/**
 * Every text that the specification quotes, in one place and as it quotes them (dashboard spec §2 and §8, shell spec
 * §2, §4 and §8), and the few of our own that belong to them.
 */
export const messages = {
  unknown: "Unknown",
  noPhysician: "Patients without primary care physician",
  unnamedPatient: "Unnamed patient",

  login: {
    welcome: "Welcome",
    welcomeSentence: "Log in to see how your residents are doing.",
    username: "Username",
    password: "Password",
    showPassword: "Show password",
    hidePassword: "Hide password",
    submit: "Login",
    error: "Login error",
    refreshError: "Refresh token error",
    loggedOut: "You have been logged out.",
    expired: "Your session has ended. Please log in again.",
  },

  panel: {
    empty: "No results found for this search.",
    error: "Data was not retrieved due to a system error.",
    clearFilters: "Clear filters",
    tryAgain: "Try again",
  },

  systemError: {
    overview: "Overview data was not retrieved due to a system error.",
    table: "Table data was not retrieved due to a system error.",
    frailty: "Frailty data was not retrieved due to a system error.",
    graph: "Graph data was not retrieved due to a system error.",
    quality: "QM data was not retrieved due to a system error.",
    physician: "Physician data was not retrieved due to a system error.",
    organization: "Organization data was not retrieved due to a system error.",
    /** The leading blank is the specification's. */
    alerts: " Data was not retrieved due to a system error.",
    powerBi: "PowerBI data not retrieved due to system error",
    qiesReports:
      "Casper reports list data was not retrieved due to a system error.",
    reportDownload:
      "Report download link was not retrieved due to a system error.",
    reports: "Reports list data was not retrieved due to a system error.",
    reportConfiguration:
      "Report configuration data was not retrieved due to a system error.",
    report: "Report data was not retrieved due to a system error.",
    unexpected:
      "An unexpected error had occurred. Please contact support if the problem persists.",
  },

  shapeError: {
    table: "Table data format error",
    graph: "Graph data format error",
    frailty: "Frailty data format error.",
    overview: "Metrics data format error",
    quality: "QM data was not retrieved due to a system error.",
  },

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
    stayTitle: "Do you want to stay logged in?",
    stayText:
      "Your session has been inactive for a while. For security, we'll automatically log you out in about a minute.",
    stay: "Stay logged in",
    dismiss: "Dismiss",
    viewReport: "VIEW REPORT",
  },

  profile: {
    companyOverview: "Company Overview",
    fromDate: "From Date",
    toDate: "To Date",
    submit: "Submit",
    facility: "Facility",
    allFacilities: "All",
    isnpOnly: "ISNP Patients Only",
    shortStay: "SS Hosp Metrics",
    longStay: "LS Hosp Metrics",
    general: "General",
    ratings: "CMS 5 Star Ratings",
    qualityModal: "Real-Time Hospitalization Metrics",
  },
} as const;

/** Header text, 'Logged in as {name}' (shell spec §2). */
export function loggedInAs(name: string): string {
  return `Logged in as ${name}`;
}

/** Placeholder of the header search, 'Browse {site}' (shell spec §2). */
export function browsePlaceholder(siteName: string): string {
  return `Browse ${siteName}`;
}

/** What the header search says when nothing matches (shell spec §2). */
export function noSearchResults(text: string): string {
  return `No results were found for “${text}”.`;
}

/** Footer credit, 'Powered by {provider}' (shell spec §2). */
export function poweredBy(dataProvider: string): string {
  return `Powered by ${dataProvider}`;
}

/** Notice of unread after-hours notes for physicians (shell spec §2). */
export function unreadNotes(count: number): string {
  return `There are ${count} unread notes in your After-Hours Patient Report.`;
}

/** Words of an error page, with the status in parentheses; a server's own words go first (shell spec §2 and §8). */
export function errorPageMessage(
  status: number,
  serverMessage?: string,
): string {
  const { forbidden, notFound, other } = messages.errorPage;
  if (status === 403) return `${forbidden} (403)`;
  if (status === 404) return `${notFound} (404)`;
  return `${serverMessage?.trim() || other} (${status})`;
}

/**
 * Words of a failed login (dashboard spec §8): the server's error, or its message, or 'Login error'. Where it sent
 * both, the message is an extra piece of information.
 */
export function loginFailure(server: { error?: string; message?: string }): {
  error: string;
  info?: string;
} {
  const error = server.error?.trim();
  const message = server.message?.trim();
  if (error && message) return { error, info: message };
  return { error: error || message || messages.login.error };
}
