export const embedWords = {
  noAccess: "You do not have access to see this page",
  failed: "Could not load report",
  home: "Home",
  /** The title if the list of reports could not be loaded. */
  report: "Report",
  loading: "Loading the report…",
  loaded: "The report has loaded.",
  show: "Show the report",
  saveData:
    "Your browser is set to save data. This report comes from Power BI and loads several megabytes.",
  needsScripts:
    "This report comes from Power BI. It needs scripts, and scripts do not run in this browser.",
  mayBe:
    "Power BI may be out of order. Your network or your browser may also block it.",
  elsewhere: "You can see hospitalization figures on",
  dashboard: "your dashboard",
  onPaper: "This report cannot be printed. Please read it on the screen.",
  refreshFailed:
    "The report could not be refreshed. If it stops working, load the page again.",
} as const;
