/** Texts of Reports Configuration, as the specification quotes them (reports spec §2 and §8), and our own beside them. */
export const reportAccessWords = {
  title: "Reports Configuration",
  back: "Back to User Management",
  heading: "Who sees which report",
  report: "Report",
  embedded: "Embedded",
  hint: "A tick lets everybody of an access level see the report. Account managers see no reports.",
  hintForm: "Changes count once they are saved.",
  save: "Save",
  saving: "Saving",
  updated: "Access updated successfully",
  nothingToSave: "Nothing was changed, so there was nothing to save.",
  notAll: "Not everything was saved",
  unknownReport: "This report is not in the list any more.",
  none: "There are no reports.",
  pages: "Pages of reports",
  kept: "These ticks are not saved yet.",
} as const;
