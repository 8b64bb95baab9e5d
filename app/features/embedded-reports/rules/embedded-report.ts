import { rankOf } from "~/domain/access/ranks";
import type { Viewer } from "~/domain/access/viewer";

/** A filter for an embedded report: rows of `table` with one of `values` in `column`. */
export interface EmbedFilter {
  table: string;
  column: string;
  values: (number | boolean)[];
}

/**
 * Where reports keep what they are filtered by. A report's model has to have these tables and columns: `Organization` with `division_id`, `region_id` and `facility_id`, and `Residents`
 * with a true or false `isnp`.
 */
const LEVEL_TABLE = "Organization";
const ISNP_TARGET = { table: "Residents", column: "isnp" };

/**
 * The filters that a viewer's report opens with (R203). Company and admin have the id 0, which stands for everything,
 * so they have no filter by level.
 *
 * The filters protect nothing: whoever has the embed token can remove them. The token itself limits the data.
 */
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

/** Physician-level users cannot see embedded reports (R201). */
export function maySeeEmbeddedReports({ accessLevel }: Viewer): boolean {
  return rankOf(accessLevel) > rankOf("physician");
}

/** What a browser needs to show a report; the access token is a secret of its own page. */
export interface ReportEmbed {
  reportId: string;
  embedUrl: string;
  accessToken: string;
  filters: EmbedFilter[];
  /** Milliseconds until another token should be asked for. */
  refreshInMs: number;
}

/** A report that takes longer to load counts as failed. */
export const REPORT_LOAD_LIMIT_MS = 60_000;

const MINUTE_MS = 60_000;
/** A token is replaced this long before its end. */
const REFRESH_BEFORE_MS = 5 * MINUTE_MS;
/** Assumed lifetime of a token if the host does not send its end. Power BI gives an hour. */
const ASSUMED_LIFE_MS = 50 * MINUTE_MS;
const SHORTEST_REFRESH_MS = MINUTE_MS;
/** Timers of browsers end at 24 days, and then fire at once. */
const LONGEST_REFRESH_MS = 12 * 60 * MINUTE_MS;

/**
 * Milliseconds until a token has to be replaced: five minutes before `expiration`, and never sooner than in a minute,
 * so that a wrong clock causes no storm of requests.
 *
 * @param expiration ISO 8601 instant; a host may leave it out
 */
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

const PLAIN_ORIGIN = /^https:\/\/[a-z0-9.-]+(:\d{1,5})?$/;

/** The origin that a report's frame may be loaded from; null for anything but a plain https address. */
export function frameOriginOf(embedUrl: string): string | null {
  let origin: string;
  try {
    ({ origin } = new URL(embedUrl));
  } catch {
    return null;
  }
  // It becomes part of a header: `new URL` lets a semicolon stand in a host's name.
  return PLAIN_ORIGIN.test(origin) ? origin : null;
}
