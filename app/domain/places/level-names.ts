import type { Level } from "./hierarchy";

/** The levels as they are named before a name, 'Region: North'. */
export const LEVEL_NAMES: Record<Level, string> = {
  company: "Company",
  division: "Division",
  region: "Region",
  facility: "Facility",
  physician: "Physician",
};
