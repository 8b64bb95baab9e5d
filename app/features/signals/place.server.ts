import { COMPANY_ID } from "~/domain/places/hierarchy";
import { rowsBelow, SIGNAL_LEVELS, type SignalLevel } from "./rules/levels";

/** The place with the children. */
export interface SignalPlace {
  level: SignalLevel;
  id: number;
}

/** Segments of the address, as they were typed. */
export interface SignalParams {
  level?: string | undefined;
  id?: string | undefined;
}

/** The level that an address names; null where there is none, and with an API host. The company has one id. */
export function signalLevelOf({ level, id }: SignalParams): SignalLevel | null {
  const known = SIGNAL_LEVELS.find((one) => one === level) ?? null;
  return known === "company" && id !== String(COMPANY_ID) ? null : known;
}

/** Whether a page or file is of all facilities below a place, which asks for them by `of=facilities`. */
export function isOfFacilities(
  level: SignalLevel,
  search: URLSearchParams,
): boolean {
  return search.get("of") === "facilities" && rowsBelow(level, true) !== level;
}
