import { counted } from "~/domain/lists/counted-words";
import { formatCount } from "~/domain/number-format";

export const importWords = {
  title: "Imports",
  about:
    "Each import leaves a report: what was added, changed and removed, and what to check.",
  noPatients: "Reports hold no patient data.",
  last: "Last import",
  list: "All imports",
  columns: {
    at: "Time",
    kind: "What",
    outcome: "Result",
    added: "New",
    changed: "Changed",
    unchanged: "Unchanged",
    removed: "Removed",
    problems: "Problems",
    warnings: "Warnings",
  },
  facts: {
    at: "Started",
    took: "Took",
    lastSign: "Last activity",
    by: "Run by",
    through: "Data complete through",
    replacement: "Replacement",
  },
  isReplacement: "Yes: rows not in the files are removed",
  rows: "Rows",
  rowsUndone: "Rows it would have changed",
  rowsPartly: "Rows it was meant to change",
  someRows: "some",
  unfinishedMeans:
    "Running or stopped. If it does not continue, import the same folder again to store the rest.",
  interruptedMeans:
    "Some rows are stored. Import the same folder again to store the rest.",
  table: "Table",
  noRows: "This import stored no rows.",
  problems: "Problems",
  problemsOfInterrupted: "These stopped the import.",
  problemsMean:
    "These stopped the import. Nothing was stored. Correct the files and import them again.",
  warnings: "Warnings",
  warningsMean: "These rows are valid but unlikely. Check them.",
  finding: { message: "What", file: "File", column: "Column", lines: "Where" },
  files: "Files",
  file: { name: "File", size: "Size", sha256: "SHA-256" },
  pages: "Pages of imports",
  older: "Older imports",
  newest: "Newest imports",
  empty: "Nothing has been imported yet.",
  emptyOlder: "There are no older imports.",
  failed: "The imports were not retrieved due to a system error.",
} as const;

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
