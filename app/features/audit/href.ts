import type { AuditFilters } from "./rules/filters";

/** Always names the days, so that a page left open over midnight keeps its own. `before`: events older than that one. */
export function auditHref(
  path: string,
  { startDate, endDate, user, action, resident }: AuditFilters,
  before: number | null = null,
): string {
  const query = new URLSearchParams({
    ...(user !== null && { user }),
    ...(action !== null && { action }),
    ...(resident !== null && { resident: String(resident) }),
    startDate,
    endDate,
    ...(before !== null && { before: String(before) }),
  });
  return `${path}?${query.toString()}`;
}
