/** What CMS publishes of a facility, beside the page's own rates, as it is written. */
export interface CmsView {
  /** Of the columns between the measure and the notes. */
  heads: string[];
  rows: {
    measure: number;
    name: string;
    /** How it differs in kind from the rate beside it. */
    difference: string;
    /** CMS's footnote in words. */
    note: string | null;
    /** In the order of the heads. */
    cells: string[];
  }[];
  notes: string[];
}
