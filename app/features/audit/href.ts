import type { AuditFilters } from "./rules/filters";

/**
 * Address of the audit trail, or of its file, under filters. The days are always named, so that a page that is open over
 * midnight does not lead to others. `before`: the events older than that one.
 */
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
