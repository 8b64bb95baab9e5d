/** What a page knows of the session that it was sent in. Nothing in it opens anything. */
export interface SessionFacts {
  /** Identifies the session: its tabs share a clock. */
  mark: string;
  /** What was left of the session when the page was made. A browser's own clock may be wrong by hours. */
  remainingMs: number;
  /** After so long a page without scripts leaves by itself; `timemeoutnow` makes it sooner. */
  leavesInMs: number;
  /** When it does, New York time: '03:45 PM'. */
  leavesAtText: string;
  leftOpenHref: string;
}
