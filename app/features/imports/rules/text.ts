import { counted } from "~/domain/lists/counted-words";
import { formatCount } from "~/domain/number-format";

/** How each outcome is shown, and how much is stored after it: all that was to change, an uncounted part, or nothing. */
export const OUTCOMES = {
  stored: { word: "Stored", tone: "good", share: "all" },
  unchanged: { word: "Nothing new", tone: "quiet", share: "all" },
  refused: { word: "Refused", tone: "bad", share: "none" },
  failed: { word: "Failed", tone: "bad", share: "none" },
  unfinished: { word: "Not finished", tone: "warn", share: "some" },
  interrupted: { word: "Interrupted", tone: "bad", share: "some" },
} as const;

export const IMPORT_KINDS = {
  census: "Census",
  ratings: "Star ratings",
  reports: "List of reports",
  cms: "CMS measures",
} as const;

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** '4 seconds', '2 minutes 5 seconds', '1 hour 0 minutes'. A clock put back counts as nothing. */
export function tookText(startedAt: string, endedAt: string): string {
  const ms = Date.parse(endedAt) - Date.parse(startedAt);
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < MINUTE_S) return unit(seconds, "seconds");
  if (seconds < HOUR_S) {
    return `${unit(Math.floor(seconds / MINUTE_S), "minutes")} ${unit(seconds % MINUTE_S, "seconds")}`;
  }
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  return `${unit(Math.floor(seconds / HOUR_S), "hours")} ${unit(minutes, "minutes")}`;
}

const KILO = 1_000;

/** '120 bytes', '1.2 KB', '34.0 MB', in units of a thousand. */
export function sizeText(bytes: number): string {
  if (bytes < KILO) return unit(bytes, "bytes");
  const isSmall = bytes < KILO * KILO;
  const value = bytes / (isSmall ? KILO : KILO * KILO);
  return `${value.toFixed(1)} ${isSmall ? "KB" : "MB"}`;
}

/** 'Line 4', 'Lines 2, 9 and 10', 'Lines 2, 3, 4, 5, 6 and 1,307 more'; the number of rows if no line is to blame. */
export function findingLinesText(
  lines: readonly number[],
  count: number,
): string {
  const [first] = lines;
  if (first === undefined) return count > 1 ? unit(count, "rows") : "";
  const named = lines.map((line) => String(line));
  const more = count - lines.length;
  const last = more > 0 ? `${formatCount(more)} more` : named.pop();
  return named.length === 0
    ? `Line ${last ?? first}`
    : `${named.length === 1 && more > 0 ? "Line" : "Lines"} ${named.join(", ")} and ${last}`;
}

export function findingCount(groups: readonly { count: number }[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

function unit(count: number, words: string): string {
  return counted(formatCount(count), words);
}
