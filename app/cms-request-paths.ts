export const cmsReportStates = "/cms-report-states";

/** Names the failed request in the address of the form that makes it again. */
export const REQUEST_AGAIN = "again";

export function cmsReportFilePath(id: number): string {
  return `/cms-report-file/${id}`;
}
