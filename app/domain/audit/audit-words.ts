/** Texts of the page of the audit trail and of its file; the specification has none. */
export const auditWords = {
  title: "Audit Trail",
  about:
    "Who signed in, who saw patients, who took data along, and who changed users or what they may see. Events cannot be changed.",
  defaultRange:
    "The last 7 days are shown unless you choose others. Days and times are those of New York.",
  heading: "Events",
  user: "User",
  action: "Action",
  allActions: "All actions",
  columns: {
    at: "Time",
    who: "Who",
    what: "What",
    target: "To whom",
    details: "Details",
    from: "From where",
  },
  nobody: "Nobody signed in",
  command: "Command on the server",
  download: "Download as CSV",
  older: "Older events",
  newest: "Newest events",
  empty: "No events were found for these filters.",
  emptyOlder: "There are no older events.",
  missing:
    "Your API host has no audit trail. Ask whoever runs it where it records who did what.",
  failed: "The audit trail was not retrieved due to a system error.",
  noFile: "The audit trail's file was not made due to a system error.",
  badFilters:
    "No file was made, because its dates or filters were not understood.",
  backToTrail: "Back to the audit trail",
} as const;
