import { counted } from "~/domain/lists/counted-words";
import { lastFirst } from "~/domain/person-name";
import { folded } from "~/features/search/rules/folded";
import { searchText } from "~/features/search/rules/text";

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

export const MOST_PHYSICIANS_FOUND = 80;

export interface FoundPhysician {
  npi: number;
  first_name: string | null;
  last_name: string | null;
}

type PhysicianIndex = readonly {
  physician: FoundPhysician;
  text: string;
}[];

const { compare } = new Intl.Collator("en", { numeric: true });

export function indexPhysicians(
  physicians: readonly FoundPhysician[],
): PhysicianIndex {
  return physicians
    .map((physician) => ({
      physician,
      text: [physician.last_name, physician.first_name, physician.npi]
        .map((part) => folded(String(part ?? "")))
        .join("\n"),
    }))
    .sort((a, b) => byName(a.physician, b.physician));
}

/** Each typed word is in the name or NPI (R219, R483). Finds nobody for an empty text. */
export function findPhysicians(
  index: PhysicianIndex,
  typed: string,
): FoundPhysician[] {
  const words = folded(searchText(typed)).split(" ").filter(Boolean);
  const found: FoundPhysician[] = [];
  if (words.length === 0) return found;
  for (const { physician, text } of index) {
    if (!words.every((word) => text.includes(word))) continue;
    found.push(physician);
    if (found.length === MOST_PHYSICIANS_FOUND) break;
  }
  return found;
}

function byName(one: FoundPhysician, other: FoundPhysician): number {
  return (
    Number(!one.last_name) - Number(!other.last_name) ||
    compare(one.last_name ?? "", other.last_name ?? "") ||
    compare(one.first_name ?? "", other.first_name ?? "") ||
    one.npi - other.npi
  );
}
