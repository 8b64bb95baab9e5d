/** What the page of a report shows (R200). */
export type ReportPage =
  | { kind: "no-access" }
  /** A report without anything to embed. */
  | { kind: "other"; title: string }
  | {
      kind: "powerbi";
      title: string;
      slug: string;
      /** Page with the viewer's own figures. */
      dashboard: string;
      /** Why the report could not be had; null where it can be shown. */
      problem: string | null;
    };
