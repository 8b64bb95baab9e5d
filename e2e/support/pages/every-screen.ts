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

/** Screens that together have every pair of colours that axe met on any, dark and forced. */
export const COLOURFUL: readonly string[] = [
  "physician profile with a reverted date",
  "graph in full",
  "comparison",
  "CMS reports",
  "CMS report request",
  "after hours report",
  "embedded report that is not set up",
  "logo page with data of five hours",
  "logo page with data of a day",
];

/** Screens of parts that others have too: the long run looks at them. */
export const VARIANTS: readonly string[] = [
  "no users found",
  "page that creates a user",
  "edited physician",
  "division profile",
  "region profile",
  "physician profile from a facility",
  "graph in full, month over month",
  "empty range with a graph open",
  "after hours report with its help",
  "CMS reports, none",
  "today of a physician, narrowed to nobody",
  "search",
  "search without result",
  "new user of a facility",
  "question before a user is logged out",
  "signals of physicians, sorted",
  "transfers of a group",
  "question before a phase is ended",
  "graph in full over 36 months",
  "list behind a count of the census",
];
