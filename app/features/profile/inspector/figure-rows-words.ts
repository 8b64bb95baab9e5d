export const figureRowsWords = {
  title: "Rows behind a figure",
  pages: "Pages of rows",
  older: "Next rows",
  newest: "First rows",
  empty: "No residents are behind this figure.",
  emptyOlder: "There are no more rows.",
  failed: "The rows were not retrieved due to a system error.",
  afterDischarge: "after discharge",
  resident: "Resident",
  columns: {
    facility: "Facility",
    physician: "Physician",
    admitted: "Admitted",
    event: "Event",
    days: "Days",
  },
} as const;

export function rowsTitle(label: string): string {
  return `${label}: residents`;
}
