/** Nothing in it opens anything. */
export interface SessionFacts {
  mark: string;
  /** What was left of the session when the page was made. A browser's own clock may be wrong by hours. */
  remainingMs: number;
  /** A page without scripts then leaves by itself; `timemeoutnow` makes it sooner. */
  leavesInMs: number;
  leavesAtText: string;
  leftOpenHref: string;
}
