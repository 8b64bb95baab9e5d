import type { Level } from "./hierarchy";

export const LEVEL_NAMES: Record<Level, string> = {
  company: "Company",
  division: "Division",
  region: "Region",
  facility: "Facility",
  physician: "Physician",
};
