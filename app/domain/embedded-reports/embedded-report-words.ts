/** Texts of the embedded report viewer; the first two as the specification quotes them (reports spec §2). */
export const embedWords = {
  noAccess: "You do not have access to see this page",
  failed: "Could not load report",
  home: "Home",
  /** Stands for the title of a report whose list could not be had. */
  report: "Report",
  loading: "Loading the report…",
  loaded: "The report has loaded.",
  show: "Show the report",
  saveData:
    "This report is shown by Power BI, which loads several megabytes. Your browser asks to save data.",
  needsScripts:
    "This report is shown by Power BI, which needs scripts, and they do not run here.",
  mayBe:
    "Power BI may be blocked on this network or in this browser, or may not answer at the moment.",
  elsewhere: "Hospitalization figures are also on",
  dashboard: "your dashboard",
  onPaper: "The report is not on paper: Power BI shows it on the screen alone.",
  refreshFailed:
    "The report could not be renewed. It may stop answering; loading the page again helps.",
} as const;
