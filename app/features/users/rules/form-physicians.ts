import { counted } from "~/domain/lists/counted-words";
import { lastFirst } from "~/domain/person-name";
import { searchText } from "~/features/search/rules/text";
import { MOST_PHYSICIANS_FOUND } from "./physician-search";

export interface PhysicianChoice {
  npi: number;
  /** 'Lind, Ada (NPI 1003000101)'. */
  label: string;
}

/** The API host's limit. */
export const LONGEST_PHYSICIAN_SEARCH = 100;

/** Hosts refuse a backslash in an address. */
export function physicianSearchText(typed: string): string {
  return searchText(typed.replace(/\\/g, " "))
    .slice(0, LONGEST_PHYSICIAN_SEARCH)
    .replace(/[\uD800-\uDBFF]$/, "");
}

/** Drops the empty entry that ends a host's answer (R219). */
export function physicianChoices(
  entries: readonly {
    npi?: number | null | undefined;
    first_name?: string | null | undefined;
    last_name?: string | null | undefined;
  }[],
): PhysicianChoice[] {
  const labels = new Map<number, string>();
  for (const { npi, first_name, last_name } of entries) {
    if (!npi || labels.has(npi)) continue;
    labels.set(npi, `${lastFirst(last_name, first_name)} (NPI ${npi})`);
    if (labels.size === MOST_PHYSICIANS_FOUND) break;
  }
  return Array.from(labels, ([npi, label]) => ({ npi, label }));
}

export function unnamedPhysician(npi: number): PhysicianChoice {
  return { npi, label: `NPI ${npi}` };
}

export function physicianCountText(count: number, text: string): string {
  if (count === 0) return `No physicians were found for “${text}”.`;
  if (count < MOST_PHYSICIANS_FOUND) {
    return `${counted(String(count), "physicians")} found for “${text}”.`;
  }
  return `The first ${MOST_PHYSICIANS_FOUND} physicians for “${text}” are listed. Type more to find others.`;
}
