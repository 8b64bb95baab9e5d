/** A resident's page. The id is negative if the resident is known from the feed only. */
export function residentPath(id: number): string {
  return `/residents/${id}`;
}
