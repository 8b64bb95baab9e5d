/** What one page costs, in medians of many rounds. */
export interface PageFigures {
  name: string;
  /** Calls of the contract that the page makes. */
  calls: number;
  /** CPU milliseconds of this process. */
  cpuMs: {
    /** The page, its calls answered from memory. */
    page: number;
    /** The page, its calls answered by the data server of the process. */
    pageOnOwnData: number;
    /** A bare renderToString of the same tree with the same data. */
    render: number;
    /** The page's calls alone, answered by the data server of the process. */
    calls: number;
  };
  /** Medians of the rounds' ratios. */
  ratio: { pageToRender: number; ownToCalls: number };
  /** Of a host that takes {@link CALL_MS} for each answer. */
  serverTime: { pageMs: number; slowestCallMs: number; ratio: number };
}

/** How long each call takes where a page's server time is held against its slowest call. */
export const CALL_MS = 100;
