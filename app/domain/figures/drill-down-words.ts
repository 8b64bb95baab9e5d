import type { ChildLevel } from "../places/hierarchy";

const LIST_TITLES: Record<ChildLevel, string> = {
  division: "Division List",
  region: "Region List",
  facility: "Facility List",
  physician: "Physician List",
  patient: "Patient List",
};

/** '{Child level} List' (R95). */
export function drillDownTitle(child: ChildLevel): string {
  return LIST_TITLES[child];
}

/** What the rows of a list are, for one and for any other number of them. */
const ROW_NOUNS: Record<ChildLevel, readonly [one: string, many: string]> = {
  division: ["division", "divisions"],
  region: ["region", "regions"],
  facility: ["facility", "facilities"],
  physician: ["physician", "physicians"],
  patient: ["patient", "patients"],
};

/** 'facility' for one, 'facilities' for any other number of them. */
export function childNoun(child: ChildLevel, count: number): string {
  return ROW_NOUNS[child][count === 1 ? 0 : 1];
}
