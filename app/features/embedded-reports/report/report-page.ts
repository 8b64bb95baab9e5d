export type ReportPage =
  | { kind: "no-access" }
  /** A report with nothing to embed. */
  | { kind: "other"; title: string }
  | {
      kind: "powerbi";
      title: string;
      slug: string;
      dashboard: string;
      /** Null if the report can be shown. */
      problem: string | null;
    };
