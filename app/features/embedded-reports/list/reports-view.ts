import type { OpenReport } from "../rules/open-reports";

export type ReportsView =
  | {
      state: "data";
      reports: OpenReport[];
      mayRequest: boolean;
    }
  | { state: "empty" }
  | { state: "error"; message: string };
