import type { ImportOutcome } from "~server/store/record-tables";

/** One kind of finding in a file: how often and where first. Never holds a cell, which might be a name. */
export interface FindingGroup {
  file: string;
  /** Header name, or "row" for what concerns the whole row. */
  column: string;
  message: string;
  count: number;
  lines: number[];
}

/** What an import did, or why it did nothing (R264). */
export interface ImportReport {
  kind: "census" | "ratings" | "reports" | "cms";
  startedAt: string;
  endedAt: string;
  /** `account@machine`. */
  startedBy: string;
  outcome: ImportOutcome;
  isReplacement: boolean;
  isDryRun: boolean;
  /** The day through which the data are complete by this import, `yyyy-MM-dd`; null where it says nothing of it. */
  dataThrough: string | null;
  files: { name: string; bytes: number; sha256: string }[];
  tables: {
    name: string;
    added: number;
    changed: number;
    unchanged: number;
    removed: number;
  }[];
  problems: FindingGroup[];
  warnings: FindingGroup[];
}
