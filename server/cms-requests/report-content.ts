/** Anything in it may be shown to all viewers of its facility. */
export interface ReportContent {
  title: string;
  /** Shown under the title and at the foot of every page. */
  banner: string;
  /** Shown at the head of every page, to identify a loose sheet. */
  runningHead: RunningHead;
  facts: readonly (readonly [name: string, value: string])[];
  sections: readonly ReportSection[];
}

export interface RunningHead {
  facility: string;
  report: string;
}

export interface ReportSection {
  heading: string;
  sentences?: readonly string[];
  table?: ReportTable;
}

export interface ReportTable {
  columns: readonly ReportColumn[];
  /** One cell per column; the first names the row. */
  rows: readonly (readonly string[])[];
}

export interface ReportColumn {
  label: string;
  /** Share of the table's width, relative to the other columns. */
  width: number;
  isNumber?: boolean;
}
