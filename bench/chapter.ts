/** A table of what was measured: ratios, bytes and counts, beside them the times of the machine that it ran on. */
export interface Table {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A budget that the product keeps, and what was measured against it. */
export interface Budget {
  what: string;
  budget: string;
  measured: string;
  isMet: boolean;
  /** A ratio that is alike on every machine: where it is missed, the bench ends with an error. */
  isAsserted?: true;
}

/** One part of `npm run bench`. */
export interface Chapter {
  title: string;
  tables: readonly Table[];
  budgets: readonly Budget[];
}

export type MeasureChapter = (
  say: (progress: string) => void,
) => Promise<Chapter>;
