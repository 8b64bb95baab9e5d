const LIST_PARAMETERS = ["sort", "dir", "frailty", "stays"];

export const VIEW_PARAMETERS = [...LIST_PARAMETERS, "mom", "months"];

export function viewParameters(search: URLSearchParams): string {
  return partOf(search, VIEW_PARAMETERS);
}

export function listParameters(search: URLSearchParams): string {
  return partOf(search, LIST_PARAMETERS);
}

function partOf(search: URLSearchParams, names: readonly string[]): string {
  const part = names.flatMap((name) =>
    search.getAll(name).map((value) => [name, value]),
  );
  return new URLSearchParams(part).toString();
}

export function isCurrentOnly(search: URLSearchParams): boolean {
  return search.get("stays") === "current";
}

export function withoutViewParameters(
  search: URLSearchParams,
): URLSearchParams {
  const rest = new URLSearchParams(search);
  for (const name of VIEW_PARAMETERS) rest.delete(name);
  return rest;
}

export const PANEL_PARAMETERS = [
  "inspect",
  "modal",
  "graph",
  "compare",
] as const;
