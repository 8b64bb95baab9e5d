import type { CmsOrder } from "~server/cms-requests/cms-connector";
import { hasStandardLetters } from "~server/cms-requests/pdf/standard-letters";

/** The name, or a substitute if the font lacks its letters (R484). */
export function writtenName(name: string, ...instead: string[]): string {
  return [name, ...instead].find(hasStandardLetters) ?? name;
}

/** Says that a table substitutes names; empty if it does not. */
export function missingNames(
  names: readonly string[],
  instead: string,
): string[] {
  const count = names.filter((name) => !hasStandardLetters(name)).length;
  if (count === 0) return [];
  return [
    count === 1
      ? `One name has letters that this file cannot show. Its row has ${instead} in its place.`
      : `${count} names have letters that this file cannot show. Their rows have ${instead} in their place.`,
  ];
}

export function facilityName({ id, name, ccn }: CmsOrder["facility"]): string {
  const numbers = ccn === null ? [] : [`CCN ${ccn}`];
  return writtenName(name, ...numbers, `Facility ${id}`);
}

/** Replaces a name in resident rows: the MRN, else the id in the resident's address. */
export const RESIDENT_NUMBER = "the MRN or the resident's number";

export function residentName(
  name: string,
  mrn: string | null,
  id: number,
): string {
  const numbers = mrn?.trim() ? [`MRN ${mrn}`] : [];
  return writtenName(name, ...numbers, `Resident ${id}`);
}
