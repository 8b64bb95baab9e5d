/** What one page costs in a process that makes nothing else, its calls answered from memory; medians of many rounds. */
export interface PageFigures {
  name: string;
  /** Calls of the contract that the page makes. */
  calls: number;
  /** CPU milliseconds of this process. */
  cpuMs: {
    page: number;
    /** A bare renderToString of the same tree with the same data. */
    render: number;
  };
  /** Median of the rounds' ratios. */
  pageToRender: number;
  /** Of a host that takes {@link CALL_MS} for each answer. */
  serverTime: { pageMs: number; slowestCallMs: number; ratio: number };
}

/** How long each call takes where a page's server time is held against its slowest call. */
export const CALL_MS = 100;
