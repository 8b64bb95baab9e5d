import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";

/** Selects rows of `table` with one of `values` in `column`. */
export interface EmbedFilter {
  table: string;
  column: string;
  values: (number | boolean)[];
}

/**
 * A report's model needs `Organization` with `division_id`, `region_id` and `facility_id`, and `Residents` with a
 * true or false `isnp`.
 */
const LEVEL_TABLE = "Organization";
const ISNP_TARGET = { table: "Residents", column: "isnp" };

/** Protects nothing, because whoever has the token can remove them: the token limits the data (R203). */
export function embedFilters({
  accessLevel,
  accessLevelIds: [id],
  isnpOnly,
}: Viewer): EmbedFilter[] {
  const hasPlace =
    accessLevel === "division" ||
    accessLevel === "region" ||
    accessLevel === "facility";
  return [
    ...(hasPlace && id !== undefined
      ? [{ table: LEVEL_TABLE, column: `${accessLevel}_id`, values: [id] }]
      : []),
    ...(isnpOnly ? [{ ...ISNP_TARGET, values: [true] }] : []),
  ];
}

/** Physicians cannot (R201). */
export function maySeeEmbeddedReports({ accessLevel }: Viewer): boolean {
  return rankOf(accessLevel) > rankOf("physician");
}

/** The access token is a secret; no document contains it. */
export interface ReportEmbed {
  reportId: string;
  embedUrl: string;
  accessToken: string;
  filters: EmbedFilter[];
  refreshInMs: number;
}

export const REPORT_LOAD_LIMIT_MS = 60_000;

const MINUTE_MS = 60_000;
/** A token is replaced this long before its end. */
const REFRESH_BEFORE_MS = 5 * MINUTE_MS;
/** For hosts that do not send the end. Power BI gives an hour. */
const ASSUMED_LIFE_MS = 50 * MINUTE_MS;
const SHORTEST_REFRESH_MS = MINUTE_MS;
/** Browsers' timers overflow at 24 days, and fire at once. */
const LONGEST_REFRESH_MS = 12 * 60 * MINUTE_MS;

/** At least a minute from now, so that a wrong clock causes no storm of requests. */
export function tokenRefreshMs(
  expiration: string | null | undefined,
  now: Date,
): number {
  const end = Date.parse(expiration ?? "");
  const life = Number.isNaN(end) ? ASSUMED_LIFE_MS : end - now.getTime();
  return Math.min(
    Math.max(life - REFRESH_BEFORE_MS, SHORTEST_REFRESH_MS),
    LONGEST_REFRESH_MS,
  );
}

/** Microsoft's program embeds from its own hosts alone: these, and those of other countries' clouds. */
export const POWER_BI_HOSTS =
  "https://*.powerbi.com https://*.fabric.microsoft.com https://*.powerbigov.us";
