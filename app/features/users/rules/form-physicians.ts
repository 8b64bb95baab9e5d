import { counted } from "~/domain/lists/counted-words";
import { lastFirst } from "~/domain/person-name";
import { searchText } from "~/features/search/rules/text";
import { MOST_PHYSICIANS_FOUND } from "./physician-search";

/** A physician who can be chosen. */
export interface PhysicianChoice {
  npi: number;
  /** 'Lind, Ada (NPI 1003000101)'. */
  label: string;
}

/** An entry of the API host's answer; the last one is empty (R219). */
export interface PhysicianEntry {
  npi?: number | null | undefined;
  first_name?: string | null | undefined;
  last_name?: string | null | undefined;
}

/** The longest text that the API host searches for, characters. */
export const LONGEST_PHYSICIAN_SEARCH = 100;

/** What was typed, as it is searched for; empty for nothing. A backslash is in no name, and refused in an address. */
export function physicianSearchText(typed: string): string {
  return searchText(typed.replace(/\\/g, " "))
    .slice(0, LONGEST_PHYSICIAN_SEARCH)
    .replace(/[\uD800-\uDBFF]$/, "");
}

/** The physicians of an answer, empty entries left out, at most as many as a list shows (R219). */
export function physicianChoices(
  entries: readonly PhysicianEntry[],
): PhysicianChoice[] {
  const labels = new Map<number, string>();
  for (const { npi, first_name, last_name } of entries) {
    if (!npi || labels.has(npi)) continue;
    labels.set(npi, `${lastFirst(last_name, first_name)} (NPI ${npi})`);
    if (labels.size === MOST_PHYSICIANS_FOUND) break;
  }
  return Array.from(labels, ([npi, label]) => ({ npi, label }));
}

/** A physician of whom nothing but the number is known. */
export function unnamedPhysician(npi: number): PhysicianChoice {
  return { npi, label: `NPI ${npi}` };
}

/** How many physicians a search found, and whether there may be more of them. */
export function physicianCountText(count: number, text: string): string {
  if (count === 0) return `No physicians were found for “${text}”.`;
  if (count < MOST_PHYSICIANS_FOUND) {
    return `${counted(String(count), "physicians")} found for “${text}”.`;
  }
  return `The first ${MOST_PHYSICIANS_FOUND} physicians for “${text}” are listed. Type more to find others.`;
}
