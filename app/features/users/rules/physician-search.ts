import { folded } from "~/features/search/rules/folded";
import { searchText } from "~/features/search/rules/text";

export const MOST_PHYSICIANS_FOUND = 80;

export interface FoundPhysician {
  npi: number;
  first_name: string | null;
  last_name: string | null;
}

export type PhysicianIndex = readonly {
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
