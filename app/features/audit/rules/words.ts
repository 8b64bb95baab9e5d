/** Texts of the page of the audit trail and of its file. */
export const auditWords = {
  title: "Audit Trail",
  about:
    "Who logged in, viewed patients, exported data, or changed users and their access. Entries cannot be changed.",
  byResident: "Enter an MRN to see who viewed that resident.",
  heading: "Events",
  user: "User",
  action: "Action",
  mrn: "MRN",
  resident: "Resident number",
  allActions: "All actions",
  columns: {
    at: "Time",
    who: "Who",
    what: "What",
    target: "About",
    details: "Details",
    from: "From where",
  },
  nobody: "Not logged in",
  command: "Command on the server",
  download: "Download as CSV",
  pages: "Pages of entries",
  older: "Older entries",
  newest: "Newest entries",
  empty: "No entries match these filters.",
  emptyOlder: "There are no older entries.",
  failed: "The audit trail was not retrieved due to a system error.",
  noFile: "The audit trail file was not made due to a system error.",
  badFilters:
    "No file was made, because the dates or filters were not understood.",
  backToTrail: "Back to the audit trail",
} as const;
