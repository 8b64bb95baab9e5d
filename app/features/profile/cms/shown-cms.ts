import type { RateTag } from "~/domain/graphs/rate-graphs";

/** What CMS publishes of a facility, beside the page's own rates, as it is written. */
export interface CmsView {
  /** What both sides are. */
  kinds: string;
  /** The heads of the columns after the measure. */
  heads: string[];
  rows: {
    measure: number;
    name: string;
    /** In the order of the heads. */
    cells: string[];
  }[];
  /** CMS's footnotes, and what a mark means. */
  notes: string[];
  /** How each pair differs in kind. */
  method: string[];
  /** CMS's averages for the graphs of rates. */
  averages: Partial<Record<RateTag, string>>;
}
