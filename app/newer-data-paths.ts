/** The version of the data of a place, for a page that is open; `of` is the query that names the place. */
export function dataVersionPath(of: string): string {
  return `/data-version?${of}`;
}
