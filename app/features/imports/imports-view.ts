import type { KeptImport } from "~server/imports/service";
import type { OutcomeText } from "./rules/text";
import type { ListState } from "~/ui/list-states";
import type { OlderPages } from "~/ui/older-pages";

/** An import as the list shows it; counts are written out, where they are known. */
export interface ImportRow {
  id: number;
  /** ISO 8601, for machines. */
  at: string;
  day: string;
  time: string;
  kind: string;
  outcome: OutcomeText;
  added: string;
  changed: string;
  removed: string;
  problems: string;
  warnings: string;
  href: string;
  isShown: boolean;
}

/** Something that was found in a file. */
export interface FindingRow {
  message: string;
  file: string;
  column: string;
  where: string;
}

export interface ImportReportView {
  heading: string;
  outcome: OutcomeText;
  /** What to know and to do where it has stored some rows and not all. */
  note: string | null;
  facts: { label: string; value: string }[];
  /** Whether its rows were stored, in words. */
  tablesTitle: string;
  tables: KeptImport["tables"];
  problems: FindingRow[];
  problemsMeaning: string;
  warnings: FindingRow[];
  files: { name: string; size: string; sha256: string }[];
}

/** The imports, with the report of one of them. */
export type ImportList = ListState<{
  rows: ImportRow[];
  report: ImportReportView;
}>;

/** What the page of imports shows. */
export interface ImportsView extends OlderPages {
  list: ImportList;
}
