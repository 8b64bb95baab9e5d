/** The order and filter of the list. */
const LIST_PARAMETERS = ["sort", "dir", "frailty", "stays"];

/** How the page shows what it has: its list, and its graphs with their modes and months. */
export const VIEW_PARAMETERS = [...LIST_PARAMETERS, "mom", "months"];

/** The part of a query that changes how a page is shown, and asks for nothing. */
export function viewParameters(search: URLSearchParams): string {
  return partOf(search, VIEW_PARAMETERS);
}

/** The part of it that arranges the list. */
export function listParameters(search: URLSearchParams): string {
  return partOf(search, LIST_PARAMETERS);
}

function partOf(search: URLSearchParams, names: readonly string[]): string {
  const part = names.flatMap((name) =>
    search.getAll(name).map((value) => [name, value]),
  );
  return new URLSearchParams(part).toString();
}

/** Whether only current patients are shown. */
export function isCurrentOnly(search: URLSearchParams): boolean {
  return search.get("stays") === "current";
}

/** The rest of a query. */
export function withoutViewParameters(
  search: URLSearchParams,
): URLSearchParams {
  const rest = new URLSearchParams(search);
  for (const name of VIEW_PARAMETERS) rest.delete(name);
  return rest;
}
