import type { LinkSource } from "../profile-links";

export const RANGE = {
  startDate: "2026-01-01",
  endDate: "2026-02-01",
  isnp: false,
};

export function linkSource(more: Partial<LinkSource> = {}): LinkSource {
  return {
    level: "facility",
    id: 12,
    filters: RANGE,
    carried: {},
    sort: null,
    frailtyFilter: "all",
    monthly: [],
    hasLongGraph: false,
    layout: "page",
    ...more,
  };
}
