/** Texts of Reports Configuration (R206, R207), and our own beside them. */
export const reportAccessWords = {
  title: "Reports Configuration",
  back: "Back to User Management",
  heading: "Who sees which report",
  report: "Report",
  embedded: "Embedded",
  hint: "Tick a box to show a report to an access level. Account managers see no reports.",
  hintForm: "Save to make your changes count.",
  save: "Save",
  saving: "Saving",
  updated: "Access updated successfully",
  nothingToSave: "You changed nothing, so nothing was saved.",
  notAll: "Not everything was saved",
  unknownReport: "This report is no longer in the list.",
  none: "There are no reports.",
  pages: "Pages of reports",
  kept: "These ticks are not saved yet.",
} as const;
