import { folded } from "~/features/search/rules/folded";
import { searchText } from "~/features/search/rules/text";

/** How many physicians a search finds at most (R219). */
export const MOST_PHYSICIANS_FOUND = 80;

export interface FoundPhysician {
  npi: number;
  first_name: string | null;
  last_name: string | null;
}

/** Physicians in the order in which they are listed, with the text that is searched in. */
export type PhysicianIndex = readonly {
  physician: FoundPhysician;
  text: string;
}[];

const { compare } = new Intl.Collator("en", { numeric: true });

/** Orders physicians by last name, first name and NPI, those without a last name last, and folds their names. */
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

/**
 * The first {@link MOST_PHYSICIANS_FOUND} physicians of whom each word typed is in the first name, the last name or the
 * NPI (R219, R483). Nothing typed finds nobody.
 */
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
