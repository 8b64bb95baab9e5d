/** What the page of causes shows. */
export interface CausesView {
  /** `author` is null for those of the product, which stay. */
  causes: readonly { id: string; text: string; author: string | null }[];
  /** What was typed before, and what is said of entries that were put back. */
  text: string;
  told: string | null;
}

/** What the page has after a post that did nothing. */
export interface CausesAnswer {
  text: string;
  error: string;
}
