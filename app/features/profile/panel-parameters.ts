/** Query parameters that say what stands open over a profile page. */
export const PANEL_PARAMETERS = [
  "inspect",
  "modal",
  "graph",
  "compare",
] as const;
