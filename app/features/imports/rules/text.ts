import { counted } from "~/domain/lists/counted-words";
import { formatCount } from "~/domain/number-format";

export interface OutcomeText {
  word: string;
  tone: "good" | "warn" | "bad" | "quiet";
}

const OUTCOMES: Readonly<Record<string, OutcomeText>> = {
  stored: { word: "Stored", tone: "good" },
  unchanged: { word: "Nothing new", tone: "quiet" },
  refused: { word: "Refused", tone: "bad" },
  failed: { word: "Failed", tone: "bad" },
  unfinished: { word: "Not finished", tone: "warn" },
  interrupted: { word: "Interrupted", tone: "bad" },
};

/** An unknown outcome of a newer host keeps its name. */
export function outcomeText(outcome: string): OutcomeText {
  const known = Object.hasOwn(OUTCOMES, outcome) ? OUTCOMES[outcome] : null;
  return known ?? { word: outcome, tone: "quiet" };
}

/** How much of an import is stored: all that it was to change, a part that nobody has counted, or nothing. */
export function storedShare(outcome: string): "all" | "some" | "none" {
  switch (outcome) {
    case "unfinished":
    case "interrupted":
      return "some";
    case "refused":
    case "failed":
      return "none";
    default:
      return "all";
  }
}

const KINDS: Readonly<Record<string, string>> = {
  census: "Census",
  ratings: "Star ratings",
  reports: "List of reports",
  cms: "CMS measures",
};

/** What was imported; of a kind that only a newer host knows, its own name. */
export function importKindText(kind: string): string {
  return (Object.hasOwn(KINDS, kind) ? KINDS[kind] : null) ?? kind;
}

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** How long it took, from ISO instants: '4 seconds', '2 minutes 5 seconds', '1 hour 0 minutes'. A clock put back counts as nothing. */
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

/** A size in bytes, in units of a thousand as the tools of hosts show it: '120 bytes', '1.2 KB', '34.0 MB'. */
export function sizeText(bytes: number): string {
  if (bytes < KILO) return unit(bytes, "bytes");
  const isSmall = bytes < KILO * KILO;
  const value = bytes / (isSmall ? KILO : KILO * KILO);
  return `${value.toFixed(1)} ${isSmall ? "KB" : "MB"}`;
}

/**
 * Where a finding is: 'Line 4', 'Lines 2, 9 and 10', 'Lines 2, 3, 4, 5, 6 and 1,307 more'. Where no line is to blame, how
 * many rows there are, and nothing of a single finding.
 */
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
