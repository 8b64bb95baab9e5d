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
