export const PANEL_PARAMETERS = [
  "inspect",
  "modal",
  "graph",
  "compare",
] as const;
