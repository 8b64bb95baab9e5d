/** A report as text, before it is drawn; whatever it holds may be shown to whoever may see its facility. */
export interface ReportContent {
  title: string;
  /** Stands under the title on the first page and at the foot of every page. */
  banner: string;
  /** Stands at the head of every page, so that a loose sheet tells what it is of. */
  runningHead: RunningHead;
  /** Of what the report is, name and value. */
  facts: readonly (readonly [name: string, value: string])[];
  sections: readonly ReportSection[];
}

/** Two lines: the facility, and below it the report with its period. */
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
  /** As many cells as there are columns; the first names the row. */
  rows: readonly (readonly string[])[];
}

export interface ReportColumn {
  label: string;
  /** Share of the width, against that of the other columns. */
  width: number;
  isNumber?: boolean;
}
