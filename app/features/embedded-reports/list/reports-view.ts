import type { OpenReport } from "../rules/open-reports";

/** What the page of reports shows. */
export type ReportsView =
  | {
      state: "data";
      reports: OpenReport[];
      /** The viewer can ask for a CMS report. */
      mayRequest: boolean;
    }
  | { state: "empty" }
  | { state: "error"; message: string };
