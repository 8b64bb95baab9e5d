export const staffWords = {
  title: "Medical Staff Report",
  table: "Medical Staff",
  export: "Export as CSV",
  choose:
    "Choose a location to see its medical staff. The same physicians and patients may be at several of your locations, so their figures cannot be added up.",
  badFilters:
    "No file was made, because the dates or filters were not understood.",
  noLocation: "No file was made, because no location was chosen.",
  backToReport: "Back to the report",
} as const;

export function shownRowsText(shown: string, total: string): string {
  return `The first ${shown} of ${total} rows are shown, in the order that you chose. Choose a location to see fewer, or export them all.`;
}
