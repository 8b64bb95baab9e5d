/** For an open page; `of` is the query that names the place. */
export function dataVersionPath(of: string): string {
  return `/data-version?${of}`;
}
