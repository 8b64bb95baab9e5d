import { ADMINISTRATION } from "./administration";
import { FIGURES } from "./figures";
import { REPORTS } from "./reports";
import type { Screen } from "./screen";
import { WAYS } from "./ways";

/** Every kind of screen that there is. */
export const SCREENS: readonly Screen[] = [
  ...WAYS,
  ...FIGURES,
  ...ADMINISTRATION,
  ...REPORTS,
];

/** Screens of each kind, which every run looks at: the long run has time for all. */
export const REPRESENTATIVE: readonly string[] = [
  "login",
  "company overview",
  "users",
  "CMS report request",
  "comparison",
  "today",
  "after hours report",
  "graph in full",
];
