/** A resident's page. The id is below 0 for one of whom a feed alone has told. */
export function residentPath(id: number): string {
  return `/residents/${id}`;
}
