import type { RateTag } from "~/domain/graphs/rate-graphs";

export interface CmsView {
  kinds: string;
  heads: string[];
  rows: {
    measure: number;
    name: string;
    /** In the order of the heads. */
    cells: string[];
  }[];
  notes: string[];
  method: string[];
  /** CMS's averages for the graphs of rates. */
  averages: Partial<Record<RateTag, string>>;
}
