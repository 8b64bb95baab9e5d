import type { ChildLevel } from "../places/hierarchy";

const LIST_TITLES: Record<ChildLevel, string> = {
  division: "Division List",
  region: "Region List",
  facility: "Facility List",
  physician: "Physician List",
  patient: "Patient List",
};

export function drillDownTitle(child: ChildLevel): string {
  return LIST_TITLES[child];
}

const ROW_NOUNS: Record<ChildLevel, readonly [one: string, many: string]> = {
  division: ["division", "divisions"],
  region: ["region", "regions"],
  facility: ["facility", "facilities"],
  physician: ["physician", "physicians"],
  patient: ["patient", "patients"],
};

export function childNoun(child: ChildLevel, count: number): string {
  return ROW_NOUNS[child][count === 1 ? 0 : 1];
}
